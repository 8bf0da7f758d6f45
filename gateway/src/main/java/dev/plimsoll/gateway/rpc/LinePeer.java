package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;

/** A peer that receives messages as lines. Each message is one line, and lines are never interleaved. */
public final class LinePeer implements Peer {

    private static final int CHUNK_BYTES = 1 << 16;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private final SingleLineWriter line = new SingleLineWriter();
    private int filled;

    /** Creates a peer on an unbuffered stream. */
    public LinePeer(OutputStream out) {
        this.out = out;
    }

    @Override
    public void send(Message message) throws IOException {
        lock.lock();
        try {
            filled = 0;
            line.begin();
            for (Slice piece : message.segments()) {
                line.write(piece, this::write);
            }
            if (filled == CHUNK_BYTES) {
                flush();
            }
            chunk[filled++] = '\n';
            flush();
        } finally {
            lock.unlock();
        }
    }

    /** Copies through one small array, so that the stream's internal copy stays small. */
    private void write(byte[] b, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            int length = Math.min(to - at, CHUNK_BYTES - filled);
            System.arraycopy(b, at, chunk, filled, length);
            at += length;
            filled += length;
            if (filled == CHUNK_BYTES) {
                flush();
            }
        }
    }

    private void flush() throws IOException {
        out.write(chunk, 0, filled);
        filled = 0;
    }
}
