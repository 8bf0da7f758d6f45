package dev.plimsoll.query.value;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Object in a document. The first access scans it, the second one creates an index of its members. */
public final class RawObjectValue extends ObjectValue {

    /** Ints per member: start and end of its key and of its value. */
    private static final int INTS_PER_MEMBER = 4;

    /** Maximum number of members for which all pairs of keys are compared. */
    private static final int MAX_PAIRWISE_MEMBERS = 12;

    private final byte[] b;
    private final int from;
    private final int limit;
    private int end;
    private boolean isScanned;
    private int @Nullable [] index;
    private @Nullable Map<StringValue, Integer> byName;

    RawObjectValue(byte[] b, int from, int limit, int end) {
        this.b = b;
        this.from = from;
        this.limit = limit;
        this.end = end;
    }

    int end() {
        if (end < 0) {
            end = Json.skipValue(b, from, limit);
        }
        return end;
    }

    @Override
    public Slice source() {
        return new Slice(b, from, end());
    }

    @Override
    public int length(QueryMeter queryMeter) {
        return index(queryMeter).length / INTS_PER_MEMBER;
    }

    @Override
    public @Nullable Value get(StringValue key, QueryMeter queryMeter) {
        queryMeter.step();
        if (isScanned || index != null) {
            int i = find(key, index(queryMeter));
            return i < 0 ? null : value(i, index(queryMeter));
        }
        isScanned = true;
        return scanFor(key, queryMeter);
    }

    private @Nullable Value scanFor(StringValue key, QueryMeter queryMeter) {
        int found = -1;
        int foundEnd = -1;
        int at = Json.skipSpace(b, from + 1, limit);
        while (b[at] != '}') {
            int keyEnd = Json.skipString(b, at, limit);
            int value = valueAfter(keyEnd);
            int after = Json.skipValue(b, value, limit);
            if (key.isKey(b, at + 1, keyEnd - 1)) {
                found = value;
                foundEnd = after;
            }
            at = skipSeparator(after);
        }
        end = at + 1;
        queryMeter.addScannedBytes(end - from);
        return found < 0 ? null : Value.of(b, found, foundEnd);
    }

    private int valueAfter(int keyEnd) {
        int colon = Json.skipSpace(b, keyEnd, limit);
        return Json.skipSpace(b, colon + 1, limit);
    }

    private int skipSeparator(int after) {
        int at = Json.skipSpace(b, after, limit);
        return b[at] == ',' ? Json.skipSpace(b, at + 1, limit) : at;
    }

    private int[] index(QueryMeter queryMeter) {
        int[] known = index;
        if (known == null) {
            known = distinct(members(queryMeter));
            index = known;
            queryMeter.addBuiltBytes((long) Integer.BYTES * known.length);
        }
        return known;
    }

    private int[] members(QueryMeter queryMeter) {
        int[] members = new int[8 * INTS_PER_MEMBER];
        int size = 0;
        int at = Json.skipSpace(b, from + 1, limit);
        while (b[at] != '}') {
            if (size == members.length) {
                members = Arrays.copyOf(members, 2 * size);
            }
            int keyEnd = Json.skipString(b, at, limit);
            int value = valueAfter(keyEnd);
            int after = Json.skipValue(b, value, limit);
            members[size] = at + 1;
            members[size + 1] = keyEnd - 1;
            members[size + 2] = value;
            members[size + 3] = after;
            size += INTS_PER_MEMBER;
            at = skipSeparator(after);
        }
        end = at + 1;
        queryMeter.addScannedBytes(end - from);
        queryMeter.addSteps(size / INTS_PER_MEMBER);
        return Arrays.copyOf(members, size);
    }

    /** Removes repeated names. Each keeps its first position and its last value. */
    private int[] distinct(int[] members) {
        if (members.length > MAX_PAIRWISE_MEMBERS * INTS_PER_MEMBER) {
            return distinctByHash(members);
        }
        for (int i = INTS_PER_MEMBER; i < members.length; i += INTS_PER_MEMBER) {
            for (int j = 0; j < i; j += INTS_PER_MEMBER) {
                if (sameKey(members, i, j)) {
                    return distinctByHash(members);
                }
            }
        }
        return members;
    }

    private boolean sameKey(int[] members, int i, int j) {
        if (isEscaped(members, i) || isEscaped(members, j)) {
            return key(i / INTS_PER_MEMBER, members).equals(key(j / INTS_PER_MEMBER, members));
        }
        return Arrays.equals(b, members[i], members[i + 1], b, members[j], members[j + 1]);
    }

    private boolean isEscaped(int[] members, int i) {
        for (int at = members[i]; at < members[i + 1]; at++) {
            if (b[at] == '\\') {
                return true;
            }
        }
        return false;
    }

    private int[] distinctByHash(int[] members) {
        Map<StringValue, Integer> indexes = new LinkedHashMap<>(members.length / 2);
        int[] distinct = members.clone();
        int size = 0;
        for (int i = 0; i < members.length; i += INTS_PER_MEMBER) {
            Integer knownIndex = indexes.putIfAbsent(key(i / INTS_PER_MEMBER, members), size / INTS_PER_MEMBER);
            int to = knownIndex == null ? size : knownIndex * INTS_PER_MEMBER;
            System.arraycopy(members, i, distinct, to, INTS_PER_MEMBER);
            size += knownIndex == null ? INTS_PER_MEMBER : 0;
        }
        byName = indexes;
        return Arrays.copyOf(distinct, size);
    }

    private int find(StringValue key, int[] members) {
        if (byName != null) {
            return byName.getOrDefault(key, -1);
        }
        for (int i = 0; i < members.length; i += INTS_PER_MEMBER) {
            if (key.isKey(b, members[i], members[i + 1])) {
                return i / INTS_PER_MEMBER;
            }
        }
        return -1;
    }

    private StringValue key(int i, int[] members) {
        return StringValue.ofEscaped(new Slice(b, members[i * INTS_PER_MEMBER], members[i * INTS_PER_MEMBER + 1]));
    }

    private Value value(int i, int[] members) {
        return Value.of(b, members[i * INTS_PER_MEMBER + 2], members[i * INTS_PER_MEMBER + 3]);
    }

    @Override
    public ObjectValue.Entries entries(QueryMeter queryMeter) {
        int[] members = index(queryMeter);
        return new ObjectValue.Entries() {
            private int i = -1;

            @Override
            public boolean next() {
                queryMeter.step();
                return ++i < members.length / INTS_PER_MEMBER;
            }

            @Override
            public StringValue key() {
                return RawObjectValue.this.key(i, members);
            }

            @Override
            public Value value() {
                return RawObjectValue.this.value(i, members);
            }
        };
    }
}
