package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.fixture.SpanCollector;
import dev.plimsoll.gateway.fixture.SpanCollector.ReceivedSpan;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.gateway.trace.otel.BackgroundSpanFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the spans of a call from a client through two gateways to a server process. A collector receives the spans. */
class TraceTest {

    static final long SERVER_KIND = 2;
    private static final long CLIENT_KIND = 3;
    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT_SPAN_ID = "00f067aa0ba902b7";
    private static final String TRACEPARENT = "00-" + TRACE_ID + "-" + PARENT_SPAN_ID + "-01";

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    static TraceSpans traceSpans(SpanCollector collector, String service) {
        Map<String, String> environment =
                Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(), "OTEL_SERVICE_NAME", service);
        BackgroundSpanFactory spanFactory =
                BackgroundSpanFactory.start(environment, "1.2.3", new Log(System.err, LogSeverity.OFF));
        spanFactory.await();
        return new TraceSpans(spanFactory);
    }

    private ServeFixture upstreamGateway(SpanCollector collector) throws Exception {
        return ServeFixture.of(
                ServeFixture.configuration(folder.resolve("upstream"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("fixture", FixtureServer.command())),
                traceSpans(collector, "upstream"));
    }

    private ServeFixture gateway(SpanCollector collector, URI upstream) throws Exception {
        return ServeFixture.of(
                ServeFixture.configuration(folder.resolve("gateway"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("upstream", upstream)),
                traceSpans(collector, "gateway"));
    }

    private HttpResponse<String> post(URI address, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        return http.send(
                (headers.length == 0 ? request : request.headers(headers))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private String openSession(URI address) throws Exception {
        return post(
                        address,
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}}}")
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static String call(int id, String tool, String arguments, String meta) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + meta + "}}";
    }

    @Test
    void traceLeadsFromClientToLastServer() throws Exception {
        try (SpanCollector collector = new SpanCollector()) {
            String session;
            try (ServeFixture upstream = upstreamGateway(collector);
                    ServeFixture gateway = gateway(collector, upstream.endpoint())) {
                session = openSession(gateway.endpoint());
                post(
                        gateway.endpoint(),
                        call(1, "list", "{\"count\":3000}", ""),
                        "Mcp-Session-Id",
                        session,
                        "traceparent",
                        TRACEPARENT,
                        "tracestate",
                        "rojo=1,congo=t61");
            }
            ReceivedSpan serverSpan = collector.span("gateway", "tools/call list", SERVER_KIND);
            ReceivedSpan clientSpan = collector.span("gateway", "tools/call list", CLIENT_KIND);
            ReceivedSpan upstreamServerSpan = collector.span("upstream", "tools/call list", SERVER_KIND);
            ReceivedSpan upstreamClientSpan = collector.span("upstream", "tools/call list", CLIENT_KIND);
            assertThat(serverSpan.trace()).isEqualTo(TRACE_ID);
            assertThat(serverSpan.parent()).isEqualTo(PARENT_SPAN_ID);
            assertThat(serverSpan.state()).isEqualTo("rojo=1,congo=t61");
            assertThat(clientSpan.parent()).isEqualTo(serverSpan.id());
            assertThat(upstreamServerSpan.parent()).isEqualTo(clientSpan.id());
            assertThat(upstreamServerSpan.state()).isEqualTo("rojo=1,congo=t61");
            assertThat(upstreamClientSpan.parent()).isEqualTo(upstreamServerSpan.id());
            assertThat(upstreamClientSpan.trace()).isEqualTo(TRACE_ID);

            assertThat(serverSpan.attributes())
                    .containsEntry("mcp.method.name", "tools/call")
                    .containsEntry("gen_ai.tool.name", "list")
                    .containsEntry("gen_ai.operation.name", "execute_tool")
                    .containsEntry("jsonrpc.request.id", "1")
                    .containsEntry("mcp.protocol.version", "2025-11-25")
                    .containsEntry("network.transport", "tcp")
                    .containsEntry("plimsoll.server", "upstream")
                    .containsKey("mcp.session.id");
            assertThat(serverSpan.attributes().toString())
                    .doesNotContain(session)
                    .doesNotContain("3000");
            assertThat(upstreamServerSpan.attributes()).containsEntry("plimsoll.outcome", "paginated");
            assertThat((Long) upstreamServerSpan.attributes().get("plimsoll.original.tokens"))
                    .isGreaterThan((Long) upstreamServerSpan.attributes().get("plimsoll.answer.tokens"));
            assertThat(clientSpan.attributes())
                    .containsEntry("server.address", "127.0.0.1")
                    .containsEntry("network.transport", "tcp");
            assertThat(upstreamClientSpan.attributes()).containsEntry("network.transport", "pipe");
            assertThat(collector.paths()).containsOnly("/v1/traces");
        }
    }

    @Test
    void metadataOverridesHeadersAndFailuresAreMarked() throws Exception {
        try (SpanCollector collector = new SpanCollector()) {
            try (ServeFixture upstream = upstreamGateway(collector)) {
                String session = openSession(upstream.endpoint());
                post(
                        upstream.endpoint(),
                        call(1, "nosuch", "{}", ",\"_meta\":{\"traceparent\":\"" + TRACEPARENT + "\"}"),
                        "Mcp-Session-Id",
                        session,
                        "traceparent",
                        "00-11111111111111111111111111111111-2222222222222222-01");
            }
            ReceivedSpan serverSpan = collector.span("upstream", "tools/call nosuch", SERVER_KIND);
            assertThat(serverSpan.trace()).isEqualTo(TRACE_ID);
            assertThat(serverSpan.hasFailed()).isTrue();
            assertThat(serverSpan.attributes()).containsKey("error.type");
            ReceivedSpan initializeSpan = collector.span("upstream", "initialize", SERVER_KIND);
            assertThat(initializeSpan.parent()).isEmpty();
            assertThat(initializeSpan.hasFailed()).isFalse();
        }
    }

    @Test
    void forwardsContextWithoutSpans() throws Exception {
        try (ServeFixture upstream = ServeFixture.withFixtureServer(folder.resolve("upstream"));
                ServeFixture gateway = ServeFixture.of(ServeFixture.configuration(
                                folder.resolve("gateway"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("upstream", upstream.endpoint())))) {
            String session = openSession(gateway.endpoint());
            String answer = post(
                            gateway.endpoint(),
                            call(1, "params", "{}", ""),
                            "Mcp-Session-Id",
                            session,
                            "traceparent",
                            TRACEPARENT,
                            "baggage",
                            "user=alice")
                    .body();
            JsonNode answerMessage = JsonMapper.shared().readTree(answer);
            assertThat(answerMessage.toString()).contains(TRACEPARENT).contains("user=alice");
        }
    }
}
