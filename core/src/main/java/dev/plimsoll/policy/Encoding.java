package dev.plimsoll.policy;

/** How the items of a page are written where nothing asks for more than their data. */
public enum Encoding {
    /** as the engine sees fit; that is JSON so far */
    AUTO,
    /** each item as it was written */
    JSON,
    /** the keys once and the values in rows, where that saves enough */
    TABLE
}
