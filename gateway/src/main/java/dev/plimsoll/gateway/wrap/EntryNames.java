package dev.plimsoll.gateway.wrap;

/**
 * Names of the members that a client uses in the entry of a server.
 *
 * @param startedType the value of {@code type} for servers that the client starts
 * @param isCommandList whether {@code command} is a list that also contains the arguments
 */
record EntryNames(String command, String environment, String headers, String startedType, boolean isCommandList) {

    static final EntryNames COMMON = new EntryNames("command", "env", "headers", "stdio", false);
    static final EntryNames CODEX = new EntryNames("command", "env", "http_headers", "stdio", false);
    static final EntryNames GOOSE = new EntryNames("cmd", "envs", "headers", "stdio", false);
    static final EntryNames OPENCODE = new EntryNames("command", "environment", "headers", "local", true);
}
