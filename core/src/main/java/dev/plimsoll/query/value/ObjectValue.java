package dev.plimsoll.query.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An object: a range of a document, or built. Members keep their order; of a name that comes twice the last value counts. */
public abstract sealed class ObjectValue extends Value permits RawObjectValue, MapObjectValue {

    @Override
    public final ValueKind kind() {
        return ValueKind.OBJECT;
    }

    public abstract int length(QueryMeter queryMeter);

    public abstract @Nullable Value get(StringValue key, QueryMeter queryMeter);

    public abstract ObjectEntries entries(QueryMeter queryMeter);

    /** The same members as one that can be changed cheaply. */
    public MapObjectValue map(QueryMeter queryMeter) {
        MapObjectValue map = new MapObjectValue();
        ObjectEntries objectEntries = entries(queryMeter);
        while (objectEntries.next()) {
            map.add(objectEntries.key(), objectEntries.value(), queryMeter);
        }
        return map;
    }

    /** The names in the order in which strings are sorted. */
    public StringValue[] sortedKeys(QueryMeter queryMeter) {
        StringValue[] keys = new StringValue[length(queryMeter)];
        ObjectEntries objectEntries = entries(queryMeter);
        for (int i = 0; objectEntries.next(); i++) {
            keys[i] = objectEntries.key();
        }
        queryMeter.steps(keys.length);
        Arrays.sort(keys, StringValue::order);
        return keys;
    }
}
