package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.json.ByteSink;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** MCP client of a rehearsal, with one session over one HTTP connection. */
final class RehearsalClient implements Closeable {

    static final String CURSOR_FIELD = "\"nextCursor\":\"";

    private final Socket socket;
    private final InputStream in;
    private final String path;
    private String sessionHeader = "";
    private int lastId = RehearsalScript.LAST_ID;

    RehearsalClient(int port, String path) throws IOException {
        socket = new Socket(RehearsalServer.LOOPBACK, port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        this.path = path;
    }

    /** Sends the messages with which every client begins. */
    void initialize() throws IOException {
        for (String message :
                List.of(RehearsalScript.INITIALIZE, RehearsalScript.INITIALIZED, RehearsalScript.LIST_TOOLS)) {
            var _ = send(message);
        }
    }

    /**
     * Calls a tool, and sends a follow-up read with each of the given arguments.
     *
     * @throws IOException if a follow-up read is to be sent, but the answer was not cut and has no cursor
     */
    void call(String tool, List<Map<String, String>> followUpArguments) throws IOException {
        String answer = send(RehearsalScript.call(++lastId, tool, Map.of()));
        for (Map<String, String> extraArguments : followUpArguments) {
            int cursorStart = answer.indexOf(CURSOR_FIELD) + CURSOR_FIELD.length();
            if (cursorStart < CURSOR_FIELD.length()) {
                throw new IOException(tool + " was not cut: " + RehearsalScript.excerpt(answer));
            }
            Map<String, String> arguments = new LinkedHashMap<>();
            arguments.put("cursor", answer.substring(cursorStart, answer.indexOf('"', cursorStart)));
            arguments.putAll(extraArguments);
            var _ = send(RehearsalScript.call(++lastId, "plimsoll_read", arguments));
        }
    }

    /** Sends a message in the session, and returns the body of the response. */
    String send(String message) throws IOException {
        return send(sessionHeader, message);
    }

    /**
     * Sends a message, and returns the body of the response.
     *
     * @param headers further header lines, each with its line end
     * @throws IOException if the response is an error
     */
    String send(String headers, String message) throws IOException {
        // all messages are ASCII, so the length in characters is the length in bytes
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n" + headers + "Content-Length: " + message.length()
                + "\r\n\r\n";
        socket.getOutputStream().write(new ByteSink().ascii(head).ascii(message).toByteArray());
        HttpMessage response = HttpMessage.read(in);
        String body = response.body().utf8();
        if (RehearsalScript.isRefusal(body) || !response.startLine().startsWith("HTTP/1.1 20")) {
            throw new IOException(message + " got " + response.startLine() + " " + RehearsalScript.excerpt(body));
        }
        sessionHeader = sessionHeader.isEmpty() ? response.sessionHeader() : sessionHeader;
        return body;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
