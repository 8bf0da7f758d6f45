package dev.plimsoll.gateway.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Output that ignores a closed pipe ({@code plimsoll … | head}), which is no failure. Other errors, such as a full
 * disk, are thrown.
 */
final class PipeTolerant extends FilterOutputStream {

    private boolean readerGone;

    PipeTolerant(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (readerGone) {
            return;
        }
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            // the JDK has no exception type for EPIPE
            readerGone = "Broken pipe".equals(e.getMessage());
            if (!readerGone) {
                throw e;
            }
        }
    }
}
