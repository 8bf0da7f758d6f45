package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.proxy.check.RuleCheck;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;

/** Guards the results of {@code prompts/get}: long texts are cut, with a link to the rest. */
final class PromptsGet implements MethodHandler {

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        ToolCall call = relaySession.call("prompts/get", request);
        RequestAction tierRefusal = TierCheck.findReadRefusal(call, relaySession);
        String name = ObjectEdit.shortText(request.param("name"), 1024);
        // rules cannot check a request whose prompt is unknown
        if (name == null && relaySession.isRestricted()) {
            return TierCheck.ambiguousRequestRefusal();
        }
        Slice arguments = ObjectEdit.objectOrNull(request.param("arguments"));
        RequestAction firstRefusal = tierRefusal != null || name == null
                ? tierRefusal
                : RuleCheck.findReadRefusal(Kind.PROMPT, name, arguments, relaySession);
        return firstRefusal != null
                ? firstRefusal
                : new RequestAction.Forward(
                        null,
                        new TimedRequest(
                                relaySession,
                                call,
                                (timedCall, result) -> relaySession.engine().guardPrompt(timedCall, result)));
    }
}
