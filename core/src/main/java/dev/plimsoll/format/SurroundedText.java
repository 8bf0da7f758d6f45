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
    private static final int SMALL_BYTES = 32 << 10;

    /** Maximum length of a line that can stand before data without being part of it. */
    private static final int MAX_LINE_BYTES = 1000;

    private static final String COMMIT = "commit ";
    private static final String MESSAGE_INDENT = "    ";

    /** In place of a number of errors: the text is not data in this format. */
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
            start = skipMessage(text, skipBlankLines(text, start));
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

    /** Returns where the message of a commit ends, as {@code git show} writes it above a diff: it may have any length. */
    private static int skipMessage(Slice text, int from) {
        int start = from;
        while (startsWith(text, 0, COMMIT) && startsWith(text, start, MESSAGE_INDENT)) {
            start = skipBlankLines(text, endOfLine(text, start));
        }
        return start;
    }

    private static boolean startsWith(Slice text, int from, String word) {
        boolean isSame = from + word.length() <= text.length();
        for (int i = 0; i < word.length() && isSame; i++) {
            isSame = text.at(from + i) == word.charAt(i);
        }
        return isSame;
    }

    /**
     * Reads the data with which the remaining text begins; null if there is none, or if it is not most of the
     * text.
     */
    private static @Nullable TextData readFrom(Slice text, Slice remaining, int linesBefore, List<TextFormat> formats) {
        for (TextFormat format : formats) {
            if (format.mayRead(remaining)) {
                SurroundedText beginning = new SurroundedText(remaining, format);
                int end = beginning.endOfData(OtherText.MAX_LINES - linesBefore);
                boolean isMost = 2 * end > text.length();
                TextData data = isMost ? format.read(remaining.sub(0, end)) : null;
                if (data != null) {
                    int skipped = beginning.otherAtStart(data.lineErrors(), OtherText.MAX_LINES - linesBefore);
                    TextData records = skipped == 0 ? null : format.read(remaining.sub(skipped, end));
                    return records == null
                            ? beginning.surrounded(data, text, end)
                            : beginning.from(skipped).surrounded(records, text, end - skipped);
                }
            }
        }
        return null;
    }

    private SurroundedText from(int start) {
        return new SurroundedText(text.sub(start, text.length()), format);
    }

    /**
     * Returns where the records begin if the data begins with lines that are not records: these lines are
     * other text before the data, not errors in it. Returns 0 if there are no such lines.
     *
     * @param errors the errors in the data with these lines
     */
    private int otherAtStart(LineErrors errors, int maxLines) {
        if (errors.unread() == 0 || errors.first() != 1) {
            return 0;
        }
        Slice head = text.sub(0, text.length() <= SMALL_BYTES ? text.length() : startOfLine(SMALL_BYTES));
        int start = 0;
        for (int lines = 0; lines < maxLines; lines++) {
            start = skipBlankLines(head, endOfLine(head, start));
            TextData data = start >= head.length() ? null : format.read(head.sub(start, head.length()));
            if (data == null
                    || data.lineErrors().unread() == 0
                    || data.lineErrors().first() != 1) {
                return data == null ? 0 : start;
            }
        }
        return 0;
    }

    private TextData surrounded(TextData data, Slice whole, int end) {
        Slice before = Json.trim(new Slice(whole.bytes(), whole.from(), text.from()));
        Slice after = Json.trim(text.sub(end, text.length()));
        int lines = 0;
        for (int i = whole.from(); i < text.from(); i++) {
            lines += whole.bytes()[i] == '\n' ? 1 : 0;
        }
        OtherText readByFormat = data.otherText();
        OtherText other = readByFormat.isNone() ? new OtherText(before, after) : readByFormat;
        return other.isNone() ? data : new SurroundedData(data, other, lines);
    }

    /** Returns where the data ends, with at most this many lines after it. */
    private int endOfData(int maxLines) {
        int bracket = "[{(".indexOf(text.at(0));
        if (bracket >= 0) {
            return endOfBrackets("]})".charAt(bracket), maxLines);
        }
        return text.length() <= SMALL_BYTES ? endOfSmall(maxLines) : endOfRows(maxLines);
    }

    /** Returns the end of the last line that ends with this bracket. */
    private int endOfBrackets(char bracket, int maxLines) {
        int end = trimmedEnd(text.length());
        for (int lines = 0; lines <= maxLines && end > 0; lines++) {
            if (text.at(end - 1) == bracket) {
                return end;
            }
            end = trimmedEnd(startOfLine(end));
        }
        return text.length();
    }

    /**
     * Returns the end of the data in a short text: leaves out last lines as long as that reduces the number
     * of lines that are not records.
     */
    private int endOfSmall(int maxLines) {
        int end = text.length();
        int errors = errors(end);
        for (int lines = 0; lines < maxLines && errors > 0; lines++) {
            int start = startOfLine(trimmedEnd(end));
            int errorsBefore = errors(start);
            if (errorsBefore == errors && errors != NOT_READ) {
                break;
            }
            end = start;
            errors = errorsBefore;
        }
        return errors == NOT_READ ? text.length() : end;
    }

    /**
     * Returns the number of lines before this offset that are not records; {@link #NOT_READ} if the text
     * before it is not data.
     */
    private int errors(int to) {
        TextData data = to == 0 ? null : format.read(text.sub(0, to));
        return data == null ? NOT_READ : data.lineErrors().unread();
    }

    /**
     * Returns the end of the data in a long text. The whole text is not read for that: each of the last lines
     * is read after the first rows of the text, and is left out if it is not a record there.
     */
    private int endOfRows(int maxLines) {
        int headEnd = startOfLine(SMALL_BYTES);
        Slice head = text.sub(0, headEnd);
        TextData known = format.read(head);
        int errors = known == null ? 0 : known.lineErrors().unread();
        int end = text.length();
        for (int lines = 0; known != null && lines < maxLines; lines++) {
            int start = startOfLine(trimmedEnd(end));
            TextData data = format.read(joined(head, text.sub(start, end)));
            if (data != null && data.lineErrors().unread() == errors) {
                return end;
            }
            end = start;
        }
        return end;
    }

    private static Slice joined(Slice head, Slice line) {
        return new ByteSink(head.length() + line.length()).raw(head).raw(line).slice();
    }

    private int trimmedEnd(int to) {
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
        int feed = LineScanner.endOfLine(text.bytes(), text.from() + from, text.to()) - text.from();
        return Math.min(feed + 1, text.length());
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
