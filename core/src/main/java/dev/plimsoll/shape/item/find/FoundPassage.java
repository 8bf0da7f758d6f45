package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A passage of a text.
 *
 * @param from offset in the text where the passage begins
 * @param to offset in the text where the passage ends
 * @param linesBefore if the text is a section, the number of lines before it in the whole text; otherwise 0
 * @param location location of the text in its document
 */
record FoundPassage(Slice text, LineIndex lines, int from, int to, int linesBefore, Location location) {

    /**
     * Location of a text in a document.
     *
     * @param index index of the list item that contains the text; -1 if it is not in a list
     * @param path path of the text, or of the value that contains it; null if it has no path
     * @param isExact whether the path is that of the text itself, so that its lines can be read
     * @param names titles of the headings above the passage, the outermost first
     */
    record Location(int index, @Nullable JsonPointer path, boolean isExact, List<String> names) {}

    Slice content() {
        return text.sub(from, to);
    }

    /**
     * Returns the lines of the passage as a value of the argument {@code lines}; characters if it is a part of one
     * line.
     */
    String range() {
        int firstLine = lines.lineAt(from);
        int lastLine = lines.lineAt(to - 1);
        int number = linesBefore + firstLine + 1;
        boolean isPart = firstLine == lastLine && (from > lines.start(firstLine) || hasMoreAfter(firstLine));
        if (!isPart) {
            return number + "-" + (linesBefore + lastLine + 1);
        }
        int charactersBefore = Utf8.codePoints(text.sub(lines.start(firstLine), from));
        return number + ":" + (charactersBefore + 1) + "-" + (charactersBefore + Utf8.codePoints(content()));
    }

    /** Returns the lines around the passage, or the characters around it if it is a part of one line. */
    String rangeAround(int nearLines, int nearCharacters) {
        String range = range();
        int colon = range.indexOf(':');
        int dash = range.indexOf('-', colon + 1);
        int distance = colon < 0 ? nearLines : nearCharacters;
        int first = Integer.parseInt(range.substring(colon + 1, dash));
        int last = Integer.parseInt(range.substring(dash + 1));
        return range.substring(0, colon + 1) + Math.max(1, first - distance) + "-" + (last + distance);
    }

    private boolean hasMoreAfter(int line) {
        for (int offset = to; offset < lines.end(line); offset++) {
            if (text.at(offset) < 0 || text.at(offset) > ' ') {
                return true;
            }
        }
        return false;
    }
}
