package dev.plimsoll.gateway.rpc.line;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;

/** A peer that gets each message as one line. Lines of several threads are never mixed. */
public final class LinePeer implements Peer {

    private static final int CHUNK_BYTES = 1 << 16;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private final SingleLineWriter line = new SingleLineWriter();
    private int chunkLength;

    /** Creates a peer on an unbuffered stream. */
    public LinePeer(OutputStream out) {
        this.out = out;
    }

    @Override
    public void send(Message message) throws IOException {
        lock.lock();
        try {
            chunkLength = 0;
            line.begin();
            for (Slice piece : message.segments()) {
                line.write(piece, this::write);
            }
            if (chunkLength == CHUNK_BYTES) {
                flush();
            }
            chunk[chunkLength++] = '\n';
            flush();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Copies bytes into one small array, which is written when it is full: the stream makes an internal copy
     * of what it writes, and a large one would cost memory.
     */
    private void write(byte[] bytes, int from, int to) throws IOException {
        int position = from;
        while (position < to) {
            int length = Math.min(to - position, CHUNK_BYTES - chunkLength);
            System.arraycopy(bytes, position, chunk, chunkLength, length);
            position += length;
            chunkLength += length;
            if (chunkLength == CHUNK_BYTES) {
                flush();
            }
        }
    }

    private void flush() throws IOException {
        out.write(chunk, 0, chunkLength);
        chunkLength = 0;
    }
}
