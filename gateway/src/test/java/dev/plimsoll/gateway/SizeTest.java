package dev.plimsoll.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.SizeLimits;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that classes have few fields, and that methods and constructors have few parameters. */
class SizeTest {

    /**
     * Classes and methods that exceed a limit. A new entry needs a reason. The test fails if an entry no
     * longer exceeds a limit: remove it then.
     */
    private static final Set<String> EXCEPTIONS = Set.of(
            // one field for each option, each section of the configuration, each part of a telemetry entry, each
            // counter
            "cli.client.TryOptions",
            "config.model.Configuration",
            "config.model.Configuration.new",
            "telemetry.TelemetryEntry",
            "telemetry.TelemetryEntry.new",
            "metrics.TrafficMetrics",
            // classes that create and connect the parts of the program
            "data.GatewayEngine.new",
            "http.HttpServer.open",
            "reload.ConfigReloader",
            "reload.ConfigReloader.new",
            "run.RunSession.new",
            "serve.GatewayServer.new",
            "serve.ServeTelemetry.new",
            // classes that hold the state of a connection
            "hub.session.HubSession",
            "proxy.Relay.new",
            "upstream.server.RelayServerSession.new",
            "upstream.server.RelayServerSession.open",
            "upstream.server.SharedConnections.new",
            "upstream.http.EventReader",
            // a queue with its thread and its counters
            "telemetry.Journal");

    @Test
    void classesAndSignaturesAreSmall() {
        assertThat(new SizeLimits("dev.plimsoll.gateway", EXCEPTIONS).violations(Main.class))
                .isEmpty();
    }
}
