package dev.plimsoll.search.rank;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Headings in a plain text: underlined lines, lines that begin with {@code <h1>} to {@code <h6>}, numbered titles and titles in
 * capitals between empty lines, and Chinese chapter titles.
 */
final class HeadingLines implements TextHeadings {

    private static final int MAX_LINE_BYTES = 200;
    private static final int MAX_TITLE_LENGTH = 80;
    private static final int MAX_DEPTH = 5;
    private static final int MAX_LEVEL = 9;
    private static final int MIN_UNDERLINE_LENGTH = 3;

    /** Number of bytes from which a title can continue on the next line. */
    private static final int MIN_LONG_TITLE = 50;

    private static final int MIN_CAPITALS = 4;

    /** First byte of the letters beyond ASCII, from À on. */
    private static final int MIN_LETTER_BEYOND_ASCII = 0xC3;

    private static final String UNDERLINES = "=-~^*+";
    private static final Pattern TAG = Pattern.compile("<[^<>]{0,200}>");
    private static final Pattern NUMBERED = Pattern.compile(
            "(?:\\p{Lu}\\p{L}{2,12} )?(\\d{1,3}(?:\\.\\d{1,3}){0,6})\\.?[ \\t\\u00A0\\u3000]{1,4}[\\p{L}\"„“«».-].{0,150}");
    private static final Pattern CHAPTER = Pattern.compile("第[〇零一二三四五六七八九十百千0-9]{1,6}([章节節条條编編]).{0,60}");

    private final Slice text;
    private final LineIndex lines;
    private int[] headingLines = new int[16];
    private byte[] levels = new byte[16];
    private int count;

    /** Characters of the underlines so far; the position of a character determines the level of its titles. */
    private String usedUnderlines = "";

    private HeadingLines(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
    }

    static HeadingLines find(Slice text, LineIndex lines) {
        HeadingLines headings = new HeadingLines(text, lines);
        for (int line = 0; line < lines.count(); line++) {
            headings.readLine(line);
        }
        return headings;
    }

    private void readLine(int line) {
        int start = lines.start(line);
        int end = contentEnd(line);
        if (end == start || end - start > MAX_LINE_BYTES) {
            return;
        }
        int firstByte = text.at(start) & 0xFF;
        if (line > 0 && isUnderline(start, end) && isUnderlinedTitle(line - 1, end - start)) {
            addHeading(line - 1, levelOfUnderline((char) firstByte));
        } else if (isHeadingTag(start, end)) {
            addHeading(line, text.at(start + 2) - '0');
        } else if (isBlank(line - 1) && isPossibleTitle(firstByte)) {
            readTitle(line, text.sub(start, end).utf8());
        }
    }

    /** Returns the level of titles with an underline of this character: 1 for the first character in the text, 2 for the next, and so on. */
    private int levelOfUnderline(char character) {
        if (usedUnderlines.indexOf(character) < 0) {
            usedUnderlines += character;
        }
        return usedUnderlines.indexOf(character) + 1;
    }

    /** Returns whether a line begins with a tag {@code <h1>} to {@code <h6>}. */
    private boolean isHeadingTag(int from, int end) {
        return end - from > 3
                && text.at(from) == '<'
                && (text.at(from + 1) | 0x20) == 'h'
                && text.at(from + 2) >= '1'
                && text.at(from + 2) <= '6'
                && (text.at(from + 3) == '>' || text.at(from + 3) == ' ');
    }

    /** Returns whether a title can begin with this byte: of a digit, a capital letter, or a letter beyond ASCII. */
    private static boolean isPossibleTitle(int first) {
        return (first >= '0' && first <= '9') || (first >= 'A' && first <= 'Z') || first >= MIN_LETTER_BEYOND_ASCII;
    }

    private void readTitle(int line, String title) {
        Matcher chapter = CHAPTER.matcher(title);
        Matcher numbered = NUMBERED.matcher(title);
        boolean isSentence = title.endsWith(".") || title.endsWith(",") || title.endsWith(";");
        if (chapter.matches()) {
            addHeading(line, "章编編".contains(chapter.group(1)) ? 1 : "节節".contains(chapter.group(1)) ? 2 : 3);
        } else if (!isSentence && numbered.matches() && hasTitleEnd(line)) {
            addHeading(
                    line,
                    1 + (int) numbered.group(1).chars().filter(c -> c == '.').count());
        } else if (isUpperCaseTitle(title) && (isBlank(line + 1) || isIndented(line + 1))) {
            addHeading(line, 1);
        }
    }

    /** Returns whether a title ends with this line or, if it is long, with the next one. */
    private boolean hasTitleEnd(int line) {
        boolean isLong = contentEnd(line) - lines.start(line) > MIN_LONG_TITLE;
        return isBlank(line + 1) || (isLong && isBlank(line + 2) && !isIndented(line + 1));
    }

    private static boolean isUpperCaseTitle(String title) {
        return title.length() <= MAX_TITLE_LENGTH
                && title.chars().filter(Character::isUpperCase).count() >= MIN_CAPITALS
                && title.chars().noneMatch(Character::isLowerCase)
                && Character.isLetterOrDigit(title.charAt(title.length() - 1));
    }

    private boolean isUnderline(int from, int end) {
        if (UNDERLINES.indexOf(text.at(from)) < 0) {
            return false;
        }
        for (int offset = from; offset < end; offset++) {
            if (text.at(offset) != text.at(from)) {
                return false;
            }
        }
        return end - from >= MIN_UNDERLINE_LENGTH;
    }

    private boolean isUnderlinedTitle(int line, int underlineLength) {
        int from = lines.start(line);
        int length = contentEnd(line) - from;
        boolean isText = length > 0 && length <= MAX_LINE_BYTES && UNDERLINES.indexOf(text.at(from)) < 0;
        boolean isParagraphStart =
                line == 0 || isBlank(line - 1) || UNDERLINES.indexOf(text.at(lines.start(line - 1))) >= 0;
        return isText
                && isParagraphStart
                && text.at(from) != ' '
                && text.at(from) != '|'
                && 2 * underlineLength >= length
                && !(count > 0 && headingLines[count - 1] == line);
    }

    private void addHeading(int line, int level) {
        if (count == headingLines.length) {
            headingLines = Arrays.copyOf(headingLines, 2 * count);
            levels = Arrays.copyOf(levels, 2 * count);
        }
        headingLines[count] = line;
        levels[count++] = (byte) Math.min(MAX_LEVEL, level);
    }

    private boolean isBlank(int line) {
        return line < 0 || line >= lines.count() || contentEnd(line) == lines.start(line);
    }

    private boolean isIndented(int line) {
        return text.at(lines.start(line)) == ' ' || text.at(lines.start(line)) == '\t';
    }

    /** Returns the end of a line without its trailing white space. */
    private int contentEnd(int line) {
        int end = lines.end(line);
        while (end > lines.start(line) && text.at(end - 1) >= 0 && text.at(end - 1) <= ' ') {
            end--;
        }
        return end;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int line(int heading) {
        return headingLines[heading];
    }

    @Override
    public List<String> path(int heading) {
        List<String> titles = new ArrayList<>();
        int level = MAX_LEVEL + 1;
        for (int i = heading; i >= 0 && level > 1 && titles.size() < MAX_DEPTH && heading - i < 1000; i--) {
            if (levels[i] < level) {
                level = levels[i];
                titles.add(0, title(headingLines[i]));
            }
        }
        return titles;
    }

    private String title(int line) {
        String title = TAG.matcher(text.sub(lines.start(line), contentEnd(line)).utf8())
                .replaceAll("")
                .strip();
        return title.codePointCount(0, title.length()) <= MAX_TITLE_LENGTH
                ? title
                : title.substring(0, title.offsetByCodePoints(0, MAX_TITLE_LENGTH)) + "…";
    }
}
