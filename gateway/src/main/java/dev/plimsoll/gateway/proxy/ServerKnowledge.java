package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;

/** What one conversation learns of a server and the next may use: its tools, and what became of calls. */
public final class ServerKnowledge {

    private final ToolTable tools = new ToolTable();
    private final TaskTable tasks = new TaskTable();
    private final Catalog catalog;

    /** Of a server whose tools are listed as they are. */
    public ServerKnowledge() {
        this(Catalog.FULL);
    }

    /**
     * The same.
     *
     * @param catalog how much of its tools is listed
     */
    public ServerKnowledge(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Whether what is known of the server's tools is listed otherwise by the second engine than by the first. */
    boolean relists(Plimsoll was, Plimsoll is, String server) {
        boolean reads = is.policy(server, "").shapes() != was.policy(server, "").shapes();
        for (ListedTool tool : tools.all()) {
            ToolPolicy before = was.policy(server, tool.name());
            ToolPolicy now = is.policy(server, tool.name());
            boolean alike = before.policy().equals(now.policy());
            if (!alike
                    && (asked(before, tool) != asked(now, tool)
                            || !listed(before, tool).equals(listed(now, tool)))) {
                return true;
            }
            reads |= before.shapes() != now.shapes();
        }
        return reads;
    }

    private static Slice listed(ToolPolicy policy, ListedTool tool) {
        return tool.listed(policy, ClientFeatures.current());
    }

    private static Tier asked(ToolPolicy policy, ListedTool tool) {
        return Tier.askedBy(policy.policy(), tool.hints());
    }

    Catalog catalog() {
        return catalog;
    }

    ToolTable tools() {
        return tools;
    }

    TaskTable tasks() {
        return tasks;
    }
}
