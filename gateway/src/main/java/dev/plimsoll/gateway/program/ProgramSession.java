package dev.plimsoll.gateway.program;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.endpoint.CursorArgument;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.program.call.ProgramResources;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.ResultEditor;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.gateway.upstream.server.RelayServerSession;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.view.ReadArgumentsParser;
import org.jspecify.annotations.Nullable;

/**
 * Session of a client that can run programs. Calls of {@code plimsoll_run} and of exposed stored programs,
 * and follow-up reads of their results, go to Plimsoll's own server, which starts at the first such request.
 * All other messages go to the endpoint.
 */
public final class ProgramSession implements EndpointSession {

    private static final int MAX_URI_LENGTH = 8_192;

    private final EndpointSession session;
    private final OpenSession openSession;
    private final ProgramHost host;
    private final CallerContexts callerContexts;
    private final SnapshotDocuments documents;
    private final Peer client;
    private final SessionInput input;
    private final OwnTools ownTools;
    private volatile @Nullable Slice initializeParams;
    private volatile @Nullable String revision;
    private @Nullable ServerSession programSession;

    /**
     * Creates a session.
     *
     * @param session the session with the endpoint
     * @param isForRequest whether the session was opened for one request, as in revision 2026-07-28 and later
     * @param callerContexts returns the caller's context, with which results of programs are stored and read
     * @param documents results of the endpoint's servers that programs can use
     */
    public ProgramSession(
            EndpointSession session,
            boolean isForRequest,
            ProgramHost host,
            CallerContexts callerContexts,
            SnapshotDocuments documents,
            Peer client) {
        this.session = session;
        this.openSession = new OpenSession(session, isForRequest);
        this.host = host;
        this.callerContexts = callerContexts;
        this.documents = documents;
        this.client = client;
        this.input = new SessionInput(client);
        this.ownTools = new OwnTools(host.resources());
    }

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        Message message = received.single();
        if (message == null) {
            session.handle(received, requester);
        } else if (message.isResponse() && input.accept(message)) {
            return;
        } else if (message.isRequest()) {
            handleRequest(message, received, requester);
        } else {
            if (message.isCancellation()) {
                ServerSession current = findProgramSession();
                if (current != null) {
                    current.handle(received, requester);
                }
            }
            session.handle(received, requester);
        }
    }

    private void handleRequest(Message request, ReceivedMessages received, Peer requester) {
        switch (String.valueOf(request.method())) {
            case "initialize" -> {
                Slice params = request.params();
                initializeParams = params == null ? null : Slice.of(params.toByteArray());
                session.handle(received, new ResultEditor(requester, this::recordRevision));
            }
            case "tools/list" -> {
                boolean isFirstPage = isFirstPage(request);
                session.handle(
                        received,
                        new ResultEditor(
                                requester, result -> ownTools.editToolsPage(result, callerContexts, isFirstPage)));
            }
            case "tools/call" -> handleCall(request, received, requester);
            case "resources/read" -> {
                String uri = ObjectEdit.shortText(request.param("uri"), MAX_URI_LENGTH);
                boolean isProgramResult = uri != null && uri.startsWith("plimsoll:") && isProgramResult(uri);
                (isProgramResult ? getOrOpenProgramSession() : session).handle(received, requester);
            }
            default -> session.handle(received, requester);
        }
    }

    /** Records the revision that client and server have agreed on. Returns null, because the result does not change. */
    private @Nullable Slice recordRevision(Slice result) {
        if (Json.type(result) == JsonType.OBJECT) {
            revision = ObjectEdit.textIn(result, "protocolVersion", 64);
        }
        return null;
    }

    private static boolean isFirstPage(Message request) {
        return request.params() == null || ObjectEdit.shortText(request.param("cursor"), Integer.MAX_VALUE) == null;
    }

    private void handleCall(Message request, ReceivedMessages received, Peer requester) {
        String name = ObjectEdit.shortText(request.param("name"), 1024);
        Slice arguments = ObjectEdit.objectOrNull(request.param("arguments"));
        if (ownTools.hasTool(name)) {
            boolean isRunTool = RunTool.NAME.equals(name);
            getOrOpenProgramSession()
                    .handle(ReceivedMessages.of(isRunTool ? withMaxTokens(request, arguments) : request), requester);
            return;
        }
        if (name != null && !name.startsWith(ProgramResources.OWN_PREFIX)) {
            host.resources().dropAnswersAfterCall(name);
        }
        String cursor = ClientFeatures.READ_TOOL.equals(name) ? CursorArgument.find(arguments) : null;
        (cursor != null && !isSavingView(arguments) && isProgramResult(cursor) ? getOrOpenProgramSession() : session)
                .handle(received, requester);
    }

    /** Returns whether the arguments of a follow-up read save a view. Results of programs cannot be saved as views. */
    private static boolean isSavingView(@Nullable Slice arguments) {
        Slice save = arguments == null ? null : ObjectEdit.valueIn(arguments, "save");
        return save != null && !ReadArgumentsParser.isEmpty(save);
    }

    /**
     * Returns the request with the budget of its argument {@code max_tokens} in {@code _meta}, from which the engine
     * reads it.
     */
    private static Message withMaxTokens(Message request, @Nullable Slice arguments) {
        int maxTokens = arguments == null ? 0 : validMaxTokens(arguments);
        Slice params = request.params();
        if (maxTokens == 0 || params == null) {
            return request;
        }
        Slice meta = ObjectEdit.objectIn(params, "_meta");
        Slice changedMeta = ObjectEdit.with(
                meta == null ? Slice.of("{}") : meta, RequestMeta.MAX_TOKENS, Slice.of(Integer.toString(maxTokens)));
        return request.withParams(ObjectEdit.with(params, "_meta", changedMeta));
    }

    /**
     * Returns the budget that the arguments ask for; 0 if there is none, or if it is not valid, in which case the
     * server refuses the call.
     */
    private static int validMaxTokens(Slice arguments) {
        try {
            return ProgramRequest.parseMaxTokens(arguments);
        } catch (RefusedException invalid) {
            return 0;
        }
    }

    /** Returns whether a cursor or URI reads the result of a program. */
    private boolean isProgramResult(String cursorOrUri) {
        CallerContext caller = callerContexts.get();
        ToolCall call = ToolCall.of(RunTool.SERVER, "", caller.caller()).withSettings(caller.settings());
        return RunTool.SERVER.equals(caller.engine().findServer(call, cursorOrUri));
    }

    private synchronized @Nullable ServerSession findProgramSession() {
        return programSession;
    }

    /** Returns the session with Plimsoll's own server. Opens it first if necessary. */
    private synchronized ServerSession getOrOpenProgramSession() {
        ServerSession current = programSession;
        if (current == null) {
            ServerKnowledge knowledge = new ServerKnowledge();
            CallerContext caller = callerContexts.get();
            ownTools.addTo(knowledge, caller);
            current = withSpans(RelayServerSession.open(
                    RunTool.SERVER,
                    new ProgramUpstream(
                            host,
                            openSession,
                            new ProgramCaller(callerContexts, documents, input, this::clientAbilities)),
                    client,
                    callerContexts,
                    knowledge,
                    null,
                    () -> {},
                    host.log()));
            programSession = current;
            Slice params = initializeParams;
            if (params != null) {
                String agreedRevision = revision;
                Slice sessionParams = agreedRevision == null
                        ? params
                        : ObjectEdit.with(
                                params,
                                "protocolVersion",
                                new ByteSink(16).string(agreedRevision).slice());
                Slice id = new ByteSink(24).string("plimsoll-initialize").slice();
                current.handle(ReceivedMessages.of(Message.request(id, "initialize", sessionParams)), response -> {});
            }
        }
        return current;
    }

    private ServerSession withSpans(ServerSession serverSession) {
        TraceSpans traceSpans = host.traceSpans();
        String id = callerContexts.get().session();
        return traceSpans == null
                ? serverSession
                : traceSpans.wrap(serverSession, RunTool.SERVER, id.isEmpty() ? null : id);
    }

    /** Returns what a legacy client can do, by its {@code initialize} request. */
    private ClientAbilities clientAbilities() {
        Slice params = initializeParams;
        Slice capabilities = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
        return ClientAbilities.of(capabilities);
    }

    @Override
    public boolean isIdle() {
        ServerSession current = findProgramSession();
        return session.isIdle() && (current == null || current.isIdle());
    }

    @Override
    public void runMaintenance() {
        session.runMaintenance();
    }

    @Override
    public void cancel() {
        ServerSession current = findProgramSession();
        if (current != null) {
            current.cancel();
        }
        session.cancel();
    }

    @Override
    public void close() {
        ServerSession current = findProgramSession();
        if (current != null) {
            current.close();
        }
        openSession.close();
    }
}
