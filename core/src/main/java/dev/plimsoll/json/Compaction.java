package dev.plimsoll.json;

/** Removes the white space between the tokens of valid JSON. Strings and numbers keep their bytes. */
final class Compaction {

    private Compaction() {}

    /** Appends the value without white space between its tokens. */
    static void write(Slice value, ByteSink out) {
        byte[] b = value.bytes();
        int end = value.to();
        int copied = value.from();
        int at = copied;
        while (at < end) {
            int space = findSpace(b, at, end);
            if (space < end) {
                out.raw(b, copied, space);
                copied = Json.skipSpace(b, space, end);
            }
            at = Math.max(space, copied);
        }
        out.raw(b, Math.min(copied, end), end);
    }

    /** Returns whether the value has more than {@code maxBytes} bytes without that white space; reads no further than needed. */
    static boolean exceeds(Slice value, int maxBytes) {
        if (value.length() <= maxBytes) {
            return false;
        }
        byte[] b = value.bytes();
        int end = value.to();
        int at = value.from();
        // end of the value if it has exactly maxBytes bytes; each white space moves it
        long limit = (long) at + maxBytes;
        while (at < end && at <= limit) {
            int space = findSpace(b, at, (int) Math.min(end, limit + 1));
            at = Json.skipSpace(b, space, end);
            limit += at - space;
        }
        return at > limit;
    }

    /** Returns the first white space outside strings, or the end. */
    private static int findSpace(byte[] b, int at, int end) {
        int i = at;
        while (i < end && !Json.isSpace(b[i])) {
            i = b[i] == '"' ? Json.skipString(b, i, end) : i + 1;
        }
        return i;
    }
}
