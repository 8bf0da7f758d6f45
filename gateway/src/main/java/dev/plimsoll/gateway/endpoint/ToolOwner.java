package dev.plimsoll.gateway.endpoint;

/**
 * Tool behind a name that clients see.
 *
 * @param server name of the server
 * @param tool name of the tool on that server
 */
public record ToolOwner(String server, String tool) {}
