package dev.plimsoll.query.value;

/** The kinds of values in the order in which they are sorted. */
public enum ValueKind {
    NULL("null"),
    FALSE("boolean"),
    TRUE("boolean"),
    NUMBER("number"),
    STRING("string"),
    ARRAY("array"),
    OBJECT("object");

    private final String word;

    ValueKind(String word) {
        this.word = word;
    }

    /** As {@code type} names it. */
    public String word() {
        return word;
    }
}
