package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.access.CallerRules;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.schema.ListedTool;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a session, and the settings that apply to it.
 *
 * @param caller the caller's identity; cursors are bound to it
 * @param settings the caller's permissions, and the policies in force
 * @param rateLimitKey the name under which rate limits count the caller's requests; the same in all sessions
 *     of the caller
 * @param session the id of the session; empty if requests have no session
 * @param limits the rate limits of callers and servers
 */
public record CallerContext(
        Plimsoll engine,
        String caller,
        CallerSettings settings,
        String rateLimitKey,
        String session,
        RateLimits limits) {

    private static final String ANONYMOUS_PREFIX = AuthenticatedCaller.ANONYMOUS.subject() + "@";

    /** Returns the tier of the tools that the client may see and call. */
    public Tier tier() {
        return settings.tier();
    }

    /** Returns the policies in force. */
    public Policies policies() {
        return settings.policiesOr(engine.policies());
    }

    /**
     * Returns the document of a stored result of a server; null if the cursor belongs to another server.
     *
     * @throws dev.plimsoll.model.RefusedException if the caller cannot read it
     */
    public @Nullable Document findDocument(String server, String cursor) {
        ToolCall call = ToolCall.of(server, "", caller).withSettings(settings);
        return engine.findServer(call, cursor) == null ? null : engine.document(call, cursor);
    }

    /**
     * Returns the document of a stored result of a server.
     *
     * @throws dev.plimsoll.model.RefusedException if the caller cannot read it, or the cursor belongs to another server
     */
    Document document(String server, String cursor) {
        return engine.document(ToolCall.of(server, "", caller).withSettings(settings), cursor);
    }

    /** Returns the name to whose share the caller's heavy work counts. */
    public String holder() {
        return settings.holder().isEmpty() ? caller : settings.holder();
    }

    /**
     * Returns whether the policy of a tool, the caller's tier, and the access rules allow the caller to see
     * and call the tool.
     */
    public boolean canSee(String server, ListedTool tool, CallerRules access) {
        Policy policy = policies().forTool(server, tool.name()).policy();
        return !policy.get(Policy.BLOCKED)
                && tier().allows(Tier.requiredBy(policy, tool.hints()))
                && access.canAllow(new AccessRequest(Kind.TOOL, server, tool.name(), null));
    }

    /** Returns whether the caller is authenticated. Without authentication, all callers share one identity. */
    public boolean isAuthenticated() {
        return !rateLimitKey.startsWith(ANONYMOUS_PREFIX);
    }

    /** Creates a context whose rate limits are not shared with other contexts. */
    public CallerContext(Plimsoll engine, String caller, Tier tier) {
        this(engine, caller, CallerSettings.DEFAULT.withTier(tier).withCollect(), caller, "", RateLimits.of(Map.of()));
    }
}
