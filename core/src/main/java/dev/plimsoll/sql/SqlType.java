package dev.plimsoll.sql;

import java.util.Locale;

/** Type of a column. */
public enum SqlType {
    /** Integers of 64 bits. */
    INTEGER,
    /** Exact numbers of any size. */
    DECIMAL,
    BOOLEAN,
    TEXT,
    /** Text with a JSON object or array in each field that is not null. */
    JSON;

    /** Returns the word for messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
