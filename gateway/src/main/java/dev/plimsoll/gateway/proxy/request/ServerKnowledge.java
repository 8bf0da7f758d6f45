package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.pin.ToolPins;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Facts about a server that several sessions share: its tools, and the calls that started its tasks. */
public final class ServerKnowledge {

    private final ToolTable tools = new ToolTable();
    private final TaskTable tasks = new TaskTable();
    private final Catalog catalog;
    private final ToolPins pins;
    private final Function<String, @Nullable Slice> resultFields;

    /** Creates the knowledge of a server whose tools are listed in full and not pinned. */
    public ServerKnowledge() {
        this(Catalog.FULL, ToolPins.NONE);
    }

    /**
     * Creates the knowledge of a server.
     *
     * @param catalog how much of each tool is listed
     * @param pins compares listings with the approved tools
     */
    public ServerKnowledge(Catalog catalog, ToolPins pins) {
        this(catalog, pins, tool -> null);
    }

    /**
     * @param resultFields returns the names and types of the fields in earlier results of a tool; null if
     *     they are unknown
     */
    public ServerKnowledge(Catalog catalog, ToolPins pins, Function<String, @Nullable Slice> resultFields) {
        this.catalog = catalog;
        this.pins = pins;
        this.resultFields = resultFields;
    }

    /** Returns whether a change of the policies changes the listing of the known tools. */
    public boolean changesListing(Policies before, Policies after, String server) {
        boolean isReadToolChanged = after.forTool(server, "").canShape()
                        != before.forTool(server, "").canShape()
                || after.hasQueries() != before.hasQueries()
                || after.hasSearch() != before.hasSearch()
                || after.hasSql() != before.hasSql();
        for (ListedTool tool : tools.all()) {
            ToolPolicy oldPolicy = before.forTool(server, tool.name());
            ToolPolicy newPolicy = after.forTool(server, tool.name());
            boolean isSame = oldPolicy.policy().equals(newPolicy.policy());
            if (!isSame
                    && (isBlocked(oldPolicy) != isBlocked(newPolicy)
                            || requiredTier(oldPolicy, tool) != requiredTier(newPolicy, tool)
                            || !clientEntry(oldPolicy, tool).equals(clientEntry(newPolicy, tool)))) {
                return true;
            }
            isReadToolChanged |= oldPolicy.canShape() != newPolicy.canShape();
        }
        return isReadToolChanged;
    }

    private static boolean isBlocked(ToolPolicy policy) {
        return policy.policy().get(Policy.BLOCKED);
    }

    private static Slice clientEntry(ToolPolicy policy, ListedTool tool) {
        return tool.clientEntry(policy, ClientFeatures.current());
    }

    private static Tier requiredTier(ToolPolicy policy, ListedTool tool) {
        return Tier.requiredBy(policy.policy(), tool.hints());
    }

    /** Returns the names and types of the fields in earlier results of a tool, as JSON; null if they are unknown. */
    @Nullable Slice resultFields(String tool) {
        return resultFields.apply(tool);
    }

    Catalog catalog() {
        return catalog;
    }

    ToolPins pins() {
        return pins;
    }

    /**
     * Adds a tool of a server that never lists its tools, such as Plimsoll's own server. From then on, all tools of the
     * server count as known.
     */
    public void addUnlistedTool(ListedTool tool) {
        tools.add(tool);
        tools.markComplete();
    }

    ToolTable tools() {
        return tools;
    }

    TaskTable tasks() {
        return tasks;
    }
}
