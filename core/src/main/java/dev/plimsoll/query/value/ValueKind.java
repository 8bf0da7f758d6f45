package dev.plimsoll.query.value;

/** Kinds of values, in sort order. */
public enum ValueKind {
    NULL("null"),
    FALSE("boolean"),
    TRUE("boolean"),
    NUMBER("number"),
    STRING("string"),
    ARRAY("array"),
    OBJECT("object");

    private final String typeName;

    ValueKind(String word) {
        this.typeName = word;
    }

    /** Returns the name that the function {@code type} of a query returns for this kind. */
    public String typeName() {
        return typeName;
    }
}
