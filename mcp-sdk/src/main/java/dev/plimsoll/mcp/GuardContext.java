package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.ProgramCalls;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings that all guarded handlers of a server share.
 *
 * @param engine the engine, which all callers share
 * @param rules the current policies and permission checks
 * @param server the name of this server in policies
 * @param client the features that answers may use
 * @param apps the sessions whose clients show apps, although they have not declared this
 */
record GuardContext(
        Plimsoll engine,
        GuardRules rules,
        String server,
        Callers callers,
        ClientFeatures client,
        AppSessions apps,
        SdkJson sdkJson) {

    private static final String MAX_TOKENS = "dev.plimsoll/maxTokens";

    GuardContext withClient(ClientFeatures features) {
        return new GuardContext(engine, rules, server, callers, features, apps, sdkJson);
    }

    /** Returns a request with its caller, the caller's permissions, and the features of the client. */
    GuardedRequest guardedRequest(RequestSender requestSender, @Nullable Map<String, Object> meta) {
        Caller caller = callers.of(requestSender.context());
        ClientFeatures features = requestSender.name() == null ? client : client.withName(requestSender.name());
        ToolCall call = ToolCall.of(server, "", caller.name())
                .withSettings(settings(caller))
                .withClient(features.withApps(requestSender.canShowApps()))
                .withMaxTokens(maxTokens(meta))
                .withProgramReader(isForProgram(meta, features.name()))
                .withSession(requestSender.session());
        return new GuardedRequest(engine, call, apps);
    }

    private CallerSettings settings(Caller caller) {
        return CallerSettings.DEFAULT
                .withTier(caller.tier())
                .withAuthorizer(rules.authorizerFor(caller.context()))
                .withPolicies(rules.policies());
    }

    /** Returns the budget in the request's {@code _meta}; 0 if there is none, or it is not a positive integer. */
    private static int maxTokens(@Nullable Map<String, Object> meta) {
        Object requested = meta == null ? null : meta.get(MAX_TOKENS);
        if (requested instanceof Integer || requested instanceof Long) {
            return (int) Math.max(0, Math.min(Integer.MAX_VALUE, ((Number) requested).longValue()));
        }
        return 0;
    }

    private boolean isForProgram(@Nullable Map<String, Object> meta, String clientName) {
        return meta != null
                && (Boolean.TRUE.equals(meta.get(ProgramCalls.WHOLE_KEY))
                        || rules.policies()
                                .isProgramCall(clientName, key -> meta.get(key) instanceof String text ? text : null));
    }

    ToolPolicy policy(String tool) {
        return rules.policies().forTool(server, tool);
    }

    /** Returns whether the caller of a request sees the tool in a listing. */
    boolean isVisible(McpTransportContext context, Tool tool) {
        if (tool.name().equals(client.readTool())) {
            return true;
        }
        Caller caller = callers.of(context);
        try {
            engine.requireCall(ToolCall.of(server, tool.name(), caller.name())
                    .withHints(hints(tool))
                    .withSettings(settings(caller)));
            return true;
        } catch (RefusedException hidden) {
            return false;
        }
    }

    /** Returns whether every possible caller may know this tool. */
    @SuppressWarnings("ReferenceEquality") // ANYBODY is the only resolver that trusts every caller
    boolean isVisibleToAll(Tool tool) {
        boolean isEveryCallerTrusted = callers == Callers.ANYBODY;
        Policy policy = policy(tool.name()).policy();
        Tier required = Tier.requiredBy(policy, hints(tool));
        return (isEveryCallerTrusted || required == Tier.READ)
                && !policy.get(Policy.BLOCKED)
                && !rules.hasChecks(tool.name());
    }

    private static ToolHints hints(Tool tool) {
        ToolAnnotations annotations = tool.annotations();
        return annotations == null
                ? new ToolHints(true, null, null)
                : new ToolHints(true, annotations.readOnlyHint(), annotations.destructiveHint());
    }
}
