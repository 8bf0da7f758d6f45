package dev.plimsoll.shape;

import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.sql.SqlEngine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Circumstances of one answer.
 *
 * @param isFirstAnswer whether the answer is to the call of the tool, not to a follow-up read
 * @param fetchMillis milliseconds that the source took; 0 for a stored result
 * @param ageSeconds seconds since the result was stored
 * @param arguments arguments of the tool, if known
 * @param leadSentence first sentence of the notice; or empty
 * @param documentSentences sentences about the documents, such as PDF files, that were replaced with their extracted
 * text; empty if there are none
 * @param removedMembers number of members that were removed from the result before shaping
 * @param hasChangedSource whether the source has changed since the result was stored
 * @param collectInfo the pages of the server that were joined to the result, and whether the next call can
 * join further pages
 * @param joinedDocuments documents of the other snapshots that a query uses, by the names of their variables
 * @param sqlEngine runs statements on results; null if the host has no engine
 */
public record AnswerContext(
        boolean isFirstAnswer,
        long fetchMillis,
        long ageSeconds,
        List<ToolArgument> arguments,
        String leadSentence,
        String documentSentences,
        int removedMembers,
        boolean hasChangedSource,
        CollectInfo collectInfo,
        Map<String, Document> joinedDocuments,
        @Nullable SqlEngine sqlEngine) {

    public AnswerContext {
        arguments = List.copyOf(arguments);
        joinedDocuments = Map.copyOf(joinedDocuments);
    }

    /** Returns this context with {@code hasChangedSource} set. */
    AnswerContext withChangedSource() {
        return new AnswerContext(
                isFirstAnswer,
                fetchMillis,
                ageSeconds,
                arguments,
                leadSentence,
                documentSentences,
                removedMembers,
                true,
                collectInfo,
                joinedDocuments,
                sqlEngine);
    }
}
