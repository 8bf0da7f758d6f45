package dev.plimsoll.search;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import java.util.function.IntConsumer;

/** What is looked for: a text, whatever its case, or a regular expression. */
public interface SearchPattern {

    /**
     * {@code /…/flags} is a regular expression of RE2, with {@code \/} for a slash; all else is a text.
     *
     * @throws dev.plimsoll.model.RefusedException naming the place where an expression is wrong
     */
    static SearchPattern of(String find, SearchDeadline searchDeadline) {
        int end = find.lastIndexOf('/');
        boolean expression = end > 1 && find.charAt(0) == '/' && onlyFlags(find, end + 1) && bareSlash(find) == end;
        return expression
                ? RegexPattern.of(find.substring(1, end), find.substring(end + 1), searchDeadline)
                : new WordPattern(find, searchDeadline);
    }

    private static boolean onlyFlags(String find, int from) {
        return find.chars().skip(from).allMatch(c -> c == 'i' || c == 'm' || c == 's');
    }

    /** The first slash behind the first that no backslash stands before. */
    private static int bareSlash(String find) {
        int at = 1;
        while (at < find.length() && find.charAt(at) != '/') {
            at += find.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }

    /** Where it stands first in a decoded text, as an offset in bytes; -1 when it does not. */
    int first(Slice text);

    /** Tells where it stands first in each line that has it, as offsets in the text. */
    void eachLine(Slice text, LineIndex lines, IntConsumer found);

    /** A place in JSON, from this one on, before which it certainly does not stand in any value. */
    default int skip(byte[] json, int from, int to) {
        return from;
    }

    /** The end of a line without its newline, as an offset in the text. */
    static int endOf(Slice text, LineIndex lines, int line) {
        int end = lines.end(line);
        int start = lines.start(line);
        end -= end > start && text.at(end - 1) == '\n' ? 1 : 0;
        return end > start && text.at(end - 1) == '\r' ? end - 1 : end;
    }
}
