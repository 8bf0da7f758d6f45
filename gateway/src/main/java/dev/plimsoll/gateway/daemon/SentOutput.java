package dev.plimsoll.gateway.daemon;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Standard output or standard error of a session. A write waits while the window is used up, until the client has
 * passed bytes on, as a write to a full pipe does.
 */
final class SentOutput extends OutputStream {

    private final FrameChannel frameChannel;
    private final byte type;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int windowBytes = Frame.WINDOW_BYTES;
    private boolean isBroken;

    /** @param type {@link Frame#OUTPUT} or {@link Frame#ERROR_OUTPUT} */
    SentOutput(FrameChannel frameChannel, byte type) {
        this.frameChannel = frameChannel;
        this.type = type;
    }

    /** Enlarges the window by the number of bytes that the client has passed on. */
    void enlargeWindow(int count) {
        lock.lock();
        try {
            windowBytes = Math.min(Frame.WINDOW_BYTES, windowBytes + Math.max(0, count));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Makes all writes fail that are waiting now or begin later, as on a pipe whose reader has closed it. */
    void breakPipe() {
        lock.lock();
        try {
            isBroken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, bytes.length);
        int position = from;
        int end = from + length;
        while (position < end) {
            int count = takeFromWindow(Math.min(end - position, Frame.MAX_DATA_BYTES));
            try {
                frameChannel.write(type, bytes, position, count);
            } catch (IOException e) {
                breakPipe();
                throw new IOException("Broken pipe", e);
            }
            position += count;
        }
    }

    /**
     * Takes up to this number of bytes from the window, and returns the number taken. Waits while the window is empty.
     */
    private int takeFromWindow(int wanted) throws IOException {
        lock.lock();
        try {
            while (windowBytes == 0 && !isBroken) {
                changed.awaitUninterruptibly();
            }
            if (isBroken) {
                // the same message as the JDK's: callers compare it
                throw new IOException("Broken pipe");
            }
            int count = Math.min(wanted, windowBytes);
            windowBytes -= count;
            return count;
        } finally {
            lock.unlock();
        }
    }
}
