package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.function.IntConsumer;

/**
 * Pattern {@code "value"}, which matches whole keys and whole values. In a text, which has no keys and values, it matches a line that
 * equals the value, apart from surrounding white space, or that contains the value in double quotes.
 */
final class WholeValuePattern implements SearchPattern {

    private final Slice value;
    private final Slice quoted;
    private final SearchDeadline searchDeadline;

    /** Finds positions where the value may occur; unused if the value is empty. */
    private final TextPattern textPattern;

    WholeValuePattern(Slice value, Slice quoted, SearchDeadline searchDeadline) {
        this.value = value;
        this.quoted = quoted;
        this.searchDeadline = searchDeadline;
        this.textPattern = new TextPattern(value.isEmpty() ? " " : value.utf8(), searchDeadline);
    }

    @Override
    public int findInToken(Slice token) {
        return token.contentEquals(value) ? 0 : -1;
    }

    @Override
    public int findFirst(Slice text) {
        // bytes of characters beyond ASCII are negative, and are not white space
        int valueStart = 0;
        int valueEnd = text.length();
        while (valueStart < valueEnd && text.at(valueStart) <= ' ' && text.at(valueStart) >= 0) {
            valueStart++;
        }
        while (valueEnd > valueStart && text.at(valueEnd - 1) <= ' ' && text.at(valueEnd - 1) >= 0) {
            valueEnd--;
        }
        return text.sub(valueStart, valueEnd).contentEquals(value) ? valueStart : ByteSearch.indexOf(text, quoted, 0);
    }

    @Override
    public void forEachMatch(Slice text, LineIndex lines, IntConsumer onMatch) {
        for (int i = 0; i < lines.count(); i++) {
            searchDeadline.check();
            int start = lines.start(i);
            Slice line = text.sub(start, SearchPattern.lineEnd(text, lines, i));
            int matchOffset = findFirst(line);
            boolean isLong = matchOffset >= 0 && SearchPattern.isLong(text, lines, i);
            while (matchOffset >= 0) {
                onMatch.accept(start + matchOffset);
                matchOffset = isLong ? ByteSearch.indexOf(line, quoted, matchOffset + quoted.length()) : -1;
            }
        }
    }

    @Override
    public int skipTo(byte[] json, int from, int to) {
        return value.isEmpty() ? from : textPattern.skipTo(json, from, to);
    }
}
