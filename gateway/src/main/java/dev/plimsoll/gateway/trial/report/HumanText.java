package dev.plimsoll.gateway.trial.report;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats numbers and text for people. */
final class HumanText {

    private HumanText() {}

    static String formatNumber(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String formatCount(long number, String noun) {
        return formatNumber(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns text that is safe for a terminal: control and direction characters are replaced by visible ones. */
    static String sanitize(Slice text) {
        return sanitize(text.utf8());
    }

    static String sanitize(String text) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char visible = toVisible(c);
            if (visible != c && out == null) {
                out = new StringBuilder(text);
            }
            if (out != null) {
                out.setCharAt(i, visible);
            }
        }
        return out == null ? text : out.toString();
    }

    private static char toVisible(char c) {
        if (c < ' ' && c != '\n' && c != '\t') {
            return (char) (0x2400 + c);
        }
        if (c == 0x7F) {
            return 0x2421;
        }
        boolean isDirection = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        return (c >= 0x80 && c <= 0x9F) || isDirection ? 0xFFFD : c;
    }

    /** Breaks text at spaces into lines of at most {@code width} characters. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
