package dev.plimsoll.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.gateway.auth.NotAdmittedException.Reason;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.policy.Tier;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests static tokens, and the limit on guessing them. */
class BearerTest {

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final NewToken alice = NewToken.from(new SplittableRandom(1));
    private final NewToken bob = NewToken.from(new SplittableRandom(2));
    private final Identification door = Identification.of(
            new AccessConfig(
                    List.of(
                            new CallerToken("alice", alice.hash(), Tier.ADMIN, null),
                            new CallerToken(
                                    "bob",
                                    bob.hash(),
                                    Tier.READ,
                                    clock.instant().plusSeconds(60))),
                    null,
                    null,
                    null,
                    TrafficConfig.defaults()),
            clock,
            new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogSeverity.DEBUG));

    private @Nullable Reason why(String from, String... headers) throws UnknownHostException {
        RequestCredentials shown =
                new RequestCredentials(List.of(headers), InetAddress.getByName(from), "http://localhost", "/mcp/files");
        NotAdmittedException refused = catchThrowableOfType(NotAdmittedException.class, () -> door.of(shown));
        return refused == null ? null : refused.reason();
    }

    @Test
    void identifiesCallersByToken() throws Exception {
        RequestCredentials shown =
                new RequestCredentials(List.of("Bearer " + alice.text()), null, "http://localhost", "/mcp/files");
        assertThat(door.of(shown)).isEqualTo(new AuthenticatedCaller("token alice", Tier.ADMIN));
        assertThat(why("10.0.0.1", "bEaReR  " + bob.text() + " ")).isNull();
        assertThat(shown.toString()).doesNotContain(alice.text());
    }

    @Test
    void rejectsExpiredToken() throws Exception {
        clock.pass(Duration.ofSeconds(59));
        assertThat(why("10.0.0.1", "Bearer " + bob.text())).isNull();
        clock.pass(Duration.ofSeconds(1));
        assertThat(why("10.0.0.1", "Bearer " + bob.text())).isEqualTo(Reason.INVALID);
        assertThat(why("10.0.0.1", "Bearer " + alice.text())).isNull();
    }

    @Test
    void rejectsMalformedToken() throws Exception {
        assertThat(why("10.0.0.1")).isEqualTo(Reason.MISSING);
        assertThat(why("10.0.0.1", "Basic YTpi")).isEqualTo(Reason.MISSING);
        assertThat(why("10.0.0.1", "Bearer")).isEqualTo(Reason.MISSING);
        assertThat(why("10.0.0.1", "Bearer a", "Bearer " + alice.text())).isEqualTo(Reason.MALFORMED);
        assertThat(why("10.0.0.1", "Bearer a " + alice.text())).isEqualTo(Reason.MALFORMED);
        for (String wrong : List.of(
                alice.hash(), "sha256:" + alice.hash(), alice.text().substring(1), alice.text() + "A", "a.b.c")) {
            assertThat(why("10.0.0.2", "Bearer " + wrong)).as(wrong).isEqualTo(Reason.INVALID);
        }
    }

    @Test
    void limitsFailedAttempts() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(why("10.0.0.1", "Bearer plm_" + i)).isEqualTo(Reason.INVALID);
        }
        assertThat(why("10.0.0.1", "Bearer plm_x")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
        assertThat(why("10.0.0.1", "Bearer " + bob.text()))
                .as("a guess that is right")
                .isEqualTo(Reason.TOO_MANY_ATTEMPTS);
        assertThat(why("10.0.0.1")).isEqualTo(Reason.MISSING);
        assertThat(why("10.0.0.2", "Bearer " + bob.text())).as("from elsewhere").isNull();
        clock.pass(Duration.ofSeconds(5));
        assertThat(why("10.0.0.1", "Bearer plm_x")).isEqualTo(Reason.INVALID);
        assertThat(why("10.0.0.1", "Bearer plm_x")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
        clock.pass(Duration.ofMinutes(5));
        assertThat(why("10.0.0.1", "Bearer " + bob.text())).isEqualTo(Reason.INVALID);
        assertThat(why("10.0.0.1", "Bearer " + alice.text())).isNull();
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("too many failed attempts")
                .contains("10.0.0.1")
                .doesNotContain("plm_");
    }

    @Test
    void acceptsKnownTokenDespiteFailedAttempts() throws Exception {
        assertThat(why("10.0.0.1", "Bearer " + alice.text())).isNull();
        for (int i = 0; i < 30; i++) {
            why("10.0.0.1", "Bearer plm_" + i);
        }
        assertThat(why("10.0.0.1", "Bearer " + alice.text())).isNull();
        assertThat(why("10.0.0.1", "Bearer plm_1")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
    }

    @Test
    void countsIpv6NetworkAsOneAddress() throws Exception {
        for (int i = 1; i <= 20; i++) {
            why("2001:db8::" + i, "Bearer plm_" + i);
        }
        assertThat(why("2001:db8::ffff", "Bearer plm_x")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
        assertThat(why("2001:db8:0:1::1", "Bearer plm_x")).isEqualTo(Reason.INVALID);
    }

    @Test
    void createsLongTokensWithPrefix() {
        assertThat(alice.text()).matches("plm_[A-Za-z0-9_-]{43}").isNotEqualTo(bob.text());
        assertThat(alice.toString()).doesNotContain(alice.text());
    }
}
