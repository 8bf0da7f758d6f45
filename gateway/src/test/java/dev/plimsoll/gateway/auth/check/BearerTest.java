package dev.plimsoll.gateway.auth.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.auth.NotAdmittedException.Reason;
import dev.plimsoll.gateway.auth.RequestCredentials;
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

/** Tests the tokens of the configuration file, and the limit on failed attempts. */
class BearerTest {

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final NewToken alice = NewToken.from(new SplittableRandom(1));
    private final NewToken bob = NewToken.from(new SplittableRandom(2));
    private final Identification identification = IdentificationFactory.create(
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
                    TrafficConfig.defaults(),
                    AccessRules.NONE),
            clock,
            new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG));

    private @Nullable Reason refusalReason(String address, String... headers) throws UnknownHostException {
        RequestCredentials credentials = new RequestCredentials(
                List.of(headers), InetAddress.getByName(address), "http://localhost", "/mcp/files", null);
        NotAdmittedException refusal =
                catchThrowableOfType(NotAdmittedException.class, () -> identification.identify(credentials));
        return refusal == null ? null : refusal.reason();
    }

    @Test
    void identifiesCallersByToken() throws Exception {
        RequestCredentials credentials =
                new RequestCredentials(List.of("Bearer " + alice.text()), null, "http://localhost", "/mcp/files", null);
        assertThat(identification.identify(credentials)).isEqualTo(new AuthenticatedCaller("token alice", Tier.ADMIN));
        assertThat(refusalReason("10.0.0.1", "bEaReR  " + bob.text() + " ")).isNull();
        assertThat(credentials.toString()).doesNotContain(alice.text());
    }

    @Test
    void rejectsExpiredToken() throws Exception {
        clock.advance(Duration.ofSeconds(59));
        assertThat(refusalReason("10.0.0.1", "Bearer " + bob.text())).isNull();
        clock.advance(Duration.ofSeconds(1));
        assertThat(refusalReason("10.0.0.1", "Bearer " + bob.text())).isEqualTo(Reason.INVALID);
        assertThat(refusalReason("10.0.0.1", "Bearer " + alice.text())).isNull();
    }

    @Test
    void rejectsMalformedToken() throws Exception {
        assertThat(refusalReason("10.0.0.1")).isEqualTo(Reason.MISSING);
        assertThat(refusalReason("10.0.0.1", "Basic YTpi")).isEqualTo(Reason.MISSING);
        assertThat(refusalReason("10.0.0.1", "Bearer")).isEqualTo(Reason.MISSING);
        assertThat(refusalReason("10.0.0.1", "Bearer a", "Bearer " + alice.text()))
                .isEqualTo(Reason.MALFORMED);
        assertThat(refusalReason("10.0.0.1", "Bearer a " + alice.text())).isEqualTo(Reason.MALFORMED);
        for (String invalidToken : List.of(
                alice.hash(), "sha256:" + alice.hash(), alice.text().substring(1), alice.text() + "A", "a.b.c")) {
            assertThat(refusalReason("10.0.0.2", "Bearer " + invalidToken))
                    .as(invalidToken)
                    .isEqualTo(Reason.INVALID);
        }
    }

    @Test
    void limitsFailedAttempts() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(refusalReason("10.0.0.1", "Bearer plm_" + i)).isEqualTo(Reason.INVALID);
        }
        assertThat(refusalReason("10.0.0.1", "Bearer plm_x")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
        assertThat(refusalReason("10.0.0.1", "Bearer " + bob.text()))
                .as("a valid token after too many failed attempts")
                .isNull();
        assertThat(refusalReason("10.0.0.1")).isEqualTo(Reason.MISSING);
        assertThat(refusalReason("10.0.0.2", "Bearer " + bob.text()))
                .as("a valid token from another address")
                .isNull();
        clock.advance(Duration.ofSeconds(5));
        assertThat(refusalReason("10.0.0.1", "Bearer plm_x")).isEqualTo(Reason.INVALID);
        assertThat(refusalReason("10.0.0.1", "Bearer plm_x")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
        clock.advance(Duration.ofMinutes(5));
        assertThat(refusalReason("10.0.0.1", "Bearer " + bob.text())).isEqualTo(Reason.INVALID);
        assertThat(refusalReason("10.0.0.1", "Bearer " + alice.text())).isNull();
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains("too many failed attempts")
                .contains("10.0.0.1")
                .doesNotContain("plm_");
    }

    @Test
    void acceptsValidTokenDespiteFailedAttempts() throws Exception {
        for (int i = 0; i < 30; i++) {
            refusalReason("10.0.0.1", "Bearer plm_" + i);
        }
        assertThat(refusalReason("10.0.0.1", "Bearer " + alice.text())).isNull();
        assertThat(refusalReason("10.0.0.1", "Bearer plm_1")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
    }

    @Test
    void countsIpv6NetworkAsOneAddress() throws Exception {
        for (int i = 1; i <= 20; i++) {
            refusalReason("2001:db8::" + i, "Bearer plm_" + i);
        }
        assertThat(refusalReason("2001:db8::ffff", "Bearer plm_x")).isEqualTo(Reason.TOO_MANY_ATTEMPTS);
        assertThat(refusalReason("2001:db8:0:1::1", "Bearer plm_x")).isEqualTo(Reason.INVALID);
    }

    @Test
    void createsLongTokensWithPrefix() {
        assertThat(alice.text()).matches("plm_[A-Za-z0-9_-]{43}").isNotEqualTo(bob.text());
        assertThat(alice.toString()).doesNotContain(alice.text());
    }
}
