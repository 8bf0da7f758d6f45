package dev.plimsoll.catalog;

import dev.plimsoll.json.Slice;
import dev.plimsoll.schema.ListedTool;

/**
 * A tool behind a dispatcher.
 *
 * @param tool as its server lists it
 * @param shown the entry that a client would see of it
 */
public record CatalogTool(ListedTool tool, Slice shown) {

    String name() {
        return tool.name();
    }
}
