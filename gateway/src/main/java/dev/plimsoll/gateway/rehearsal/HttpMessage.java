package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * HTTP request or response. The parser is minimal, because a rehearsal only reads messages of Plimsoll itself.
 *
 * @param startLine the first line; empty if the connection was closed
 * @param sessionHeader the complete header line with the session ID, with its line end; empty if there is
 *     none
 */
record HttpMessage(String startLine, String sessionHeader, Slice body) {

    private static final String CONTENT_LENGTH = "content-length:";

    static HttpMessage read(InputStream in) throws IOException {
        String startLine = readLine(in);
        String sessionHeader = "";
        int length = 0;
        boolean isChunked = false;
        for (String field = readLine(in); !field.isEmpty(); field = readLine(in)) {
            String lowerCaseField = field.toLowerCase(Locale.ROOT);
            length = lowerCaseField.startsWith(CONTENT_LENGTH)
                    ? Integer.parseInt(
                            lowerCaseField.substring(CONTENT_LENGTH.length()).strip())
                    : length;
            sessionHeader = lowerCaseField.startsWith("mcp-session-id:") ? field + "\r\n" : sessionHeader;
            isChunked |= lowerCaseField.startsWith("transfer-encoding:");
        }
        return new HttpMessage(startLine, sessionHeader, isChunked ? readChunks(in) : Slice.of(in.readNBytes(length)));
    }

    private static Slice readChunks(InputStream in) throws IOException {
        ByteSink body = new ByteSink();
        for (int length = readHexLine(in); length > 0; length = readHexLine(in)) {
            body.raw(Slice.of(in.readNBytes(length)));
            var _ = readLine(in);
        }
        var _ = readLine(in);
        return body.slice();
    }

    private static int readHexLine(InputStream in) throws IOException {
        return Integer.parseInt(readLine(in), 16);
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
