package dev.plimsoll.servlet.message;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of an HTTP request, divided into those for the server and those that Plimsoll answers itself.
 *
 * @param forwarded the body for the server; null if the server gets no message
 * @param answers responses of Plimsoll itself
 * @param pending responses of the server that are rewritten
 * @param isBatch whether the body of the request is an array
 */
public record PostedMessages(
        @Nullable Slice forwarded, List<Slice> answers, PendingResponses pending, boolean isBatch) {

    public PostedMessages {
        answers = List.copyOf(answers);
    }

    /** Returns whether the response of the server passes unchanged. */
    public boolean passesResponse() {
        return answers.isEmpty() && pending.isEmpty();
    }

    /** Returns the body of an HTTP response with only Plimsoll's own answers; empty if there are none. */
    public Slice createAnswersBody() {
        if (answers.isEmpty()) {
            return Slice.of("");
        }
        return isBatch ? array(answers) : answers.get(0);
    }

    /** Returns the messages as a JSON array. */
    public static Slice array(List<Slice> messages) {
        return new JsonWriter(messages.stream().mapToInt(Slice::length).sum() + messages.size() + 2)
                .array(messages, (message, json) -> json.raw(message))
                .slice();
    }
}
