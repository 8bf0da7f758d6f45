package dev.plimsoll.servlet.message;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decision about the body of an HTTP request.
 *
 * @param forwarded the body for the server; null if the server gets none
 * @param answers responses that Plimsoll gives itself
 * @param pending responses of the server that are rewritten
 * @param isBatch whether the body is an array
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

    /** Returns the body of the HTTP response if the server gets no message; empty if there is no response at all. */
    public Slice ownBody() {
        if (answers.isEmpty()) {
            return Slice.of("");
        }
        return isBatch ? array(answers) : answers.get(0);
    }

    /** Returns messages as one array. */
    public static Slice array(List<Slice> messages) {
        return new JsonWriter(messages.stream().mapToInt(Slice::length).sum() + messages.size() + 2)
                .array(messages, (message, json) -> json.raw(message))
                .slice();
    }
}
