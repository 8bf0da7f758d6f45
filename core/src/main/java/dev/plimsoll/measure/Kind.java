package dev.plimsoll.measure;

public enum Kind {
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
