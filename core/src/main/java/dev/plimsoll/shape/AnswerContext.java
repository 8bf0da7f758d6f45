package dev.plimsoll.shape;

import dev.plimsoll.model.ToolArgument;
import java.util.List;

/**
 * What an answer is made for.
 *
 * @param fresh whether it answers the tool's own call
 * @param fetchMillis how long the source took; 0 for what was kept
 * @param ageSeconds since the result was kept
 * @param arguments what the tool can be asked, where that is known
 * @param told what its notice says first; or empty
 * @param leftOut how many members were taken out of the result before it
 * @param changed whether the source has changed since the result was kept
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
