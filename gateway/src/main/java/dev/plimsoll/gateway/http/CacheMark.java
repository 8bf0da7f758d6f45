package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.AnswerMeta;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The header that says that an answer is the result of an earlier call. What says so in the answer is near its end or stands
 * in a piece of its own; a tool that imitates it elsewhere is not believed.
 */
final class CacheMark {

    static final String HEADER = "X-Cache-Hit";

    private static final byte[] MARK = ('"' + AnswerMeta.MARK + "\":{\"hit\":true").getBytes(StandardCharsets.US_ASCII);

    private static final byte[] STEPS = steps();

    /** So near to the end, or in so small a piece. */
    private static final int NEAR = 1 << 10;

    private CacheMark() {}

    static void put(HttpCall call, Slice... answer) {
        if (!call.isCommitted() && isIn(answer)) {
            call.with(HEADER, "true");
        }
    }

    static boolean isIn(Slice... answer) {
        for (Slice piece : answer) {
            if (mayHold(piece)) {
                return holds(answer);
            }
        }
        return false;
    }

    /** Looks at each place where the mark may end: mostly each thirtieth byte, for most bytes stand nowhere in it. */
    private static boolean mayHold(Slice piece) {
        byte[] b = piece.bytes();
        int end = Math.max(piece.from(), piece.to() - NEAR) + MARK.length;
        while (end <= piece.to()) {
            if (Arrays.equals(b, end - MARK.length, end, MARK, 0, MARK.length)) {
                return true;
            }
            end += STEPS[b[end - 1] & 0xFF];
        }
        return false;
    }

    /** How far the end of the mark can be from each byte at least: from its last place there, but for the end itself. */
    private static byte[] steps() {
        byte[] steps = new byte[256];
        Arrays.fill(steps, (byte) MARK.length);
        for (int i = 0; i < MARK.length - 1; i++) {
            steps[MARK[i]] = (byte) (MARK.length - 1 - i);
        }
        return steps;
    }

    private static boolean holds(Slice... answer) {
        Message message = Message.of(Message.joined(answer));
        Slice result = message == null ? null : message.result();
        Slice meta = result == null ? null : ObjectEdit.objectIn(result, "_meta");
        return meta != null && ObjectEdit.objectIn(meta, AnswerMeta.MARK) != null;
    }
}
