package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.rpc.line.SingleLineWriter;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes server-sent events. Its methods throw an exception if the client has disconnected. */
public final class EventWriter {

    private static final int MAX_CHUNK_BYTES = 1 << 16;
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final HttpExchange exchange;
    private final SingleLineWriter line = new SingleLineWriter();
    private byte[] chunk = new byte[512];
    private int chunkLength;

    EventWriter(HttpExchange exchange) {
        this.exchange = exchange;
    }

    /** Writes a comment, which clients skip. It makes proxies keep the stream open, and detects a lost client. */
    public void writeComment() throws IOException {
        exchange.write(false, ByteBuffer.wrap(COMMENT));
    }

    /** Writes an id without a message, from which the client can resume. */
    void writeId(String id) throws IOException {
        writeText("id: ");
        writeText(id);
        writeText("\ndata:\n\n");
        flush();
    }

    /**
     * Writes a message.
     *
     * @param id the id of the event; null if the client cannot resume after it
     */
    void writeMessage(@Nullable String id, List<Slice> pieces) throws IOException {
        if (id != null) {
            writeText("id: ");
            writeText(id);
            writeText("\n");
        }
        writeText("data: ");
        line.begin();
        for (Slice piece : pieces) {
            line.write(piece, this::write);
        }
        writeText("\n\n");
        flush();
    }

    /** Writes a message with an event name. */
    public void writeEvent(String name, List<Slice> pieces) throws IOException {
        writeText("event: ");
        writeText(name);
        writeText("\n");
        writeMessage(null, pieces);
    }

    public void end() throws IOException {
        exchange.write(true, EMPTY);
    }

    private void writeText(String text) throws IOException {
        Slice piece = Slice.of(text);
        write(piece.bytes(), piece.from(), piece.to());
    }

    private void write(byte[] bytes, int from, int to) throws IOException {
        int position = from;
        while (position < to) {
            if (chunkLength == chunk.length) {
                grow();
            }
            int copied = Math.min(to - position, chunk.length - chunkLength);
            System.arraycopy(bytes, position, chunk, chunkLength, copied);
            position += copied;
            chunkLength += copied;
        }
    }

    private void grow() throws IOException {
        if (chunk.length < MAX_CHUNK_BYTES) {
            byte[] larger = new byte[Math.min(MAX_CHUNK_BYTES, chunk.length * 4)];
            System.arraycopy(chunk, 0, larger, 0, chunkLength);
            chunk = larger;
        } else {
            flush();
        }
    }

    private void flush() throws IOException {
        exchange.write(false, ByteBuffer.wrap(chunk, 0, chunkLength));
        chunkLength = 0;
    }
}
