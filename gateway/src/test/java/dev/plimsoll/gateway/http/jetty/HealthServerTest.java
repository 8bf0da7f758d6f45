package dev.plimsoll.gateway.http.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.HostAndPort;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.json.Slice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the additional server for health checks. */
class HealthServerTest {

    private static final String GET_LIVE = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final HostAndPort ANY_PORT = new HostAndPort("127.0.0.1", 0);

    /** A service that remembers its last request and the thread that answered it. */
    private static final class RecordingHealth implements HttpService {

        private final AtomicReference<ServiceRequest> request = new AtomicReference<>();
        private final AtomicReference<Thread> thread = new AtomicReference<>();

        @Override
        public boolean accepts(String path) {
            return path.equals("/health") || path.startsWith("/health/");
        }

        @Override
        public boolean isPublic() {
            return true;
        }

        @Override
        public ServiceResponse answer(ServiceRequest serviceRequest) {
            request.set(serviceRequest);
            thread.set(Thread.currentThread());
            return new ServiceResponse(serviceRequest.path().endsWith("ready") ? 503 : 200, Slice.of("{}"));
        }
    }

    private final RecordingHealth health = new RecordingHealth();
    private HealthServer server;

    @BeforeEach
    void start() throws IOException {
        server = HealthServer.open(ANY_PORT, health);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        return send(method, path, Duration.ofSeconds(10));
    }

    private HttpResponse<String> send(String method, String path, Duration timeout) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, BodyPublishers.noBody())
                .timeout(timeout)
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    @Test
    void answersOnAPlatformThreadOfItsOwn() throws Exception {
        HttpResponse<String> answer = send("GET", "/health/live");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(health.thread.get().isVirtual()).isFalse();
        assertThat(health.thread.get().getName()).startsWith("plimsoll-health");
        assertThat(health.request.get().caller())
                .as("without a caller, the service reveals no details")
                .isNull();
    }

    @Test
    void keepsTheStatusOfTheService() throws Exception {
        assertThat(send("GET", "/health/ready").statusCode()).isEqualTo(503);
    }

    @Test
    void answersHeadWithoutABody() throws Exception {
        HttpResponse<String> answer = send("HEAD", "/health");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 404",
        "GET, /mcp, 404",
        "GET, /health/../mcp, 404",
        "POST, /health, 405",
        "DELETE, /health/live, 405"
    })
    void refusesEverythingElse(String method, String path, int status) throws Exception {
        HttpResponse<String> answer = send(method, path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("INVALID_REQUEST", "/health/ready");
        assertThat(health.request.get()).isNull();
    }

    @Test
    void answersWhileSilentConnectionsFillTheServer() throws Exception {
        List<Socket> silentConnections = new ArrayList<>();
        try {
            for (int i = 0; i < 80; i++) {
                silentConnections.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
            }
            assertThat(send("GET", "/health/live").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : silentConnections) {
                socket.close();
            }
        }
    }

    @Test
    void answersWhileSlowSendersFillTheServer() throws Exception {
        List<Socket> slowConnections = new ArrayList<>();
        try {
            for (int i = 0; i < 70; i++) {
                slowConnections.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
            }
            Thread sender = Thread.startVirtualThread(() -> drip(slowConnections));
            assertThat(send("GET", "/health/live", Duration.ofSeconds(40)).statusCode())
                    .isEqualTo(200);
            sender.interrupt();
        } finally {
            for (Socket socket : slowConnections) {
                socket.close();
            }
        }
    }

    @Test
    void closesConnectionInConstantUseAfterAnAnswer() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            boolean isClosed = false;
            while (!isClosed) {
                socket.getOutputStream().write(GET_LIVE.getBytes(StandardCharsets.US_ASCII));
                // every request gets an answer, also the last one before the server closes the old connection
                assertThat(in.readLine()).startsWith("HTTP/1.1 200");
                int length = 0;
                for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                    isClosed |= line.equalsIgnoreCase("Connection: close");
                    length = line.toLowerCase(Locale.ROOT).startsWith("content-length:")
                            ? Integer.parseInt(line.substring(15).trim())
                            : length;
                }
                assertThat(in.skip(length)).isEqualTo(length);
                LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            }
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    /** Sends an endless header to each socket, one character at a time, until the thread is interrupted. */
    private static void drip(List<Socket> sockets) {
        String beginningOfRequest = "GET /health HTTP/1.1\r\nX: ";
        for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
            for (Socket socket : sockets) {
                try {
                    socket.getOutputStream()
                            .write(i < beginningOfRequest.length() ? beginningOfRequest.charAt(i) : 'x');
                } catch (IOException e) {
                    // the server has closed this connection
                }
            }
            LockSupport.parkNanos(200_000_000);
        }
    }

    @Test
    void namesTheSettingOfAnAddressInUse() throws Exception {
        try (ServerSocket otherServer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HostAndPort address = new HostAndPort("127.0.0.1", otherServer.getLocalPort());
            assertThatThrownBy(() -> HealthServer.open(address, health))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("healthListen: cannot listen on 127.0.0.1:" + otherServer.getLocalPort())
                    .hasMessageContaining("choose another with healthListen");
        }
    }
}
