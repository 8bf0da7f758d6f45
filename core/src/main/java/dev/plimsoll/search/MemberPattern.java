package dev.plimsoll.search;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.JsonEquality;
import java.util.function.IntConsumer;

/** Pattern that is a member with one key and one value, however both are written. In a text, it matches a member on one line. */
final class MemberPattern implements SearchPattern {

    private final Slice key;
    private final Slice quotedKey;
    private final Slice value;
    private final SearchDeadline searchDeadline;

    /** Finds the candidates; unused for an empty key. */
    private final WordPattern word;

    MemberPattern(Slice key, Slice value, SearchDeadline searchDeadline) {
        this.key = key;
        this.quotedKey = new ByteSink(key.length() + 2).string(key).slice();
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
        int at = ByteText.indexOf(text, quotedKey, from);
        while (at >= 0 && !hasValueAt(text, at + quotedKey.length())) {
            at = ByteText.indexOf(text, quotedKey, at + 1);
        }
        return at;
    }

    private boolean hasValueAt(Slice text, int offset) {
        byte[] b = text.bytes();
        int colon = Json.skipSpace(b, text.from() + offset, text.to());
        if (colon == text.to() || b[colon] != ':') {
            return false;
        }
        int start = Json.skipSpace(b, colon + 1, text.to());
        int end = start == text.to() ? start : Json.endOfValid(b, start, text.to());
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
                at = isLong ? findNext(line, at + quotedKey.length()) : -1;
            }
        }
    }

    @Override
    public int skipTo(byte[] json, int from, int to) {
        return key.isEmpty() ? from : word.skipTo(json, from, to);
    }
}
