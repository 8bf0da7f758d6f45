package dev.plimsoll.shape;

import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolArgument;
import java.util.List;
import java.util.Map;

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
 * @param collects further pages of the server: those that were joined, and whether the next call can join them
 * @param joined documents of the snapshots that a query joins, by the names of their variables
 */
public record AnswerContext(
        boolean isFirstAnswer,
        long fetchMillis,
        long ageSeconds,
        List<ToolArgument> arguments,
        String leadSentence,
        int removedMembers,
        boolean hasChangedSource,
        CollectInfo collects,
        Map<String, Document> joined) {

    public AnswerContext {
        arguments = List.copyOf(arguments);
        joined = Map.copyOf(joined);
    }

    AnswerContext afterChange() {
        return new AnswerContext(
                isFirstAnswer,
                fetchMillis,
                ageSeconds,
                arguments,
                leadSentence,
                removedMembers,
                true,
                collects,
                joined);
    }
}
