package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.app.AppExtension;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolNames;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.schema.ListedTool;
import org.jspecify.annotations.Nullable;

/** Holds the state of one session between a client and a server. */
final class RelaySession {

    private static final String MAX_TOKENS = "dev.plimsoll/maxTokens";

    private final CallerContexts guard;
    private final String server;
    private final Log log;
    private final ServerKnowledge serverKnowledge;
    private final OwnRequests ownRequests;
    private final Told told;

    /** The properties that client and server have declared. */
    private static final class Told {

        private volatile String revision = Revision.OLDEST;
        private volatile @Nullable Slice capabilities;
        private volatile boolean clientAsks;
        private volatile boolean clientShowsApps;
        private volatile String clientName = "";
        private volatile ToolNames names = ToolNames.UNCHANGED;
    }

    RelaySession(
            CallerContexts callerContexts,
            String server,
            ServerKnowledge serverKnowledge,
            Log log,
            OwnRequests ownRequests) {
        this(callerContexts, server, serverKnowledge, log, ownRequests, new Told());
    }

    private RelaySession(
            CallerContexts callerContexts,
            String server,
            ServerKnowledge serverKnowledge,
            Log log,
            OwnRequests ownRequests,
            Told declared) {
        this.guard = callerContexts;
        this.server = server;
        this.serverKnowledge = serverKnowledge;
        this.log = log;
        this.ownRequests = ownRequests;
        this.told = declared;
    }

    /** Returns a view of this session for one request, which uses one configuration until it ends. */
    RelaySession pinned() {
        return new RelaySession(new RequestContext(guard), server, serverKnowledge, log, ownRequests, told);
    }

    /** Returns the caller's engine. Blocks until it is ready. */
    Plimsoll engine() {
        return guard.get().engine();
    }

    /** Returns whether the client is restricted to some tools; true if that cannot be determined. */
    boolean restricted() {
        try {
            return !guard.unrestricted();
        } catch (RuntimeException e) {
            return true;
        }
    }

    /** Returns whether callers are anonymous, so that all clients get the same. */
    boolean alike() {
        return !guard.get().identified();
    }

    RateLimits limits() {
        return guard.limits();
    }

    /** Counts a call of this tool. Returns 0 if it may run, else the seconds to wait. */
    long takes(String tool, int perMinute) {
        return limits().take(guard.get().counted(), tool, perMinute);
    }

    ResponseCache responses() {
        return guard.responses();
    }

    /** Translates a result for a client of the other era into the form for this call's client. */
    Slice inFormOf(ToolCall call, Slice result) {
        return call.client().anyStructured()
                ? TranslationFactory.modernResult(result)
                : TranslationFactory.legacyResult(result, told.revision);
    }

    String server() {
        return server;
    }

    Log log() {
        return log;
    }

    ToolTable tools() {
        return serverKnowledge.tools();
    }

    Catalog catalog() {
        return serverKnowledge.catalog();
    }

    TaskTable tasks() {
        return serverKnowledge.tasks();
    }

    OwnRequests ownRequests() {
        return ownRequests;
    }

    /** Sets the revision of the session. Requests of 2026-07-28 and later name their own. */
    void agreed(String revisionName) {
        told.revision = revisionName;
    }

    /** Returns the notification or request of the server as the client gets it. */
    Slice[] heard(Message notification) {
        String method = String.valueOf(notification.method());
        if (method.equals("notifications/tools/list_changed")) {
            serverKnowledge.tools().changed();
        }
        if (method.endsWith("/list_changed") || method.equals("notifications/resources/updated")) {
            guard.responses().dropForChange(server);
        }
        if (ResourceChange.isOne(notification)) {
            tellChange(notification);
        }
        return TaskStatus.isOne(notification)
                ? new Slice[] {TaskStatus.heard(notification, this)}
                : LogNotes.of(notification, this);
    }

    private void tellChange(Message notification) {
        try {
            ResourceChange.tell(engine(), server, notification);
        } catch (RuntimeException e) {
            // without a caller context, there is no follow-up read to invalidate
            log.log(
                    LogSeverity.DEBUG,
                    "dropped a resource change: no caller context",
                    "server",
                    server,
                    "why",
                    String.valueOf(e));
        }
    }

    /** Returns whether the client may see and call that tool. */
    boolean shows(ListedTool tool) {
        CallerContext caller = guard.get();
        Policy policy = caller.engine().policy(server, tool.name()).policy();
        return caller.tier().allows(Tier.requiredBy(policy, tool.hints()));
    }

    /** Sets the names that the client uses for the tools. */
    void naming(ToolNames names) {
        told.names = names;
    }

    /** Sets the capabilities of the server. */
    void serverCan(Slice serverCapabilities) {
        // a copy: a slice would keep the whole message, 8 KB for each session
        told.capabilities = Slice.of(serverCapabilities.toByteArray());
    }

    /** Sets the client's capabilities of {@code initialize}. From 2026-07-28 on, each request has its own. */
    void clientCan(Slice clientCapabilities) {
        told.clientAsks = Elicitation.declared(clientCapabilities);
        told.clientShowsApps |= AppExtension.isDeclared(clientCapabilities);
    }

    /** Notes that the client has read an app page. In a session, that counts as declaring the extension. */
    void clientReadsAppPage() {
        told.clientShowsApps = true;
    }

    /** Returns the call with facts learned since it was sent: hosts often read the app page while the tool runs. */
    ToolCall updated(ToolCall call) {
        ClientFeatures clientFeatures = call.client();
        boolean showsApps = !clientFeatures.anyStructured() && told.clientShowsApps;
        ListedTool tool = call.hints().known() ? null : tools().get(call.tool());
        ToolCall withHints = tool == null ? call : call.withHints(tool.hints());
        return showsApps && !clientFeatures.apps() ? withHints.withClient(clientFeatures.withApps(true)) : withHints;
    }

    /** Sets the client's name of {@code initialize}. From 2026-07-28 on, each request has its own. */
    void clientIs(String name) {
        told.clientName = name;
    }

    /** Returns whether the client can ask its user while it waits for the response to this request. */
    boolean asksUser(Message request, ClientFeatures clientFeatures) {
        return clientFeatures.anyStructured()
                ? Elicitation.declared(Revision.capabilities(request))
                : told.clientAsks && clientFeatures.structured();
    }

    /**
     * Returns whether the server offers {@code tools}, {@code resources}, or {@code prompts}; true until its capabilities are known.
     */
    boolean serverOffers(String capability) {
        Slice capabilities = told.capabilities;
        return capabilities == null || Members.get(capabilities, capability) != null;
    }

    ClientFeatures client(Message request) {
        String revision = Revision.of(request);
        ClientFeatures clientFeatures = revision == null
                ? Revision.client(told.revision).withName(told.clientName).withApps(told.clientShowsApps)
                : Revision.client(revision)
                        .withName(ClientName.of(request))
                        .withApps(AppExtension.isDeclared(Revision.capabilities(request)));
        return clientFeatures.withToolNames(told.names);
    }

    /** Returns the refusal of a tool call to the given server. */
    RequestAction.Here refusal(String ofServer, Message request, RefusedException why) {
        String tool = ObjectEdit.textIn(request.params(), "name", 1024);
        ToolCall call = call(ofServer, tool == null ? "" : tool, request);
        return new RequestAction.Here(() -> engine().refuse(call, why).result());
    }

    /** Returns the call for a request, of a tool or of a method that is guarded like one. */
    ToolCall call(String tool, Message request) {
        return call(server, tool, request);
    }

    private ToolCall call(String ofServer, String tool, Message request) {
        CallerContext caller = guard.get();
        ToolCall call = ToolCall.of(ofServer, tool, caller.caller())
                .withClient(client(request))
                .withSession(caller.session())
                .withUnit(unit(caller, request));
        Slice meta = Revision.meta(request);
        Slice maxTokens = meta == null || Json.type(meta) != JsonType.OBJECT ? null : Members.get(meta, MAX_TOKENS);
        return maxTokens == null ? call : call.withMaxTokens(wholeNumber(maxTokens));
    }

    /** Returns the rollout unit if there is no session and no known caller: the trace ID, or {@link ToolCall#ALONE}. */
    private static String unit(CallerContext caller, Message request) {
        if (!caller.session().isEmpty() || caller.identified()) {
            return "";
        }
        TraceContext trace = TraceContext.of(request);
        return trace == null ? ToolCall.ALONE : trace.traceId();
    }

    /** Returns the positive integer, or 0 for any other value. */
    private static int wholeNumber(Slice value) {
        try {
            return value.length() > 10 ? 0 : Math.max(0, Integer.parseInt(value.utf8()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
