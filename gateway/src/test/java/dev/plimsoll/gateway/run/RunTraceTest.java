package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.ExitCode;
import dev.plimsoll.gateway.fixture.Collector;
import dev.plimsoll.gateway.fixture.Collector.ReceivedSpan;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.testkit.Await;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a client on standard input whose calls belong to a trace. */
class RunTraceTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final String CALL = "{\"name\":\"received\",\"arguments\":{},\"_meta\":{\"traceparent\":\"" + PARENT
            + "\",\"baggage\":\"user=alice\"}}";
    private static final long SERVER = 2;
    private static final long CLIENT = 3;

    @TempDir
    private Path folder;

    @Test
    void forwardsContextWithoutLoadingSdk() throws Exception {
        try (RunFixture run = RunFixture.command(folder, Map.of("OTEL_SERVICE_NAME", "x"), FixtureServer.command())) {
            assertThat(run.request(1, "tools/call", CALL).answer().toString())
                    .contains(PARENT)
                    .contains("user=alice");
            assertThat(run.endInput().status()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    /** Makes calls until the condition is met. Each call is answered, and passed on with its trace. */
    private static void callUntil(String what, RunFixture run, Await.Condition condition) throws Exception {
        AtomicInteger id = new AtomicInteger();
        Await.until(what, () -> {
            assertThat(run.request(id.incrementAndGet(), "tools/call", CALL)
                            .answer()
                            .toString())
                    .contains(TRACE)
                    .contains("user=alice");
            return condition.isMet();
        });
    }

    @Test
    void createsSpansOnceSdkIsLoaded() throws Exception {
        try (Collector collector = new Collector()) {
            Map<String, String> environment =
                    Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(), "OTEL_BSP_SCHEDULE_DELAY", "10");
            try (RunFixture run = RunFixture.command(folder, environment, FixtureServer.command())) {
                // a call during which the SDK is loaded may have a span only for its second half
                callUntil(
                        "a whole call is seen",
                        run,
                        () -> collector.spans().stream().anyMatch(span -> span.kind() == SERVER));
                assertThat(run.endInput().status()).isEqualTo(ExitCode.SUCCESS);
            }
            ReceivedSpan asked = collector.span("plimsoll", "tools/call received", SERVER);
            assertThat(asked.trace()).isEqualTo(TRACE);
            assertThat(asked.attributes())
                    .containsEntry("network.transport", "pipe")
                    .containsEntry("plimsoll.outcome", "passed");
            assertThat(collector.spans()).anySatisfy(span -> {
                assertThat(span.kind()).isEqualTo(CLIENT);
                assertThat(span.parent()).isEqualTo(asked.id());
            });
        }
    }

    @Test
    void invalidVariableIsLoggedAndFailsNoCall() throws Exception {
        Map<String, String> environment = Map.of("OTEL_TRACES_EXPORTER", "nonsense");
        try (RunFixture run = RunFixture.command(folder, environment, FixtureServer.command())) {
            callUntil("the log says so", run, () -> run.log().contains("traces are not available"));
            assertThat(run.endInput().status()).isEqualTo(ExitCode.SUCCESS);
            assertThat(run.log())
                    .contains("ERROR plimsoll: traces are not available")
                    .contains("nonsense");
        }
    }
}
