package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * An HTTP request or response, read by a minimal parser, because both sides are known here.
 *
 * @param first the first line; empty if the connection was closed
 * @param session the header line with the session id, or an empty string
 */
record HttpExchange(String first, String session, Slice body) {

    private static final String LENGTH = "content-length:";

    static HttpExchange from(InputStream in) throws IOException {
        String first = line(in);
        String session = "";
        int length = 0;
        boolean chunked = false;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            String low = field.toLowerCase(Locale.ROOT);
            length = low.startsWith(LENGTH)
                    ? Integer.parseInt(low.substring(LENGTH.length()).strip())
                    : length;
            session = low.startsWith("mcp-session-id:") ? field + "\r\n" : session;
            chunked |= low.startsWith("transfer-encoding:");
        }
        return new HttpExchange(first, session, chunked ? chunks(in) : Slice.of(in.readNBytes(length)));
    }

    private static Slice chunks(InputStream in) throws IOException {
        ByteSink all = new ByteSink();
        for (int length = hex(in); length > 0; length = hex(in)) {
            all.raw(Slice.of(in.readNBytes(length)));
            var _ = line(in);
        }
        var _ = line(in);
        return all.slice();
    }

    private static int hex(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
