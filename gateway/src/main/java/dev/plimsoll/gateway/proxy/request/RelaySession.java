package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.app.AppExtension;
import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.call.ProgramCalls;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.access.CallerRules;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.PagingScheme;
import dev.plimsoll.gateway.pin.ToolPins;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.PinMode;
import dev.plimsoll.schema.ListedTool;
import org.jspecify.annotations.Nullable;

/** Holds the state of one session between a client and a server. */
public final class RelaySession {

    private final CallerContexts callerContexts;
    private final String server;
    private final Log log;
    private final ServerKnowledge serverKnowledge;
    private final ServerRequests serverRequests;
    private final Declarations declarations;

    /** Revision, capabilities, and names that client and server have declared. */
    private static final class Declarations {

        private volatile Revision revision = Revision.OLDEST;
        private volatile @Nullable Slice serverCapabilities;
        private volatile boolean clientCanAskUser;
        private volatile boolean clientShowsApps;
        private volatile String clientName = "";
        private volatile ToolNames toolNames = ToolNames.UNCHANGED;
    }

    public RelaySession(
            CallerContexts callerContexts,
            String server,
            ServerKnowledge serverKnowledge,
            Log log,
            ServerRequests serverRequests) {
        this(callerContexts, server, serverKnowledge, log, serverRequests, new Declarations());
    }

    private RelaySession(
            CallerContexts callerContexts,
            String server,
            ServerKnowledge serverKnowledge,
            Log log,
            ServerRequests serverRequests,
            Declarations declarations) {
        this.callerContexts = callerContexts;
        this.server = server;
        this.serverKnowledge = serverKnowledge;
        this.log = log;
        this.serverRequests = serverRequests;
        this.declarations = declarations;
    }

    /**
     * Returns this session for one request. The request keeps its caller context until it ends, even if the
     * configuration changes.
     *
     * @param requester the peer that makes the request
     */
    public RelaySession forRequest(Peer requester) {
        return new RelaySession(
                new RequestContext(callerContexts, requester),
                server,
                serverKnowledge,
                log,
                serverRequests,
                declarations);
    }

    /** Returns whether the request is Plimsoll's own, for a program or to read further pages. */
    public boolean isInner() {
        return callerContexts.isInner();
    }

    /** Returns whether the request lists tools for the operator, not for the client. */
    public boolean isInventory() {
        return callerContexts.isInventory();
    }

    /** Returns the caller's engine. Blocks until it is ready. */
    public Plimsoll engine() {
        return callerContexts.get().engine();
    }

    /** Returns the context of the caller. Blocks until it is known. */
    public CallerContext callerContext() {
        return callerContexts.get();
    }

    /** Returns the policies in force for the caller. Blocks until they are known. */
    public Policies policies() {
        return callerContexts.get().policies();
    }

    /** Returns the paging scheme of a tool. */
    public PagingScheme pagingScheme(ListedTool tool) {
        return PagingScheme.of(tool, policies().forTool(server, tool.name()).policy());
    }

    /** Returns whether the client is restricted to some tools; true if that cannot be determined. */
    public boolean isRestricted() {
        try {
            return !callerContexts.isUnrestricted();
        } catch (RuntimeException e) {
            return true;
        }
    }

    /** Returns whether callers are anonymous, so that all clients get the same listing. */
    public boolean isAnonymous() {
        return !callerContexts.get().isAuthenticated();
    }

    public RateLimits limits() {
        return callerContexts.limits();
    }

    public ServerCircuits circuits() {
        return callerContexts.circuits();
    }

    /** Returns the stored result that a cursor of the caller reads. It may be of this server or another. */
    public HandleReplacer.Target findTarget(String cursor) {
        return callerContexts.findTarget(server, cursor);
    }

    /** Returns the executor of work that needs much processor time. */
    public HeavyWork heavyWork() {
        return callerContexts.heavyWork();
    }

    public CallerRules access() {
        return callerContexts.access();
    }

    /** Counts a call of a tool. Returns 0 if the limit allows it, else the number of seconds to wait. */
    public long countCall(String tool, int perMinute) {
        return limits().take(callerContexts.get().rateLimitKey(), tool, perMinute);
    }

    public ResponseCache cache() {
        return callerContexts.cache();
    }

    /** Reports the result of a tool call to the observer of results, whose errors do not affect the call. */
    void observe(ToolCall call, Slice result) {
        ResultObserver observer = callerContexts.results();
        if (!observer.equals(ResultObserver.NONE)) {
            try {
                observer.onResult(callerContexts.get(), call, result);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                log.log(
                        LogSeverity.WARN,
                        "a result could not be compared with saved views",
                        "error",
                        e.getClass().getName());
            }
        }
    }

    /** Translates a result in the form of the other era into the form for this call's client. */
    public Slice translateFor(ToolCall call, Slice result) {
        return call.client().isModern()
                ? TranslationFactory.toModernResult(result)
                : TranslationFactory.toLegacyResult(result, declarations.revision);
    }

    public String server() {
        return server;
    }

    public Log log() {
        return log;
    }

    public ToolTable tools() {
        return serverKnowledge.tools();
    }

    public ToolPins pins() {
        return serverKnowledge.pins();
    }

    /** Returns how a change of a tool's entry is treated. */
    public PinMode pinMode(String tool) {
        return policies().forTool(server, tool).policy().get(Policy.PIN);
    }

    public Catalog catalog() {
        return serverKnowledge.catalog();
    }

    /** Returns the names and types of the fields in earlier results of a tool, as JSON; null if they are unknown. */
    public @Nullable Slice resultFields(String tool) {
        return serverKnowledge.resultFields(tool);
    }

    public TaskTable tasks() {
        return serverKnowledge.tasks();
    }

    public ServerRequests serverRequests() {
        return serverRequests;
    }

    /** Sets the revision of the session. From 2026-07-28 on, each request names its own revision instead. */
    public void setRevision(String revisionName) {
        declarations.revision = Revision.of(revisionName);
    }

    /** Returns whether the client may see and call a tool. A listing for the operator contains all tools. */
    public boolean canSee(ListedTool tool) {
        return isInventory() || callerContexts.get().canSee(server, tool, access());
    }

    /** Sets the names that the client uses for the tools. */
    public void setToolNames(ToolNames names) {
        declarations.toolNames = names;
    }

    /** Sets the capabilities of the server. */
    public void setServerCapabilities(Slice serverCapabilities) {
        // a copy: a slice would keep the whole message, 8 KB for each session
        declarations.serverCapabilities = Slice.of(serverCapabilities.toByteArray());
    }

    /**
     * Sets the client's capabilities from {@code initialize}. From 2026-07-28 on, each request has its own
     * capabilities instead.
     */
    public void setClientCapabilities(Slice clientCapabilities) {
        declarations.clientCanAskUser = Elicitation.isDeclared(clientCapabilities);
        declarations.clientShowsApps |= AppExtension.isDeclared(clientCapabilities);
    }

    /**
     * Records that the client has read an app page. In a session, this counts as a declaration of the
     * extension for apps.
     */
    public void onAppPageRead() {
        declarations.clientShowsApps = true;
    }

    /**
     * Returns the call with the facts that became known while it ran. For example, hosts often read the app
     * page while the tool runs.
     */
    ToolCall update(ToolCall call) {
        ClientFeatures clientFeatures = call.client();
        boolean canShowApps = !clientFeatures.isModern() && declarations.clientShowsApps;
        ListedTool tool = call.hints().isKnown() ? null : tools().find(call.tool());
        ToolCall withHints = tool == null ? call : call.withHints(tool.hints());
        return canShowApps && !clientFeatures.hasApps()
                ? withHints.withClient(clientFeatures.withApps(true))
                : withHints;
    }

    /** Returns whether the policies let clients of this name read resource links. */
    public boolean canReadLinks(String client) {
        // initialize must not wait for the engine
        Policy policy =
                callerContexts.knownPolicies().forTool(server, "", client).policy();
        return !Boolean.FALSE.equals(policy.find(Policy.RESOURCE_LINKS));
    }

    /** Sets the client's name from {@code initialize}. From 2026-07-28 on, each request has its own name instead. */
    public void setClientName(String name) {
        declarations.clientName = name;
    }

    /** Returns whether the client can ask its user while it waits for the response to this request. */
    public boolean canAskUser(Message request, ClientFeatures clientFeatures) {
        // legacy revisions with structured results are those with elicitation
        return clientFeatures.isModern()
                ? Elicitation.isDeclared(RequestMeta.capabilities(request))
                : declarations.clientCanAskUser && clientFeatures.hasStructured();
    }

    /**
     * Returns whether the server offers {@code tools}, {@code resources}, or {@code prompts}; true until its
     * capabilities are known.
     */
    public boolean hasServerCapability(String capability) {
        Slice capabilities = declarations.serverCapabilities;
        return capabilities == null || Members.get(capabilities, capability) != null;
    }

    public ClientFeatures clientFeatures(Message request) {
        String revision = RequestMeta.revision(request);
        ClientFeatures clientFeatures = revision == null
                ? declarations
                        .revision
                        .clientFeatures()
                        .withName(declarations.clientName)
                        .withApps(declarations.clientShowsApps)
                : Revision.of(revision)
                        .clientFeatures()
                        .withName(ClientName.of(request))
                        .withApps(AppExtension.isDeclared(RequestMeta.capabilities(request)));
        return clientFeatures.withToolNames(declarations.toolNames);
    }

    /** Returns the refusal of a tool call to the given server. */
    public RequestAction.Answer refusal(String targetServer, Message request, RefusedException why) {
        String tool = ObjectEdit.shortText(request.param("name"), 1024);
        ToolCall call = call(targetServer, tool == null ? "" : tool, request);
        return new RequestAction.Answer(() -> LocalResult.of(engine().refuse(call, why)));
    }

    /**
     * Returns the call for a request.
     *
     * @param tool the name of the tool, or of a method whose result is guarded like that of a tool
     */
    public ToolCall call(String tool, Message request) {
        return call(server, tool, request);
    }

    private ToolCall call(String targetServer, String tool, Message request) {
        CallerContext caller = callerContexts.get();
        ToolCall call = ToolCall.of(targetServer, tool, caller.caller())
                .withSettings(caller.settings())
                .withClient(clientFeatures(request))
                .withSession(caller.session())
                .withUnit(rolloutUnit(caller, request));
        Slice meta = RequestMeta.of(request);
        Policies policies = caller.settings().policiesOr(engine().policies());
        call = call.withProgramReader(
                ProgramCalls.isMarked(meta, policies, call.client().name()));
        if (isInner()) {
            return call.asInner();
        }
        Slice maxTokens = request.metaMember(RequestMeta.MAX_TOKENS);
        return maxTokens == null ? call : call.withMaxTokens(positiveIntOrZero(maxTokens));
    }

    /**
     * Returns the rollout unit of a call without a session and an authenticated caller: the trace ID, or {@link
     * ToolCall#ALONE}. Returns an empty string for any other call, whose unit is its session or caller.
     */
    private static String rolloutUnit(CallerContext caller, Message request) {
        if (!caller.session().isEmpty() || caller.isAuthenticated()) {
            return "";
        }
        TraceContext trace = TraceContext.of(request);
        return trace == null ? ToolCall.ALONE : trace.traceId();
    }

    /** Returns the positive integer, or 0 for any other value. */
    private static int positiveIntOrZero(Slice value) {
        try {
            return value.length() > 10 ? 0 : Math.max(0, Integer.parseInt(value.utf8()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
