package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The headings of a Markdown text outside fenced blocks, and the number of fenced blocks in each language. A heading
 * begins with one to six {@code #}, or is one line above a line of {@code =} or {@code -}.
 */
public final class MarkdownContents implements TextContents {

    /** Maximum number of languages that are counted by name. Blocks in other languages are counted together. */
    private static final int MAX_LANGUAGES = 40;

    private static final int MAX_LANGUAGE_LENGTH = 24;
    private static final int MIN_FENCE_LENGTH = 3;
    private static final int MIN_RULE_LENGTH = 2;
    private static final int MAX_TITLE_BYTES = 1024;
    private static final int MAX_ANCESTORS = 5;
    private static final int MAX_ANCESTOR_NAME = 60;

    private final Slice text;
    private final LineIndex lines;
    private final Headings headings;
    private int fenceLine = -1;
    private byte fenceSign;
    private int fenceLength;

    private MarkdownContents(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
        this.headings = new Headings(this::title);
    }

    static MarkdownContents of(Slice text, LineIndex lines) {
        MarkdownContents contents = new MarkdownContents(text, lines);
        int start = contents.endOfFrontMatter();
        for (int line = start; line < lines.count(); line++) {
            contents.readLine(line, start);
        }
        contents.headings.finish(lines.count());
        return contents;
    }

    /** Returns the line after a block of YAML between lines of {@code ---} at the start; 0 if there is none. */
    private int endOfFrontMatter() {
        if (lines.count() == 0 || !isFrontMatterRule(0)) {
            return 0;
        }
        for (int line = 1; line < lines.count(); line++) {
            if (isFrontMatterRule(line)) {
                return line + 1;
            }
            if (isBlank(line)) {
                return 0;
            }
        }
        return 0;
    }

    private boolean isFrontMatterRule(int line) {
        return lines.start(line) + 3 == contentEnd(line)
                && countSigns(lines.start(line), contentEnd(line), (byte) '-') == 3;
    }

    private void readLine(int line, int start) {
        int from = lines.start(line);
        int end = contentEnd(line);
        int at = skipSpaces(from, end);
        byte sign = at < end ? text.at(at) : 0;
        if (sign == '`' || sign == '~') {
            readFence(line, at, end, sign);
        } else if (fenceLine >= 0 || at - from > 3) {
            return;
        } else if (sign == '#') {
            int level = countSigns(at, end, sign);
            boolean isEnded = at + level == end || text.at(at + level) == ' ' || text.at(at + level) == '\t';
            if (level <= Headings.MAX_LEVEL && isEnded) {
                headings.add(line, level);
            }
        } else if (line > start && isUnderline(at, end, sign) && isTitle(line - 1, start)) {
            headings.add(line - 1, sign == '=' ? 1 : 2);
        }
    }

    private void readFence(int line, int at, int end, byte sign) {
        int length = countSigns(at, end, sign);
        if (length < MIN_FENCE_LENGTH) {
            return;
        }
        int info = skipSpaces(at + length, end);
        if (fenceLine < 0 && !(sign == '`' && contains(info, end, sign))) {
            fenceLine = line;
            fenceSign = sign;
            fenceLength = length;
        } else if (fenceLine >= 0 && sign == fenceSign && length >= fenceLength && info == end) {
            fenceLine = -1;
        }
    }

    private boolean isUnderline(int at, int end, byte sign) {
        int length = sign == '=' || sign == '-' ? countSigns(at, end, sign) : 0;
        return length >= MIN_RULE_LENGTH && skipSpaces(at + length, end) == end;
    }

    /** Returns whether a line begins a paragraph of text, so that it can be the title above an underline. */
    private boolean isTitle(int line, int start) {
        int from = lines.start(line);
        int end = contentEnd(line);
        int at = skipSpaces(from, end);
        boolean isFirst = line == start || isBlank(line - 1) || headings.lastLine() == line - 1;
        return isFirst && at < end && at - from <= 3 && "#>|-*+=<`~".indexOf(text.at(at)) < 0;
    }

    @Override
    public Slice text() {
        return text;
    }

    @Override
    public LineIndex lines() {
        return lines;
    }

    @Override
    public Headings headings() {
        return headings;
    }

    /** Returns the headings above a line with their numbers, such as {@code #14 Limits}. */
    @Override
    public List<String> ancestors(int line) {
        List<String> names = new ArrayList<>();
        int index = headings.innermostAt(line);
        while (index >= 0 && names.size() < MAX_ANCESTORS) {
            if (headings.span(index).first() < line) {
                names.add(0, "#" + (index + 1) + " " + shortened(headings.title(index)));
            }
            index = headings.parent(index);
        }
        return names;
    }

    private static String shortened(String title) {
        return title.length() <= MAX_ANCESTOR_NAME
                ? title
                : title.substring(0, title.offsetByCodePoints(0, MAX_ANCESTOR_NAME / 2)) + "…";
    }

    @Override
    public List<LineSpan> partsOfReference(String reference) {
        return List.of();
    }

    /** Returns the number of fenced blocks that begin in these lines, by language; {@code text} if they name none. */
    public Map<String, Integer> blocksByLanguage(LineSpan span) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        // reads from the beginning, because a block may be open where the span begins
        MarkdownContents reader = new MarkdownContents(text, lines);
        for (int line = endOfFrontMatter(); line < span.end(); line++) {
            int from = skipSpaces(lines.start(line), contentEnd(line));
            byte sign = from < contentEnd(line) ? text.at(from) : 0;
            if (sign != '`' && sign != '~') {
                continue;
            }
            boolean wasOpen = reader.fenceLine >= 0;
            reader.readFence(line, from, contentEnd(line), sign);
            if (!wasOpen && reader.fenceLine == line && line >= span.first()) {
                String language = language(from + reader.fenceLength, contentEnd(line));
                boolean isNamed = counts.containsKey(language) || counts.size() < MAX_LANGUAGES;
                counts.merge(isNamed ? language : "other", 1, Integer::sum);
            }
        }
        return counts;
    }

    private String language(int from, int end) {
        int at = skipSpaces(from, end);
        int to = at;
        while (to < end && to - at < MAX_LANGUAGE_LENGTH && isLanguageSign(text.at(to))) {
            to++;
        }
        return to == at ? "text" : text.sub(at, to).utf8().toLowerCase(Locale.ROOT);
    }

    private static boolean isLanguageSign(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || "+-#._".indexOf(b) >= 0;
    }

    /** Returns the title without its marks, at most 1 KB of it. */
    private String title(int line) {
        int end = contentEnd(line);
        int from = skipSpaces(lines.start(line), end);
        int marks = Math.min(Headings.MAX_LEVEL, countSigns(from, end, (byte) '#'));
        from = skipSpaces(from + marks, end);
        int to = end;
        while (marks > 0 && to > from && text.at(to - 1) == '#') {
            to--;
        }
        // marks at the end close the heading only after a space
        to = to > from && to < end && text.at(to - 1) != ' ' ? end : to;
        while (to > from && text.at(to - 1) == ' ') {
            to--;
        }
        Slice title = text.sub(from, to);
        Slice shown = title.length() <= MAX_TITLE_BYTES ? title : title.sub(0, Utf8.floor(title, MAX_TITLE_BYTES));
        return new String(shown.toByteArray(), StandardCharsets.UTF_8);
    }

    private boolean isBlank(int line) {
        return skipSpaces(lines.start(line), contentEnd(line)) == contentEnd(line);
    }

    /** Returns the end of a line without its line break and the white space before. */
    private int contentEnd(int line) {
        int end = lines.end(line);
        while (end > lines.start(line) && text.at(end - 1) >= 0 && text.at(end - 1) <= ' ') {
            end--;
        }
        return end;
    }

    private int skipSpaces(int from, int end) {
        int at = from;
        while (at < end && (text.at(at) == ' ' || text.at(at) == '\t')) {
            at++;
        }
        return at;
    }

    private int countSigns(int from, int end, byte sign) {
        int at = from;
        while (at < end && text.at(at) == sign) {
            at++;
        }
        return at - from;
    }

    private boolean contains(int from, int end, byte sign) {
        for (int at = from; at < end; at++) {
            if (text.at(at) == sign) {
                return true;
            }
        }
        return false;
    }
}
