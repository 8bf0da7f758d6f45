package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.http.jetty.ListenAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests slow connections, many connections, and oversized requests over raw sockets. */
class TransportTest {

    private static final String START = "POST /mcp/simulated HTTP/1.1\r\nHost: localhost\r\n";
    private static final String POST =
            START + "Content-Type: application/json\r\nAccept: " + HttpServerFixture.BOTH_TYPES + "\r\n";

    private static HttpServerFixture startServer(int connections, Duration readTimeout) throws IOException {
        ListenAddress listenAddress =
                new ListenAddress("127.0.0.1", 0, List.of(), null, null, connections, List.of(), readTimeout);
        return HttpServerFixture.withIdentification(listenAddress, Identification.none());
    }

    private static Socket connect(HttpServerFixture httpServer) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpServer.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /**
     * Sends bytes repeatedly until the server responds or closes the connection. Returns the beginning of the response;
     * empty if there is none.
     */
    private static String drip(Socket socket, String bytes) throws Exception {
        InputStream in = socket.getInputStream();
        socket.setSoTimeout(20);
        for (int i = 0; i < 1_000; i++) {
            try {
                write(socket, bytes);
                int firstByte = in.read();
                // stop sending, because further bytes could make the client lose the rest of the response
                socket.setSoTimeout(20_000);
                return firstByte < 0 ? "" : (char) firstByte + new String(in.readNBytes(11), StandardCharsets.US_ASCII);
            } catch (SocketTimeoutException e) {
                // no response yet
            } catch (SocketException e) {
                return "";
            }
        }
        throw new AssertionError("the server did not respond to the slow bytes");
    }

    @Test
    void closesConnectionWithSlowHeader() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofMillis(300));
                Socket socket = connect(httpServer)) {
            write(socket, START + "X-Slow: ");
            drip(socket, "a");
        }
    }

    @Test
    void closesConnectionWithSlowHeaderOfSecondRequest() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofMillis(300));
                Socket socket = connect(httpServer)) {
            write(socket, "OPTIONS /mcp/simulated HTTP/1.1\r\nHost: localhost\r\n\r\n");
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 204");
            write(socket, START + "X-Slow: ");
            drip(socket, "a");
        }
    }

    @Test
    void closesSilentConnection() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofMillis(300));
                Socket socket = connect(httpServer)) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void rejectsSlowBody() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofMillis(300));
                Socket socket = connect(httpServer)) {
            write(socket, POST + "Content-Length: 1000000\r\n\r\n");
            assertThat(drip(socket, " ")).startsWith("HTTP/1.1 408");
        }
    }

    @Test
    void rejectsBodyThatStops() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofMillis(300));
                Socket socket = connect(httpServer)) {
            write(socket, POST + "Content-Length: 1000\r\n\r\n{\"jsonrpc\"");
            assertThat(readResponse(socket)).startsWith("HTTP/1.1 408").contains("Connection: close");
        }
    }

    @Test
    void refusesSmallBodyThatStops() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofMillis(300));
                Socket socket = connect(httpServer)) {
            write(socket, START + "Content-Type: text/plain\r\nContent-Length: 10\r\n\r\n12345");
            assertThat(readResponse(socket)).startsWith("HTTP/1.1 415").contains("Connection: close");
        }
    }

    /** Checks that a refused client that stops sending is not waited for as long as any other client. */
    @Test
    void closesConnectionWhoseRefusedLargeBodyStops() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30));
                Socket socket = connect(httpServer)) {
            write(socket, START + "Content-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n");
            assertThat(readResponse(socket)).startsWith("HTTP/1.1 415");
            assertThat(socket.getInputStream().read()).as("within 20 s").isEqualTo(-1);
        }
    }

    /** Checks that the limit for pauses within a request does not limit the time between two requests. */
    @Test
    void keepsConnectionOpenAfterSlowRequest() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(2));
                Socket socket = connect(httpServer)) {
            for (int i = 0; i < 2; i++) {
                write(socket, POST + "Content-Length: 10000\r\n\r\n");
                // longer than the interval of the maintenance, and fast enough
                for (int part = 0; part < 5; part++) {
                    Thread.sleep(500);
                    write(socket, " ".repeat(2_000));
                }
                assertThat(readResponse(socket)).startsWith("HTTP/1.1 400").doesNotContain("Connection: close");
                Thread.sleep(i == 0 ? 3_000 : 0);
            }
        }
    }

    @Test
    void reusesConnectionAfterRefusedSmallBody() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30));
                Socket socket = connect(httpServer)) {
            String refused = START + "Content-Type: text/plain\r\n";
            write(socket, refused + "Content-Length: 10\r\n\r\n12345");
            socket.setSoTimeout(100);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .as("no response before the end of the body")
                    .isInstanceOf(SocketTimeoutException.class);
            socket.setSoTimeout(20_000);
            write(socket, "67890");
            for (int i = 0; i < 2; i++) {
                assertThat(readResponse(socket)).startsWith("HTTP/1.1 415").doesNotContain("Connection: close");
                write(socket, refused + "Content-Length: 2\r\n\r\n{}");
            }
        }
    }

    @Test
    void closesConnectionAfterRefusedLargeBody() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30));
                Socket socket = connect(httpServer)) {
            write(socket, START + "Content-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n");
            assertThat(readResponse(socket)).startsWith("HTTP/1.1 415").contains("Connection: close");
        }
    }

    /** Checks that a client that sends its whole body before it reads gets the response, not a reset connection. */
    @ParameterizedTest
    @CsvSource({
        "application/json, Content-Length: 20000000, 413",
        "application/json, Transfer-Encoding: chunked, 413",
        "text/plain, Content-Length: 20000000, 415",
        "text/plain, Transfer-Encoding: chunked, 415"
    })
    void readsLargeRefusedBodyToItsEnd(String type, String framing, int status) throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30));
                Socket socket = connect(httpServer)) {
            String acceptHeader = "Accept: " + HttpServerFixture.BOTH_TYPES + "\r\n";
            write(socket, START + acceptHeader + "Content-Type: " + type + "\r\n" + framing + "\r\n\r\n");
            String chunk = " ".repeat(100_000);
            boolean isChunked = framing.endsWith("chunked");
            for (int i = 0; i < 200; i++) {
                write(socket, isChunked ? Integer.toHexString(chunk.length()) + "\r\n" + chunk + "\r\n" : chunk);
            }
            write(socket, isChunked ? "0\r\n\r\n" : "");
            assertThat(readResponse(socket)).startsWith("HTTP/1.1 " + status).contains("Connection: close");
        }
    }

    @Test
    void closesConnectionWhoseRefusedBodyDoesNotEnd() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30));
                Socket socket = connect(httpServer)) {
            write(socket, START + "Content-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n");
            assertThat(readResponse(socket)).startsWith("HTTP/1.1 415");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            write(socket, " ");
                            Thread.sleep(20);
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void refusesExpectContinueWithoutWaitingForBody() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30));
                Socket socket = connect(httpServer)) {
            String head = START + "Content-Type: text/plain\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n";
            write(socket, head);
            assertThat(readResponse(socket)).startsWith("HTTP/1.1 415").contains("Connection: close");
        }
    }

    /** Reads a response, and returns its headers. */
    private static String readResponse(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("the connection ended within: " + head);
            }
            head.append((char) c);
        }
        String length = head.substring(head.indexOf("Content-Length: ") + 16);
        in.skipNBytes(Integer.parseInt(length.substring(0, length.indexOf('\r'))));
        return head.toString();
    }

    @Test
    void releasesMemoryOfDisconnectedClient() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30))) {
            for (int i = 0; i < 50; i++) {
                try (Socket socket = connect(httpServer)) {
                    write(socket, POST + "Content-Length: 1000\r\n\r\n{\"jsonrpc\"");
                    if (i % 2 == 0) {
                        // resets the connection instead of closing it normally
                        socket.setSoLinger(true, 0);
                    }
                }
            }
            assertThat(httpServer.post(null, HttpServerFixture.INITIALIZE).statusCode())
                    .isEqualTo(200);
            assertThat(httpServer.logText()).doesNotContain("internal error");
        }
    }

    @Test
    void rejectsTooManyHeaders() throws Exception {
        try (HttpServerFixture httpServer = startServer(100, Duration.ofSeconds(30))) {
            for (String header : List.of("X-%d: 1\r\n", "a:\r\n")) {
                try (Socket socket = connect(httpServer)) {
                    StringBuilder manyHeaders = new StringBuilder(START);
                    for (int i = 0; i < 20_000; i++) {
                        manyHeaders.append(header.replace("%d", Integer.toString(i)));
                    }
                    assertThat(sendAndReadStatus(
                                    socket, manyHeaders.append("\r\n").toString()))
                            .isIn("HTTP/1.1 431", "");
                }
            }
            String withManyHeaders = START + "a:\r\n".repeat(300) + "\r\n";
            try (Socket socket = connect(httpServer)) {
                assertThat(sendAndReadStatus(socket, withManyHeaders)).isEqualTo("HTTP/1.1 431");
            }
            assertThat(httpServer.post(null, HttpServerFixture.INITIALIZE).statusCode())
                    .isEqualTo(200);
        }
    }

    /** Sends a text. Returns the beginning of the response; empty if the server closed the connection without one. */
    private static String sendAndReadStatus(Socket socket, String text) throws IOException {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            out.flush();
        } catch (SocketException e) {
            // the server may have responded before it closed the connection
        }
        try {
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        } catch (SocketException e) {
            return "";
        }
    }

    @Test
    void delaysConnectionsAboveLimit() throws Exception {
        List<Socket> idleConnections = new ArrayList<>();
        try (HttpServerFixture httpServer = startServer(50, Duration.ofMillis(700))) {
            for (int i = 0; i < 200; i++) {
                idleConnections.add(connect(httpServer));
            }
            assertThat(httpServer.post(null, HttpServerFixture.INITIALIZE).statusCode())
                    .isEqualTo(200);
        } finally {
            for (Socket socket : idleConnections) {
                socket.close();
            }
        }
    }

    @Test
    void servesOtherAddressWhileOneOpensAllConnections() throws Exception {
        List<Socket> silentConnections = new ArrayList<>();
        try (HttpServerFixture httpServer = startServer(50, Duration.ofMinutes(2));
                Socket earlierConnection = connect(httpServer)) {
            for (int i = 0; i < 70; i++) {
                silentConnections.add(new Socket(
                        InetAddress.getLoopbackAddress(), httpServer.port(), InetAddress.getByName("127.0.0.2"), 0));
            }
            for (int i = 0; i < 5; i++) {
                try (Socket later = connect(httpServer)) {
                    assertThat(requestOptions(later)).isEqualTo("HTTP/1.1 204");
                }
            }
            assertThat(requestOptions(earlierConnection)).isEqualTo("HTTP/1.1 204");
            assertThat(httpServer.poolUsage("maxConnections").shareRefusals()).isGreaterThan(20);
            assertThat(httpServer.poolUsage("maxConnections").refusalReason()).contains("maxConnections (50)");
        } finally {
            for (Socket socket : silentConnections) {
                socket.close();
            }
        }
    }

    private static String requestOptions(Socket socket) throws IOException {
        write(socket, "OPTIONS /mcp/simulated HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    /** Tests many idle connections, 1,000 by default; {@code -Dplimsoll.connections=10000} sets another number. */
    @Test
    void acceptsRequestsWithManyIdleConnections() throws Exception {
        int connectionCount = Integer.getInteger("plimsoll.connections", 1_000);
        List<Socket> idleConnections = new ArrayList<>();
        try (HttpServerFixture httpServer = startServer(connectionCount + 10, Duration.ofSeconds(30))) {
            for (int i = 0; i < connectionCount; i++) {
                idleConnections.add(connect(httpServer));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(httpServer.post(null, HttpServerFixture.INITIALIZE).statusCode())
                        .isEqualTo(200);
            }
        } finally {
            for (Socket socket : idleConnections) {
                socket.close();
            }
        }
    }
}
