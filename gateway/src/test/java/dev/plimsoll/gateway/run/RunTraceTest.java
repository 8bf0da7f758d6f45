package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.Exit;
import dev.plimsoll.gateway.fixture.Collector;
import dev.plimsoll.gateway.fixture.Collector.Taken;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client on standard input whose calls belong to a trace. */
class RunTraceTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final String CALL = "{\"name\":\"received\",\"arguments\":{},\"_meta\":{\"traceparent\":\"" + PARENT
            + "\",\"baggage\":\"user=alice\"}}";
    private static final int PATIENCE = 100_000;

    @TempDir
    private Path folder;

    @Test
    void theContextIsPassedOnAndNothingIsLoadedWhereNobodyWantsSpans() throws Exception {
        try (Running run = Running.command(folder, Map.of("OTEL_SERVICE_NAME", "x"), FixtureServer.command())) {
            assertThat(run.request(1, "tools/call", CALL).answer().toString())
                    .contains(PARENT)
                    .contains("user=alice");
            assertThat(run.endInput().status()).isEqualTo(Exit.GOOD);
        }
    }

    @Test
    void callsAreSpansOnceTheSdkIsThere() throws Exception {
        try (Collector collector = new Collector()) {
            Map<String, String> environment =
                    Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(), "OTEL_BSP_SCHEDULE_DELAY", "10");
            try (Running run = Running.command(folder, environment, FixtureServer.command())) {
                for (int i = 1; collector.spans().isEmpty() && i < PATIENCE; i++) {
                    assertThat(run.request(i, "tools/call", CALL).answer().toString())
                            .contains(TRACE)
                            .contains("user=alice");
                }
                assertThat(run.endInput().status()).isEqualTo(Exit.GOOD);
            }
            Taken asked = collector.span("plimsoll", "tools/call received", 2);
            assertThat(asked.trace()).isEqualTo(TRACE);
            assertThat(asked.attributes())
                    .containsEntry("network.transport", "pipe")
                    .containsEntry("plimsoll.outcome", "passed");
            assertThat(collector.spans()).anySatisfy(span -> {
                assertThat(span.kind()).isEqualTo(3);
                assertThat(span.parent()).isEqualTo(asked.id());
            });
        }
    }

    @Test
    void aVariableThatIsWrongIsSaidAndFailsNoCall() throws Exception {
        Map<String, String> environment = Map.of("OTEL_TRACES_EXPORTER", "nonsense");
        try (Running run = Running.command(folder, environment, FixtureServer.command())) {
            for (int i = 1; !run.log().contains("no traces") && i < PATIENCE; i++) {
                assertThat(run.request(i, "tools/call", CALL).answer().toString())
                        .contains(PARENT);
            }
            assertThat(run.endInput().status()).isEqualTo(Exit.GOOD);
            assertThat(run.log()).contains("ERROR plimsoll: no traces").contains("nonsense");
        }
    }
}
