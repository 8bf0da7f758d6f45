package dev.plimsoll.gateway.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Standard input of a session. The client sends at most {@link Frame#WINDOW_BYTES} that the session has not read, so
 * the thread that adds bytes never waits.
 */
final class ReceivedInput extends InputStream {

    private final FrameChannel frameChannel;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private int position;
    private int unreadBytes;
    private int unreportedBytes;
    private boolean isEnded;

    ReceivedInput(FrameChannel frameChannel) {
        this.frameChannel = frameChannel;
    }

    /** Adds bytes. Throws if the unread bytes exceed the window by more than one window update. */
    void add(byte[] bytes) throws IOException {
        lock.lock();
        try {
            unreadBytes += bytes.length;
            if (unreadBytes > Frame.WINDOW_BYTES + Frame.WINDOW_UPDATE_BYTES) {
                throw new IOException("the client has sent more input than its window");
            }
            if (bytes.length > 0 && !isEnded) {
                chunks.add(bytes);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the input after the bytes that were added so far. */
    void end() {
        lock.lock();
        try {
            isEnded = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] singleByte = new byte[1];
        return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        int windowUpdate = 0;
        int count;
        lock.lock();
        try {
            while (chunks.isEmpty() && !isEnded) {
                changed.awaitUninterruptibly();
            }
            byte[] chunk = chunks.peek();
            if (chunk == null) {
                return -1;
            }
            count = Math.min(length, chunk.length - position);
            System.arraycopy(chunk, position, bytes, from, count);
            position += count;
            if (position == chunk.length) {
                chunks.remove();
                position = 0;
            }
            unreadBytes -= count;
            unreportedBytes += count;
            if (unreportedBytes >= Frame.WINDOW_UPDATE_BYTES) {
                windowUpdate = unreportedBytes;
                unreportedBytes = 0;
            }
        } finally {
            lock.unlock();
        }
        if (windowUpdate > 0) {
            sendWindowUpdate(windowUpdate);
        }
        return count;
    }

    private void sendWindowUpdate(int bytes) {
        try {
            frameChannel.writeWindowUpdate(Frame.INPUT, bytes);
        } catch (IOException e) {
            // the client has disconnected: the thread that receives ends the input
        }
    }

    @Override
    public int available() {
        lock.lock();
        try {
            byte[] chunk = chunks.peek();
            return chunk == null ? 0 : chunk.length - position;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end();
    }
}
