package dev.plimsoll.servlet.body;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Output of a guarded response. It takes every byte at once: a servlet that writes without waiting is called back once, and
 * is always ready.
 */
final class GuardedOutput extends ServletOutputStream {

    /** Creates the sink when the servlet writes for the first time, because the headers are known then. */
    @FunctionalInterface
    interface SinkFactory {
        BodySink create() throws IOException;
    }

    private final SinkFactory factory;
    private final Consumer<Runnable> starter;
    private @Nullable BodySink sink;
    private final AtomicBoolean isFinished = new AtomicBoolean();

    GuardedOutput(SinkFactory factory, Consumer<Runnable> starter) {
        this.factory = factory;
        this.starter = starter;
    }

    private BodySink sink() throws IOException {
        BodySink current = sink == null ? factory.create() : sink;
        sink = current;
        return current;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (isFinished.get()) {
            throw new IOException("the response has ended");
        }
        sink().write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
        if (!isFinished.get()) {
            sink().flush();
        }
    }

    @Override
    public void close() throws IOException {
        finish();
    }

    boolean hasEnded() {
        return isFinished.get();
    }

    void finish() throws IOException {
        if (isFinished.compareAndSet(false, true)) {
            sink().finish();
        }
    }

    /** Forgets the body; the servlet may write another one. */
    void reset() {
        if (sink != null) {
            sink.reset();
        }
        sink = null;
    }

    /** Forgets the body, and takes no other. */
    void discard() {
        reset();
        isFinished.set(true);
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        starter.accept(() -> {
            try {
                listener.onWritePossible();
            } catch (IOException | RuntimeException e) {
                listener.onError(e);
            }
        });
    }
}
