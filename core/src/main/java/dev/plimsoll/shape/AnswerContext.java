package dev.plimsoll.shape;

import dev.plimsoll.model.ToolArgument;
import java.util.List;

/**
 * Circumstances of one answer.
 *
 * @param isFirstAnswer whether it answers the tool's own call
 * @param fetchMillis milliseconds that the source took; 0 for a stored result
 * @param ageSeconds seconds since the result was stored
 * @param arguments arguments of the tool, if known
 * @param leadSentence first sentence of the notice; or empty
 * @param removedMembers number of members that were removed from the result before shaping
 * @param hasChangedSource whether the source has changed since the result was stored
 */
public record AnswerContext(
        boolean isFirstAnswer,
        long fetchMillis,
        long ageSeconds,
        List<ToolArgument> arguments,
        String leadSentence,
        int removedMembers,
        boolean hasChangedSource) {

    public AnswerContext {
        arguments = List.copyOf(arguments);
    }

    AnswerContext afterChange() {
        return new AnswerContext(isFirstAnswer, fetchMillis, ageSeconds, arguments, leadSentence, removedMembers, true);
    }
}
