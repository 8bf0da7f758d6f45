package dev.plimsoll.gateway.endpoint;

/**
 * Tool behind a name that clients see.
 *
 * @param server name of the server
 * @param tool name of the tool on that server
 */
public record ToolOwner(String server, String tool) {

    /** Name of Plimsoll's own server, which has the tools that run programs. No configured server can have this name. */
    public static final String PLIMSOLL = "plimsoll";
}
