package dev.plimsoll.gateway.proxy;

import dev.plimsoll.catalog.Catalog;

/** What one conversation learns of a server and the next may use: its tools, and what became of calls. */
public final class Known {

    private final ToolTable tools = new ToolTable();
    private final Catalog catalog;

    /** Of a server whose tools are listed as they are. */
    public Known() {
        this(Catalog.FULL);
    }

    /**
     * The same.
     *
     * @param catalog how much of its tools is listed
     */
    public Known(Catalog catalog) {
        this.catalog = catalog;
    }

    Catalog catalog() {
        return catalog;
    }

    private final TaskTable tasks = new TaskTable();

    ToolTable tools() {
        return tools;
    }

    TaskTable tasks() {
        return tasks;
    }
}
