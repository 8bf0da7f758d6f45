package dev.plimsoll.search;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import java.util.function.IntConsumer;

/** Pattern to search for: a text, ignoring case, or a regular expression. */
public interface SearchPattern {

    /**
     * Parses a pattern: {@code /…/flags} is an RE2 expression, with {@code \/} for a slash; anything else is a text.
     *
     * @throws dev.plimsoll.model.RefusedException if an expression is invalid; the message names the position
     */
    static SearchPattern of(String find, SearchDeadline searchDeadline) {
        int end = find.lastIndexOf('/');
        boolean expression =
                end > 1 && find.charAt(0) == '/' && hasOnlyFlags(find, end + 1) && findUnescapedSlash(find) == end;
        return expression
                ? RegexPattern.of(find.substring(1, end), find.substring(end + 1), searchDeadline)
                : new WordPattern(find, searchDeadline);
    }

    private static boolean hasOnlyFlags(String find, int from) {
        return find.chars().skip(from).allMatch(c -> c == 'i' || c == 'm' || c == 's');
    }

    /** Returns the offset of the first slash after the opening one that is not escaped. */
    private static int findUnescapedSlash(String find) {
        int at = 1;
        while (at < find.length() && find.charAt(at) != '/') {
            at += find.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }

    /** Returns the offset in bytes of the first match in a decoded text; -1 if there is none. */
    int findFirst(Slice text);

    /** Reports the offset in the text of the first match in each line that has one. */
    void forEachLine(Slice text, LineIndex lines, IntConsumer found);

    /** Returns an offset in JSON before which, starting at {@code from}, no value can match. */
    default int skipTo(byte[] json, int from, int to) {
        return from;
    }

    /** Returns the offset in the text of the end of a line without its line break. */
    static int lineEnd(Slice text, LineIndex lines, int line) {
        int end = lines.end(line);
        int start = lines.start(line);
        end -= end > start && text.at(end - 1) == '\n' ? 1 : 0;
        return end > start && text.at(end - 1) == '\r' ? end - 1 : end;
    }
}
