package dev.plimsoll.servlet.body;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import dev.plimsoll.servlet.message.PostedMessages;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Rewrites a body of server-sent events event by event. An event passes as soon as it is complete; when all responses have
 * passed, bytes pass as they come.
 */
final class EventStreamSink implements BodySink {

    private final OutputStream out;
    private final PostedMessages messages;
    private final BufferRoom room;
    private final BufferRoom.Share share;
    private ByteCollector event = new ByteCollector();
    private boolean isLineEmpty = true;
    private boolean isAfterReturn;
    private long droppedBytes;
    private boolean isFlushDue;

    EventStreamSink(OutputStream out, PostedMessages messages, BufferRoom room) throws IOException {
        this.out = out;
        this.messages = messages;
        this.room = room;
        this.share = room.share();
        for (Slice answer : messages.answers()) {
            write(ServerSentEvent.of(answer));
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int from = offset;
        int at = offset;
        while (at < end) {
            if (isPlain() && from == at) {
                out.write(bytes, at, end - at);
                return;
            }
            int lineBreak = Json.findLineBreak(bytes, at, end);
            if (lineBreak > at) {
                isLineEmpty = false;
                isAfterReturn = false;
            }
            if (lineBreak == end) {
                break;
            }
            at = lineBreak + 1;
            if (isAfterReturn && bytes[lineBreak] == '\n') {
                isAfterReturn = false; // the line has ended with the byte before
                continue;
            }
            isAfterReturn = bytes[lineBreak] == '\r';
            if (isAfterReturn && at < end && bytes[at] == '\n') {
                isAfterReturn = false;
                at++;
            }
            if (isLineEmpty) {
                add(bytes, from, at);
                endEvent();
                from = at;
            }
            isLineEmpty = true;
        }
        add(bytes, from, end);
    }

    /** Returns whether no event is being collected, and no response is expected. */
    private boolean isPlain() {
        return messages.pending().isEmpty() && event.size() == 0 && droppedBytes == 0;
    }

    private void add(byte[] bytes, int from, int to) {
        if (from == to) {
            return;
        }
        if (droppedBytes == 0 && share.take(to - from)) {
            event.add(bytes, from, to);
            return;
        }
        droppedBytes += event.size() + (to - from);
        event = new ByteCollector();
        share.release();
    }

    private void endEvent() throws IOException {
        if (droppedBytes > 0) {
            for (Slice response : messages.pending().refuse(Refusals.of(room, droppedBytes))) {
                write(ServerSentEvent.of(response));
            }
            droppedBytes = 0;
        } else {
            write(ServerSentEvent.rewrite(event.slice(), messages.pending()::rewrite));
        }
        event = new ByteCollector();
        share.release();
        if (isFlushDue) {
            isFlushDue = false;
            out.flush();
        }
    }

    private void write(Slice text) throws IOException {
        out.write(text.bytes(), text.from(), text.length());
    }

    @Override
    public void flush() throws IOException {
        isFlushDue = event.size() > 0 || droppedBytes > 0;
        out.flush();
    }

    @Override
    public void finish() throws IOException {
        try {
            if (event.size() > 0 || droppedBytes > 0) {
                endEvent();
            }
        } finally {
            reset();
        }
    }

    @Override
    public void reset() {
        event = new ByteCollector();
        droppedBytes = 0;
        share.release();
    }
}
