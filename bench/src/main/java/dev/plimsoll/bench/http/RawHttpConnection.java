package dev.plimsoll.bench.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A persistent HTTP connection that parses as little as possible, so that the benchmark itself adds little to the measured
 * time.
 */
final class RawHttpConnection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 15];
    private int position;
    private int end;

    /**
     * A response.
     *
     * @param length the number of bytes in the body
     * @param session the session ID in the response; null if there is none
     */
    record Answer(int status, int length, @Nullable String session) {}

    RawHttpConnection(int port) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MILLIS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** Sends a request, and reads the complete response. Appends the body to {@code bodySink}, unless it is null. */
    Answer exchange(byte[] request, @Nullable ByteArrayOutputStream bodySink) throws IOException {
        out.write(request);
        String line = readLine();
        int status = Integer.parseInt(line.substring(9, 12));
        int length = 0;
        boolean isChunked = false;
        String session = null;
        for (line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Integer.parseInt(value);
                case "transfer-encoding" -> isChunked = true;
                case "mcp-session-id" -> session = value;
                default -> {}
            }
        }
        if (isChunked) {
            length = readChunks(bodySink);
        } else {
            readBody(length, bodySink);
        }
        return new Answer(status, length, session);
    }

    private int readChunks(@Nullable ByteArrayOutputStream bodySink) throws IOException {
        int length = 0;
        int chunk;
        do {
            chunk = Integer.parseInt(readLine(), 16);
            readBody(chunk, bodySink);
            length += chunk;
            readLine();
        } while (chunk > 0);
        return length;
    }

    private void readBody(int length, @Nullable ByteArrayOutputStream bodySink) throws IOException {
        int remaining = length;
        while (remaining > 0) {
            if (position == end) {
                fillBuffer();
            }
            int partLength = Math.min(remaining, end - position);
            if (bodySink != null) {
                bodySink.write(buffer, position, partLength);
            }
            position += partLength;
            remaining -= partLength;
        }
    }

    private String readLine() throws IOException {
        StringBuilder line = null;
        while (true) {
            for (int i = position; i < end; i++) {
                if (buffer[i] == '\n') {
                    String part = new String(buffer, position, i - position, StandardCharsets.ISO_8859_1);
                    position = i + 1;
                    return (line == null ? part : line + part).stripTrailing();
                }
            }
            line = line == null ? new StringBuilder() : line;
            line.append(new String(buffer, position, end - position, StandardCharsets.ISO_8859_1));
            fillBuffer();
        }
    }

    private void fillBuffer() throws IOException {
        int length = in.read(buffer);
        if (length < 0) {
            throw new IOException("the connection was closed before the response was complete");
        }
        position = 0;
        end = length;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
