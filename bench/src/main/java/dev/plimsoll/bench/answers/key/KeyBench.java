package dev.plimsoll.bench.answers.key;

import java.io.IOException;
import java.util.List;

/** Measures all policy keys that allow another way to read. */
public final class KeyBench {

    private KeyBench() {}

    /** Returns the measurements of all keys. */
    public static KeyReport run() throws IOException {
        return new KeyReport(List.of(SqlReads.run(), SearchReads.run(), DocumentReads.run(), SavedReads.run()));
    }
}
