package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.sample.JsonRespacer;
import dev.plimsoll.testkit.sample.SampleResults;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that each message is one {@code data:} line of an event stream. A client would ignore the text after a line break. */
class EventLinesTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern CURSOR = Pattern.compile("nextCursor\\W+([A-Za-z0-9_-]{48})");

    private static JsonNode postAndReadStream(
            HttpServerFixture httpServer, String session, String message, Runnable serverAction) throws Exception {
        Thread server = Thread.ofVirtual().start(serverAction);
        HttpResponse<Stream<String>> response = httpServer.lines(httpServer
                .request(session)
                .setHeader("Accept", "text/event-stream")
                .POST(BodyPublishers.ofString(message)));
        server.join();
        String data = "";
        for (String line : (Iterable<String>) response.body()::iterator) {
            assertThat(line).matches("|:|(id|data|event):.*");
            data = line.startsWith("data: {") ? line.substring("data: ".length()) : data;
        }
        return JSON.readTree(data);
    }

    private static void answer(SimulatedEchoServer server, byte[] result) {
        try {
            JsonNode call = Objects.requireNonNull(server.received.poll(20, TimeUnit.SECONDS));
            if (call.path("method").asString("").startsWith("notifications/")) {
                answer(server, result);
            } else {
                server.result(call, new String(result, StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void writesIndentedResultAsOneLine() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            byte[] indented = JsonRespacer.pretty(SampleResults.models(2));
            JsonNode answer = postAndReadStream(
                    httpServer,
                    session,
                    HttpServerFixture.call(1, "tools/call", "{\"name\":\"list_models\",\"arguments\":{}}"),
                    () -> answer(server, indented));
            assertThat(answer.at("/result/structuredContent/result").size()).isEqualTo(2);
            assertThat(answer.at("/result/content/1/text").asString()).contains("{\n");
        }
    }

    @Test
    void writesIndentedBlocksAsOneLine() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            JsonNode first = postAndReadStream(
                    httpServer,
                    session,
                    HttpServerFixture.call(1, "tools/call", "{\"name\":\"list_models\",\"arguments\":{}}"),
                    () -> answer(server, SampleResults.modelsAsBlocks(300)));
            Matcher cursor = CURSOR.matcher(first.toString());
            assertThat(cursor.find()).isTrue();
            String arguments = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group(1) + "\"}}";
            JsonNode read = postAndReadStream(
                    httpServer, session, HttpServerFixture.call(2, "tools/call", arguments), () -> {});
            JsonNode page = JSON.readTree(read.at("/result/content/0/text").asString());
            assertThat(page.get("items").size()).isGreaterThan(1);
        }
    }
}
