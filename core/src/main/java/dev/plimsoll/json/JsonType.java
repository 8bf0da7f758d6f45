package dev.plimsoll.json;

/** Six types of JSON values. */
public enum JsonType {
    OBJECT("object"),
    ARRAY("array"),
    STRING("string"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    NULL("null");

    private final String typeName;

    JsonType(String typeName) {
        this.typeName = typeName;
    }

    /** Returns the name of the type in JSON Schema. */
    public String typeName() {
        return typeName;
    }
}
