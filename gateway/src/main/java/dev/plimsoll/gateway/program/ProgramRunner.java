package dev.plimsoll.gateway.program;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.paging.ToolResults;
import dev.plimsoll.gateway.paging.UpstreamPager;
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
import java.time.Duration;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one program. An evaluation either returns the outputs, or stops at calls whose answers are not known.
 * Then the calls are made, and the program is evaluated again from the beginning.
 */
final class ProgramRunner {

    /** Most bytes of the results of all calls of a program. */
    private static final long MAX_RESULT_BYTES = 64L << 20;

    /** Most characters that are shown of the arguments of a call that wrote. */
    private static final int MAX_SHOWN_ARGUMENTS_LENGTH = 300;

    private static final long MIN_WAIT_MILLIS = 20;

    private final ProgramsConfig config;
    private final Program program;
    private final Host host;
    private final Limits limits;
    private final InputRounds inputRounds;
    private final CallAnswers answers = new CallAnswers(MAX_RESULT_BYTES);
    /** Calls that wrote, with their arguments, for error messages. */
    private final List<String> written = new ArrayList<>();

    /** Number of calls that were made, with each page of a paged tool. */
    private final AtomicInteger made = new AtomicInteger();

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicLong receivedBytes = new AtomicLong();
    private int writeAttempts;
    private long deadlineNanos;

    /**
     * Limits of the evaluation, and where it runs.
     *
     * @param holder the caller to whose share the work counts
     */
    record Limits(QueryLimits query, HeavyWork heavyWork, String holder, ProgramMemory memory) {}

    /**
     * Tools, client, and earlier answers that a program uses.
     *
     * @param input requests input that tools need; null if the client cannot give it
     * @param consent asks the user about calls that write; null if the client cannot ask
     * @param waiting the time that the program waits for its client
     * @param recent answers to the calls of earlier programs of the same caller
     * @param sources servers whose results the input contains
     * @param onProgress receives the number of calls answered so far
     */
    record Host(
            CallableTools tools,
            InnerCalls calls,
            @Nullable ClientInput input,
            @Nullable UserConsent consent,
            WaitingTime waiting,
            CallerAnswers recent,
            Set<String> sources,
            IntConsumer onProgress) {}

    ProgramRunner(ProgramsConfig config, Program program, Host host, Limits limits) {
        this.config = config;
        this.program = program;
        this.host = host;
        this.limits = limits;
        this.inputRounds = new InputRounds(host.calls(), host.input(), host.waiting(), this::countBytes);
    }

    /** Runs the program to its end, and returns its outputs. Throws if it fails. */
    QueryOutputs run(QueryInput input) {
        deadlineNanos = System.nanoTime() + config.time().toNanos();
        try {
            while (true) {
                Program.Step step = evaluate(input);
                if (step instanceof Program.Step.Done done) {
                    return done.outputs();
                }
                makeCalls(((Program.Step.CallsNeeded) step).calls());
            }
        } catch (RefusedException refused) {
            throw withDetails(refused);
        }
    }

    private Program.Step evaluate(QueryInput input) {
        Program.Step[] step = new Program.Step[1];
        long bytes =
                answers.all().values().stream().mapToLong(ToolAnswer::bytes).sum();
        int open = Math.max(1, config.calls() - made.get());
        limits.heavyWork()
                .run(
                        limits.holder(),
                        bytes,
                        () -> step[0] = program.run(input, limits.query(), host.tools(), answers, open));
        return step[0];
    }

    /** Adds the number of calls that were made, and the calls that wrote. */
    private RefusedException withDetails(RefusedException refused) {
        refused.detail("calls", made.get() + (made.get() == 1 ? " call was made" : " calls were made"));
        return written.isEmpty() ? refused : refused.detail("written", String.join("; ", written));
    }

    /** Returns a result of a tool with the calls that succeeded and their documents; null if no call succeeded. */
    @Nullable Slice results() {
        JsonWriter list = new JsonWriter(4096).beginArray();
        boolean[] isEmpty = {true};
        answers.all().forEach((call, answer) -> {
            if (answer.failure() == null) {
                isEmpty[0] = false;
                list.beginObject().string("tool", call.tool()).raw("arguments", call.arguments());
                list.raw("result", answer.document()).endObject();
            }
        });
        Slice text = list.endArray().slice();
        JsonWriter json = new JsonWriter(text.length() + 64).beginObject().beginArray("content");
        json.beginObject().string("type", "text").string("text", text);
        return isEmpty[0] ? null : json.endObject().endArray().endObject().slice();
    }

    private Duration timeLeft() {
        return Duration.ofNanos(deadlineNanos + host.waiting().nanos() - System.nanoTime());
    }

    private RefusedException timeIsUp() {
        host.calls().cancel("the program took too long");
        return new RefusedException(
                ErrorCode.QUERY_LIMIT,
                "program: it took more than " + config.time().toMillis() + " ms",
                "make fewer calls, or put them into map or .[] |, where they run side by side");
    }

    /** Makes calls in parallel. After a call has failed, starts no others, because the program may not need them. */
    private void makeCalls(List<PendingCall> pending) {
        if (timeLeft().isNegative()) {
            throw timeIsUp();
        }
        int allowed = config.calls() - made.get();
        if (allowed <= 0) {
            throw tooManyCalls();
        }
        List<PendingCall> batch = pending.subList(0, Math.min(allowed, pending.size()));
        List<StartedCall> started = new ArrayList<>();
        int next = 0;
        boolean hasFailed = false;
        while (next < batch.size() || !started.isEmpty()) {
            while (next < batch.size() && started.size() < config.parallel() && !hasFailed) {
                started.add(start(batch.get(next++)));
            }
            if (started.isEmpty()) {
                return;
            }
            StartedCall first = started.removeFirst();
            ToolAnswer answer = await(first);
            answers.add(first.call, answer);
            host.recent().add(first.call, answer);
            hasFailed |= answer.failure() != null;
            host.onProgress().accept(answered.incrementAndGet());
        }
    }

    /** Returns whether the reason ends the whole program. The program can catch other failures of a call. */
    private static boolean isLimit(RefusedException refused) {
        return refused.code() == ErrorCode.QUERY_LIMIT || refused.code() == ErrorCode.RATE_LIMITED;
    }

    private RefusedException tooManyCalls() {
        return new RefusedException(
                ErrorCode.QUERY_LIMIT,
                "program: it needs more than " + config.calls() + " calls",
                "read fewer records, filter them before the call, or split the program");
    }

    private record StartedCall(ProgramCall call, CompletableFuture<ToolAnswer> answer) {}

    private StartedCall start(PendingCall pending) {
        if (host.calls().isCancelled()) {
            throw wasCancelled();
        }
        ProgramCall call = pending.call();
        Set<String> sources = new LinkedHashSet<>(host.sources());
        sources.addAll(pending.sources());
        String tool = host.tools().listedName(call.tool());
        ToolAnswer refusal = host.tools().findRefusal(tool, sources);
        if (refusal == null && call.writes()) {
            refusal = findWriteRefusal(call);
        }
        ToolAnswer known = refusal == null ? host.recent().find(call) : refusal;
        if (known != null) {
            return new StartedCall(call, CompletableFuture.completedFuture(known));
        }
        CompletableFuture<ToolAnswer> answer = call.allPages()
                ? UpstreamPager.withLargestPages(
                                arguments -> callTool(tool, arguments, ToolResults::page),
                                host.tools().paging(tool),
                                call.arguments(),
                                config.parallel())
                        .read()
                : callTool(tool, call.arguments(), ToolResults::answer);
        return new StartedCall(call, answer);
    }

    private CompletableFuture<ToolAnswer> callTool(
            String tool, Slice arguments, Function<Message, ToolAnswer> toAnswer) {
        if (made.incrementAndGet() > config.calls()) {
            made.decrementAndGet();
            throw tooManyCalls();
        }
        return inputRounds.call(tool, arguments).thenApply(toAnswer);
    }

    private void countBytes(Message response) {
        limits.memory().takeFor(response.length());
        if (receivedBytes.addAndGet(response.length()) > MAX_RESULT_BYTES) {
            throw CallAnswers.tooLarge(MAX_RESULT_BYTES);
        }
    }

    /**
     * Returns the failure of a call that writes, if the program may not make it; null if it may. Asks the
     * user for consent if necessary.
     */
    private @Nullable ToolAnswer findWriteRefusal(ProgramCall call) {
        if (call.allPages()) {
            // the user would only see the arguments of the first call, not those of the other pages
            return ToolAnswer.failed(
                    ErrorCode.FORBIDDEN.name(),
                    call.tool() + " may change something, and pages can call it many times: use call");
        }
        if (writeAttempts >= config.writes()) {
            throw new RefusedException(
                    ErrorCode.QUERY_LIMIT,
                    "program: it makes more than " + config.writes() + " calls that may change something",
                    "split the program");
        }
        String tool = host.tools().listedName(call.tool());
        if (host.tools().needsConsent(tool)) {
            if (host.consent() == null) {
                return ToolAnswer.failed(
                        ErrorCode.FORBIDDEN.name(),
                        call.tool() + " may change something, and the client cannot ask its user: call it yourself");
            }
            // counted even if the user refuses: a program must not ask until the user gives in
            writeAttempts++;
            String why = host.consent().findRefusal(tool, call.arguments());
            if (why != null) {
                return ToolAnswer.failed(ErrorCode.FORBIDDEN.name(), why);
            }
        } else {
            writeAttempts++;
        }
        written.add(call.tool() + " " + shortened(call.arguments()));
        return null;
    }

    private static String shortened(Slice arguments) {
        String text = arguments.utf8();
        return text.length() <= MAX_SHOWN_ARGUMENTS_LENGTH ? text : text.substring(0, MAX_SHOWN_ARGUMENTS_LENGTH) + "…";
    }

    private ToolAnswer awaitInTime(CompletableFuture<ToolAnswer> answer)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return answer.get(Math.max(MIN_WAIT_MILLIS, timeLeft().toMillis()), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // time in which the program waits for the client does not count, and may have increased the
                // time left
                if (!host.waiting().isWaiting() && !timeLeft().isPositive()) {
                    throw timeIsUp();
                }
            }
        }
    }

    private ToolAnswer await(StartedCall started) {
        try {
            return awaitInTime(started.answer);
        } catch (CancellationException e) {
            return cancelled();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException(ErrorCode.INTERNAL_ERROR, "program: it was interrupted", "run it again");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedException refused && isLimit(refused)) {
                throw refused;
            }
            if (e.getCause() instanceof RefusedException refused) {
                return ToolAnswer.failed(refused.code().name(), refused.getMessage());
            }
            if (e.getCause() instanceof CancellationException) {
                return cancelled();
            }
            throw new IllegalStateException("a call failed", e.getCause());
        }
    }

    /** Returns the failure of a call that gets no response. Throws if the whole program was cancelled. */
    private ToolAnswer cancelled() {
        if (host.calls().isCancelled()) {
            throw wasCancelled();
        }
        return ToolAnswer.failed(ErrorCode.UPSTREAM_UNAVAILABLE.name(), "the connection ended before the response");
    }

    private static RefusedException wasCancelled() {
        return new RefusedException(ErrorCode.INVALID_REQUEST, "program: it was cancelled", "run it again");
    }
}
