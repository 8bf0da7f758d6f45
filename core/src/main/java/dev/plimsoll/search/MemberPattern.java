package dev.plimsoll.search;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.JsonEquality;
import dev.plimsoll.json.frame.LineIndex;
import java.util.function.IntConsumer;

/**
 * Pattern that is a member with one key and one value, however both are written. In a text, it matches a member on one line,
 * also if its quotes are escaped.
 */
final class MemberPattern implements SearchPattern {

    /** Bytes of an escaped value, beyond twice those of the value itself, to compare: white space and other forms. */
    private static final int MAX_MORE_BYTES = 64;

    private final Slice key;

    /** The key with the quote before it. */
    private final Slice opening;

    private final Slice value;
    private final SearchDeadline searchDeadline;

    /** Finds the candidates; unused for an empty key. */
    private final WordPattern word;

    MemberPattern(Slice key, Slice value, SearchDeadline searchDeadline) {
        this.key = key;
        Slice quoted = new ByteSink(key.length() + 2).string(key).slice();
        this.opening = quoted.sub(0, quoted.length() - 1);
        this.value = value;
        this.searchDeadline = searchDeadline;
        this.word = new WordPattern(key.isEmpty() ? " " : key.utf8(), searchDeadline);
    }

    @Override
    public int findInToken(Slice token) {
        return -1;
    }

    @Override
    public boolean matchesKey(Slice escaped) {
        return ScalarWalker.decoded(escaped).contentEquals(key);
    }

    @Override
    public boolean matchesMember(Slice escaped, Slice other) {
        return matchesKey(escaped) && Json.type(other) == Json.type(value) && JsonEquality.same(other, value);
    }

    @Override
    public int findFirst(Slice text) {
        return findNext(text, 0);
    }

    private int findNext(Slice text, int from) {
        int at = ByteText.indexOf(text, opening, from);
        while (at >= 0 && !isMemberAt(text, at)) {
            searchDeadline.check();
            at = ByteText.indexOf(text, opening, at + 1);
        }
        return at;
    }

    private boolean isMemberAt(Slice text, int at) {
        int after = at + opening.length();
        if (after + 1 >= text.length()) {
            return false;
        }
        if (text.at(after) == '"') {
            return hasValueAt(text, after + 1);
        }
        boolean isEscaped = at > 0 && text.at(at - 1) == '\\' && text.at(after) == '\\' && text.at(after + 1) == '"';
        return isEscaped && hasEscapedValueAt(text, after + 2);
    }

    private boolean hasEscapedValueAt(Slice text, int offset) {
        int end = Math.min(text.length(), offset + 2 * value.length() + MAX_MORE_BYTES);
        return hasValueAt(Slice.of(JsonText.unescape(text.sub(offset, end))), 0);
    }

    private boolean hasValueAt(Slice text, int offset) {
        byte[] b = text.bytes();
        int colon = Json.skipSpace(b, text.from() + offset, text.to());
        if (colon == text.to() || b[colon] != ':') {
            return false;
        }
        int start = Json.skipSpace(b, colon + 1, text.to());
        boolean isCandidate = start < text.to() && Json.type(new Slice(b, start, text.to())) == Json.type(value);
        int end = isCandidate ? Json.endOfValid(b, start, text.to()) : start;
        return end > start && JsonEquality.same(new Slice(b, start, end), value);
    }

    @Override
    public void forEachLine(Slice text, LineIndex lines, IntConsumer found) {
        for (int i = 0; i < lines.count(); i++) {
            searchDeadline.check();
            int start = lines.start(i);
            Slice line = text.sub(start, SearchPattern.lineEnd(text, lines, i));
            int at = findNext(line, 0);
            boolean isLong = at >= 0 && SearchPattern.isLong(text, lines, i);
            while (at >= 0) {
                found.accept(start + at);
                at = isLong ? findNext(line, at + opening.length()) : -1;
            }
        }
    }

    @Override
    public int skipTo(byte[] json, int from, int to) {
        return key.isEmpty() ? from : word.skipTo(json, from, to);
    }
}
