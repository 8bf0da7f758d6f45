package dev.plimsoll.model;

/** What a client calls the tools of a server: where it sees several servers as one, not what the server itself does. */
@FunctionalInterface
public interface ToolNames {

    /** As the server calls them. */
    ToolNames THEIR_OWN = tool -> tool;

    /** The name under which this client can call the tool; the tool's own where it has no other. */
    String shown(String tool);
}
