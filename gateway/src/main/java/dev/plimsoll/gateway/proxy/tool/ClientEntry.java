package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.SchemaSlimmer;

/** Writes the entry of a tool for clients. */
public final class ClientEntry {

    private ClientEntry() {}

    /** Returns the entry for a client whose listing contains each tool, instead of the dispatch tool. */
    public static Slice of(ListedTool tool, ToolPolicy policy, Catalog catalog, ClientFeatures clientFeatures) {
        return slim(HandleArguments.entry(tool.clientEntry(policy, clientFeatures), tool, policy), catalog);
    }

    static Slice slim(Slice entry, Catalog catalog) {
        return catalog == Catalog.SLIM ? SchemaSlimmer.slim(entry) : entry;
    }
}
