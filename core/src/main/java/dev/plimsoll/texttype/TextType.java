package dev.plimsoll.texttype;

/** What a text is, as far as its shape tells. {@code CODE} includes markup and configuration files; {@code PROSE} is what nothing else fits. */
public enum TextType {
    JSON,
    JSON_LINES,
    CSV,
    LOG,
    MARKDOWN,
    CODE,
    PROSE,
    BASE64,
    BINARY,
    EMPTY
}
