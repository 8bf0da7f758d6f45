package dev.plimsoll.sql;

import java.util.Locale;

/** Type of a column of an input table. */
public enum SqlType {
    /** Integers of 64 bits. */
    INTEGER,
    /** Exact numbers of any size. */
    DECIMAL,
    BOOLEAN,
    TEXT,
    /** JSON objects and arrays, as text. */
    JSON;

    /** Returns the word for messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
