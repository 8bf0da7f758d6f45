package dev.plimsoll.gateway.program;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.program.RunningProgram.WaitingRequest;
import dev.plimsoll.gateway.program.call.ProgramRunner;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.sql.SqlQuery;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Plimsoll's own server, whose tools run programs. The calls of the programs go through the session of the client. */
final class ProgramUpstream implements Upstream {

    private static final long PROGRESS_INTERVAL_NANOS = 1_000_000_000L;

    private static final Slice EMPTY = Slice.of("{}");

    private final ProgramHost host;
    private final OpenSession session;
    private final ProgramCaller caller;
    private volatile long lastProgressNanos = System.nanoTime() - PROGRESS_INTERVAL_NANOS;
    /** Programs with a request that waits for their outputs, by the id of the request. */
    private final PendingRequests<RunningProgram> programsById = new PendingRequests<>(Integer.MAX_VALUE);

    /** All programs that were started here and have not ended, including parked programs. */
    private final Set<RunningProgram> unfinishedPrograms = ConcurrentHashMap.newKeySet();

    private volatile @Nullable UpstreamListener upstreamListener;

    /**
     * Creates the server.
     *
     * @param session the client's session, through which programs call tools
     */
    ProgramUpstream(ProgramHost host, OpenSession session, ProgramCaller caller) {
        this.host = host;
        this.session = session;
        this.caller = caller;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void send(Message message) throws IOException {
        UpstreamListener listener = upstreamListener;
        Slice id = message.id();
        if (listener == null) {
            return;
        }
        if (message.isCancellation()) {
            Slice cancelledId = message.cancelledId();
            RunningProgram program = cancelledId == null ? null : programsById.cancel(cancelledId);
            if (program != null) {
                program.cancel("the program was cancelled");
            }
        } else if (id != null && message.isRequest()) {
            handleRequest(message, id, listener);
        }
    }

    private void handleRequest(Message request, Slice id, UpstreamListener listener) throws IOException {
        String method = String.valueOf(request.method());
        if (method.equals("initialize")) {
            listener.onMessage(initializeResponse(id, request.params()));
        } else if (method.equals("tools/call")) {
            String state = ParkedPrograms.findState(request);
            if (state == null) {
                start(request, id, listener);
            } else {
                resume(state, request, id, listener);
            }
        } else {
            RefusedException refusal =
                    new RefusedException(ErrorCode.NOT_FOUND, "this server only has tools", "call " + RunTool.NAME);
            listener.onMessage(Message.error(id, new ErrorObject(ErrorObject.METHOD_NOT_FOUND, refusal)));
        }
    }

    private void start(Message request, Slice id, UpstreamListener listener) {
        RunningProgram program = new RunningProgram(
                new InnerCalls(session::handle, request),
                caller.context(),
                waitingRequest(request, id, listener),
                host.parked(),
                session);
        var _ = programsById.add(id, program);
        unfinishedPrograms.add(program);
        Thread.ofVirtual().name("plimsoll-program").start(() -> run(request, program));
    }

    private WaitingRequest waitingRequest(Message request, Slice id, UpstreamListener listener) {
        return new WaitingRequest(request, id, listener, () -> programsById.remove(id));
    }

    private void resume(String state, Message request, Slice id, UpstreamListener listener) throws IOException {
        RunningProgram program = host.parked().take(state, request, caller.context());
        if (program != null) {
            var _ = programsById.add(id, program);
            if (program.resume(waitingRequest(request, id, listener))) {
                return;
            }
            var _ = programsById.remove(id, program);
        }
        listener.onRequestRefused(
                id,
                new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "requestState is unknown: it was already used, has expired, or belongs to another call",
                        "repeat the call without requestState and inputResponses"));
    }

    private static Message initializeResponse(Slice id, @Nullable Slice params) {
        String revision = ObjectEdit.textIn(params, "protocolVersion", 64);
        JsonWriter json = new JsonWriter(64).beginObject();
        json.string("protocolVersion", revision == null ? Revision.OLDEST.text() : revision);
        json.beginObject("capabilities").beginObject("tools").endObject().endObject();
        return Message.result(id, json.endObject().slice());
    }

    private void run(Message request, RunningProgram program) {
        Slice result = null;
        RefusedException refusal = null;
        try {
            result = runToEnd(request, program);
        } catch (RefusedException refused) {
            program.calls().cancel("the program has ended");
            refusal = refused;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            host.log().log(
                    LogSeverity.ERROR, "a program failed", "error", e.getClass().getName());
            refusal = new RefusedException(
                    ErrorCode.INTERNAL_ERROR, "program: it could not be run", "run it again, or call the tools");
        } finally {
            unfinishedPrograms.remove(program);
        }
        WaitingRequest waitingRequest = program.end();
        if (waitingRequest != null) {
            respond(waitingRequest, result, refusal);
        }
    }

    private void respond(WaitingRequest waitingRequest, @Nullable Slice result, @Nullable RefusedException refusal) {
        try {
            if (result != null) {
                waitingRequest.sendToClient(Message.result(waitingRequest.id(), result));
            } else if (refusal != null) {
                waitingRequest.listener().onRequestRefused(waitingRequest.id(), refusal);
            }
        } catch (IOException e) {
            host.log().log(LogSeverity.DEBUG, "the client has disconnected");
        }
    }

    /** Runs a program, and returns its outputs as the result of a tool. */
    private Slice runToEnd(Message request, RunningProgram program) {
        ProgramRequest programRequest =
                ProgramRequest.parse(request, host.resources().config());
        Set<String> sources = new LinkedHashSet<>();
        Policies policies = caller.context().policies();
        String name = ObjectEdit.shortText(request.param("name"), 1024);
        Policy policy = policies.forTool(RunTool.SERVER, name == null ? RunTool.NAME : name)
                .policy();
        QueryLimits limits = new QueryLimits(
                policy.get(Policy.QUERY_TIME_MS),
                policy.get(Policy.QUERY_STEPS),
                policy.get(Policy.QUERY_MEMORY),
                policy.get(Policy.QUERY_OUTPUT));
        QueryInput input = programRequest.toQueryInput(
                caller::document,
                sources,
                tables -> new SqlQuery(
                        caller.context().engine().sqlEngine(), policies.hasSql(), limits.output(), tables));
        ProgramRunner.Task task =
                new ProgramRunner.Task(programRequest.program(), programRequest.server(), input, sources, limits);
        ProgramRunner.Client client = new ProgramRunner.Client(
                program.calls(),
                caller.context(),
                caller.inputFor(request, program),
                caller.canAskUser(request),
                callCount -> reportProgress(program, callCount));
        try (ProgramRunner runner = ProgramRunner.open(host.resources(), task, client, request.length())) {
            try {
                return ProgramOutput.toResult(runner.run(), RequestMeta.isModern(request));
            } catch (RefusedException refused) {
                throw withCallResults(refused, runner);
            }
        }
    }

    /** Adds a cursor of the results of the successful calls, so that the client need not repeat these calls. */
    private RefusedException withCallResults(RefusedException refused, ProgramRunner runner) {
        Slice results = runner.findCallResults();
        if (results == null) {
            return refused;
        }
        try {
            CallerContext context = caller.context();
            ToolHints hints = RunTool.forTier(EMPTY, context.tier()).hints();
            ToolCall call = ToolCall.of(RunTool.SERVER, RunTool.NAME, context.caller())
                    .withSettings(context.settings())
                    .withSession(context.session())
                    .withHints(hints);
            String cursor = context.engine().store(call, results);
            return refused.withSuggestion(refused.suggestion()
                            + "; results is a cursor of the calls made: pass it in the argument with, and read"
                            + " $NAME[] | {tool, arguments, result}")
                    .detail("results", cursor);
        } catch (RuntimeException e) {
            // the results could not be stored: the error is returned without them
            return refused;
        }
    }

    private void reportProgress(RunningProgram program, int callCount) {
        WaitingRequest waitingRequest = program.waitingRequest();
        Slice token = waitingRequest == null ? null : RequestMeta.progressToken(waitingRequest.request());
        long nowNanos = System.nanoTime();
        if (waitingRequest == null || token == null || nowNanos - lastProgressNanos < PROGRESS_INTERVAL_NANOS) {
            return;
        }
        lastProgressNanos = nowNanos;
        JsonWriter params = new JsonWriter(128).beginObject().raw("progressToken", token);
        params.number("progress", callCount).string("message", callCount == 1 ? "1 call" : callCount + " calls");
        try {
            waitingRequest.sendToClient(Message.notification(
                    "notifications/progress", params.endObject().slice()));
        } catch (IOException e) {
            host.log().log(LogSeverity.DEBUG, "the client has disconnected");
        }
    }

    @Override
    public void close() {
        // a parked program whose session was opened for one request continues with the next request
        Set<RunningProgram> abandonedPrograms =
                session.isForRequest() ? Set.copyOf(programsById.values()) : Set.copyOf(unfinishedPrograms);
        abandonedPrograms.forEach(program -> program.cancel("the client closed the connection"));
        var _ = programsById.removeAll();
        UpstreamListener listener = upstreamListener;
        if (listener != null) {
            listener.onClosed("the session has ended");
        }
    }
}
