package dev.plimsoll.gateway.trial;

/** Form of a payload. */
public enum PayloadForm {
    RESULT("MCP result object"),
    RESPONSE("JSON-RPC response with an MCP result"),
    JSON("bare JSON document, as the text of a result"),
    TEXT("plain text, as the text of a result");

    private final String description;

    PayloadForm(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}
