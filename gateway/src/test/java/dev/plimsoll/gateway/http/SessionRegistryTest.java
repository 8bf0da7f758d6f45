package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.PermitPool;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
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

/** Tests the ownership of sessions, and their cleanup. */
class SessionRegistryTest {

    private static final AuthenticatedCaller ANN = new AuthenticatedCaller("token ann", Tier.READ);
    private static final AuthenticatedCaller BEN = new AuthenticatedCaller("token ben", Tier.READ);

    private final TestEndpoint server = new TestEndpoint();
    private final PermitPool permitPool = new PermitPool("maxSessions", 2);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final SessionRegistry sessionRegistry = sessions(Duration.ofMinutes(5));

    private SessionRegistry sessions(Duration idle) {
        Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogSeverity.INFO);
        return new SessionRegistry(
                server, new HttpLimits(1 << 20, 2, idle, 20, Duration.ofSeconds(15)), permitPool, log);
    }

    /** A server that receives no requests. */
    private static final class TestEndpoint implements Endpoint, EndpointSession {

        private final AtomicInteger closed = new AtomicInteger();
        private final AtomicInteger expired = new AtomicInteger();
        private final AtomicInteger tended = new AtomicInteger();
        private final Queue<Runnable> ends = new ConcurrentLinkedQueue<>();
        private @Nullable IOException openFailure;
        private Runnable meanwhile = () -> {};
        private boolean endsAtOnce;
        private boolean over;

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
            ends.add(ended);
            meanwhile.run();
            if (endsAtOnce) {
                ended.run();
            }
            return this;
        }

        @Override
        public EndpointSession openForRequest(
                AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) {
            return this;
        }

        @Override
        public Duration startTimeout() {
            return Duration.ofSeconds(1);
        }

        @Override
        public void runMaintenance() {
            tended.incrementAndGet();
        }

        @Override
        public void handle(Slice body, Peer reply) {}

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void expire() {
            expired.incrementAndGet();
        }

        @Override
        public void cancel() {}

        /** Closes an endpoint session, or finally the endpoint. */
        @Override
        public void close() {
            closed.incrementAndGet();
            over = true;
        }
    }

    private void assertRefused(@Nullable String id, AuthenticatedCaller authenticatedCaller, int status, String why) {
        assertThatThrownBy(() -> sessionRegistry.beginUse(id, authenticatedCaller))
                .isInstanceOfSatisfying(
                        HttpErrorException.class,
                        httpErrorException ->
                                assertThat(httpErrorException.status()).isEqualTo(status))
                .hasMessageContaining(why);
    }

    @Test
    void rejectsOtherCallers() throws Exception {
        ClientSession anns = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(sessionRegistry.beginUse(anns.id(), ANN)).isSameAs(anns);
        assertRefused(anns.id(), BEN, 404, "unknown or expired session");
        assertRefused(anns.id(), new AuthenticatedCaller(ANN.subject(), Tier.ADMIN), 404, "unknown or expired session");
        assertRefused("no-such-id", ANN, 404, "unknown or expired session");
        assertRefused(null, ANN, 400, "no Mcp-Session-Id");
    }

    @Test
    void createsLongUniqueIds() throws Exception {
        ClientSession one = sessionRegistry.open(ANN, ClientAbilities.NONE);
        ClientSession other = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(one.id())
                .matches("[A-Za-z0-9_-]{24}")
                .isNotEqualTo(other.id())
                .isNotEqualTo("A".repeat(24));
        assertThat(sessionRegistry.contains(one.id())).isTrue();
        assertThat(sessionRegistry.contains("A".repeat(24))).isFalse();
        assertThat(sessionRegistry.beginUse(other.id(), ANN)).isSameAs(other);
    }

    @Test
    void releasesPermitOfEndedSessionOnce() throws Exception {
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(permitPool.usedPermits()).isEqualTo(2);
        assertThatThrownBy(() -> sessionRegistry.open(BEN, ClientAbilities.NONE))
                .isInstanceOf(BusyException.class);

        sessionRegistry.end(clientSession, "its client said so");
        sessionRegistry.end(clientSession, "once more");
        assertThat(permitPool.usedPermits()).isEqualTo(1);
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertRefused(clientSession.id(), ANN, 404, "unknown or expired session");
        Await.until("its server is closed", () -> server.closed.get() == 1);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("session ended server=crm why=\"its client said so\"")
                .doesNotContain("once more", clientSession.id());
    }

    @Test
    void endsSessionWhenServerStops() throws Exception {
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        Objects.requireNonNull(server.ends.poll()).run();
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(permitPool.usedPermits()).isZero();
    }

    @Test
    void cleansUpWhenServerStopsDuringOpen() throws Exception {
        server.endsAtOnce = true;
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(clientSession.beginUse()).isFalse();
        assertThat(permitPool.usedPermits()).isZero();
        Await.until("its server is closed", () -> server.closed.get() == 1);
    }

    @Test
    void endsSessionOpenedDuringShutdown() throws Exception {
        server.meanwhile = sessionRegistry::rejectNew;
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(permitPool.usedPermits()).isZero();
    }

    @Test
    void releasesPermitWhenServerCannotStart() {
        server.openFailure = new IOException("no such program");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> sessionRegistry.open(ANN, ClientAbilities.NONE))
                    .hasMessage("no such program");
        }
        assertThat(permitPool.usedPermits()).isZero();
    }

    @Test
    void maintainsSessionsAndEndsUnusedOnes() throws Exception {
        SessionRegistry impatient = sessions(Duration.ofNanos(-1));
        ClientSession used = impatient.open(ANN, ClientAbilities.NONE);
        ClientSession left = impatient.open(BEN, ClientAbilities.NONE);
        left.endUse();
        impatient.runMaintenance();
        assertThat(impatient.contains(used.id())).isTrue();
        assertThat(impatient.contains(left.id())).isFalse();
        assertThat(server.tended).hasValue(1);
        assertThat(server.expired).hasValue(2);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("why=unused");
    }

    @Test
    void rejectsSessionsDuringShutdown() throws Exception {
        ClientSession clientSession = sessionRegistry.open(ANN, ClientAbilities.NONE);
        sessionRegistry.rejectNew();
        assertThat(sessionRegistry.beginUse(clientSession.id(), ANN))
                .as("who is there goes on")
                .isSameAs(clientSession);
        assertThatThrownBy(() -> sessionRegistry.open(ANN, ClientAbilities.NONE))
                .isInstanceOfSatisfying(HttpErrorException.class, httpErrorException -> {
                    assertThat(httpErrorException.status()).isEqualTo(503);
                    assertThat(httpErrorException.headers()).containsEntry("Connection", "close");
                });
        sessionRegistry.endAll();
        assertThat(sessionRegistry.contains(clientSession.id())).isFalse();
        assertThat(permitPool.usedPermits()).isZero();
        assertThat(server.closed).as("the line, and all").hasValue(2);
        assertThat(server.over).isTrue();
        assertThat(List.copyOf(server.ends)).hasSize(1);
    }
}
