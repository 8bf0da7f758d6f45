package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.json.ByteSink;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;

/** HTTP client with one session and one connection. */
final class RehearsalClient implements Closeable {

    private static final String CURSOR = "\"nextCursor\":\"";

    private final Socket socket;
    private final InputStream in;
    private final String path;
    private String session = "";
    private int id = RehearsalScript.LAST_ID;

    RehearsalClient(int port, String path) throws IOException {
        socket = new Socket(RehearsalServer.HERE, port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        this.path = path;
    }

    /** Sends the messages with which every client begins. */
    void introduce() throws IOException {
        for (String message : List.of(RehearsalScript.HELLO, RehearsalScript.READY, RehearsalScript.LIST)) {
            var _ = ask(message);
        }
    }

    /** Calls a tool, and sends these follow-up reads; fails if they are given and the answer was not cut. */
    void call(String tool, String... further) throws IOException {
        String answer = ask(RehearsalScript.call(++id, tool, "{}"));
        for (String extraArguments : further) {
            int at = answer.indexOf(CURSOR) + CURSOR.length();
            if (at < CURSOR.length()) {
                throw new IOException(tool + " was not cut: " + RehearsalScript.beginning(answer));
            }
            String cursor = answer.substring(at, answer.indexOf('"', at));
            var _ = ask(RehearsalScript.call(++id, "plimsoll_read", "{\"cursor\":\"" + cursor + "\"" + extraArguments + "}"));
        }
    }

    String ask(String message) throws IOException {
        return ask(session, message);
    }

    String ask(String headers, String message) throws IOException {
        // all messages here are ASCII: one character is one byte
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n" + headers + "Content-Length: " + message.length()
                + "\r\n\r\n";
        socket.getOutputStream().write(new ByteSink().ascii(head).ascii(message).toByteArray());
        HttpExchange answer = HttpExchange.from(in);
        String body = answer.body().utf8();
        if (RehearsalScript.refuses(body) || !answer.first().startsWith("HTTP/1.1 20")) {
            throw new IOException(message + " got " + answer.first() + " " + RehearsalScript.beginning(body));
        }
        session = session.isEmpty() ? answer.session() : session;
        return body;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
