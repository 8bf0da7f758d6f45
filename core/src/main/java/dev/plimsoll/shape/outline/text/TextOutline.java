package dev.plimsoll.shape.outline.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.tokens.ParallelRunner;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The outline of a text without sections: its type, its size, the levels and sources of a log, or the first row of a
 * table.
 */
public final class TextOutline {

    private static final int MAX_LENGTH = 80;

    private final Slice text;
    private final LineIndex lines;
    private final TextType textType;
    private final @Nullable LogOutline log;
    private final int characters;
    private int longestLine;

    private TextOutline(Slice text, LineIndex lines, TextType textType) {
        this.text = text;
        this.lines = lines;
        this.textType = textType;
        this.log = textType == TextType.LOG ? LogOutline.of(text, lines, ParallelRunner.SEQUENTIAL) : null;
        this.characters = Utf8.codePoints(text);
    }

    public static TextOutline of(Slice text, LineIndex lines, TextType textType) {
        TextOutline outline = new TextOutline(text, lines, textType);
        outline.scanLines();
        return outline;
    }

    private void scanLines() {
        for (int i = 0; i < lines.count(); i++) {
            Slice line = text.sub(lines.start(i), lines.end(i));
            // a line with no more bytes than the longest line so far has characters cannot be longer
            if (line.length() > longestLine) {
                boolean hasLineBreak = line.at(line.length() - 1) == '\n';
                longestLine = Math.max(longestLine, Utf8.codePoints(line) - (hasLineBreak ? 1 : 0));
            }
        }
    }

    private static Slice beginningOf(Slice line) {
        int end = line.length();
        while (end > 0 && line.at(end - 1) <= ' ' && line.at(end - 1) >= 0) {
            end--;
        }
        Slice start = line.sub(0, end);
        return start.length() <= MAX_LENGTH ? start : start.sub(0, Utf8.graphemeFloor(start, MAX_LENGTH));
    }

    /**
     * Writes the outline.
     *
     * @param values number of values that this level of detail shows; with 0, only the size is written
     */
    public void writeTo(AnswerDraft out, int values) {
        out.ascii("{")
                .member("type")
                .string("text")
                .member("kind")
                .string(textType.name().toLowerCase(Locale.ROOT));
        out.member("lines").number(lines.count());
        out.member("characters").number(characters);
        out.member("longestLine").number(longestLine);
        if (textType == TextType.CSV && lines.count() > 0 && values > 0) {
            out.member("firstLine").string(beginningOf(text.sub(0, lines.end(0))));
        }
        if (values > 0 && log != null) {
            log.writeTo(out, values);
        }
        out.ascii("}");
    }
}
