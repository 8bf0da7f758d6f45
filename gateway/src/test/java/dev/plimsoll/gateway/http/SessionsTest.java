package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.backend.Places;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Peer;
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

/** Whose a session is, and what is left of one that ends. */
class SessionsTest {

    private static final Caller ANN = new Caller("token ann", Tier.READ);
    private static final Caller BEN = new Caller("token ben", Tier.READ);

    private final Played server = new Played();
    private final Places places = new Places("maxSessions", 2);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Sessions sessions = sessions(Duration.ofMinutes(5));

    private Sessions sessions(Duration idle) {
        Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8), Level.INFO);
        return new Sessions(server, new Limits(1 << 20, 2, idle, 20, Duration.ofSeconds(15)), places, log);
    }

    /** A server of which nothing is asked. */
    private static final class Played implements Backend, Line {

        private final AtomicInteger closed = new AtomicInteger();
        private final AtomicInteger expired = new AtomicInteger();
        private final AtomicInteger tended = new AtomicInteger();
        private final Queue<Runnable> ends = new ConcurrentLinkedQueue<>();
        private @Nullable IOException trouble;
        private Runnable meanwhile = () -> {};
        private boolean endsAtOnce;
        private boolean over;

        @Override
        public String name() {
            return "crm";
        }

        @Override
        public Line open(Caller caller, String session, Abilities abilities, Peer client, Runnable ended)
                throws IOException {
            if (trouble != null) {
                throw trouble;
            }
            ends.add(ended);
            meanwhile.run();
            if (endsAtOnce) {
                ended.run();
            }
            return this;
        }

        @Override
        public Line once(Caller caller, Abilities abilities, Peer client) {
            return this;
        }

        @Override
        public Duration opening() {
            return Duration.ofSeconds(1);
        }

        @Override
        public void tend() {
            tended.incrementAndGet();
        }

        @Override
        public void hear(Slice body, Peer reply) {}

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

        /** Of a line and, as the last, of all. */
        @Override
        public void close() {
            closed.incrementAndGet();
            over = true;
        }
    }

    private void assertRefused(@Nullable String id, Caller caller, int status, String why) {
        assertThatThrownBy(() -> sessions.enter(id, caller))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(status))
                .hasMessageContaining(why);
    }

    @Test
    void nobodyElseEntersASession() throws Exception {
        Session anns = sessions.open(ANN, Abilities.NONE);
        assertThat(sessions.enter(anns.id(), ANN)).isSameAs(anns);
        assertRefused(anns.id(), BEN, 404, "there is no such session");
        assertRefused(anns.id(), new Caller(ANN.subject(), Tier.ADMIN), 404, "there is no such session");
        assertRefused("no-such-id", ANN, 404, "there is no such session");
        assertRefused(null, ANN, 400, "no Mcp-Session-Id");
    }

    @Test
    void idsAreLongAndNeverTheSame() throws Exception {
        Session one = sessions.open(ANN, Abilities.NONE);
        Session other = sessions.open(ANN, Abilities.NONE);
        assertThat(one.id())
                .matches("[A-Za-z0-9_-]{24}")
                .isNotEqualTo(other.id())
                .isNotEqualTo("A".repeat(24));
        assertThat(sessions.has(one.id())).isTrue();
        assertThat(sessions.has("A".repeat(24))).isFalse();
        assertThat(sessions.enter(other.id(), ANN)).isSameAs(other);
    }

    @Test
    void aSessionThatHasEndedIsGoneAndGivesItsPlaceOnce() throws Exception {
        Session session = sessions.open(ANN, Abilities.NONE);
        sessions.open(ANN, Abilities.NONE);
        assertThat(places.used()).isEqualTo(2);
        assertThatThrownBy(() -> sessions.open(BEN, Abilities.NONE)).isInstanceOf(BusyException.class);

        sessions.end(session, "its client said so");
        sessions.end(session, "once more");
        assertThat(places.used()).isEqualTo(1);
        assertThat(sessions.has(session.id())).isFalse();
        assertRefused(session.id(), ANN, 404, "there is no such session");
        Await.until("its server is closed", () -> server.closed.get() == 1);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("session ended server=crm why=\"its client said so\"")
                .doesNotContain("once more", session.id());
    }

    @Test
    void aServerThatEndsEndsItsSession() throws Exception {
        Session session = sessions.open(ANN, Abilities.NONE);
        Objects.requireNonNull(server.ends.poll()).run();
        assertThat(sessions.has(session.id())).isFalse();
        assertThat(places.used()).isZero();
    }

    @Test
    void aServerThatEndsBeforeItsSessionIsThereLeavesNothingBehind() throws Exception {
        server.endsAtOnce = true;
        Session session = sessions.open(ANN, Abilities.NONE);
        assertThat(sessions.has(session.id())).isFalse();
        assertThat(session.enter()).isFalse();
        assertThat(places.used()).isZero();
        Await.until("its server is closed", () -> server.closed.get() == 1);
    }

    @Test
    void aSessionThatOpensWhileTheGatewayEndsEndsToo() throws Exception {
        server.meanwhile = sessions::leave;
        Session session = sessions.open(ANN, Abilities.NONE);
        assertThat(sessions.has(session.id())).isFalse();
        assertThat(places.used()).isZero();
    }

    @Test
    void aServerThatCannotBeHadTakesNoPlace() {
        server.trouble = new IOException("no such program");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> sessions.open(ANN, Abilities.NONE)).hasMessage("no such program");
        }
        assertThat(places.used()).isZero();
    }

    @Test
    void looksAfterAllAndEndsWhatNobodyUses() throws Exception {
        Sessions impatient = sessions(Duration.ofNanos(-1));
        Session used = impatient.open(ANN, Abilities.NONE);
        Session left = impatient.open(BEN, Abilities.NONE);
        left.leave();
        impatient.tend();
        assertThat(impatient.has(used.id())).isTrue();
        assertThat(impatient.has(left.id())).isFalse();
        assertThat(server.tended).hasValue(1);
        assertThat(server.expired).hasValue(2);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("why=unused");
    }

    @Test
    void takesNobodyWhileItEnds() throws Exception {
        Session session = sessions.open(ANN, Abilities.NONE);
        sessions.leave();
        assertThat(sessions.enter(session.id(), ANN)).as("who is there goes on").isSameAs(session);
        assertThatThrownBy(() -> sessions.open(ANN, Abilities.NONE)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(503);
            assertThat(refusal.headers()).containsEntry("Connection", "close");
        });
        sessions.endAll();
        assertThat(sessions.has(session.id())).isFalse();
        assertThat(places.used()).isZero();
        assertThat(server.closed).as("the line, and all").hasValue(2);
        assertThat(server.over).isTrue();
        assertThat(List.copyOf(server.ends)).hasSize(1);
    }
}
