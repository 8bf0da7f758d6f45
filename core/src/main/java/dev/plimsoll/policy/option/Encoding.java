package dev.plimsoll.policy.option;

/** Format of the items on a page of a list. Outputs of queries and results of searches are always JSON. */
public enum Encoding {
    /** {@link #JSON}, unless the profile of the client says {@link #TABLE}. */
    AUTO,
    /** Each item as received. */
    JSON,
    /** Keys once and values in rows, where this saves enough. */
    TABLE
}
