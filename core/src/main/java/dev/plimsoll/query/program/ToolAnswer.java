package dev.plimsoll.query.program;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Answer to the call of a program.
 *
 * @param document the document of the result, as JSON; for all pages, the array of their documents
 * @param text the text of the result as received
 * @param page the part of the document that is a page of a list; the document itself if nothing else is known
 * @param failure why there is no result; null if there is one
 */
public record ToolAnswer(
        Slice document, Slice text, Slice page, @Nullable CallFailureReason failure) {

    private static final Slice NULL = Slice.of("null");

    /**
     * Reason why a call failed.
     *
     * @param code code of the error
     * @param message sentence for the author of the program
     */
    public record CallFailureReason(String code, String message) {}

    /** Creates an answer whose document is the page. */
    public ToolAnswer(Slice document, Slice text, @Nullable CallFailureReason failure) {
        this(document, text, document, failure);
    }

    /** Creates the answer to a call that failed. */
    public static ToolAnswer failed(String code, String message) {
        return new ToolAnswer(NULL, NULL, new CallFailureReason(code, message));
    }

    /**
     * Returns the size of the result. Its document and its text have the same content, so that the larger one
     * counts.
     */
    public long bytes() {
        return Math.max(document.length(), text.length());
    }
}
