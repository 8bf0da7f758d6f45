package dev.plimsoll.gateway.upstream.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A server that answers one request on each connection, and then closes the connection without announcing it.
 * After that, it counts down the latch that the supplier returned for the connection.
 */
final class ClosingServer implements AutoCloseable {

    private final ServerSocket serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger answerCount = new AtomicInteger();
    private final Supplier<CountDownLatch> closed;

    ClosingServer(Supplier<CountDownLatch> closed) throws IOException {
        this.closed = closed;
        Thread.startVirtualThread(this::serve);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    int answerCount() {
        return answerCount.get();
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = serverSocket.accept();
                Thread.startVirtualThread(() -> answer(socket));
            }
        } catch (IOException e) {
            // the server was closed
        }
    }

    private void answer(Socket socket) {
        CountDownLatch latch = closed.get();
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String id = SurplusServer.idIn(SurplusServer.readBody(in));
            answerCount.incrementAndGet();
            socket.getOutputStream().write(SurplusServer.response(id, "{}").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // the client closed the connection
        }
        latch.countDown();
    }

    @Override
    public void close() throws IOException {
        serverSocket.close();
    }
}
