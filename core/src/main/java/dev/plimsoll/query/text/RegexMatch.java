package dev.plimsoll.query.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Match of a regular expression.
 *
 * @param text the searched text
 * @param bounds start and end of the match and its groups, as byte offsets in the text; -1 for a group that did not match
 * @param names names of the groups, from the first one; null for a group without a name
 * @param codePointsBefore code points before the match
 */
public record RegexMatch(Slice text, int[] bounds, @Nullable String[] names, int codePointsBefore) {

    private static final StringValue OFFSET = StringValue.of("offset");
    private static final StringValue LENGTH = StringValue.of("length");
    private static final StringValue STRING = StringValue.of("string");
    private static final StringValue CAPTURES = StringValue.of("captures");
    private static final StringValue NAME = StringValue.of("name");

    public int start() {
        return bounds[0];
    }

    public int end() {
        return bounds[1];
    }

    private Value groupValue(int group) {
        int from = bounds[2 * group];
        return from < 0 ? ConstantValue.NULL : StringValue.ofText(text.sub(from, bounds[2 * group + 1]));
    }

    /** Returns the match in the form of {@code match}. */
    public Value toObject(QueryMeter queryMeter) {
        ListArrayValue captures = new ListArrayValue(names.length);
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            captures.add(
                    describe(i + 1, queryMeter)
                            .add(NAME, name == null ? ConstantValue.NULL : StringValue.of(name), queryMeter),
                    queryMeter);
        }
        return describe(0, queryMeter).add(CAPTURES, captures, queryMeter);
    }

    private MapObjectValue describe(int group, QueryMeter queryMeter) {
        int from = bounds[2 * group];
        int to = bounds[2 * group + 1];
        int offset = from < 0 ? -1 : codePointsBefore + Utf8.codePoints(text.sub(start(), from));
        int length = from < 0 ? 0 : Utf8.codePoints(text.sub(from, to));
        return new MapObjectValue()
                .add(OFFSET, NumberValue.of(offset), queryMeter)
                .add(LENGTH, NumberValue.of(length), queryMeter)
                .add(STRING, groupValue(group), queryMeter);
    }

    /** Returns the named groups. */
    public Value captures(QueryMeter queryMeter) {
        MapObjectValue captures = new MapObjectValue();
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            if (name != null) {
                captures.add(StringValue.of(name), groupValue(i + 1), queryMeter);
            }
        }
        return captures;
    }

    /** Returns the match in the form of {@code scan}: the match, or its groups if there are any. */
    public Value toScanOutput(QueryMeter queryMeter) {
        if (names.length == 0) {
            return groupValue(0);
        }
        ListArrayValue groups = new ListArrayValue(names.length);
        for (int i = 1; i <= names.length; i++) {
            groups.add(groupValue(i), queryMeter);
        }
        return groups;
    }
}
