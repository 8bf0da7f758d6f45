package dev.plimsoll.gateway.trial;

/** What a payload is taken for. */
public enum Form {
    RESULT("MCP result object"),
    RESPONSE("JSON-RPC response with an MCP result"),
    JSON("bare JSON document, as the text of a result"),
    TEXT("plain text, as the text of a result");

    private final String words;

    Form(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
