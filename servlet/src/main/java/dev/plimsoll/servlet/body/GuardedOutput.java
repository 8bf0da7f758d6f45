package dev.plimsoll.servlet.body;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Output of a guarded response. It is always ready to accept bytes, so a {@link WriteListener} is called only once.
 */
final class GuardedOutput extends ServletOutputStream {

    /** Creates the sink at the first write, when the headers are known. */
    @FunctionalInterface
    interface SinkFactory {
        BodySink create() throws IOException;
    }

    private final SinkFactory factory;
    private final Executor containerThreads;
    private @Nullable BodySink sink;
    private final AtomicBoolean isFinished = new AtomicBoolean();

    GuardedOutput(SinkFactory factory, Executor containerThreads) {
        this.factory = factory;
        this.containerThreads = containerThreads;
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

    boolean isFinished() {
        return isFinished.get();
    }

    void finish() throws IOException {
        if (isFinished.compareAndSet(false, true)) {
            sink().finish();
        }
    }

    /** Discards the body. The servlet may write another one. */
    void reset() {
        if (sink != null) {
            sink.reset();
        }
        sink = null;
    }

    /** Discards the body, and rejects further writes. */
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
        containerThreads.execute(() -> {
            try {
                listener.onWritePossible();
            } catch (IOException | RuntimeException e) {
                listener.onError(e);
            }
        });
    }
}
