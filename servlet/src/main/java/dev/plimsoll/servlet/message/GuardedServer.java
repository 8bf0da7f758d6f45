package dev.plimsoll.servlet.message;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.app.AppExtension;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.ProgramCalls;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of one guarded MCP server: its engine, the tools that it has listed, and its sessions. Thread-safe.
 */
public final class GuardedServer {

    private static final String PROTOCOL = "io.modelcontextprotocol/";
    private static final String MAX_TOKENS = "dev.plimsoll/maxTokens";
    private static final String MODERN_REVISION = "2026-07-28";
    private static final String STRUCTURED_CONTENT = "2025-06-18";
    private static final int MAX_NUMBER_LENGTH = 10;

    private final Plimsoll engine;
    private final String name;
    private final KnownTools tools = new KnownTools();
    private final ClientSessions sessions = new ClientSessions();
    private final RecentRequests recentRequests = new RecentRequests();
    private volatile boolean hasResources;

    /**
     * Creates a server.
     *
     * @param name name of the server in rules
     */
    public GuardedServer(Plimsoll engine, String name) {
        this.engine = Objects.requireNonNull(engine, "engine");
        this.name = Objects.requireNonNull(name, "name");
    }

    Plimsoll engine() {
        return engine;
    }

    KnownTools tools() {
        return tools;
    }

    ClientSessions sessions() {
        return sessions;
    }

    RecentRequests recentRequests() {
        return recentRequests;
    }

    Policies policies() {
        return engine.policies();
    }

    ToolPolicy policy(String tool) {
        return policies().forTool(name, tool);
    }

    /** Records that the server declares resources, so that its clients can read links. */
    void recordResources() {
        hasResources = true;
    }

    /** Returns whether some tools are forbidden for this sender. If so, ambiguous requests are rejected. */
    boolean isRestricted(MessageSender sender) {
        return sender.tier() != Tier.ADMIN || policies().hasBlockedTools();
    }

    /** Converts a request to a call, with its sender, the features of its client, and its budget. */
    ToolCall toCall(ClientMessage request, MessageSender sender, String tool) {
        Slice meta = request.meta();
        ClientSessions.Facts facts = sessions.find(sender.session());
        ClientFeatures client = features(meta, facts, sender);
        return ToolCall.of(name, tool, sender.caller())
                .withSettings(CallerSettings.DEFAULT.withTier(sender.tier()))
                .withClient(client)
                .withMaxTokens(maxTokens(meta))
                .withProgramReader(ProgramCalls.isMarked(meta, policies(), client.name()))
                .withSession(sender.session());
    }

    private ClientFeatures features(@Nullable Slice meta, ClientSessions.Facts facts, MessageSender sender) {
        String requestRevision = JsonObjects.findText(meta, PROTOCOL + "protocolVersion");
        String sessionRevision = sender.revision() == null ? facts.revision() : sender.revision();
        String revision = requestRevision == null ? sessionRevision : requestRevision;
        String clientName = JsonObjects.findText(JsonObjects.findObject(meta, PROTOCOL + "clientInfo"), "name");
        boolean canShowApps = facts.canShowApps()
                || AppExtension.isDeclared(JsonObjects.findValue(meta, PROTOCOL + "clientCapabilities"));
        // the order of ISO 8601 dates is the order of their strings
        boolean isModern = revision != null && revision.compareTo(MODERN_REVISION) >= 0;
        boolean isStructured = revision != null && revision.compareTo(STRUCTURED_CONTENT) >= 0;
        return new ClientFeatures(ClientFeatures.READ_TOOL, isStructured, isModern, isStructured && hasResources)
                .withName(clientName == null ? facts.name() : clientName)
                .withApps(canShowApps);
    }

    /** Returns the call with client features that became known during the call, because hosts often read the app page while a call runs. */
    ToolCall withLearnedFeatures(ToolCall call) {
        boolean hasLearnedApps =
                !call.client().hasApps() && sessions.find(call.session()).canShowApps();
        return hasLearnedApps ? call.withClient(call.client().withApps(true)) : call;
    }

    /** Returns the budget in the request's {@code _meta}; 0 if there is none, or it is not a positive integer. */
    private static int maxTokens(@Nullable Slice meta) {
        Slice value = JsonObjects.findValue(meta, MAX_TOKENS);
        if (value == null || Json.type(value) != JsonType.NUMBER || value.length() > MAX_NUMBER_LENGTH) {
            return 0;
        }
        try {
            return (int) Math.max(0, Math.min(Integer.MAX_VALUE, Long.parseLong(value.utf8())));
        } catch (NumberFormatException notAnInteger) {
            return 0;
        }
    }

    /** Returns whether the sender of this call may use the tool. Listings contain only such tools. */
    boolean isVisible(ToolCall call, ListedTool tool) {
        try {
            engine.requireCall(call.withTool(tool.name()).withHints(tool.hints()));
            return true;
        } catch (RefusedException hidden) {
            return false;
        }
    }
}
