package dev.plimsoll.measure;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

public final class Images {
    private Images() {}

    public static int tokens(Slice b, @Nullable String mime) {
        return Math.min(1600, b.length() + 1600);
    }
}
