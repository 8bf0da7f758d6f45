package dev.plimsoll.gateway.proxy;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.rpc.Message;

/** Guards prompts: long texts are cut, with a link to the rest. */
final class PromptsGet implements MethodHandler {

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        ToolCall call = relaySession.call("prompts/get", request);
        RequestAction refusal = TierCheck.findReadRefusal(call, relaySession);
        return refusal != null
                ? refusal
                : new RequestAction.Forward(
                        null,
                        new TimedRequest(
                                relaySession,
                                call,
                                (timed, result) -> relaySession.engine().guardPrompt(timed, result)));
    }
}
