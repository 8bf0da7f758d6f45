package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;
import java.util.List;

/**
 * Records that all have the same members.
 *
 * @param names the names of the members in order, still escaped
 * @param count the number of records
 */
public record UniformRecords(List<Slice> names, int count) {

    public UniformRecords {
        names = List.copyOf(names);
    }
}
