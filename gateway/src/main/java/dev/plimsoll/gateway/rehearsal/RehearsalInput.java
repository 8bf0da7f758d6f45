package dev.plimsoll.gateway.rehearsal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * Requests of a client that closes its output only after it has received all responses. A client that closes earlier
 * gives a server only a few seconds to respond, which is not enough on a busy machine.
 */
final class RehearsalInput extends InputStream {

    private static final long POLL_MILLIS = 2;

    private final ByteArrayInputStream requests;
    private final BooleanSupplier hasAllResponses;

    RehearsalInput(String requests, BooleanSupplier hasAllResponses) {
        this.requests = new ByteArrayInputStream(requests.getBytes(StandardCharsets.UTF_8));
        this.hasAllResponses = hasAllResponses;
    }

    @Override
    public int read() throws IOException {
        byte[] singleByte = new byte[1];
        return read(singleByte, 0, 1) < 0 ? -1 : singleByte[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = requests.read(bytes, offset, length);
        while (count < 0 && !hasAllResponses.getAsBoolean()) {
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
        }
        return count;
    }
}
