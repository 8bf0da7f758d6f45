package dev.plimsoll.tokens;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/**
 * Counter that replaces a counter that fails. It counts one token per 12 bytes, the default of {@code bytesPerToken},
 * so that a text exceeds a budget if it exceeds the budget's default byte limit.
 */
public final class ByteCounter implements TokenCounter {

    private static final int BYTES_PER_TOKEN = 12;

    /** Returns the token count for this number of bytes. */
    public static int tokens(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN);
    }

    @Override
    public String name() {
        return "bytes";
    }

    @Override
    public int count(Slice text) {
        return tokens(text.length());
    }

    @Override
    public int countEscaped(Slice inside) {
        return tokens(JsonText.unescapedLength(inside));
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return count(text) > limit;
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return countEscaped(inside) > limit;
    }
}
