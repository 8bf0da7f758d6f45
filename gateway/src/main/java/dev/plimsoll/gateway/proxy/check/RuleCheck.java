package dev.plimsoll.gateway.proxy.check;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Refuses calls, prompts, and resources that no access rule allows. A refusal does not reveal the rules. */
public final class RuleCheck {

    private RuleCheck() {}

    /** Returns the refusal of a call of a tool, as a result of the tool; null if a rule allows the call. */
    public static @Nullable RequestAction findRefusal(
            ToolCall call, @Nullable Slice arguments, RelaySession relaySession) {
        AccessRequest request = new AccessRequest(Kind.TOOL, relaySession.server(), call.tool(), arguments);
        if (relaySession.access().allows(request)) {
            return null;
        }
        RefusedException why = refusal(request, " with these arguments");
        return new RequestAction.Answer(
                () -> LocalResult.of(relaySession.engine().refuse(call, why)));
    }

    /**
     * Returns the refusal of a request for a prompt or a resource, as a protocol error; null if a rule allows
     * the request.
     */
    public static @Nullable RequestAction findReadRefusal(
            Kind kind, String name, @Nullable Slice arguments, RelaySession relaySession) {
        AccessRequest request = new AccessRequest(kind, relaySession.server(), name, arguments);
        if (relaySession.access().allows(request)) {
            return null;
        }
        return new RequestAction.Answer(() -> {
            throw refusal(request, kind == Kind.RESOURCE ? "" : " with these arguments");
        });
    }

    /**
     * Returns the refusal of a request about a prompt or a template, as a protocol error; null if a rule
     * allows some use of it.
     */
    public static @Nullable RequestAction findUseRefusal(AccessRequest request, RelaySession relaySession) {
        if (relaySession.access().canAllowAndCount(request)) {
            return null;
        }
        return new RequestAction.Answer(() -> {
            throw refusal(request, "");
        });
    }

    private static RefusedException refusal(AccessRequest request, String scope) {
        String kind = request.kind().word();
        return new RefusedException(
                        ErrorCode.FORBIDDEN,
                        "this caller may not use the " + kind + " " + request.name() + scope,
                        (scope.isEmpty() ? "" : "other arguments, or ") + "ask the operator of Plimsoll for access")
                .detail(kind, request.name());
    }
}
