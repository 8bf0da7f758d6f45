package dev.plimsoll.query.value;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Object in a document. The first access scans it; the second access creates an index of its members. */
public final class RawObjectValue extends ObjectValue {

    /** Ints per member: start and end of its key and of its value. */
    private static final int INTS_PER_MEMBER = 4;

    /** Maximum number of members for which all pairs of keys are compared. */
    private static final int MAX_PAIRWISE_MEMBERS = 12;

    private final byte[] bytes;
    private final int from;
    private final int limit;
    private int end;
    private boolean isScanned;
    private int @Nullable [] index;
    private @Nullable Map<StringValue, Integer> indexByName;

    RawObjectValue(byte[] bytes, int from, int limit, int end) {
        this.bytes = bytes;
        this.from = from;
        this.limit = limit;
        this.end = end;
    }

    int end() {
        if (end < 0) {
            end = Json.skipValue(bytes, from, limit);
        }
        return end;
    }

    @Override
    public Slice source() {
        return new Slice(bytes, from, end());
    }

    @Override
    public int length(QueryMeter queryMeter) {
        return memberIndex(queryMeter).length / INTS_PER_MEMBER;
    }

    @Override
    public @Nullable Value get(StringValue key, QueryMeter queryMeter) {
        queryMeter.step();
        if (isScanned || index != null) {
            int i = find(key, memberIndex(queryMeter));
            return i < 0 ? null : value(i, memberIndex(queryMeter));
        }
        isScanned = true;
        return scanFor(key, queryMeter);
    }

    private @Nullable Value scanFor(StringValue key, QueryMeter queryMeter) {
        int foundStart = -1;
        int foundEnd = -1;
        int offset = Json.skipSpace(bytes, from + 1, limit);
        while (bytes[offset] != '}') {
            int keyEnd = Json.skipString(bytes, offset, limit);
            int valueStart = valueStart(keyEnd);
            int valueEnd = Json.skipValue(bytes, valueStart, limit);
            if (key.equalsKey(bytes, offset + 1, keyEnd - 1)) {
                foundStart = valueStart;
                foundEnd = valueEnd;
            }
            offset = skipSeparator(valueEnd);
        }
        end = offset + 1;
        queryMeter.addScannedBytes(end - from);
        return foundStart < 0 ? null : Value.of(bytes, foundStart, foundEnd);
    }

    private int valueStart(int keyEnd) {
        int colon = Json.skipSpace(bytes, keyEnd, limit);
        return Json.skipSpace(bytes, colon + 1, limit);
    }

    private int skipSeparator(int valueEnd) {
        int offset = Json.skipSpace(bytes, valueEnd, limit);
        return bytes[offset] == ',' ? Json.skipSpace(bytes, offset + 1, limit) : offset;
    }

    private int[] memberIndex(QueryMeter queryMeter) {
        int[] memberIndex = index;
        if (memberIndex == null) {
            memberIndex = removeDuplicates(scanMembers(queryMeter));
            index = memberIndex;
            queryMeter.addBuiltBytes((long) Integer.BYTES * memberIndex.length);
        }
        return memberIndex;
    }

    private int[] scanMembers(QueryMeter queryMeter) {
        int[] members = new int[8 * INTS_PER_MEMBER];
        int size = 0;
        int offset = Json.skipSpace(bytes, from + 1, limit);
        while (bytes[offset] != '}') {
            if (size == members.length) {
                members = Arrays.copyOf(members, 2 * size);
            }
            int keyEnd = Json.skipString(bytes, offset, limit);
            int valueStart = valueStart(keyEnd);
            int valueEnd = Json.skipValue(bytes, valueStart, limit);
            members[size] = offset + 1;
            members[size + 1] = keyEnd - 1;
            members[size + 2] = valueStart;
            members[size + 3] = valueEnd;
            size += INTS_PER_MEMBER;
            offset = skipSeparator(valueEnd);
        }
        end = offset + 1;
        queryMeter.addScannedBytes(end - from);
        queryMeter.addSteps(size / INTS_PER_MEMBER);
        return Arrays.copyOf(members, size);
    }

    /** Removes repeated names. Each keeps its first position and its last value. */
    private int[] removeDuplicates(int[] members) {
        if (members.length > MAX_PAIRWISE_MEMBERS * INTS_PER_MEMBER) {
            return removeDuplicatesByHash(members);
        }
        for (int i = INTS_PER_MEMBER; i < members.length; i += INTS_PER_MEMBER) {
            for (int j = 0; j < i; j += INTS_PER_MEMBER) {
                if (isSameKey(members, i, j)) {
                    return removeDuplicatesByHash(members);
                }
            }
        }
        return members;
    }

    private boolean isSameKey(int[] members, int i, int j) {
        if (isEscaped(members, i) || isEscaped(members, j)) {
            return key(i / INTS_PER_MEMBER, members).equals(key(j / INTS_PER_MEMBER, members));
        }
        return Arrays.equals(bytes, members[i], members[i + 1], bytes, members[j], members[j + 1]);
    }

    private boolean isEscaped(int[] members, int i) {
        for (int offset = members[i]; offset < members[i + 1]; offset++) {
            if (bytes[offset] == '\\') {
                return true;
            }
        }
        return false;
    }

    private int[] removeDuplicatesByHash(int[] members) {
        Map<StringValue, Integer> indexes = new LinkedHashMap<>(members.length / 2);
        int[] distinct = members.clone();
        int size = 0;
        for (int i = 0; i < members.length; i += INTS_PER_MEMBER) {
            Integer knownIndex = indexes.putIfAbsent(key(i / INTS_PER_MEMBER, members), size / INTS_PER_MEMBER);
            int target = knownIndex == null ? size : knownIndex * INTS_PER_MEMBER;
            System.arraycopy(members, i, distinct, target, INTS_PER_MEMBER);
            size += knownIndex == null ? INTS_PER_MEMBER : 0;
        }
        indexByName = indexes;
        return Arrays.copyOf(distinct, size);
    }

    private int find(StringValue key, int[] members) {
        if (indexByName != null) {
            return indexByName.getOrDefault(key, -1);
        }
        for (int i = 0; i < members.length; i += INTS_PER_MEMBER) {
            if (key.equalsKey(bytes, members[i], members[i + 1])) {
                return i / INTS_PER_MEMBER;
            }
        }
        return -1;
    }

    private StringValue key(int i, int[] members) {
        return StringValue.ofEscaped(new Slice(bytes, members[i * INTS_PER_MEMBER], members[i * INTS_PER_MEMBER + 1]));
    }

    private Value value(int i, int[] members) {
        return Value.of(bytes, members[i * INTS_PER_MEMBER + 2], members[i * INTS_PER_MEMBER + 3]);
    }

    @Override
    public ObjectValue.Entries entries(QueryMeter queryMeter) {
        int[] members = memberIndex(queryMeter);
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
