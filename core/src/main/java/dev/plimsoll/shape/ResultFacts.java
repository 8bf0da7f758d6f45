package dev.plimsoll.shape;

import dev.plimsoll.shape.draft.AnswerDraft;
import java.time.Instant;

/**
 * Facts about a complete result, for all answers made from it.
 *
 * @param tool name of the tool that returned the result, as this client lists it
 * @param ownName name of the tool on its server
 * @param readTool name of the tool for follow-up reads, as this client lists it
 * @param tokens tokens of the complete result
 * @param isExact whether {@code tokens} is an exact count, not an estimate
 * @param bytes bytes of the complete result
 * @param takenAt time when the result was stored
 * @param more values in the result that report more data upstream
 * @param hasUriCursors whether the result is a resource or a prompt: if so, follow-up reads read resources, and
 * cursors are written as URIs
 * @param dataPhrase phrase that describes the data in the text of the result, such as {@code CSV of 3,000 records
 * {id, sku}}; or empty
 * @param context circumstances of the current answer
 */
public record ResultFacts(
        String tool,
        String ownName,
        String readTool,
        long tokens,
        boolean isExact,
        long bytes,
        Instant takenAt,
        MoreUpstream more,
        boolean hasUriCursors,
        String dataPhrase,
        AnswerContext context) {

    /** Returns these facts with a phrase that describes the data in the text. */
    public ResultFacts withDataPhrase(String phrase) {
        return new ResultFacts(
                tool, ownName, readTool, tokens, isExact, bytes, takenAt, more, hasUriCursors, phrase, context);
    }

    /** Returns these facts for a notice that does not repeat the size. */
    public ResultFacts withoutSize() {
        // source() adds the size only if it is an estimate
        return new ResultFacts(
                tool, ownName, readTool, tokens, true, bytes, takenAt, more, hasUriCursors, dataPhrase, context);
    }

    /** Returns the size for a notice; an estimate has three significant digits. */
    public String size() {
        long unit = 1;
        while (!isExact && tokens / unit >= 1_000) {
            unit *= 10;
        }
        return isExact ? tokens + " tokens" : "about " + (tokens + unit / 2) / unit * unit + " tokens";
    }

    /** Returns the tool with a phrase about the data in the text, and with the size if the size is an estimate. */
    public String source() {
        return isExact
                ? sourceWithoutSize()
                : tool + " (" + (dataPhrase.isEmpty() ? "" : dataPhrase + "; ") + size() + ")";
    }

    /** Returns the source for a later answer, which does not repeat the names of the fields. */
    public String shortSource() {
        int fieldsStart = dataPhrase.indexOf(" {");
        int fieldsEnd = dataPhrase.lastIndexOf('}') + 1;
        return fieldsStart < 0 || fieldsEnd < fieldsStart
                ? source()
                : withDataPhrase(dataPhrase.substring(0, fieldsStart) + dataPhrase.substring(fieldsEnd))
                        .source();
    }

    /** Returns the tool with a phrase about the data in the text. */
    public String sourceWithoutSize() {
        return dataPhrase.isEmpty() ? tool : tool + " (" + dataPhrase + ")";
    }

    /** Returns the instruction for a follow-up read with the cursor field of this name. */
    public String callWith(String cursor) {
        if (!hasUriCursors) {
            return "call " + readTool + " with cursor = " + cursor;
        }
        String uri = AnswerDraft.uriName(cursor);
        return "read the resource " + uri
                + (readTool.isEmpty() ? "" : ", or call " + readTool + " with cursor = " + uri);
    }

    /** Returns the instruction with further arguments of a call, or with a query after a URI. */
    public String callWith(String cursor, String arguments, String query) {
        return hasUriCursors
                ? "read the resource " + AnswerDraft.uriName(cursor) + query
                : "call " + readTool + " with cursor = " + cursor + " and " + arguments;
    }

    /**
     * Returns the instruction for reading one part of the document.
     *
     * @param reference the words before the name of the cursor field: {@code "cursor = "} or {@code "this "}
     * @param cursor the name of the cursor field
     */
    public String partWith(String reference, String cursor) {
        return hasUriCursors
                ? AnswerDraft.uriName(cursor) + "?path=PATH"
                : readTool + " with " + reference + cursor + " and path";
    }

    /** Returns whether even an answer without a header must state something about the result. */
    public boolean hasRemark() {
        return !more.isNone()
                || context.hasChangedSource()
                || context.collectInfo().pages() != null;
    }

    /** Returns these facts after the source has changed. */
    public ResultFacts withChangedSource() {
        return new ResultFacts(
                tool,
                ownName,
                readTool,
                tokens,
                isExact,
                bytes,
                takenAt,
                more,
                hasUriCursors,
                dataPhrase,
                context.withChangedSource());
    }

    /** Returns the beginning of a notice: empty, or a sentence and a space. */
    public String leadSentence() {
        String collected = context.collectInfo().sentence(tool);
        return (collected.isEmpty() ? "" : collected + " ")
                + (context.leadSentence().isEmpty() ? "" : context.leadSentence() + " ");
    }

    /** Returns the text before a cursor in a text block. */
    public String cursorPrefix() {
        return hasUriCursors ? "the resource " + AnswerDraft.PAGE_URI : readTool + " with cursor ";
    }
}
