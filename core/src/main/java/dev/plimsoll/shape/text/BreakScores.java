package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.texttype.TextType;

/**
 * Scores of the line ends of a text as positions for a cut. The score is lowest inside a record or a code
 * block, and highest before a heading.
 */
final class BreakScores {

    private static final byte INSIDE = 0;
    private static final byte LINE = 1;
    private static final byte PARAGRAPH = 2;
    private static final byte FENCE = 3;
    private static final byte HEADING = 4;

    private final byte[] scores;

    private BreakScores(byte[] scores) {
        this.scores = scores;
    }

    static BreakScores of(Slice text, LineIndex lines, TextType textType) {
        byte[] scores = new byte[lines.count()];
        boolean isInside = false;
        for (int i = 0; i < lines.count(); i++) {
            Slice line = text.sub(lines.start(i), lines.end(i));
            Slice nextLine = i + 1 < lines.count() ? text.sub(lines.start(i + 1), lines.end(i + 1)) : line;
            if (textType == TextType.CSV) {
                isInside ^= hasOddQuotes(line);
                scores[i] = isInside ? INSIDE : LINE;
            } else if (textType == TextType.LOG) {
                scores[i] = startsRecord(nextLine) ? LINE : INSIDE;
            } else {
                boolean isFenceLine = isFence(line);
                isInside ^= isFenceLine;
                scores[i] = isInside ? INSIDE : proseScore(line, nextLine, isFenceLine, textType);
            }
        }
        return new BreakScores(scores);
    }

    private static byte proseScore(Slice line, Slice nextLine, boolean isFenceLine, TextType textType) {
        if (isFenceLine || isFence(nextLine)) {
            return FENCE;
        }
        if (textType == TextType.MARKDOWN && nextLine.at(0) == '#') {
            return HEADING;
        }
        return isBlank(line) ? PARAGRAPH : LINE;
    }

    int scoreAfter(int line) {
        return scores[line];
    }

    private static boolean isFence(Slice line) {
        return line.length() >= 3 && line.at(0) == '`' && line.at(1) == '`' && line.at(2) == '`';
    }

    private static boolean isBlank(Slice line) {
        for (int i = 0; i < line.length(); i++) {
            if (line.at(i) > ' ' || line.at(i) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasOddQuotes(Slice line) {
        boolean isInsideQuotes = false;
        for (int i = 0; i < line.length(); i++) {
            isInsideQuotes ^= line.at(i) == '"';
        }
        return isInsideQuotes;
    }

    /** Returns whether a line starts a log record. Indented lines and lines of a stack trace continue the record. */
    private static boolean startsRecord(Slice line) {
        byte first = line.at(0);
        return first != ' '
                && first != '\t'
                && first != '}'
                && first != ')'
                && !startsWith(line, "Caused by")
                && !startsWith(line, "...");
    }

    private static boolean startsWith(Slice line, String prefix) {
        for (int i = 0; i < prefix.length(); i++) {
            if (i >= line.length() || line.at(i) != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
