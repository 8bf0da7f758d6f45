package dev.plimsoll.gateway.proxy;

/** What one conversation learns of a server and the next may use: its tools, and what became of calls. */
public final class Known {

    private final ToolTable tools = new ToolTable();
    private final TaskTable tasks = new TaskTable();

    ToolTable tools() {
        return tools;
    }

    TaskTable tasks() {
        return tasks;
    }
}
