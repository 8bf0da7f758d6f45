package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.model.ToolCall;

/** Prompts: long texts in them are cut, with a way to the rest. */
final class PromptsGet implements Endpoint {

    @Override
    public Route route(Message request, Conversation conversation) {
        ToolCall call = conversation.call("prompts/get", request);
        Route refused = Admission.refusedReading(call, conversation);
        return refused != null
                ? refused
                : new Route.Onward(
                        null,
                        new Timed(
                                conversation,
                                call,
                                (timed, result) -> conversation
                                        .engine()
                                        .guardPrompt(timed, result)
                                        .result()));
    }
}
