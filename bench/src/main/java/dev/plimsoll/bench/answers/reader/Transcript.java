package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.TaskPayload;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Calls of one reader for one task, with their tokens. */
final class Transcript {

    private final AnswerSource source;
    private @Nullable String cursor;
    private int calls;
    private long tokens;
    private boolean hasMoreUpstream;

    Transcript(AnswerSource source) {
        this.source = source;
    }

    /** Calls the tool, and returns the first answer. */
    ReadAnswer firstAnswer() {
        ReadAnswer answer = record(source.firstAnswer());
        cursor = answer.findCursor();
        return answer;
    }

    /** Reads with the cursor of the first answer. */
    ReadAnswer read(Map<String, ?> arguments) throws NoSolutionException {
        if (cursor == null) {
            throw new NoSolutionException("the first answer has no cursor");
        }
        return read(cursor, arguments);
    }

    ReadAnswer read(String fromCursor, Map<String, ?> arguments) throws NoSolutionException {
        ObjectNode json = JsonValues.newObject().put("cursor", fromCursor);
        arguments.forEach(json::putPOJO);
        ReadAnswer answer = record(source.read(json));
        if (answer.isError()) {
            throw new NoSolutionException(json + ": " + answer.value());
        }
        return answer;
    }

    TaskPayload payload() {
        return source.payload();
    }

    boolean hasReadArgument(String argument) {
        return source.hasReadArgument(argument);
    }

    private ReadAnswer record(ReadAnswer answer) {
        calls++;
        tokens += answer.tokens();
        hasMoreUpstream |= answer.hasMoreUpstream();
        return answer;
    }

    int calls() {
        return calls;
    }

    long tokens() {
        return tokens;
    }

    /** Returns whether an answer stated that the server has more data. */
    boolean hasMoreUpstream() {
        return hasMoreUpstream;
    }
}
