package dev.plimsoll.shape.notice;

import dev.plimsoll.shape.draft.AnswerDraft;

/**
 * Arguments of a suggested call on a text, in addition to the cursor; each may be empty.
 *
 * @param path path of a section
 * @param find text to search for
 * @param query query over the lines, or over the data at the path
 * @param mode mode of the answer
 */
public record TextCall(String path, String find, String query, String mode) {

    /** The call that returns the outline. */
    public static final TextCall OUTLINE = new TextCall("", "", "", "outline");

    /** The call that reads on. */
    public static final TextCall NEXT_PAGE = new TextCall("", "", "", "");

    public static TextCall path(String path) {
        return new TextCall(path, "", "", "");
    }

    public static TextCall find(String text) {
        return new TextCall("", text, "", "");
    }

    public static TextCall query(String query) {
        return new TextCall("", "", query, "");
    }

    /** Creates the call for a query over the data in a section. */
    public static TextCall pathQuery(String path, String query) {
        return new TextCall(path, "", query, "");
    }

    void writeTo(AnswerDraft out) {
        write("path", path, out);
        write("find", find, out);
        write("query", query, out);
        write("mode", mode, out);
    }

    private static void write(String name, String value, AnswerDraft out) {
        if (!value.isEmpty()) {
            out.member(name).string(value);
        }
    }
}
