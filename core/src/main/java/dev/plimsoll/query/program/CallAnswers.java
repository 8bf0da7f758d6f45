package dev.plimsoll.query.program;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers to the calls of one program, in the order of the calls. Not thread-safe. */
public final class CallAnswers {

    private final Map<ProgramCall, ToolAnswer> answers = new LinkedHashMap<>();
    private final long maxBytes;
    private long bytes;

    /**
     * Creates an empty collection.
     *
     * @param maxBytes maximum number of bytes of all answers together
     */
    public CallAnswers(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    public @Nullable ToolAnswer find(ProgramCall call) {
        return answers.get(call);
    }

    /**
     * Adds an answer.
     *
     * @throws RefusedException with {@code QUERY_LIMIT} if the answers are too large together
     */
    public void add(ProgramCall call, ToolAnswer answer) {
        bytes += answer.bytes();
        if (bytes > maxBytes) {
            throw sizeError(maxBytes);
        }
        answers.put(call, answer);
    }

    /** Returns the refusal of a program whose calls have too large results. */
    public static RefusedException sizeError(long maxBytes) {
        return new RefusedException(
                ErrorCode.QUERY_LIMIT,
                "program: the results of its calls together are larger than " + (maxBytes >> 20) + " MB",
                "call fewer tools, or ask them for less");
    }

    /** Returns the calls with their answers, in the order in which they were made. */
    public Map<ProgramCall, ToolAnswer> all() {
        return answers;
    }
}
