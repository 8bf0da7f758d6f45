package dev.plimsoll.spring;

/** Types of HTTP servers that Spring AI supports with WebMVC. */
enum ServerType {
    STREAMABLE_SYNC("STREAMABLE", "SYNC"),
    STREAMABLE_ASYNC("STREAMABLE", "ASYNC"),
    SSE_SYNC("SSE", "SYNC"),
    STATELESS_SYNC("STATELESS", "SYNC"),
    STATELESS_ASYNC("STATELESS", "ASYNC");

    private final String protocol;
    private final String type;

    ServerType(String protocol, String type) {
        this.protocol = protocol;
        this.type = type;
    }

    boolean isSse() {
        return protocol.equals("SSE");
    }

    boolean isStateless() {
        return protocol.equals("STATELESS");
    }

    String[] properties() {
        return new String[] {"spring.ai.mcp.server.protocol=" + protocol, "spring.ai.mcp.server.type=" + type};
    }
}
