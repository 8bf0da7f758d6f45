package dev.plimsoll.shape.outline;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import dev.plimsoll.tokens.ParallelRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The outline of a text: its type, its size, the headings of a document, the levels and sources of a log, or the first row of a
 * table.
 */
final class TextOutline {

    private static final int MAX_HEADINGS = 500;
    private static final int MAX_LENGTH = 80;

    private final Slice text;
    private final LineIndex lines;
    private final TextType textType;
    private final List<Heading> headings = new ArrayList<>();
    private final @Nullable LogOutline log;
    private final int characters;
    private int headingCount;
    private int longest;

    private record Heading(int line, Slice text) {}

    private TextOutline(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
        this.textType = TextTypes.of(text);
        this.log = textType == TextType.LOG ? LogOutline.of(text, lines, ParallelRunner.NONE) : null;
        this.characters = Utf8.codePoints(text);
    }

    static TextOutline of(Slice text, LineIndex lines) {
        TextOutline outline = new TextOutline(text, lines);
        outline.scanLines();
        return outline;
    }

    private void scanLines() {
        boolean code = false;
        for (int i = 0; i < lines.count(); i++) {
            Slice line = text.sub(lines.start(i), lines.end(i));
            // a line with fewer bytes has fewer characters
            if (line.length() > longest) {
                boolean ended = line.at(line.length() - 1) == '\n';
                longest = Math.max(longest, Utf8.codePoints(line) - (ended ? 1 : 0));
            }
            if (textType == TextType.MARKDOWN) {
                code ^= startsWith(line, "```");
                addHeading(i, line, code);
            }
        }
    }

    private void addHeading(int line, Slice headingText, boolean code) {
        int marks = 0;
        while (marks < headingText.length() && headingText.at(marks) == '#') {
            marks++;
        }
        if (!code && marks > 0 && marks <= 6 && marks < headingText.length() && headingText.at(marks) == ' ') {
            headingCount++;
            if (headings.size() < MAX_HEADINGS) {
                headings.add(new Heading(line + 1, lineStart(headingText)));
            }
        }
    }

    private static Slice lineStart(Slice line) {
        int end = line.length();
        while (end > 0 && line.at(end - 1) <= ' ' && line.at(end - 1) >= 0) {
            end--;
        }
        Slice headingText = line.sub(0, end);
        return headingText.length() <= MAX_LENGTH
                ? headingText
                : headingText.sub(0, Utf8.graphemeFloor(headingText, MAX_LENGTH));
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

    /**
     * Writes the outline.
     *
     * @param maxHeadings number of values that the level of detail lists; its square is the maximum number of headings
     */
    void writeTo(AnswerDraft out, int maxHeadings) {
        out.ascii("{\"type\":\"text\",\"kind\":").string(textType.name().toLowerCase(Locale.ROOT));
        out.ascii(",\"lines\":").number(lines.count());
        out.ascii(",\"characters\":").number(characters);
        out.ascii(",\"longestLine\":").number(longest);
        if (textType == TextType.CSV && lines.count() > 0 && maxHeadings > 0) {
            out.ascii(",\"firstLine\":").string(lineStart(text.sub(0, lines.end(0))));
        }
        if (maxHeadings > 0 && log != null) {
            log.writeTo(out, maxHeadings);
        }
        writeHeadings(out, (int) Math.min(headings.size(), (long) maxHeadings * maxHeadings));
        out.ascii("}");
    }

    private void writeHeadings(AnswerDraft out, int shown) {
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
