package dev.plimsoll.servlet.body;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import dev.plimsoll.servlet.message.PostedMessages;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Sink that rewrites a body of server-sent events, event by event. It writes each event as soon as it is complete. After
 * the last expected response, it writes all bytes unchanged.
 */
final class EventStreamSink implements BodySink {

    private final OutputStream out;
    private final PostedMessages messages;
    private final BufferQuota quota;
    private final BufferQuota.Reservation reservation;
    private ByteCollector event = new ByteCollector();
    private boolean isLineEmpty = true;
    private boolean isAfterCarriageReturn;
    private long droppedBytes;
    private boolean isFlushPending;

    EventStreamSink(OutputStream out, PostedMessages messages, BufferQuota quota) throws IOException {
        this.out = out;
        this.messages = messages;
        this.quota = quota;
        this.reservation = quota.newReservation();
        for (Slice answer : messages.answers()) {
            write(ServerSentEvent.of(answer));
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int from = offset;
        int position = offset;
        while (position < end) {
            if (canPassBytes() && from == position) {
                out.write(bytes, position, end - position);
                return;
            }
            int lineBreak = Json.findLineBreak(bytes, position, end);
            if (lineBreak > position) {
                isLineEmpty = false;
                isAfterCarriageReturn = false;
            }
            if (lineBreak == end) {
                break;
            }
            position = lineBreak + 1;
            if (isAfterCarriageReturn && bytes[lineBreak] == '\n') {
                isAfterCarriageReturn = false; // the second byte of the line break \r\n
                continue;
            }
            isAfterCarriageReturn = bytes[lineBreak] == '\r';
            if (isAfterCarriageReturn && position < end && bytes[position] == '\n') {
                isAfterCarriageReturn = false;
                position++;
            }
            if (isLineEmpty) {
                add(bytes, from, position);
                endEvent();
                from = position;
            }
            isLineEmpty = true;
        }
        add(bytes, from, end);
    }

    /** Returns whether no event is being collected, and no response is expected. */
    private boolean canPassBytes() {
        return messages.pending().isEmpty() && event.size() == 0 && droppedBytes == 0;
    }

    private void add(byte[] bytes, int from, int to) {
        if (from == to) {
            return;
        }
        if (droppedBytes == 0 && reservation.reserve(to - from)) {
            event.add(bytes, from, to);
            return;
        }
        droppedBytes += event.size() + (to - from);
        event = new ByteCollector();
        reservation.release();
    }

    private void endEvent() throws IOException {
        if (droppedBytes > 0) {
            for (Slice response : messages.pending().refuse(Refusals.overLimit(quota, droppedBytes))) {
                write(ServerSentEvent.of(response));
            }
            droppedBytes = 0;
        } else {
            write(ServerSentEvent.rewrite(event.slice(), messages.pending()::rewrite));
        }
        event = new ByteCollector();
        reservation.release();
        if (isFlushPending) {
            isFlushPending = false;
            out.flush();
        }
    }

    private void write(Slice text) throws IOException {
        out.write(text.bytes(), text.from(), text.length());
    }

    @Override
    public void flush() throws IOException {
        isFlushPending = event.size() > 0 || droppedBytes > 0;
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
        reservation.release();
    }
}
