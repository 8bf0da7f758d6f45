package dev.plimsoll.shape.outline;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The outline of a text without sections: its type, its size, the levels of a log, or the first row of a table. */
final class TextOutline {

    private static final int MAX_LENGTH = 80;
    private static final int LEVEL_SEARCH_BYTES = 80;
    private static final List<String> LEVELS = List.of("FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");
    private static final byte[][] LEVEL_WORDS =
            LEVELS.stream().map(Utf8::encode).toArray(byte[][]::new);

    private final Slice text;
    private final LineIndex lines;
    private final TextType textType;
    private final int[] levels = new int[LEVEL_WORDS.length];
    private final int characters;
    private int longest;

    private TextOutline(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
        this.textType = TextTypes.of(text);
        this.characters = Utf8.codePoints(text);
    }

    static TextOutline of(Slice text, LineIndex lines) {
        TextOutline outline = new TextOutline(text, lines);
        outline.scanLines();
        return outline;
    }

    private void scanLines() {
        for (int i = 0; i < lines.count(); i++) {
            Slice line = text.sub(lines.start(i), lines.end(i));
            // a line with fewer bytes has fewer characters
            if (line.length() > longest) {
                boolean ended = line.at(line.length() - 1) == '\n';
                longest = Math.max(longest, Utf8.codePoints(line) - (ended ? 1 : 0));
            }
            if (textType == TextType.LOG) {
                countLevel(line);
            }
        }
    }

    private static Slice lineStart(Slice line) {
        int end = line.length();
        while (end > 0 && line.at(end - 1) <= ' ' && line.at(end - 1) >= 0) {
            end--;
        }
        Slice start = line.sub(0, end);
        return start.length() <= MAX_LENGTH ? start : start.sub(0, Utf8.graphemeFloor(start, MAX_LENGTH));
    }

    /** Counts the first log level near the start of a line. */
    private void countLevel(Slice line) {
        byte[] b = line.bytes();
        int end = Math.min(line.to(), line.from() + LEVEL_SEARCH_BYTES);
        for (int at = line.from(); at < end; at++) {
            byte c = b[at];
            for (int i = 0; c >= 'D' && c <= 'W' && i < LEVEL_WORDS.length; i++) {
                byte[] levelWord = LEVEL_WORDS[i];
                if (c == levelWord[0]
                        && end - at >= levelWord.length
                        && Arrays.equals(b, at, at + levelWord.length, levelWord, 0, levelWord.length)) {
                    levels[i]++;
                    return;
                }
            }
        }
    }

    /**
     * Writes the outline.
     *
     * @param values number of values that the level of detail lists; with 0, only the size is written
     */
    void writeTo(AnswerDraft out, int values) {
        out.ascii("{\"type\":\"text\",\"kind\":").string(textType.name().toLowerCase(Locale.ROOT));
        out.ascii(",\"lines\":").number(lines.count());
        out.ascii(",\"characters\":").number(characters);
        out.ascii(",\"longestLine\":").number(longest);
        if (textType == TextType.CSV && lines.count() > 0 && values > 0) {
            out.ascii(",\"firstLine\":").string(lineStart(text.sub(0, lines.end(0))));
        }
        if (values > 0) {
            writeLevels(out);
        }
        out.ascii("}");
    }

    private void writeLevels(AnswerDraft out) {
        String separator = ",\"levels\":{";
        for (int i = 0; i < levels.length; i++) {
            if (levels[i] > 0) {
                out.ascii(separator).name(LEVELS.get(i)).number(levels[i]);
                separator = ",";
            }
        }
        out.ascii(separator.equals(",") ? "}" : "");
    }
}
