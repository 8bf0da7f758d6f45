package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests tokens in use, their renewal, and their loss. */
class StoredCredentialsTest {

    @TempDir
    Path data;

    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private SimulatedOAuthServer played;
    private volatile Instant now = Instant.now();

    @BeforeEach
    void play() throws IOException {
        played = new SimulatedOAuthServer();
    }

    @AfterEach
    void stop() {
        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("access-", "refresh-");
        played.close();
    }

    private void login() throws IOException {
        Login.create(ServerConfig.of("crm", played.url()), data, line -> {}).run(new AgreeingBrowser(), List.of(), 0);
    }

    private StoredCredentials credentials() {
        Log log = new Log(new PrintStream(logged, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        return new StoredCredentials(
                ServerConfig.of("crm", played.url()),
                GrantFile.of(data, played.url()),
                "plimsoll login crm",
                () -> now,
                log);
    }

    private static String json(RefusedException e) {
        return new String(e.json(), StandardCharsets.UTF_8);
    }

    @Test
    void readsTokensOfLaterLogin() throws Exception {
        StoredCredentials credentials = credentials();
        assertThat(credentials.authorization()).isNull();
        assertThat(credentials.onUnauthorized(null, List.of())).isFalse();
        login();
        assertThat(credentials.onUnauthorized(null, List.of())).isTrue();
        assertThat(credentials.authorization()).isEqualTo("Bearer access-2");
        assertThat(played.renewals()).isZero();
    }

    @Test
    void renewsBeforeExpiryWithEachRefreshTokenOnce() throws Exception {
        login();
        StoredCredentials one = credentials();
        assertThat(one.authorization()).isEqualTo("Bearer access-2");
        now = now.plusSeconds(3_550);
        assertThat(one.authorization()).isEqualTo("Bearer access-3");
        assertThat(one.authorization()).isEqualTo("Bearer access-3");
        now = now.plusSeconds(3_650);
        assertThat(one.authorization()).isEqualTo("Bearer access-4");
        assertThat(played.renewals()).isEqualTo(2);
        assertThat(played.forms.get(1))
                .containsEntry("resource", played.url().toString())
                .containsEntry("client_id", "client-1");
    }

    @Test
    void renewsRefusedToken() throws Exception {
        login();
        now = now.plusSeconds(60);
        StoredCredentials credentials = credentials();
        assertThat(credentials.onUnauthorized("Bearer access-2", List.of())).isTrue();
        assertThat(credentials.authorization()).isEqualTo("Bearer access-3");
        assertThatThrownBy(() -> credentials.onUnauthorized("Bearer access-3", List.of()))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("does not accept the token of its login");
        assertThat(played.renewals()).isEqualTo(1);
    }

    /** Checks that a copied or renamed file never sends one server's tokens to another server. */
    @Test
    void rejectsFileOfAnotherServer() throws Exception {
        login();
        GrantFile mine = GrantFile.of(data, played.url());
        GrantFile other = GrantFile.of(data, URI.create("https://crm.example/mcp"));
        assertThat(other.path()).isNotEqualTo(mine.path());
        Files.copy(mine.path(), other.path(), StandardCopyOption.COPY_ATTRIBUTES);
        assertThatThrownBy(other::read).isInstanceOf(IOException.class).hasMessageContaining("log in again");
        assertThat(mine.read()).isNotNull();
    }

    @Test
    void renewsOnceAcrossThreadsAndProcesses() throws Exception {
        login();
        now = now.plusSeconds(4_000);
        List<StoredCredentials> processes = List.of(credentials(), credentials(), credentials());
        List<Callable<String>> asking = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            StoredCredentials mine = processes.get(i % 3);
            asking.add(() -> String.valueOf(mine.authorization()));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<String> answer : threads.invokeAll(asking)) {
                assertThat(answer.get()).isEqualTo("Bearer access-3");
            }
        }
        assertThat(played.renewals()).isEqualTo(1);
    }

    @Test
    void reportsEndedLogin() throws Exception {
        login();
        played.refresh.clear();
        now = now.plusSeconds(4_000);
        StoredCredentials credentials = credentials();
        assertThatThrownBy(credentials::authorization).isInstanceOfSatisfying(RefusedException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.CREDENTIAL_NOT_FOUND);
            assertThat(json(e))
                    .contains("\"connectorId\":\"crm\"", "\"suggestion\":\"plimsoll login crm\"", "invalid_grant")
                    .contains("\"authUrl\":\"" + played.issuer() + "\"")
                    .doesNotContain("refresh-", "secret words");
        });
        login();
        now = Instant.now();
        assertThat(credentials.onUnauthorized(null, List.of())).isTrue();
        assertThat(credentials.authorization()).isEqualTo("Bearer access-4");
    }

    @Test
    void usesValidTokenWhenRenewalFails() throws Exception {
        login();
        played.tokenStatus = 503;
        StoredCredentials credentials = credentials();
        now = now.plusSeconds(3_570);
        assertThat(credentials.authorization()).isEqualTo("Bearer access-2");
        now = now.plusSeconds(60);
        assertThatThrownBy(credentials::authorization)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UPSTREAM_UNAVAILABLE));
        played.tokenStatus = 200;
        assertThat(credentials.authorization()).isEqualTo("Bearer access-3");
    }

    @Test
    void renewsShortTokensAfterNineTenths() {
        Instant start = Instant.EPOCH;
        OAuthTokens oAuthTokens = new OAuthTokens(new SecretValue("a"), null, start, start.plusSeconds(100), List.of());
        assertThat(oAuthTokens.shouldRenew(start.plusSeconds(89))).isFalse();
        assertThat(oAuthTokens.shouldRenew(start.plusSeconds(90))).isTrue();
        assertThat(oAuthTokens.isExpired(start.plusSeconds(99))).isFalse();
    }

    @Test
    void logoutRevokesAndDeletesTokens() throws Exception {
        ServerConfig serverConfig = ServerConfig.of("crm", played.url());
        List<String> said = new ArrayList<>();
        assertThat(Logout.from(serverConfig, data, said::add).run()).isFalse();
        login();
        assertThat(Logout.from(serverConfig, data, said::add).run()).isTrue();
        assertThat(said).containsExactly("Logged out from crm: the tokens are deleted here, and revoked.");
        assertThat(played.access).isEmpty();
        assertThat(played.refresh).isEmpty();
        assertThat(credentials().authorization()).isNull();
    }

    @Test
    void logoutDeletesTokensWithoutRevocation() throws Exception {
        played.issuerMetadata.remove("revocation_endpoint");
        login();
        List<String> said = new ArrayList<>();
        assertThat(Logout.from(ServerConfig.of("crm", played.url()), data, said::add)
                        .run())
                .isTrue();
        assertThat(said.get(0)).contains("cannot revoke");
        assertThat(GrantFile.of(data, played.url()).modifiedMillis()).isNegative();
    }
}
