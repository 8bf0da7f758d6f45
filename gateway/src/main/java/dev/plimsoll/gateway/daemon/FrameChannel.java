package dev.plimsoll.gateway.daemon;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Reads and writes frames on a connection. Only one thread may read; any thread may write. */
final class FrameChannel implements AutoCloseable {

    private final SocketChannel channel;
    private final ByteBuffer received =
            ByteBuffer.allocateDirect(Frame.HEADER_BYTES + Frame.MAX_DATA_BYTES).flip();
    private final ByteBuffer sent = ByteBuffer.allocateDirect(Frame.HEADER_BYTES + Frame.MAX_DATA_BYTES);
    private final ReentrantLock sendLock = new ReentrantLock();

    FrameChannel(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Returns the next frame; null at the end of the connection.
     *
     * @throws IOException if the connection breaks, or if a frame is longer than allowed
     */
    @Nullable Frame read(int maxBytes) throws IOException {
        if (!fill(Frame.HEADER_BYTES)) {
            return null;
        }
        byte type = received.get();
        int length = received.getInt();
        if (length < 0 || length > maxBytes) {
            throw new IOException("a frame has " + length + " bytes, more than " + maxBytes);
        }
        byte[] payload = new byte[length];
        int position = 0;
        while (position < length) {
            if (!received.hasRemaining() && !fill(1)) {
                throw new EOFException("the connection ended within a frame");
            }
            int count = Math.min(received.remaining(), length - position);
            received.get(payload, position, count);
            position += count;
        }
        return new Frame(type, payload);
    }

    /** Reads until the buffer contains this number of bytes. Returns false at the end of the connection. */
    private boolean fill(int count) throws IOException {
        while (received.remaining() < count) {
            received.compact();
            int byteCount = channel.read(received);
            received.flip();
            if (byteCount < 0) {
                return false;
            }
        }
        return true;
    }

    void write(byte type, byte[] bytes, int from, int length) throws IOException {
        sendLock.lock();
        try {
            sent.clear();
            sent.put(type).putInt(length);
            int position = from;
            int end = from + length;
            do {
                int count = Math.min(sent.remaining(), end - position);
                sent.put(bytes, position, count).flip();
                position += count;
                while (sent.hasRemaining()) {
                    channel.write(sent);
                }
                sent.clear();
            } while (position < end);
        } finally {
            sendLock.unlock();
        }
    }

    void write(byte type, byte... payload) throws IOException {
        write(type, payload, 0, payload.length);
    }

    void write(byte type, String text) throws IOException {
        write(type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reports the number of bytes of a stream that were passed on since the last report. */
    void writeWindowUpdate(byte stream, int count) throws IOException {
        write(
                Frame.WINDOW_UPDATE,
                ByteBuffer.allocate(5).put(stream).putInt(count).array());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
