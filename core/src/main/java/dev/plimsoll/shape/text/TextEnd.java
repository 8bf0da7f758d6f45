package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.TextExcerpt;

/**
 * The last lines of a text, for a look.
 *
 * @param line number of the first of these lines, from 1
 * @param text these lines without the last line break; only the end of the last line if it is long
 */
record TextEnd(int line, Slice text) {

    private static final int MAX_LINES = 3;
    private static final int MAX_CHARACTERS = 240;

    /**
     * Returns the last lines that are not blank.
     *
     * @param linesBefore number of lines before the text, if it is a section of another one
     */
    static TextEnd of(Slice text, LineIndex lines, int linesBefore) {
        int textEnd = text.length();
        while (textEnd > 0 && text.at(textEnd - 1) >= 0 && text.at(textEnd - 1) <= ' ') {
            textEnd--;
        }
        int lastLine = textEnd == 0 ? 0 : lines.lineAt(textEnd - 1);
        int firstLine = lastLine;
        while (firstLine > 0
                && lastLine - firstLine + 1 < MAX_LINES
                && textEnd - lines.start(firstLine - 1) <= MAX_CHARACTERS) {
            firstLine--;
        }
        Slice lastLines = text.sub(lines.start(firstLine), textEnd);
        return new TextEnd(linesBefore + firstLine + 1, TextExcerpt.of(lastLines, lastLines.length(), MAX_CHARACTERS));
    }

    void writeTo(AnswerDraft draft) {
        draft.ascii("{").member("line").number(line).member("text").string(text).ascii("}");
    }
}
