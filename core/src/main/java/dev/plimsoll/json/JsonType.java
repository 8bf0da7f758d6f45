package dev.plimsoll.json;

/** The six types of a JSON value. */
public enum JsonType {
    OBJECT("object"),
    ARRAY("array"),
    STRING("string"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    NULL("null");

    private final String word;

    JsonType(String word) {
        this.word = word;
    }

    /** As JSON Schema spells it. */
    public String word() {
        return word;
    }
}
