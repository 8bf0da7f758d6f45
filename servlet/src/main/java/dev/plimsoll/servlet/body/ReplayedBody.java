package dev.plimsoll.servlet.body;

import dev.plimsoll.json.Slice;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.concurrent.Executor;

/** Body of a request that the filter has read. Reads never block. */
final class ReplayedBody extends ServletInputStream {

    private final Slice body;
    private final Executor containerThreads;
    private int position;

    /**
     * Creates a body.
     *
     * @param containerThreads runs the callbacks of a listener on a thread of the container
     */
    ReplayedBody(Slice body, Executor containerThreads) {
        this.body = body;
        this.containerThreads = containerThreads;
    }

    @Override
    public int read() {
        return position < body.length() ? body.at(position++) & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int count = Math.min(length, body.length() - position);
        if (count == 0) {
            return -1;
        }
        System.arraycopy(body.bytes(), body.from() + position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public int available() {
        return body.length() - position;
    }

    @Override
    public boolean isFinished() {
        return position == body.length();
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        containerThreads.execute(() -> notify(listener));
    }

    private void notify(ReadListener listener) {
        try {
            if (!isFinished()) {
                listener.onDataAvailable();
            }
            listener.onAllDataRead();
        } catch (IOException | RuntimeException e) {
            listener.onError(e);
        }
    }
}
