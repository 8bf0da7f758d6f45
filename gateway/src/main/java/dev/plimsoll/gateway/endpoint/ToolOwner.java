package dev.plimsoll.gateway.endpoint;

/**
 * Owner of a tool name that clients see: the server, and the name of the tool on that server.
 *
 * @param server name of the server
 * @param tool name of the tool on that server
 */
public record ToolOwner(String server, String tool) {

    /**
     * Name of Plimsoll's own server, which has the tools that run programs. No configured server can have this name.
     */
    public static final String PLIMSOLL = "plimsoll";
}
