package dev.plimsoll.texttype;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Parts of a text that decide its type: its first 16 KB and, if it is longer, 4 KB from its middle. */
final class TextSample {

    private static final int HEAD_BYTES = 16 * 1024;
    private static final int MIDDLE_BYTES = 4 * 1024;
    /** Maximum number of white space characters at the start that are skipped. */
    private static final int MAX_BLANKS = 1024 * 1024;

    private static final int MAX_HEAD_LINES = 100;
    private static final int MAX_MIDDLE_LINES = 30;
    private static final int MAX_LINE_LENGTH = 1_000;
    private static final int MIN_BASE64_LENGTH = 64;

    private final Slice trimmed;
    private final Slice head;
    private final Slice middle;
    private final List<String> headLines = new ArrayList<>();

    private TextSample(Slice trimmed) {
        this.trimmed = trimmed;
        int length = trimmed.length();
        this.head = trimmed.sub(0, Math.min(length, HEAD_BYTES));
        int from = Math.max(head.length(), length / 2);
        this.middle = trimmed.sub(from, Math.min(length, from + MIDDLE_BYTES));
    }

    static TextSample of(Slice text) {
        int start = text.length() >= 3 && (text.at(0) & 0xFF) == 0xEF && text.at(1) == (byte) 0xBB ? 3 : 0;
        int bound = Math.min(text.length(), MAX_BLANKS);
        while (start < bound && isBlank(text.at(start))) {
            start++;
        }
        return new TextSample(text.sub(start, text.length()));
    }

    /** Returns the text without a byte order mark and leading white space. */
    Slice trimmed() {
        return trimmed;
    }

    boolean isBlank() {
        return trimmed.isEmpty();
    }

    /**
     * Returns whether the sample has a NUL, or more than a tenth of its bytes are control characters, invalid UTF-8,
     * or replacement characters.
     */
    boolean isBinary() {
        int unusual = countUnusualBytes(head) + countUnusualBytes(middle);
        return 10L * unusual > head.length() + middle.length();
    }

    private static int countUnusualBytes(Slice part) {
        byte[] bytes = part.bytes();
        int unusual = 0;
        for (int i = part.from(); i < part.to(); ) {
            if (bytes[i] >= ' ' && bytes[i] < 0x7F) {
                i++;
                continue;
            }
            if (bytes[i] == 0) {
                // so many that the sample is binary
                return HEAD_BYTES;
            }
            int length = Utf8.lengthAt(bytes, i, part.to());
            boolean isReplacement = length == 3
                    && bytes[i] == (byte) 0xEF
                    && bytes[i + 1] == (byte) 0xBF
                    && bytes[i + 2] == (byte) 0xBD;
            unusual += isReplacement ? 3 : isUnusual(bytes[i], length) ? 1 : 0;
            i += length;
        }
        return unusual;
    }

    /** Returns whether a byte is unusual in text. The escape character is not: logs use it for colors. */
    private static boolean isUnusual(byte b, int length) {
        return length == 1 && (b < 0 || b == 0x7F || (b < ' ' && (b < '\b' || b > '\r') && b != 0x1B));
    }

    /**
     * Returns whether the text is one long run of base64, in one line or wrapped, optionally between PEM lines or after
     * the head of a data URI.
     */
    boolean isBase64() {
        List<String> lines = new ArrayList<>();
        for (String line : headLines()) {
            if (!line.startsWith("-----")) {
                lines.add(line);
            }
        }
        if (lines.isEmpty()) {
            return false;
        }
        String first = lines.get(0);
        if (first.startsWith("data:") && first.contains(";base64,")) {
            lines.set(0, first.substring(first.indexOf(',') + 1));
        }
        int width = lines.get(0).length();
        int total = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!isBase64Digits(line) || (i > 0 && i < lines.size() - 1 && line.length() != width)) {
                return false;
            }
            total += line.length();
        }
        return total >= MIN_BASE64_LENGTH && width >= Math.min(total, 60) && hasMixedCharacters(String.join("", lines));
    }

    /** Returns whether the line has only base64 digits of either alphabet, with optional padding. */
    private static boolean isBase64Digits(String line) {
        int end = line.length();
        for (int padding = 0; padding < 2 && end > 0 && line.charAt(end - 1) == '='; padding++) {
            end--;
        }
        for (int i = 0; i < end; i++) {
            char c = line.charAt(i);
            if (!isLetterOrDigit(c) && "+/-_".indexOf(c) < 0) {
                return false;
            }
        }
        return end > 0;
    }

    /**
     * Returns whether upper-case letters, lower-case letters, and digits all occur, so that a hash in hex or a long
     * word is not taken for base64.
     */
    private static boolean hasMixedCharacters(String digits) {
        boolean hasUpperCase = false;
        boolean hasLowerCase = false;
        boolean hasDigits = false;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            hasUpperCase |= c >= 'A' && c <= 'Z';
            hasLowerCase |= c >= 'a' && c <= 'z';
            hasDigits |= c < 'A';
        }
        return hasUpperCase && hasLowerCase && hasDigits;
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /**
     * Returns the lines of the head and then of the middle that are not blank. Each byte is decoded as one char, and
     * long lines are cut.
     */
    List<String> lines() {
        List<String> lines = new ArrayList<>(headLines());
        addLines(middle, lines.size() + MAX_MIDDLE_LINES, lines);
        return lines;
    }

    private List<String> headLines() {
        if (headLines.isEmpty()) {
            addLines(head, MAX_HEAD_LINES, headLines);
        }
        return headLines;
    }

    /** Adds lines. A line that the boundary of the sample cuts is added only if there are no other lines. */
    private void addLines(Slice part, int maxLines, List<String> lines) {
        byte[] bytes = part.bytes();
        int lineStart = part.from();
        if (lineStart > trimmed.from()) {
            lineStart = Math.min(part.to(), endOfLine(bytes, lineStart, part.to()) + 1);
        }
        while (lineStart < part.to() && lines.size() < maxLines) {
            int end = endOfLine(bytes, lineStart, part.to());
            if (end == part.to() && end < trimmed.to() && !lines.isEmpty()) {
                return;
            }
            addLine(bytes, lineStart, end, lines);
            lineStart = end + 1;
        }
    }

    private static void addLine(byte[] bytes, int from, int lineEnd, List<String> lines) {
        int end = lineEnd;
        // same white space as String.strip(), so that no line is blank
        while (end > from && bytes[end - 1] >= 0 && bytes[end - 1] <= ' ') {
            end--;
        }
        if (end > from) {
            String line = new String(bytes, from, Math.min(end - from, MAX_LINE_LENGTH), StandardCharsets.ISO_8859_1);
            // a long line may have nothing but blanks before the cut
            if (!line.isBlank()) {
                lines.add(line);
            }
        }
    }

    private static int endOfLine(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }
}
