package dev.plimsoll.gateway.access;

import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.CallAuthorizer;
import java.util.Map;

/** The access rules, together with the claims of one caller. */
public record CallerRules(AccessRules rules, Map<String, Object> claims) {

    /** Allows everything. */
    public static final CallerRules ALLOW_ALL = new CallerRules(AccessRules.NONE, Map.of());

    public CallerRules {
        claims = Map.copyOf(claims);
    }

    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /**
     * Returns a check of follow-up reads. It refuses a read if the rules no longer allow any call of the tool.
     */
    public CallAuthorizer authorizer() {
        return isEmpty() ? CallAuthorizer.ALLOW_ALL : this::requireAllowedTool;
    }

    private void requireAllowedTool(String server, String tool) {
        // a result that is stored under a method was checked, and is not checked again
        if (!ProtocolMethod.isStored(tool) && !canAllow(new AccessRequest(Kind.TOOL, server, tool, null))) {
            throw new RefusedException(
                            ErrorCode.FORBIDDEN,
                            "this caller may not use the tool " + tool,
                            "ask the operator of Plimsoll for access")
                    .detail("tool", tool);
        }
    }

    /** Returns whether the caller may make this request. Counts refusals. */
    public boolean allows(AccessRequest request) {
        return rules.allows(request, claims);
    }

    /** Returns the value of {@link #canAllow}, and counts a refusal if the value is false. */
    public boolean canAllowAndCount(AccessRequest request) {
        boolean isAllowed = canAllow(request);
        if (!isAllowed) {
            rules.countRefusal();
        }
        return isAllowed;
    }

    /** Returns whether there are arguments, or a URI of the template, for which the caller may make this request. */
    public boolean canAllow(AccessRequest request) {
        return rules.canAllow(request, claims);
    }
}
