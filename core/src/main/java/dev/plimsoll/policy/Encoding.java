package dev.plimsoll.policy;

/** Format of the items on a page, unless a read requests more than their data. */
public enum Encoding {
    /** chosen by the engine; currently always JSON */
    AUTO,
    /** each item as received */
    JSON,
    /** keys once and values in rows, where this saves enough */
    TABLE
}
