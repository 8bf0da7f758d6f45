package dev.plimsoll.servlet.body;

import dev.plimsoll.json.Slice;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** Body of a request that has been read already. A read never waits. */
final class ReplayedBody extends ServletInputStream {

    private final Slice body;
    private final Consumer<Runnable> starter;
    private int at;

    /**
     * Creates a body.
     *
     * @param starter runs the callbacks of a listener on a thread of the container
     */
    ReplayedBody(Slice body, Consumer<Runnable> starter) {
        this.body = body;
        this.starter = starter;
    }

    @Override
    public int read() {
        return at < body.length() ? body.at(at++) & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int count = Math.min(length, body.length() - at);
        if (count == 0) {
            return -1;
        }
        System.arraycopy(body.bytes(), body.from() + at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return body.length() - at;
    }

    @Override
    public boolean isFinished() {
        return at == body.length();
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        starter.accept(() -> notify(listener));
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
