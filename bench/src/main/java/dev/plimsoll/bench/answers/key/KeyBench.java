package dev.plimsoll.bench.answers.key;

import java.io.IOException;
import java.util.List;

/** Measures right answers and their costs with and without each policy key that adds a way to read results. */
public final class KeyBench {

    private KeyBench() {}

    /** Returns the measurements of all keys. */
    public static KeyReport run() throws IOException {
        return new KeyReport(List.of(SqlReads.run(), SearchReads.run(), DocumentReads.run(), SavedReads.run()));
    }
}
