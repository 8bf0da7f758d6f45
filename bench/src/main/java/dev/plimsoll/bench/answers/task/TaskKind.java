package dev.plimsoll.bench.answers.task;

import java.util.Locale;

/** Kind of a task. */
public enum TaskKind {
    LOOKUP_BY_ID,
    COUNT_BY_FIELD,
    TOP_N,
    TIME_RANGE,
    PROJECTION,
    JOIN,
    SECTION,
    LINE_BEFORE_MATCH,
    FULL_SCAN;

    /** Returns the name of the kind in tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
