package dev.plimsoll.gateway.headers;

/** The names of the protocol's HTTP headers. */
public final class McpHeaders {

    /** The revision of the session (legacy revisions) or of the message (modern revisions). */
    public static final String REVISION = "MCP-Protocol-Version";

    /** The ID of the session, in legacy revisions. */
    public static final String SESSION = "Mcp-Session-Id";

    /** The method of the message, in modern revisions. */
    public static final String METHOD = "Mcp-Method";

    /** The name or URI of the tool, prompt, or resource that a request is about, in modern revisions. */
    public static final String NAME = "Mcp-Name";

    private McpHeaders() {}
}
