package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.fixture.SpanCollector;
import dev.plimsoll.gateway.fixture.SpanCollector.ReceivedSpan;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.testkit.Await;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the trace context and spans of {@code plimsoll run} for a client whose calls belong to a trace. */
class RunTraceTest {

    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String TRACEPARENT = "00-" + TRACE_ID + "-00f067aa0ba902b7-01";
    private static final String CALL = "{\"name\":\"params\",\"arguments\":{},\"_meta\":{\"traceparent\":\""
            + TRACEPARENT + "\",\"baggage\":\"user=alice\"}}";
    private static final long SERVER_KIND = 2;
    private static final long CLIENT_KIND = 3;

    @TempDir
    private Path folder;

    @Test
    void forwardsContextWithoutLoadingSdk() throws Exception {
        try (RunFixture run = RunFixture.start(folder, Map.of("OTEL_SERVICE_NAME", "x"), FixtureServer.command())) {
            assertThat(run.request(1, "tools/call", CALL).response().toString())
                    .contains(TRACEPARENT)
                    .contains("user=alice");
            assertThat(run.endInput().exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    /** Makes calls until the condition is met. Checks that each call reaches the server with its trace ID and baggage. */
    private static void callUntil(String description, RunFixture run, Await.Condition condition) throws Exception {
        AtomicInteger id = new AtomicInteger();
        Await.until(description, () -> {
            assertThat(run.request(id.incrementAndGet(), "tools/call", CALL)
                            .response()
                            .toString())
                    .contains(TRACE_ID)
                    .contains("user=alice");
            return condition.isMet();
        });
    }

    @Test
    void createsSpansOnceSdkIsLoaded() throws Exception {
        try (SpanCollector collector = new SpanCollector()) {
            Map<String, String> environment =
                    Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(), "OTEL_BSP_SCHEDULE_DELAY", "10");
            try (RunFixture run = RunFixture.start(folder, environment, FixtureServer.command())) {
                // a call during which the SDK is loaded may have a client span but no server span, so wait for a server
                // span
                callUntil(
                        "a server span is exported",
                        run,
                        () -> collector.spans().stream().anyMatch(span -> span.kind() == SERVER_KIND));
                assertThat(run.endInput().exitCode()).isEqualTo(ExitCode.SUCCESS);
            }
            ReceivedSpan serverSpan = collector.span("plimsoll", "tools/call params", SERVER_KIND);
            assertThat(serverSpan.trace()).isEqualTo(TRACE_ID);
            assertThat(serverSpan.attributes())
                    .containsEntry("network.transport", "pipe")
                    .containsEntry("plimsoll.outcome", "passed");
            assertThat(collector.spans()).anySatisfy(span -> {
                assertThat(span.kind()).isEqualTo(CLIENT_KIND);
                assertThat(span.parent()).isEqualTo(serverSpan.id());
            });
        }
    }

    @Test
    void invalidVariableIsLoggedAndFailsNoCall() throws Exception {
        Map<String, String> environment = Map.of("OTEL_TRACES_EXPORTER", "nonsense");
        try (RunFixture run = RunFixture.start(folder, environment, FixtureServer.command())) {
            callUntil("the log contains the error", run, () -> run.log().contains("traces are not available"));
            assertThat(run.endInput().exitCode()).isEqualTo(ExitCode.SUCCESS);
            assertThat(run.log())
                    .contains("ERROR plimsoll: traces are not available")
                    .contains("nonsense");
        }
    }
}
