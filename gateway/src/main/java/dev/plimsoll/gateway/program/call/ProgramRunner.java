package dev.plimsoll.gateway.program.call;

import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.paging.ToolResults;
import dev.plimsoll.gateway.paging.UpstreamPager;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.Program;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.query.program.CallAnswers;
import dev.plimsoll.query.program.PendingCall;
import dev.plimsoll.query.program.ProgramCall;
import dev.plimsoll.query.program.ToolAnswer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one program. An evaluation either returns the outputs, or stops at calls whose answers are not known. In that
 * case, the calls are made, and the program is evaluated again from the beginning.
 */
public final class ProgramRunner implements AutoCloseable {

    /** Maximum size of the results of all calls of a program together, in bytes. */
    static final long MAX_RESULT_BYTES = 64L << 20;

    private static final long MIN_WAIT_MILLIS = 20;

    private final ProgramResources resources;
    private final Task task;
    private final Client client;
    private final ProgramMemory memory;
    private final CallableTools tools;
    private final CallerRecentAnswers recentAnswers;
    private final ProgramClock clock;
    private final WriteChecks writeChecks;
    private final InputRounds inputRounds;
    private final CallAnswers answers = new CallAnswers(MAX_RESULT_BYTES);
    /** Number of calls that were made; each page of a paged tool counts. */
    private final AtomicInteger callsMade = new AtomicInteger();

    private final AtomicInteger answeredCalls = new AtomicInteger();

    /**
     * Program with its input and its limits.
     *
     * @param server the server whose tools the program may also call by their own names; empty if it uses only
     *     the names that clients see
     * @param sources servers whose results the input contains
     */
    public record Task(Program program, String server, QueryInput input, Set<String> sources, QueryLimits limits) {}

    /**
     * The client of the program.
     *
     * @param calls makes tool calls as part of the request that started the program
     * @param context who runs the program
     * @param input asks the client for the input that tools need
     * @param canAskUser whether the client can ask its user about calls that write
     * @param onProgress receives the number of calls that are answered
     */
    public record Client(
            InnerCalls calls, CallerContext context, ClientInput input, boolean canAskUser, IntConsumer onProgress) {}

    private ProgramRunner(ProgramResources resources, Task task, Client client, ProgramMemory memory) {
        this.resources = resources;
        this.task = task;
        this.client = client;
        this.memory = memory;
        this.tools =
                CallableTools.load(client.calls(), resources, client.context().policies(), task.server());
        this.recentAnswers = new CallerRecentAnswers(resources.recentAnswers(), client.context(), tools);
        this.clock = new ProgramClock(resources.config().time(), System::nanoTime);
        UserConsent consent = client.canAskUser() ? new UserConsent(client.input(), clock) : null;
        this.writeChecks = new WriteChecks(tools, consent, resources.config().writes());
        this.inputRounds = new InputRounds(
                client.calls(), client.input(), clock, response -> memory.takeForResponse(response.length()));
    }

    /**
     * Takes memory for a program, and loads the tools that it may call.
     *
     * @param requestBytes size of the request that starts the program
     * @throws RefusedException if there is too little memory, or the servers do not list their tools in time
     */
    public static ProgramRunner open(ProgramResources resources, Task task, Client client, long requestBytes) {
        ProgramMemory memory =
                new ProgramMemory(resources.memory(), client.context().holder(), requestBytes);
        try {
            return new ProgramRunner(resources, task, client, memory);
        } catch (RuntimeException | Error e) {
            memory.close();
            throw e;
        }
    }

    @Override
    public void close() {
        memory.close();
    }

    /** Runs the program to its end, and returns its outputs. Throws if it fails. */
    public QueryOutputs run() {
        try {
            while (true) {
                Program.Step step = evaluate();
                if (step instanceof Program.Step.Done done) {
                    return done.outputs();
                }
                makeCalls(((Program.Step.CallsNeeded) step).calls());
            }
        } catch (RefusedException refused) {
            throw withCallCounts(refused);
        }
    }

    private Program.Step evaluate() {
        Program.Step[] step = new Program.Step[1];
        long bytes =
                answers.all().values().stream().mapToLong(ToolAnswer::bytes).sum();
        // at least 1: a program that needs one more call then stops at it, and makeCalls refuses the call
        int remainingCalls = Math.max(1, resources.config().calls() - callsMade.get());
        resources
                .heavyWork()
                .get()
                .run(
                        client.context().holder(),
                        bytes,
                        () -> step[0] =
                                task.program().run(task.input(), task.limits(), tools, answers, remainingCalls));
        return step[0];
    }

    /** Adds to an error the number of calls that were made, and the calls that may have changed something. */
    private RefusedException withCallCounts(RefusedException refused) {
        refused.detail("calls", callsMade.get() + (callsMade.get() == 1 ? " call was made" : " calls were made"));
        String allowedWrites = writeChecks.allowedWrites();
        return allowedWrites.isEmpty() ? refused : refused.detail("written", allowedWrites);
    }

    /**
     * Returns a tool result that contains the successful calls, each with its arguments and the document of its
     * answer; null if no call succeeded.
     */
    public @Nullable Slice findCallResults() {
        JsonWriter calls = new JsonWriter(4096).beginArray();
        boolean[] isEmpty = {true};
        answers.all().forEach((call, answer) -> {
            if (answer.failure() == null) {
                isEmpty[0] = false;
                calls.beginObject().string("tool", call.tool()).raw("arguments", call.arguments());
                calls.raw("result", answer.document()).endObject();
            }
        });
        Slice text = calls.endArray().slice();
        JsonWriter json = new JsonWriter(text.length() + 64).beginObject().beginArray("content");
        json.beginObject().string("type", "text").string("text", text);
        return isEmpty[0] ? null : json.endObject().endArray().endObject().slice();
    }

    /** Cancels the calls. Returns the error of the program. */
    private RefusedException cancelForTimeout() {
        client.calls().cancel("the program took too long");
        return new RefusedException(
                ErrorCode.QUERY_LIMIT,
                "program: it took more than " + resources.config().time().toMillis() + " ms",
                "make fewer calls, or make them inside map(…), where they run in parallel");
    }

    /** Makes calls in parallel. After a call has failed, starts no more calls, because the program may not need them. */
    private void makeCalls(List<PendingCall> pending) {
        if (clock.timeLeft().isNegative()) {
            throw cancelForTimeout();
        }
        int allowedCalls = resources.config().calls() - callsMade.get();
        if (allowedCalls <= 0) {
            throw tooManyCalls();
        }
        List<PendingCall> startableCalls = pending.subList(0, Math.min(allowedCalls, pending.size()));
        List<StartedCall> startedCalls = new ArrayList<>();
        int next = 0;
        boolean hasFailed = false;
        while (next < startableCalls.size() || !startedCalls.isEmpty()) {
            while (next < startableCalls.size()
                    && startedCalls.size() < resources.config().parallel()
                    && !hasFailed) {
                startedCalls.add(start(startableCalls.get(next++)));
            }
            if (startedCalls.isEmpty()) {
                return;
            }
            StartedCall oldest = startedCalls.removeFirst();
            ToolAnswer answer = await(oldest);
            answers.add(oldest.call, answer);
            recentAnswers.add(oldest.call, answer);
            hasFailed |= answer.failure() != null;
            client.onProgress().accept(answeredCalls.incrementAndGet());
        }
    }

    /** Returns whether a limit of the whole program is exceeded. A program can catch all other failures of a call. */
    private static boolean hasExceededLimit(RefusedException refused) {
        return refused.code() == ErrorCode.QUERY_LIMIT || refused.code() == ErrorCode.RATE_LIMITED;
    }

    private RefusedException tooManyCalls() {
        return new RefusedException(
                ErrorCode.QUERY_LIMIT,
                "program: it needs more than " + resources.config().calls() + " calls",
                "read fewer records, filter them before the call, or split the program");
    }

    private record StartedCall(ProgramCall call, CompletableFuture<ToolAnswer> answer) {}

    private StartedCall start(PendingCall pending) {
        if (client.calls().isCancelled()) {
            throw cancelledException();
        }
        ProgramCall call = pending.call();
        Set<String> sources = new LinkedHashSet<>(task.sources());
        sources.addAll(pending.sources());
        String tool = tools.listedName(call.tool());
        ToolAnswer refusal = tools.findRefusal(tool, sources);
        if (refusal == null && call.canWrite()) {
            refusal = writeChecks.findRefusal(call);
        }
        ToolAnswer knownAnswer = refusal == null ? recentAnswers.find(call) : refusal;
        if (knownAnswer != null) {
            return new StartedCall(call, CompletableFuture.completedFuture(knownAnswer));
        }
        CompletableFuture<ToolAnswer> answer = call.hasAllPages()
                ? UpstreamPager.withLargestPages(
                                arguments -> callTool(tool, arguments, ToolResults::toPageAnswer),
                                tools.pagingScheme(tool),
                                call.arguments(),
                                resources.config().parallel())
                        .read()
                : callTool(tool, call.arguments(), ToolResults::toAnswer);
        return new StartedCall(call, answer);
    }

    private CompletableFuture<ToolAnswer> callTool(
            String tool, Slice arguments, Function<Message, ToolAnswer> toAnswer) {
        if (callsMade.incrementAndGet() > resources.config().calls()) {
            callsMade.decrementAndGet();
            throw tooManyCalls();
        }
        return inputRounds.call(tool, arguments).thenApply(toAnswer);
    }

    private ToolAnswer awaitInTime(CompletableFuture<ToolAnswer> answer)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return answer.get(Math.max(MIN_WAIT_MILLIS, clock.timeLeft().toMillis()), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // the clock stops while the program waits for the client, so there may still be time left
                if (!clock.isWaiting() && !clock.timeLeft().isPositive()) {
                    throw cancelForTimeout();
                }
            }
        }
    }

    private ToolAnswer await(StartedCall started) {
        try {
            return awaitInTime(started.answer);
        } catch (CancellationException e) {
            return failureOfCancelledCall();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException(ErrorCode.INTERNAL_ERROR, "program: it was interrupted", "run it again");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedException refused && hasExceededLimit(refused)) {
                throw refused;
            }
            if (e.getCause() instanceof RefusedException refused) {
                return ToolAnswer.failed(refused.code().name(), refused.getMessage());
            }
            if (e.getCause() instanceof CancellationException) {
                return failureOfCancelledCall();
            }
            throw new IllegalStateException("a call failed", e.getCause());
        }
    }

    /** Returns the failure of a call that gets no response. Throws if the whole program was cancelled. */
    private ToolAnswer failureOfCancelledCall() {
        if (client.calls().isCancelled()) {
            throw cancelledException();
        }
        return ToolAnswer.failed(ErrorCode.UPSTREAM_UNAVAILABLE.name(), "the connection ended before the response");
    }

    private static RefusedException cancelledException() {
        return new RefusedException(ErrorCode.INVALID_REQUEST, "program: it was cancelled", "run it again");
    }
}
