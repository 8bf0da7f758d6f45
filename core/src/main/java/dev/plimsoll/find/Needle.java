package dev.plimsoll.find;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is looked for: a text, whatever its case, or a regular expression. */
public interface Needle {

    Pattern REGEX = Pattern.compile("/((?:[^/\\\\]|\\\\.)+)/([ims]*)", Pattern.DOTALL);

    /**
     * {@code /…/flags} is a regular expression of RE2, with {@code \/} for a slash; all else is a text.
     *
     * @throws dev.plimsoll.model.RefusedException naming the place where an expression is wrong
     */
    static Needle of(String find, Patience patience) {
        Matcher regex = REGEX.matcher(find);
        return regex.matches() ? RegexNeedle.of(regex.group(1), regex.group(2), patience) : new WordNeedle(find);
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
