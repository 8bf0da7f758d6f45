package dev.plimsoll.texttype;

/**
 * Type of a text, determined by its form. {@code CSV} is a table with commas, semicolons, tabs, or vertical bars
 * between cells; {@code CODE} includes markup and configuration files; {@code SNAPSHOT} is the page snapshot of a
 * browser server; {@code PROSE} is text of no other type.
 */
public enum TextType {
    JSON,
    JSON_LINES,
    CSV,
    LOG,
    MARKDOWN,
    SNAPSHOT,
    CODE,
    PROSE,
    BASE64,
    BINARY,
    EMPTY
}
