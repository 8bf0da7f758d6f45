package dev.plimsoll.catalog;

import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;
import org.jspecify.annotations.Nullable;

/**
 * Tool behind a dispatcher.
 *
 * @param tool the tool as its server lists it
 * @param clientEntry the list entry that a client would see
 * @param resultFields names and types of the fields in earlier results, as JSON; null if they are unknown
 */
public record CatalogTool(
        ListedTool tool, Slice clientEntry, @Nullable Slice resultFields) {

    /** Creates a tool whose result fields are unknown. */
    public CatalogTool(ListedTool tool, Slice clientEntry) {
        this(tool, clientEntry, null);
    }

    String name() {
        return tool.name();
    }
}
