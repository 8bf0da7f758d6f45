package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.result.AnswerMeta;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Sets the header {@code X-Cache-Hit} if the answer is the cached result of an earlier call. Such an answer
 * has a mark in its {@code _meta}. A message is parsed only if a search finds the bytes of the mark near the end
 * of one of its pieces, because parsing every message would be slow. The same text elsewhere in a result has no
 * effect.
 */
public final class CacheMark {

    public static final String HEADER = "X-Cache-Hit";

    private static final byte[] MARK =
            ('"' + AnswerMeta.CACHE_KEY + "\":{\"hit\":true").getBytes(StandardCharsets.US_ASCII);

    private static final byte[] SHIFTS = computeShifts();

    /** The number of bytes at the end of a piece that are searched for the mark. */
    private static final int SEARCHED_BYTES = 1 << 10;

    private CacheMark() {}

    public static void addHeader(HttpCall call, Message response) {
        if (!call.isCommitted() && isMarked(response)) {
            call.setHeader(HEADER, "true");
        }
    }

    static boolean isMarked(Message response) {
        for (Slice piece : response.segments()) {
            if (canContainMark(piece)) {
                return hasMark(response);
            }
        }
        return false;
    }

    /** Searches for the mark as Boyer-Moore-Horspool does: most steps skip about 30 bytes. */
    private static boolean canContainMark(Slice piece) {
        byte[] bytes = piece.bytes();
        int end = Math.max(piece.from(), piece.to() - SEARCHED_BYTES) + MARK.length;
        while (end <= piece.to()) {
            if (Arrays.equals(bytes, end - MARK.length, end, MARK, 0, MARK.length)) {
                return true;
            }
            end += SHIFTS[bytes[end - 1] & 0xFF];
        }
        return false;
    }

    /**
     * Returns the search step for each byte: its distance from its last occurrence in the mark to the end of
     * the mark. The last byte of the mark does not count as an occurrence. A byte that does not occur has the
     * length of the mark.
     */
    private static byte[] computeShifts() {
        byte[] steps = new byte[256];
        Arrays.fill(steps, (byte) MARK.length);
        for (int i = 0; i < MARK.length - 1; i++) {
            steps[MARK[i]] = (byte) (MARK.length - 1 - i);
        }
        return steps;
    }

    private static boolean hasMark(Message response) {
        Slice result = response.result();
        Slice meta = result == null ? null : ObjectEdit.objectIn(result, "_meta");
        return meta != null && ObjectEdit.objectIn(meta, AnswerMeta.CACHE_KEY) != null;
    }
}
