package dev.plimsoll.query.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Object: a range of a document, or built by the query. Members keep their order. If a name occurs twice, the last value
 * counts.
 */
public abstract sealed class ObjectValue extends Value permits RawObjectValue, MapObjectValue {

    /** Iterator over the members, in their order. */
    public interface Entries extends ValueIterator {

        StringValue key();
    }

    @Override
    public final ValueKind kind() {
        return ValueKind.OBJECT;
    }

    public abstract int length(QueryMeter queryMeter);

    public abstract @Nullable Value get(StringValue key, QueryMeter queryMeter);

    public abstract Entries entries(QueryMeter queryMeter);

    /** Returns an object with the same members, whose changed copies are cheap to create. */
    public MapObjectValue toMapObject(QueryMeter queryMeter) {
        MapObjectValue map = new MapObjectValue();
        Entries entries = entries(queryMeter);
        while (entries.next()) {
            map.add(entries.key(), entries.value(), queryMeter);
        }
        return map;
    }

    /** Returns the names in the sort order of strings. */
    public StringValue[] sortedKeys(QueryMeter queryMeter) {
        StringValue[] keys = new StringValue[length(queryMeter)];
        Entries entries = entries(queryMeter);
        for (int i = 0; entries.next(); i++) {
            keys[i] = entries.key();
        }
        queryMeter.addSteps(keys.length);
        Arrays.sort(keys, StringValue::compare);
        return keys;
    }
}
