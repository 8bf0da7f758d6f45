package dev.plimsoll.catalog;

/** How much of a server's tools is listed. */
public enum Catalog {
    /** All, as the server has it. */
    FULL,
    /** All, with short descriptions. */
    SLIM,
    /** One tool in the place of all. */
    DISPATCH
}
