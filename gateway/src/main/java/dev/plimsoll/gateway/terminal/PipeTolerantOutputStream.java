package dev.plimsoll.gateway.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Output that ignores errors of a closed pipe, because {@code plimsoll … | head} is no failure. Throws all
 * other errors, such as a full disk.
 */
final class PipeTolerantOutputStream extends FilterOutputStream {

    private boolean isPipeClosed;

    PipeTolerantOutputStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (isPipeClosed) {
            return;
        }
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            // the JDK has no exception type for EPIPE
            isPipeClosed = "Broken pipe".equals(e.getMessage());
            if (!isPipeClosed) {
                throw e;
            }
        }
    }
}
