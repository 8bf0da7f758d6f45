package dev.plimsoll.gateway.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which caller may use a session, and what happens when sessions end. */
class SessionRegistryTest {

    private static final AuthenticatedCaller ANN = new AuthenticatedCaller("token ann", Tier.READ);
    private static final AuthenticatedCaller BEN = new AuthenticatedCaller("token ben", Tier.READ);

    private final TestEndpoint server = new TestEndpoint();
    private final FairPool fairPool = new FairPool("maxSessions", 2);
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final SessionRegistry sessionRegistry = createRegistry(Duration.ofMinutes(5));

    private SessionRegistry createRegistry(Duration idle) {
        Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO);
        return new SessionRegistry(server, new HttpLimits(1 << 20, 2, idle, 20, Duration.ofSeconds(15)), fairPool, log);
    }

    /** An endpoint that counts calls of its methods and of the methods of its sessions. */
    private static final class TestEndpoint implements Endpoint {

        private final AtomicInteger closeCount = new AtomicInteger();
        private final AtomicInteger sessionMaintenanceCount = new AtomicInteger();
        private final AtomicInteger maintenanceCount = new AtomicInteger();
        private final Queue<Runnable> endListeners = new ConcurrentLinkedQueue<>();
        private @Nullable IOException openFailure;
        private Runnable duringOpen = () -> {};
        private boolean stopsDuringOpen;
        private boolean isClosed;

        @Override
        public String name() {
            return "crm";
        }

        @Override
        public EndpointSession open(
                AuthenticatedCaller authenticatedCaller,
                String session,
                ClientAbilities clientAbilities,
                Peer client,
                Runnable ended)
                throws IOException {
            if (openFailure != null) {
                throw openFailure;
            }
            endListeners.add(ended);
            duringOpen.run();
            if (stopsDuringOpen) {
                ended.run();
            }
            return new TestSession(this);
        }

        @Override
        public EndpointSession openForRequest(
                AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) {
            return new TestSession(this);
        }

        @Override
        public Duration startTimeout() {
            return Duration.ofSeconds(1);
        }

        @Override
        public void runMaintenance() {
            maintenanceCount.incrementAndGet();
        }

        @Override
        public void close() {
            closeCount.incrementAndGet();
            isClosed = true;
        }
    }

    /** A session that handles no messages. */
    private record TestSession(TestEndpoint endpoint) implements EndpointSession {

        @Override
        public void handle(ReceivedMessages received, Peer requester) {}

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void runMaintenance() {
            endpoint.sessionMaintenanceCount.incrementAndGet();
        }

        @Override
        public void cancel() {}

        @Override
        public void close() {
            endpoint.closeCount.incrementAndGet();
        }
    }

    private void assertRefused(
            @Nullable String id, AuthenticatedCaller authenticatedCaller, int status, String reason) {
        assertThatThrownBy(() -> sessionRegistry.beginUse(id, authenticatedCaller))
                .isInstanceOfSatisfying(
                        HttpErrorException.class,
                        httpErrorException ->
                                assertThat(httpErrorException.status()).isEqualTo(status))
                .hasMessageContaining(reason);
    }

    @Test
    void rejectsOtherCallers() throws Exception {
        ClientSession sessionOfAnn = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(sessionRegistry.beginUse(sessionOfAnn.id(), ANN)).isSameAs(sessionOfAnn);
        assertRefused(sessionOfAnn.id(), BEN, 404, "unknown or expired session");
        assertRefused(
                sessionOfAnn.id(),
                new AuthenticatedCaller(ANN.subject(), Tier.ADMIN),
                404,
                "unknown or expired session");
        assertRefused("no-such-id", ANN, 404, "unknown or expired session");
        assertRefused(null, ANN, 400, "no Mcp-Session-Id");
    }

    @Test
    void createsLongUniqueIds() throws Exception {
        ClientSession first = sessionRegistry.open(ANN, ClientAbilities.NONE);
        ClientSession second = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(first.id())
                .matches("[A-Za-z0-9_-]{24}")
                .isNotEqualTo(second.id())
                .isNotEqualTo("A".repeat(24));
        assertThat(sessionRegistry.contains(first.id())).isTrue();
        assertThat(sessionRegistry.contains("A".repeat(24))).isFalse();
        assertThat(sessionRegistry.beginUse(second.id(), ANN)).isSameAs(second);
    }

    @Test
    void releasesPermitOfEndedSessionOnce() throws Exception {
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(fairPool.used()).isEqualTo(2);
        assertThatThrownBy(() -> sessionRegistry.open(BEN, ClientAbilities.NONE))
                .isInstanceOf(BusyException.class);

        sessionRegistry.end(clientSession, "its client said so");
        sessionRegistry.end(clientSession, "once more");
        assertThat(fairPool.used()).isEqualTo(1);
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertRefused(clientSession.id(), ANN, 404, "unknown or expired session");
        Await.until("the session's server is closed", () -> server.closeCount.get() == 1);
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains("session ended server=crm why=\"its client said so\"")
                .doesNotContain("once more", clientSession.id());
    }

    @Test
    void endsSessionWhenServerStops() throws Exception {
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        Objects.requireNonNull(server.endListeners.poll()).run();
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(fairPool.used()).isZero();
    }

    @Test
    void cleansUpWhenServerStopsDuringOpen() throws Exception {
        server.stopsDuringOpen = true;
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(clientSession.beginUse()).isFalse();
        assertThat(fairPool.used()).isZero();
        Await.until("the session's server is closed", () -> server.closeCount.get() == 1);
    }

    @Test
    void endsSessionOpenedDuringShutdown() throws Exception {
        server.duringOpen = sessionRegistry::rejectNew;
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(fairPool.used()).isZero();
    }

    @Test
    void releasesPermitWhenServerCannotStart() {
        server.openFailure = new IOException("no such program");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> sessionRegistry.open(ANN, ClientAbilities.NONE))
                    .hasMessage("no such program");
        }
        assertThat(fairPool.used()).isZero();
    }

    @Test
    void maintainsSessionsAndEndsUnusedOnes() throws Exception {
        SessionRegistry registryWithoutIdleTime = createRegistry(Duration.ofNanos(-1));
        ClientSession usedSession = registryWithoutIdleTime.open(ANN, ClientAbilities.NONE);
        ClientSession unusedSession = registryWithoutIdleTime.open(BEN, ClientAbilities.NONE);
        unusedSession.endUse();
        registryWithoutIdleTime.runMaintenance();
        assertThat(registryWithoutIdleTime.contains(usedSession.id())).isTrue();
        assertThat(registryWithoutIdleTime.contains(unusedSession.id())).isFalse();
        assertThat(server.maintenanceCount).hasValue(1);
        assertThat(server.sessionMaintenanceCount).hasValue(2);
        assertThat(logBytes.toString(StandardCharsets.UTF_8)).contains("why=unused");
    }

    @Test
    void rejectsSessionsOfARemovedServerWithThisReason() throws Exception {
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        sessionRegistry.endAllOfRemovedServer();
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThatThrownBy(() -> sessionRegistry.open(ANN, ClientAbilities.NONE))
                .isInstanceOfSatisfying(
                        HttpErrorException.class,
                        httpErrorException ->
                                assertThat(httpErrorException.body().utf8()).contains("use another server"))
                .hasMessageContaining("the server was removed");
        assertThat(fairPool.used()).isZero();
    }

    @Test
    void rejectsNewSessionsDuringShutdown() throws Exception {
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        sessionRegistry.rejectNew();
        assertThat(sessionRegistry.beginUse(clientSession.id(), ANN))
                .as("an open session can be used during shutdown")
                .isSameAs(clientSession);
        assertThatThrownBy(() -> sessionRegistry.open(ANN, ClientAbilities.NONE))
                .isInstanceOfSatisfying(HttpErrorException.class, httpErrorException -> {
                    assertThat(httpErrorException.status()).isEqualTo(503);
                    assertThat(httpErrorException.headers()).containsEntry("Connection", "close");
                });
        sessionRegistry.endAll();
        assertThat(server.closeCount).as("closed: the session").hasValue(1);
        sessionRegistry.closeEndpoint();
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(fairPool.used()).isZero();
        assertThat(server.closeCount).as("closed: the session and the endpoint").hasValue(2);
        assertThat(server.isClosed).isTrue();
        assertThat(List.copyOf(server.endListeners)).hasSize(1);
    }
}
