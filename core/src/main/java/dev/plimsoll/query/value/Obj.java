package dev.plimsoll.query.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An object: a range of a document, or built. Members keep their order; of a name that comes twice the last value counts. */
public abstract sealed class Obj extends Value permits RawObj, MapObj {

    @Override
    public final Kind kind() {
        return Kind.OBJECT;
    }

    public abstract int length(Meter meter);

    public abstract @Nullable Value get(Str key, Meter meter);

    public abstract Entries entries(Meter meter);

    /** The same members as one that can be changed cheaply. */
    public MapObj map(Meter meter) {
        MapObj map = new MapObj();
        Entries entries = entries(meter);
        while (entries.next()) {
            map.add(entries.key(), entries.value(), meter);
        }
        return map;
    }

    /** The names in the order in which strings are sorted. */
    public Str[] sortedKeys(Meter meter) {
        Str[] keys = new Str[length(meter)];
        Entries entries = entries(meter);
        for (int i = 0; entries.next(); i++) {
            keys[i] = entries.key();
        }
        meter.steps(keys.length);
        Arrays.sort(keys, Str::order);
        return keys;
    }
}
