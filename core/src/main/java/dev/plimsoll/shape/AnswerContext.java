package dev.plimsoll.shape;

import dev.plimsoll.model.ToolArgument;
import java.util.List;

/**
 * Circumstances of one answer.
 *
 * @param fresh whether it answers the tool's own call
 * @param fetchMillis milliseconds that the source took; 0 for a stored result
 * @param ageSeconds seconds since the result was stored
 * @param arguments arguments of the tool, if known
 * @param told first sentence of the notice; or empty
 * @param leftOut number of members that were removed from the result before shaping
 * @param changed whether the source has changed since the result was stored
 */
public record AnswerContext(
        boolean fresh,
        long fetchMillis,
        long ageSeconds,
        List<ToolArgument> arguments,
        String told,
        int leftOut,
        boolean changed) {

    public AnswerContext {
        arguments = List.copyOf(arguments);
    }

    AnswerContext afterChange() {
        return new AnswerContext(fresh, fetchMillis, ageSeconds, arguments, told, leftOut, true);
    }
}
