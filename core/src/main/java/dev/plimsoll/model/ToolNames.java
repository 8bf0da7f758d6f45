package dev.plimsoll.model;

/** Mapping from the names of tools on a server to the names that a client sees, which differ on the hub. */
@FunctionalInterface
public interface ToolNames {

    /** Names as the server lists them. */
    ToolNames UNCHANGED = tool -> tool;

    /** Returns the name that this client uses to call the tool; the tool's own name if there is no other. */
    String clientName(String tool);
}
