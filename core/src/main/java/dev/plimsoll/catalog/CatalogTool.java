package dev.plimsoll.catalog;

import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;

/**
 * Tool behind a dispatcher.
 *
 * @param tool the tool as its server lists it
 * @param clientEntry the list entry that a client would see
 */
public record CatalogTool(ListedTool tool, Slice clientEntry) {

    String name() {
        return tool.name();
    }
}
