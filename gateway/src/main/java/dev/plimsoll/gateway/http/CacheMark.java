package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.Meta;
import java.nio.charset.StandardCharsets;

/**
 * The header that says that an answer is the result of an earlier call. What says so in the answer is near its end or stands
 * in a piece of its own; a tool that imitates it elsewhere is not believed.
 */
final class CacheMark {

    static final String HEADER = "X-Cache-Hit";

    private static final byte[] MARK = ('"' + Meta.MARK + "\":{\"hit\":true").getBytes(StandardCharsets.US_ASCII);

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

    private static boolean mayHold(Slice piece) {
        byte[] b = piece.bytes();
        int last = piece.to() - MARK.length;
        for (int at = Math.max(piece.from(), piece.to() - NEAR); at <= last; at++) {
            if (b[at] == MARK[0] && b[at + 1] == MARK[1] && matches(b, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] b, int at) {
        for (int i = 0; i < MARK.length; i++) {
            if (b[at + i] != MARK[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Slice... answer) {
        Message message = Message.of(Message.joined(answer));
        Slice result = message == null ? null : message.result();
        Slice meta = result == null ? null : ObjectEdit.objectIn(result, "_meta");
        return meta != null && ObjectEdit.objectIn(meta, Meta.MARK) != null;
    }
}
