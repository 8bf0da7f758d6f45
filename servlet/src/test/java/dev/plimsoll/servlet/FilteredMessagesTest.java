package dev.plimsoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests valid and invalid bodies of requests and responses, with a servlet that returns the body that a test sets. */
class FilteredMessagesTest {

    private static final Pattern CURSOR = Pattern.compile("nextCursor\\\\?\": ?\\\\?\"([A-Za-z0-9_-]+)");

    private final ScriptedServlet script = new ScriptedServlet();
    private Container.@Nullable StartedContainer server;

    /** Records requests, and responds with the status, type, and body that a test sets. */
    private static final class ScriptedServlet extends HttpServlet {

        private static final long serialVersionUID = 1;

        final List<String> received = new CopyOnWriteArrayList<>();
        final List<String> acceptEncodings = new CopyOnWriteArrayList<>();
        volatile int status = 200;
        volatile @Nullable String type = "application/json";
        volatile String body = "";
        volatile boolean failsAfterBody;
        volatile String contentEncoding = "";

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            received.add(new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            acceptEncodings.add(String.valueOf(request.getHeader("Accept-Encoding")));
            if (!contentEncoding.isEmpty()) {
                response.setHeader("Content-Encoding", contentEncoding);
            }
            response.setStatus(status);
            response.setContentType(type);
            response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            if (failsAfterBody) {
                throw new ServletException("broken on purpose");
            }
        }
    }

    private RawHttpClient start(PlimsollFilter filter) throws Exception {
        server = Container.JETTY.start(filter, script);
        return RawHttpClient.of(server.address()).with("MCP-Protocol-Version", "2025-06-18");
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static String result(int id, int count) {
        String text = BookServer.JSON.writeValueAsString(BookServer.books(count));
        return BookServer.JSON.writeValueAsString(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                id,
                "result",
                Map.of("content", List.of(Map.of("type", "text", "text", text)))));
    }

    private static String cursor(String body) {
        Matcher matcher = CURSOR.matcher(body);
        assertThat(matcher.find()).as(body).isTrue();
        return matcher.group(1);
    }

    @Test
    void guardsEachMessageOfABatch() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.body = result(1, 400);
        String cursor =
                cursor(client.post(RawHttpClient.call(1, "list", Map.of())).body());
        script.body = "[" + result(2, 400) + "," + result(3, 1) + "]";
        String body = client.post(
                        "[" + RawHttpClient.call(2, "list", Map.of()) + "," + RawHttpClient.call(3, "list", Map.of())
                                + "," + RawHttpClient.call(4, "plimsoll_read", Map.of("cursor", cursor)) + "]")
                .body();
        List<?> messages = BookServer.JSON.readValue(body, List.class);
        List<Object> ids = new ArrayList<>();
        messages.forEach(message -> ids.add(((Map<?, ?>) message).get("id")));
        assertThat(ids).containsExactly(2, 3, 4);
        assertThat(body).hasSizeLessThan(40_000);
        assertThat(script.received.get(1)).contains("\"id\":3").doesNotContain("plimsoll_read");
    }

    @Test
    void answersABatchOfReadsWithoutTheServer() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.body = result(1, 400);
        String cursor =
                cursor(client.post(RawHttpClient.call(1, "list", Map.of())).body());
        String body = client.post("[" + RawHttpClient.call(4, "plimsoll_read", Map.of("cursor", cursor)) + "]")
                .body();
        List<?> answers = BookServer.JSON.readValue(body, List.class);
        assertThat(answers.size()).isEqualTo(1);
        assertThat(script.received).hasSize(1);
    }

    @Test
    void answersAReadInABatchOfNotifications() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.status = 202;
        script.type = null;
        HttpResponse<String> response = client.post("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"},"
                + RawHttpClient.call(4, "plimsoll_read", Map.of("cursor", "x")) + "]");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        assertThat(response.body()).startsWith("[{").contains("CURSOR_INVALID");
    }

    @Test
    void rejectsBodiesThatAreNotJsonRpc() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        for (String body : List.of("", "no", "{\"jsonrpc\":", "[1]", "[{}", "\"text\"", "{\"a\":1}x")) {
            HttpResponse<String> response = client.post(body);
            assertThat(response.statusCode()).as(body).isEqualTo(400);
            assertThat(response.body()).contains("-32700");
        }
        byte[] utf16 = RawHttpClient.call(1, "list", Map.of()).getBytes(StandardCharsets.UTF_16);
        assertThat(client.post(utf16).statusCode()).isEqualTo(400);
        assertThat(script.received).isEmpty();
    }

    @Test
    void rejectsRequestsAboveTheLimit() throws Exception {
        RawHttpClient client =
                start(PlimsollFilter.builder().maxMessageBytes(2_000).build());
        HttpResponse<String> response = client.post(RawHttpClient.call(1, "list", Map.of("a", "x".repeat(3_000))));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("maxMessageBytes");
        assertThat(script.received).isEmpty();
    }

    @Test
    void rejectsCompressedRequests() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(RawHttpClient.call(1, "list", Map.of()).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(client.with("Content-Encoding", "gzip")
                        .post(bytes.toByteArray())
                        .statusCode())
                .isEqualTo(415);
        assertThat(script.received).isEmpty();
    }

    @Test
    void hidesAcceptEncodingFromTheServer() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults()).with("Accept-Encoding", "gzip");
        script.body = result(1, 1);
        client.post(RawHttpClient.call(1, "list", Map.of()));
        assertThat(script.acceptEncodings).containsExactly("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", " Identity ", "identity, IDENTITY", ","})
    void guardsResponsesWithIdentityEncoding(String contentEncoding) throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.contentEncoding = contentEncoding;
        script.body = result(1, 400);
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).contains("totalCount");
        script.type = "text/event-stream";
        script.body = "data: " + result(1, 400) + "\n\n";
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).contains("totalCount");
    }

    @Test
    void passesCompressedResponses() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.contentEncoding = "identity, x-own";
        script.body = result(1, 400);
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).isEqualTo(script.body);
    }

    @Test
    void replacesResultsAboveTheLimitWithAnError() throws Exception {
        RawHttpClient client =
                start(PlimsollFilter.builder().maxMessageBytes(20_000).build());
        script.body = result(1, 400);
        String singleMessage =
                client.post(RawHttpClient.call(1, "list", Map.of())).body();
        assertThat(singleMessage)
                .contains("RESULT_TOO_LARGE")
                .contains("\"id\":1")
                .hasSizeLessThan(2_000);
        script.type = "text/event-stream";
        script.body = "data: " + result(2, 400) + "\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"after\"}\n\n";
        String events = client.post(RawHttpClient.call(2, "list", Map.of())).body();
        assertThat(events)
                .contains("RESULT_TOO_LARGE")
                .contains("\"id\":2")
                .endsWith("data: {\"jsonrpc\":\"2.0\",\"method\":\"after\"}\n\n")
                .hasSizeLessThan(2_000);
    }

    @Test
    void releasesTheQuotaAfterEachResponse() throws Exception {
        RawHttpClient client = start(PlimsollFilter.builder()
                .maxMessageBytes(200_000)
                .maxBufferedBytes(200_000)
                .build());
        script.body = result(1, 400);
        for (int i = 0; i < 20; i++) {
            assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body())
                    .contains("totalCount");
        }
    }

    @Test
    void passesBodiesWithoutAResultOfTheCallAndFailedResponses() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        List<String> bodies = new ArrayList<>(List.of("not json", "{\"cut\":", "", "[1,2]", "{}", "null"));
        bodies.add(result(9, 400)); // the response to another request
        bodies.add(result(1, 400).replace("\"result\"", "\"other\""));
        for (String body : bodies) {
            script.body = body;
            assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body())
                    .isEqualTo(body);
        }
        script.body = result(1, 400);
        script.status = 500;
        HttpResponse<String> failed = client.post(RawHttpClient.call(1, "list", Map.of()));
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).isEqualTo(script.body);
        script.status = 200;
        script.type = "text/plain;charset=utf-8";
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).isEqualTo(script.body);
    }

    @Test
    void discardsTheBodyAfterAServletException() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.body = result(1, 400);
        script.failsAfterBody = true;
        HttpResponse<String> response = client.post(RawHttpClient.call(1, "list", Map.of()));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).doesNotContain("jsonrpc");
    }

    @Test
    void passesToolErrorsAndProtocolErrors() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"no\"}}";
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).isEqualTo(script.body);
        script.body =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}}";
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).contains("\"isError\":true");
    }

    @Test
    void passesServerRequestsWithTheIdOfACall() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.type = "text/event-stream";
        String serverRequest = "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\",\"result\":{}}\r\n\r\n";
        script.body = serverRequest + "data: " + result(1, 400) + "\r\n\r\n";
        String body = client.post(RawHttpClient.call(1, "list", Map.of())).body();
        assertThat(body).startsWith(serverRequest).contains("totalCount");
    }

    @Test
    void answersModernClientsInTheirEra() throws Exception {
        server = Container.JETTY.start(PlimsollFilter.withDefaults(), script);
        RawHttpClient client = RawHttpClient.of(server.address()).with("MCP-Protocol-Version", "2026-07-28");
        script.body = result(1, 400);
        String call = RawHttpClient.call(1, "list", Map.of())
                .replace(
                        "\"params\":{",
                        "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"},");
        String cursor = cursor(client.post(call).body());
        String readRequest = RawHttpClient.call(2, "plimsoll_read", Map.of("cursor", cursor))
                .replace(
                        "\"params\":{",
                        "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"},");
        assertThat(client.post(readRequest).body()).contains("\"resultType\":\"complete\"");
    }

    @Test
    void passesInputRequests() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults());
        script.body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"input_required\",\"requestState\":\""
                + "x".repeat(100_000) + "\"}}";
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).isEqualTo(script.body);
    }

    @Test
    void guardsAResponseOnAStreamOfTheSession() throws Exception {
        RawHttpClient client = start(PlimsollFilter.withDefaults()).with("Mcp-Session-Id", "s1");
        script.type = "text/event-stream";
        script.body = "id: 1\nretry: 10\ndata:\n\n"; // the client must fetch the result on another stream
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).isEqualTo(script.body);
        script.body = "id: 2\ndata: " + result(1, 400) + "\n\n";
        assertThat(client.get().body())
                .startsWith("id: 2\n")
                .contains("totalCount")
                .hasSizeLessThan(20_000);
        assertThat(RawHttpClient.of(client.address())
                        .with("Mcp-Session-Id", "s2")
                        .get()
                        .body())
                .isEqualTo(script.body);
    }

    @Test
    void doesNotForwardCallsOfBlockedTools() throws Exception {
        RawHttpClient client = start(PlimsollFilter.builder()
                .tools("delete_book", policy -> policy.with(Policy.BLOCKED, true))
                .build());
        script.body = result(1, 1);
        // the server could ignore case, and read the second name
        String duplicate =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"list\",\"Name\":\"delete_book\"}}";
        assertThat(client.post(duplicate).body()).contains("-32600");
        String withoutId = "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"delete_book\"}}";
        assertThat(client.post(withoutId).statusCode()).isEqualTo(202);
        assertThat(client.post(RawHttpClient.call(1, "delete_book", Map.of())).body())
                .contains("FORBIDDEN");
        assertThat(script.received).isEmpty();
        assertThat(client.post(RawHttpClient.call(1, "list", Map.of())).body()).contains("Deuxième");
    }
}
