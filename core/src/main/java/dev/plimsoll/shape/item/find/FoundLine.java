package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.search.SearchPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Line of a text that contains a match.
 *
 * @param offset offset of the match in the text
 * @param linesBefore if the text is a section, the number of lines before it in the whole text; otherwise 0
 * @param path path of the text; null if it has none
 * @param names sections and parts that contain the line, such as headings of Markdown or nodes of a page snapshot
 */
record FoundLine(
        Slice text,
        LineIndex lines,
        int offset,
        int linesBefore,
        @Nullable JsonPointer path,
        List<String> names) {

    int index() {
        return lines.lineAt(offset);
    }

    /** Returns the number in the complete text, from 1. */
    int number() {
        return linesBefore + index() + 1;
    }

    boolean isLong() {
        return SearchPattern.isLong(text, lines, index());
    }

    /** Returns the position of the match in the line, in bytes. */
    int start() {
        return offset - lines.start(index());
    }

    /** Returns the position of the match in the line, in characters from 1. */
    int column() {
        return Utf8.codePoints(content().sub(0, start())) + 1;
    }

    /**
     * Returns the lines around the match, or the characters around it in a long line, as a value of the argument {@code
     * lines}.
     */
    String rangeAround(int nearLines, int nearCharacters) {
        int center = isLong() ? column() : number();
        int distance = isLong() ? nearCharacters : nearLines;
        String range = Math.max(1, center - distance) + "-" + (center + distance);
        return isLong() ? number() + ":" + range : range;
    }

    /** Returns the line without its line break, or with the part of the line break that is before the match. */
    Slice content() {
        int end = Math.max(offset, SearchPattern.lineEnd(text, lines, index()));
        return text.sub(lines.start(index()), end);
    }

    /** Returns another line of the text without its line break. */
    Slice content(int line) {
        return text.sub(lines.start(line), SearchPattern.lineEnd(text, lines, line));
    }
}
