package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.Collector;
import dev.plimsoll.gateway.fixture.Collector.ReceivedSpan;
import dev.plimsoll.gateway.fixture.FixtureServer;
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

/** Tests a trace from a client through two gateways to a process, as received by a collector. */
class TraceTest {

    private static final long SERVER = 2;
    private static final long CLIENT = 3;
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT_SPAN = "00f067aa0ba902b7";
    private static final String PARENT = "00-" + TRACE + "-" + PARENT_SPAN + "-01";

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private static TraceSpans traceSpans(Collector collector, String service) {
        Map<String, String> environment =
                Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(), "OTEL_SERVICE_NAME", service);
        BackgroundSpanFactory tracing =
                BackgroundSpanFactory.of(environment, "1.2.3", new Log(System.err, LogSeverity.OFF));
        tracing.await();
        return new TraceSpans(tracing);
    }

    private ServeFixture upstreamGateway(Collector collector) throws Exception {
        return ServeFixture.of(
                ServeFixture.configuration(folder.resolve("far"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("fixture", FixtureServer.command())),
                traceSpans(collector, "far"));
    }

    private ServeFixture gateway(Collector collector, URI far) throws Exception {
        return ServeFixture.of(
                ServeFixture.configuration(folder.resolve("near"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("far", far)),
                traceSpans(collector, "near"));
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

    private String open(URI address) throws Exception {
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
    void traceSpansClientToLastServer() throws Exception {
        try (Collector collector = new Collector()) {
            String session;
            try (ServeFixture far = upstreamGateway(collector);
                    ServeFixture near = gateway(collector, far.address())) {
                session = open(near.address());
                post(
                        near.address(),
                        call(1, "list", "{\"count\":3000}", ""),
                        "Mcp-Session-Id",
                        session,
                        "traceparent",
                        PARENT,
                        "tracestate",
                        "rojo=1,congo=t61");
            }
            ReceivedSpan asked = collector.span("near", "tools/call list", SERVER);
            ReceivedSpan called = collector.span("near", "tools/call list", CLIENT);
            ReceivedSpan farAsked = collector.span("far", "tools/call list", SERVER);
            ReceivedSpan farCalled = collector.span("far", "tools/call list", CLIENT);
            assertThat(asked.trace()).isEqualTo(TRACE);
            assertThat(asked.parent()).isEqualTo(PARENT_SPAN);
            assertThat(asked.state()).isEqualTo("rojo=1,congo=t61");
            assertThat(called.parent()).isEqualTo(asked.id());
            assertThat(farAsked.parent()).isEqualTo(called.id());
            assertThat(farAsked.state()).isEqualTo("rojo=1,congo=t61");
            assertThat(farCalled.parent()).isEqualTo(farAsked.id());
            assertThat(farCalled.trace()).isEqualTo(TRACE);

            assertThat(asked.attributes())
                    .containsEntry("mcp.method.name", "tools/call")
                    .containsEntry("gen_ai.tool.name", "list")
                    .containsEntry("gen_ai.operation.name", "execute_tool")
                    .containsEntry("jsonrpc.request.id", "1")
                    .containsEntry("mcp.protocol.version", "2025-11-25")
                    .containsEntry("network.transport", "tcp")
                    .containsEntry("plimsoll.server", "far")
                    .containsKey("mcp.session.id");
            assertThat(asked.attributes().toString()).doesNotContain(session).doesNotContain("3000");
            assertThat(farAsked.attributes()).containsEntry("plimsoll.outcome", "paginated");
            assertThat((Long) farAsked.attributes().get("plimsoll.original.tokens"))
                    .isGreaterThan((Long) farAsked.attributes().get("plimsoll.answer.tokens"));
            assertThat(called.attributes())
                    .containsEntry("server.address", "127.0.0.1")
                    .containsEntry("network.transport", "tcp");
            assertThat(farCalled.attributes()).containsEntry("network.transport", "pipe");
            assertThat(collector.paths()).containsOnly("/v1/traces");
        }
    }

    @Test
    void metadataOverridesHeadersAndFailuresAreMarked() throws Exception {
        try (Collector collector = new Collector()) {
            try (ServeFixture far = upstreamGateway(collector)) {
                String session = open(far.address());
                post(
                        far.address(),
                        call(1, "nosuch", "{}", ",\"_meta\":{\"traceparent\":\"" + PARENT + "\"}"),
                        "Mcp-Session-Id",
                        session,
                        "traceparent",
                        "00-11111111111111111111111111111111-2222222222222222-01");
            }
            ReceivedSpan asked = collector.span("far", "tools/call nosuch", SERVER);
            assertThat(asked.trace()).isEqualTo(TRACE);
            assertThat(asked.failed()).isTrue();
            assertThat(asked.attributes()).containsKey("error.type");
            ReceivedSpan opening = collector.span("far", "initialize", SERVER);
            assertThat(opening.parent()).isEmpty();
            assertThat(opening.failed()).isFalse();
        }
    }

    @Test
    void forwardsContextWithoutSpans() throws Exception {
        try (ServeFixture far = ServeFixture.fixture(folder.resolve("far"));
                ServeFixture near = ServeFixture.of(ServeFixture.configuration(
                                folder.resolve("near"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("far", far.address())))) {
            String session = open(near.address());
            String answer = post(
                            near.address(),
                            call(1, "received", "{}", ""),
                            "Mcp-Session-Id",
                            session,
                            "traceparent",
                            PARENT,
                            "baggage",
                            "user=alice")
                    .body();
            JsonNode received = JsonMapper.shared().readTree(answer);
            assertThat(received.toString()).contains(PARENT).contains("user=alice");
        }
    }
}
