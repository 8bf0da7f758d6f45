package dev.plimsoll.shape;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.kind.Kind;
import dev.plimsoll.kind.Kinds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a text is: its kind, its size, the headings of a document, the levels of a log, the first row of a table. */
final class TextOutline {

    private static final int MOST_HEADINGS = 500;
    private static final int LONGEST = 80;
    private static final int LEVEL_WITHIN = 80;
    private static final List<String> LEVELS = List.of("FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");

    private final Slice text;
    private final LineIndex lines;
    private final Kind kind;
    private final List<Heading> headings = new ArrayList<>();
    private final Map<String, Integer> levels = new LinkedHashMap<>();
    private int headingCount;
    private int longest;

    private record Heading(int line, Slice text) {}

    private TextOutline(Slice text) {
        this.text = text;
        this.lines = LineIndex.of(text);
        this.kind = Kinds.of(text);
    }

    static TextOutline of(Slice text) {
        TextOutline outline = new TextOutline(text);
        outline.look();
        return outline;
    }

    private void look() {
        boolean code = false;
        LEVELS.forEach(level -> levels.put(level, 0));
        for (int i = 0; i < lines.count(); i++) {
            Slice line = text.sub(lines.start(i), lines.end(i));
            boolean ended = line.at(line.length() - 1) == '\n';
            longest = Math.max(longest, Utf8.codePoints(line) - (ended ? 1 : 0));
            if (kind == Kind.MARKDOWN) {
                code ^= startsWith(line, "```");
                heading(i, line, code);
            } else if (kind == Kind.LOG) {
                level(line);
            }
        }
        levels.values().removeIf(count -> count == 0);
    }

    private void heading(int line, Slice said, boolean code) {
        int marks = 0;
        while (marks < said.length() && said.at(marks) == '#') {
            marks++;
        }
        if (!code && marks > 0 && marks <= 6 && marks < said.length() && said.at(marks) == ' ') {
            headingCount++;
            if (headings.size() < MOST_HEADINGS) {
                headings.add(new Heading(line + 1, head(said)));
            }
        }
    }

    private static Slice head(Slice line) {
        int end = line.length();
        while (end > 0 && line.at(end - 1) <= ' ' && line.at(end - 1) >= 0) {
            end--;
        }
        Slice said = line.sub(0, end);
        return said.length() <= LONGEST ? said : said.sub(0, Utf8.graphemeFloor(said, LONGEST));
    }

    /** The first word near the start of a line that is a level. */
    private void level(Slice line) {
        Slice start = line.sub(0, Math.min(line.length(), LEVEL_WITHIN));
        int best = Integer.MAX_VALUE;
        String found = null;
        for (String level : LEVELS) {
            int at = indexOf(start, level);
            if (at >= 0 && at < best) {
                best = at;
                found = level;
            }
        }
        if (found != null) {
            levels.merge(found, 1, Integer::sum);
        }
    }

    private static int indexOf(Slice line, String word) {
        for (int i = 0; i + word.length() <= line.length(); i++) {
            if (line.at(i) == word.charAt(0) && startsWith(line.sub(i, line.length()), word)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean startsWith(Slice line, String prefix) {
        if (line.length() < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (line.at(i) != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** @param most how many headings are told at most for each of what a level of detail lists of values */
    void writeTo(Draft out, int most) {
        out.ascii("{\"type\":\"text\",\"kind\":").string(kind.name().toLowerCase(Locale.ROOT));
        out.ascii(",\"lines\":").number(lines.count());
        out.ascii(",\"characters\":").number(Utf8.codePoints(text));
        out.ascii(",\"longestLine\":").number(longest);
        if (kind == Kind.CSV && lines.count() > 0 && most > 0) {
            out.ascii(",\"firstLine\":").string(head(text.sub(0, lines.end(0))));
        }
        if (!levels.isEmpty() && most > 0) {
            out.ascii(",\"levels\":{");
            boolean first = true;
            for (Map.Entry<String, Integer> level : levels.entrySet()) {
                out.ascii(first ? "" : ",").name(level.getKey()).number(level.getValue());
                first = false;
            }
            out.ascii("}");
        }
        headings(out, (int) Math.min(headings.size(), (long) most * most));
        out.ascii("}");
    }

    private void headings(Draft out, int shown) {
        if (headingCount == 0) {
            return;
        }
        out.ascii(",\"headings\":[");
        for (int i = 0; i < shown; i++) {
            Heading heading = headings.get(i);
            out.ascii(i == 0 ? "" : ",").ascii("{\"line\":").number(heading.line);
            out.ascii(",\"text\":").string(heading.text).ascii("}");
        }
        out.ascii("]");
        if (shown < headingCount) {
            out.ascii(",\"moreHeadings\":").number(headingCount - shown);
        }
    }
}
