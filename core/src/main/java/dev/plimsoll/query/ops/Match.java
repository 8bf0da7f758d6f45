package dev.plimsoll.query.ops;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Where a regular expression matched.
 *
 * @param text all of it
 * @param bounds where the match and its groups begin and end, as bytes of the text; -1 where a group took no part
 * @param names of the groups, from the first on; null where a group has none
 * @param points code points in front of the match
 */
public record Match(Slice text, int[] bounds, @Nullable String[] names, int points) {

    private static final Str OFFSET = Str.of("offset");
    private static final Str LENGTH = Str.of("length");
    private static final Str STRING = Str.of("string");
    private static final Str CAPTURES = Str.of("captures");
    private static final Str NAME = Str.of("name");

    public int from() {
        return bounds[0];
    }

    public int to() {
        return bounds[1];
    }

    private Value part(int group) {
        int from = bounds[2 * group];
        return from < 0 ? Constant.NULL : Str.ofText(text.sub(from, bounds[2 * group + 1]));
    }

    /** As {@code match} gives it. */
    public Value toObject(Meter meter) {
        ListArr captures = new ListArr(names.length);
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            captures.add(described(i + 1, meter).add(NAME, name == null ? Constant.NULL : Str.of(name), meter), meter);
        }
        return described(0, meter).add(CAPTURES, captures, meter);
    }

    private MapObj described(int group, Meter meter) {
        int from = bounds[2 * group];
        int to = bounds[2 * group + 1];
        int offset = from < 0 ? -1 : points + Utf8.codePoints(text.sub(from(), from));
        int length = from < 0 ? 0 : Utf8.codePoints(text.sub(from, to));
        return new MapObj()
                .add(OFFSET, Num.of(offset), meter)
                .add(LENGTH, Num.of(length), meter)
                .add(STRING, part(group), meter);
    }

    /** The named groups. */
    public Value captures(Meter meter) {
        MapObj captures = new MapObj();
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            if (name != null) {
                captures.add(Str.of(name), part(i + 1), meter);
            }
        }
        return captures;
    }

    /** As {@code scan} gives it: the match, or its groups if there are any. */
    public Value scanned(Meter meter) {
        if (names.length == 0) {
            return part(0);
        }
        ListArr groups = new ListArr(names.length);
        for (int i = 1; i <= names.length; i++) {
            groups.add(part(i), meter);
        }
        return groups;
    }
}
