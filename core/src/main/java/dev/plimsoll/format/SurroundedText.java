package dev.plimsoll.format;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads data with a few lines of other text before and after it: a sentence, a number of rows, a remark. */
final class SurroundedText {

    /** Maximum length of a text for which all possible ends of the data are tried. */
    private static final int MAX_SMALL_BYTES = 32 << 10;

    /** Maximum length of a line that can stand before data without being part of it. */
    private static final int MAX_LINE_BYTES = 1000;

    private static final String COMMIT = "commit ";
    private static final String MESSAGE_INDENT = "    ";

    /** Result of {@link #countUnreadableLines} for a text that is not data in this format. */
    private static final int NOT_READ = Integer.MAX_VALUE;

    private final Slice text;
    private final TextFormat format;

    private SurroundedText(Slice text, TextFormat format) {
        this.text = text;
        this.format = format;
    }

    /** Reads the data in a text in the first of these formats that fits; null if there is none. */
    static @Nullable TextData read(Slice text, List<TextFormat> formats) {
        int start = 0;
        for (int lines = 0; lines <= OtherText.MAX_LINES; lines++) {
            start = skipCommitMessage(text, skipBlankLines(text, start));
            Slice remaining = text.sub(start, text.length());
            // the data must be most of the text
            if (2 * remaining.length() <= text.length()) {
                return null;
            }
            TextData data = readFrom(text, remaining, lines, formats);
            if (data != null) {
                return data;
            }
            int end = endOfLine(text, start);
            if (end - start > MAX_LINE_BYTES) {
                return null;
            }
            start = end;
        }
        return null;
    }

    /** Returns where the message of a commit ends, which {@code git show} writes above a diff. The message may have any length. */
    private static int skipCommitMessage(Slice text, int from) {
        int start = from;
        while (startsWith(text, 0, COMMIT) && startsWith(text, start, MESSAGE_INDENT)) {
            start = skipBlankLines(text, endOfLine(text, start));
        }
        return start;
    }

    private static boolean startsWith(Slice text, int from, String prefix) {
        boolean isEqual = from + prefix.length() <= text.length();
        for (int i = 0; i < prefix.length() && isEqual; i++) {
            isEqual = text.at(from + i) == prefix.charAt(i);
        }
        return isEqual;
    }

    /**
     * Reads the data with which the remaining text begins; null if there is none, or if it is not most of the
     * text.
     */
    private static @Nullable TextData readFrom(Slice text, Slice remaining, int linesBefore, List<TextFormat> formats) {
        for (TextFormat format : formats) {
            if (format.canRead(remaining)) {
                SurroundedText candidate = new SurroundedText(remaining, format);
                int end = candidate.endOfData(OtherText.MAX_LINES - linesBefore);
                boolean isMostOfText = 2 * end > text.length();
                TextData data = isMostOfText ? format.read(remaining.sub(0, end)) : null;
                if (data != null) {
                    int recordsStart =
                            candidate.skipUnreadableLines(data.lineErrors(), OtherText.MAX_LINES - linesBefore);
                    TextData records = recordsStart == 0 ? null : format.read(remaining.sub(recordsStart, end));
                    return records == null
                            ? candidate.withOtherText(data, text, end)
                            : candidate.startingAt(recordsStart).withOtherText(records, text, end - recordsStart);
                }
            }
        }
        return null;
    }

    private SurroundedText startingAt(int start) {
        return new SurroundedText(text.sub(start, text.length()), format);
    }

    /**
     * Returns where the records begin if the data begins with lines that are not records: these lines are
     * other text before the data, not errors in it. Returns 0 if there are no such lines.
     *
     * @param errors the errors in the data, including those lines
     */
    private int skipUnreadableLines(LineErrors errors, int maxLines) {
        if (errors.unreadableLines() == 0 || errors.firstLine() != 1) {
            return 0;
        }
        Slice head = text.sub(0, text.length() <= MAX_SMALL_BYTES ? text.length() : startOfLine(MAX_SMALL_BYTES));
        int start = 0;
        for (int lines = 0; lines < maxLines; lines++) {
            start = skipBlankLines(head, endOfLine(head, start));
            TextData data = start >= head.length() ? null : format.read(head.sub(start, head.length()));
            if (data == null
                    || data.lineErrors().unreadableLines() == 0
                    || data.lineErrors().firstLine() != 1) {
                return data == null ? 0 : start;
            }
        }
        return 0;
    }

    private TextData withOtherText(TextData data, Slice original, int end) {
        Slice textBefore = Json.trim(new Slice(original.bytes(), original.from(), text.from()));
        Slice textAfter = Json.trim(text.sub(end, text.length()));
        int linesBefore = 0;
        for (int i = original.from(); i < text.from(); i++) {
            linesBefore += original.bytes()[i] == '\n' ? 1 : 0;
        }
        OtherText textFromFormat = data.otherText();
        OtherText otherText = textFromFormat.isNone() ? new OtherText(textBefore, textAfter) : textFromFormat;
        return otherText.isNone() ? data : new SurroundedData(data, otherText, linesBefore);
    }

    /** Returns where the data ends, with at most this many lines after it. */
    private int endOfData(int maxLines) {
        int bracket = "[{(".indexOf(text.at(0));
        if (bracket >= 0) {
            return endOfBrackets("]})".charAt(bracket), maxLines);
        }
        return text.length() <= MAX_SMALL_BYTES ? endOfShortText(maxLines) : endOfLongText(maxLines);
    }

    /** Returns the end of the last line that ends with this bracket. */
    private int endOfBrackets(char bracket, int maxLines) {
        int end = trimEnd(text.length());
        for (int lines = 0; lines <= maxLines && end > 0; lines++) {
            if (text.at(end - 1) == bracket) {
                return end;
            }
            end = trimEnd(startOfLine(end));
        }
        return text.length();
    }

    /**
     * Returns the end of the data in a short text. Lines at the end are left out as long as that reduces the number of
     * lines that are not records.
     */
    private int endOfShortText(int maxLines) {
        int end = text.length();
        int errors = countUnreadableLines(end);
        for (int lines = 0; lines < maxLines && errors > 0; lines++) {
            int start = startOfLine(trimEnd(end));
            int errorsWithoutLine = countUnreadableLines(start);
            if (errorsWithoutLine == errors && errors != NOT_READ) {
                break;
            }
            end = start;
            errors = errorsWithoutLine;
        }
        return errors == NOT_READ ? text.length() : end;
    }

    /**
     * Returns the number of lines before this offset that are not records; {@link #NOT_READ} if the text
     * before it is not data.
     */
    private int countUnreadableLines(int to) {
        TextData data = to == 0 ? null : format.read(text.sub(0, to));
        return data == null ? NOT_READ : data.lineErrors().unreadableLines();
    }

    /**
     * Returns the end of the data in a long text without reading all of it: each of the last lines is read together
     * with the first rows of the text, and is left out if it is not a record.
     */
    private int endOfLongText(int maxLines) {
        int headEnd = startOfLine(MAX_SMALL_BYTES);
        Slice head = text.sub(0, headEnd);
        TextData headData = format.read(head);
        int headErrors = headData == null ? 0 : headData.lineErrors().unreadableLines();
        int end = text.length();
        for (int lines = 0; headData != null && lines < maxLines; lines++) {
            int start = startOfLine(trimEnd(end));
            TextData data = format.read(join(head, text.sub(start, end)));
            if (data != null && data.lineErrors().unreadableLines() == headErrors) {
                return end;
            }
            end = start;
        }
        return end;
    }

    private static Slice join(Slice head, Slice line) {
        return new ByteSink(head.length() + line.length()).raw(head).raw(line).slice();
    }

    private int trimEnd(int to) {
        int end = to;
        while (end > 0 && isSpace(text.at(end - 1))) {
            end--;
        }
        return end;
    }

    private int startOfLine(int to) {
        int start = to;
        while (start > 0 && text.at(start - 1) != '\n') {
            start--;
        }
        return start;
    }

    private static int endOfLine(Slice text, int from) {
        int lineFeed = LineScanner.findLineFeed(text.bytes(), text.from() + from, text.to()) - text.from();
        return Math.min(lineFeed + 1, text.length());
    }

    private static int skipBlankLines(Slice text, int from) {
        int start = from;
        for (int i = from; i < text.length() && isSpace(text.at(i)); i++) {
            start = text.at(i) == '\n' ? i + 1 : start;
        }
        return start;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
