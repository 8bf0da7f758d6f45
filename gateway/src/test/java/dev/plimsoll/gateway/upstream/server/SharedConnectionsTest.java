package dev.plimsoll.gateway.upstream.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.endpoint.BusyException;
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

    private static final int MAX_PROCESSES = 10;
    private static final ClientAbilities APPS = withExtension("x/apps");

    private final FairPool processes = new FairPool("processes.max", MAX_PROCESSES);
    private final List<String> holders = new ArrayList<>();
    private final SharedConnections sharedConnections = new SharedConnections(
            "main",
            holder -> {
                processes.take(holder, 1);
                holders.add(holder);
                return new SimulatedServer(true);
            },
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            ServerKnowledge::new,
            notification -> {},
            ParkedCallIds.forSingleReplica(),
            new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF));

    private static ClientAbilities withExtension(String name) {
        return ClientAbilities.of(Slice.of("{\"extensions\":{\"" + name + "\":{}}}"));
    }

    @Test
    void connectionOfAllCallersCountsForTheGateway() throws Exception {
        try (sharedConnections) {
            sharedConnections.openUpstream("", ClientAbilities.NONE, "anna");
            sharedConnections.openUpstream("", ClientAbilities.NONE, "ben");
            assertThat(holders).containsExactly(FairPool.GATEWAY);
        }
    }

    @Test
    void connectionForExtensionsCountsForTheCallerThatOpensIt() throws Exception {
        try (sharedConnections) {
            sharedConnections.openUpstream("", APPS, "anna");
            sharedConnections.openUpstream("", APPS, "ben");
            assertThat(holders).containsExactly("anna");
        }
    }

    @Test
    void callerWithManySetsOfExtensionsGetsOnlyItsShare() throws Exception {
        try (sharedConnections) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < MAX_PROCESSES; i++) {
                            sharedConnections.openUpstream("", withExtension("x/" + i), "anna");
                        }
                    })
                    .isInstanceOf(BusyException.class);
            sharedConnections.openUpstream("", withExtension("x/ben"), "ben");
            assertThat(holders).hasSize(MAX_PROCESSES).endsWith("ben");
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
