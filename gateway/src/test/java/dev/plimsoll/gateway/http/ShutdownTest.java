package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the shutdown of a gateway that has pending requests and still receives new ones. */
class ShutdownTest {

    /** A client connection that was opened before the shutdown. */
    private static final class OpenConnection implements AutoCloseable {

        private final Socket socket;
        private final BufferedReader in;

        OpenConnection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(20_000);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        }

        /** Sends a request, and returns the status, headers, and body of the response. */
        String post(String body) throws IOException {
            String request = "POST /mcp/simulated HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    + "Accept: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            int length = 0;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                answer.append(line).append('\n');
                if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            for (int i = 0; i < length; i++) {
                answer.append((char) in.read());
            }
            return answer.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void answersPendingAndRejectsNewRequests() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits();
                OpenConnection openConnection = new OpenConnection(httpServer.port())) {
            assertThat(openConnection.post(HttpServerFixture.INITIALIZE)).startsWith("HTTP/1.1 200 ");
            httpServer.nextStartedServer();
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            CompletableFuture<HttpResponse<String>> pendingAnswer =
                    httpServer.postAsync(session, HttpServerFixture.call(7, "wait", "{}"));
            JsonNode pendingRequest = server.received.poll(20, TimeUnit.SECONDS);

            int port = httpServer.port();
            Thread shutdownThread = Thread.ofPlatform().start(() -> httpServer.close(Duration.ofSeconds(20)));
            Await.until("the gateway no longer listens on port " + port, () -> !listens(port));
            assertThat(openConnection.post(HttpServerFixture.INITIALIZE))
                    .startsWith("HTTP/1.1 503 ")
                    .containsIgnoringCase("connection: close")
                    .contains("the gateway is shutting down");
            assertThat(pendingAnswer).isNotDone();
            server.result(pendingRequest, "{\"done\":true}");
            assertThat(pendingAnswer.get(20, TimeUnit.SECONDS).body()).contains("\"done\":true");
            shutdownThread.join();
            server.awaitClosed();
        }
    }

    @Test
    void endsPendingRequestsAfterGrace() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            CompletableFuture<HttpResponse<String>> pendingAnswer =
                    httpServer.postAsync(session, HttpServerFixture.call(7, "wait", "{}"));
            assertThat(server.received.poll(20, TimeUnit.SECONDS)).isNotNull();
            httpServer.close(Duration.ofMillis(50));
            assertThat(pendingAnswer.get(20, TimeUnit.SECONDS).body()).contains("UPSTREAM_UNAVAILABLE");
        }
    }
}
