package dev.plimsoll.gateway.upstream.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer;
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for whose share of the processes a shared connection counts. */
class SharedConnectionsTest {

    private static final ClientAbilities APPS = ClientAbilities.of(Slice.of("{\"extensions\":{\"x/apps\":{}}}"));

    private final List<String> holders = new ArrayList<>();
    private final SharedConnections sharedConnections = new SharedConnections(
            "main",
            holder -> {
                holders.add(holder);
                return new SimulatedServer(true);
            },
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            ServerKnowledge::new,
            notification -> {},
            ParkedCallIds.forSingleReplica(),
            new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF));

    @Test
    void connectionOfAllCallersCountsForTheGateway() throws Exception {
        try (sharedConnections) {
            sharedConnections.openUpstream("", ClientAbilities.NONE, "anna");
            sharedConnections.openUpstream("", APPS, "anna");
            sharedConnections.openUpstream("", APPS, "ben");
            assertThat(holders).containsExactly(FairPool.GATEWAY, FairPool.GATEWAY);
        }
    }

    @Test
    void connectionOfOneCallerCountsForThatCaller() throws Exception {
        try (sharedConnections) {
            sharedConnections.openUpstream("token anna", ClientAbilities.NONE, "anna");
            sharedConnections.openUpstream("token anna", APPS, "anna");
            assertThat(holders).containsExactly("anna", "anna");
        }
    }
}
