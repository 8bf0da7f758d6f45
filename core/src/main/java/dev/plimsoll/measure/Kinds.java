package dev.plimsoll.measure;

import dev.plimsoll.json.Slice;

public final class Kinds {
    private Kinds() {}

    public static Kind of(Slice text) {
        return text.isEmpty() ? Kind.EMPTY : Kind.PROSE;
    }
}
