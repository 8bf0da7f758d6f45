package dev.plimsoll.catalog;

/** Form in which a server's tools are listed. */
public enum Catalog {
    /** Lists all tools, as the server lists them. */
    FULL,
    /** Lists all tools, with short descriptions. */
    SLIM,
    /** Lists one tool in place of all. */
    DISPATCH
}
