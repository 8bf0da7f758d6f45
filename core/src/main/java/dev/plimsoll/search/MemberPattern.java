package dev.plimsoll.search;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.JsonEquality;
import dev.plimsoll.json.frame.LineIndex;
import java.util.function.IntConsumer;

/**
 * Pattern {@code "key": value}. It matches a member with this key and an equal value, regardless of escapes and white space. In a
 * text, it matches a member within one line, also if its quotes are escaped: {@code {\"key\": 7}}.
 */
final class MemberPattern implements SearchPattern {

    /**
     * Number of bytes that are decoded for an escaped value, in addition to twice the length of the wanted value. They allow for
     * white space and long escapes.
     */
    private static final int EXTRA_BYTES = 64;

    private final Slice key;

    /** The key as JSON, with its opening quote but without its closing one. */
    private final Slice quotedKey;

    private final Slice value;
    private final SearchDeadline searchDeadline;

    /** Finds positions where the key may occur; unused if the key is empty. */
    private final TextPattern keyPattern;

    MemberPattern(Slice key, Slice value, SearchDeadline searchDeadline) {
        this.key = key;
        Slice quoted = new ByteSink(key.length() + 2).string(key).slice();
        this.quotedKey = quoted.sub(0, quoted.length() - 1);
        this.value = value;
        this.searchDeadline = searchDeadline;
        this.keyPattern = new TextPattern(key.isEmpty() ? " " : key.utf8(), searchDeadline);
    }

    @Override
    public int findInToken(Slice token) {
        return -1;
    }

    @Override
    public boolean matchesKey(Slice escapedKey) {
        return ScalarWalker.decode(escapedKey).contentEquals(key);
    }

    @Override
    public boolean matchesMember(Slice escapedKey, Slice memberValue) {
        return matchesKey(escapedKey)
                && Json.type(memberValue) == Json.type(value)
                && JsonEquality.isEqual(memberValue, value);
    }

    @Override
    public int findFirst(Slice text) {
        return findNext(text, 0);
    }

    private int findNext(Slice text, int from) {
        int offset = ByteSearch.indexOf(text, quotedKey, from);
        while (offset >= 0 && !isMemberAt(text, offset)) {
            searchDeadline.check();
            offset = ByteSearch.indexOf(text, quotedKey, offset + 1);
        }
        return offset;
    }

    private boolean isMemberAt(Slice text, int offset) {
        int keyEnd = offset + quotedKey.length();
        if (keyEnd + 1 >= text.length()) {
            return false;
        }
        if (text.at(keyEnd) == '"') {
            return hasValueAt(text, keyEnd + 1);
        }
        boolean isEscaped =
                offset > 0 && text.at(offset - 1) == '\\' && text.at(keyEnd) == '\\' && text.at(keyEnd + 1) == '"';
        return isEscaped && hasEscapedValueAt(text, keyEnd + 2);
    }

    private boolean hasEscapedValueAt(Slice text, int offset) {
        int end = Math.min(text.length(), offset + 2 * value.length() + EXTRA_BYTES);
        return hasValueAt(Slice.of(JsonText.unescape(text.sub(offset, end))), 0);
    }

    private boolean hasValueAt(Slice text, int offset) {
        byte[] bytes = text.bytes();
        int colon = Json.skipSpace(bytes, text.from() + offset, text.to());
        if (colon == text.to() || bytes[colon] != ':') {
            return false;
        }
        int start = Json.skipSpace(bytes, colon + 1, text.to());
        boolean isCandidate = start < text.to() && Json.type(new Slice(bytes, start, text.to())) == Json.type(value);
        int end = isCandidate ? Json.endOfValid(bytes, start, text.to()) : start;
        return end > start && JsonEquality.isEqual(new Slice(bytes, start, end), value);
    }

    @Override
    public void forEachMatch(Slice text, LineIndex lines, IntConsumer onMatch) {
        for (int i = 0; i < lines.count(); i++) {
            searchDeadline.check();
            int start = lines.start(i);
            Slice line = text.sub(start, SearchPattern.lineEnd(text, lines, i));
            int offset = findNext(line, 0);
            boolean isLong = offset >= 0 && SearchPattern.isLong(text, lines, i);
            while (offset >= 0) {
                onMatch.accept(start + offset);
                offset = isLong ? findNext(line, offset + quotedKey.length()) : -1;
            }
        }
    }

    @Override
    public int skipTo(byte[] json, int from, int to) {
        return key.isEmpty() ? from : keyPattern.skipTo(json, from, to);
    }
}
