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
 * Headings of a Markdown text outside fenced blocks, and the number of fenced blocks in each language. A heading begins
 * with one to six {@code #}, or is followed by a line of {@code =} or {@code -}.
 */
public final class MarkdownContents implements TableOfContents {

    /** Maximum number of languages that are counted by name. Blocks in other languages are counted together. */
    private static final int MAX_LANGUAGES = 40;

    private static final int MAX_LANGUAGE_LENGTH = 24;
    private static final int MIN_FENCE_LENGTH = 3;
    private static final int MIN_UNDERLINE_LENGTH = 2;
    private static final int MAX_TITLE_BYTES = 1024;
    private static final int MAX_ANCESTORS = 5;
    private static final int MAX_ANCESTOR_NAME = 60;

    private final Slice text;
    private final LineIndex lines;
    private final Headings headings;
    private int fenceLine = -1;
    private byte fenceByte;
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
                && countBytes(lines.start(line), contentEnd(line), (byte) '-') == 3;
    }

    private void readLine(int line, int firstLine) {
        int lineStart = lines.start(line);
        int end = contentEnd(line);
        int contentStart = skipSpaces(lineStart, end);
        byte firstByte = contentStart < end ? text.at(contentStart) : 0;
        if (firstByte == '`' || firstByte == '~') {
            readFence(line, contentStart, end, firstByte);
        } else if (fenceLine >= 0 || contentStart - lineStart > 3) {
            return;
        } else if (firstByte == '#') {
            int level = countBytes(contentStart, end, firstByte);
            boolean isFollowedBySpace = contentStart + level == end
                    || text.at(contentStart + level) == ' '
                    || text.at(contentStart + level) == '\t';
            if (level <= Headings.MAX_LEVEL && isFollowedBySpace) {
                headings.add(line, level);
            }
        } else if (line > firstLine && isUnderline(contentStart, end, firstByte) && canBeTitle(line - 1, firstLine)) {
            headings.add(line - 1, firstByte == '=' ? 1 : 2);
        }
    }

    private void readFence(int line, int fenceStart, int end, byte firstByte) {
        int length = countBytes(fenceStart, end, firstByte);
        if (length < MIN_FENCE_LENGTH) {
            return;
        }
        int infoStart = skipSpaces(fenceStart + length, end);
        if (fenceLine < 0 && !(firstByte == '`' && containsByte(infoStart, end, firstByte))) {
            fenceLine = line;
            fenceByte = firstByte;
            fenceLength = length;
        } else if (fenceLine >= 0 && firstByte == fenceByte && length >= fenceLength && infoStart == end) {
            fenceLine = -1;
        }
    }

    private boolean isUnderline(int underlineStart, int end, byte firstByte) {
        int length = firstByte == '=' || firstByte == '-' ? countBytes(underlineStart, end, firstByte) : 0;
        return length >= MIN_UNDERLINE_LENGTH && skipSpaces(underlineStart + length, end) == end;
    }

    /** Returns whether a line begins a paragraph of text, so that it can be the title above an underline. */
    private boolean canBeTitle(int line, int firstLine) {
        int lineStart = lines.start(line);
        int end = contentEnd(line);
        int contentStart = skipSpaces(lineStart, end);
        boolean isParagraphStart = line == firstLine || isBlank(line - 1) || headings.lastLine() == line - 1;
        return isParagraphStart
                && contentStart < end
                && contentStart - lineStart <= 3
                && "#>|-*+=<`~".indexOf(text.at(contentStart)) < 0;
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
        int index = headings.innermostContaining(line);
        while (index >= 0 && names.size() < MAX_ANCESTORS) {
            if (headings.span(index).first() < line) {
                names.add(0, "#" + (index + 1) + " " + shorten(headings.title(index)));
            }
            index = headings.parent(index);
        }
        return names;
    }

    private static String shorten(String title) {
        return title.length() <= MAX_ANCESTOR_NAME
                ? title
                : title.substring(0, title.offsetByCodePoints(0, MAX_ANCESTOR_NAME / 2)) + "…";
    }

    @Override
    public List<LineSpan> findParts(String reference) {
        return List.of();
    }

    /**
     * Returns the number of fenced blocks that begin in these lines, by language. Blocks that name none count as {@code
     * text}.
     */
    public Map<String, Integer> blocksByLanguage(LineSpan span) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        // reads from the beginning, because a block may be open where the span begins
        MarkdownContents reader = new MarkdownContents(text, lines);
        for (int line = endOfFrontMatter(); line < span.end(); line++) {
            int contentStart = skipSpaces(lines.start(line), contentEnd(line));
            byte firstByte = contentStart < contentEnd(line) ? text.at(contentStart) : 0;
            if (firstByte != '`' && firstByte != '~') {
                continue;
            }
            boolean wasOpen = reader.fenceLine >= 0;
            reader.readFence(line, contentStart, contentEnd(line), firstByte);
            if (!wasOpen && reader.fenceLine == line && line >= span.first()) {
                String language = parseLanguage(contentStart + reader.fenceLength, contentEnd(line));
                boolean isCountedByName = counts.containsKey(language) || counts.size() < MAX_LANGUAGES;
                counts.merge(isCountedByName ? language : "other", 1, Integer::sum);
            }
        }
        return counts;
    }

    private String parseLanguage(int from, int end) {
        int languageStart = skipSpaces(from, end);
        int languageEnd = languageStart;
        while (languageEnd < end
                && languageEnd - languageStart < MAX_LANGUAGE_LENGTH
                && isLanguageCharacter(text.at(languageEnd))) {
            languageEnd++;
        }
        return languageEnd == languageStart
                ? "text"
                : text.sub(languageStart, languageEnd).utf8().toLowerCase(Locale.ROOT);
    }

    private static boolean isLanguageCharacter(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || "+-#._".indexOf(b) >= 0;
    }

    /** Returns a title without its {@code #} marks, shortened to 1 KB. */
    private String title(int line) {
        int end = contentEnd(line);
        int titleStart = skipSpaces(lines.start(line), end);
        int marks = Math.min(Headings.MAX_LEVEL, countBytes(titleStart, end, (byte) '#'));
        titleStart = skipSpaces(titleStart + marks, end);
        int titleEnd = end;
        while (marks > 0 && titleEnd > titleStart && text.at(titleEnd - 1) == '#') {
            titleEnd--;
        }
        // marks at the end close the heading only after a space
        titleEnd = titleEnd > titleStart && titleEnd < end && text.at(titleEnd - 1) != ' ' ? end : titleEnd;
        while (titleEnd > titleStart && text.at(titleEnd - 1) == ' ') {
            titleEnd--;
        }
        Slice title = text.sub(titleStart, titleEnd);
        Slice shortTitle = title.length() <= MAX_TITLE_BYTES ? title : title.sub(0, Utf8.floor(title, MAX_TITLE_BYTES));
        return new String(shortTitle.toByteArray(), StandardCharsets.UTF_8);
    }

    private boolean isBlank(int line) {
        return skipSpaces(lines.start(line), contentEnd(line)) == contentEnd(line);
    }

    /** Returns the end of a line without its trailing white space. */
    private int contentEnd(int line) {
        int end = lines.end(line);
        while (end > lines.start(line) && text.at(end - 1) >= 0 && text.at(end - 1) <= ' ') {
            end--;
        }
        return end;
    }

    private int skipSpaces(int from, int end) {
        int offset = from;
        while (offset < end && (text.at(offset) == ' ' || text.at(offset) == '\t')) {
            offset++;
        }
        return offset;
    }

    private int countBytes(int from, int end, byte character) {
        int offset = from;
        while (offset < end && text.at(offset) == character) {
            offset++;
        }
        return offset - from;
    }

    private boolean containsByte(int from, int end, byte character) {
        for (int offset = from; offset < end; offset++) {
            if (text.at(offset) == character) {
                return true;
            }
        }
        return false;
    }
}
