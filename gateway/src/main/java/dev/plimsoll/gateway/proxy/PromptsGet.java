package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.model.ToolCall;

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
                                (timedCall, result) -> relaySession
                                        .engine()
                                        .guardPrompt(timedCall, result)
                                        .result()));
    }
}
