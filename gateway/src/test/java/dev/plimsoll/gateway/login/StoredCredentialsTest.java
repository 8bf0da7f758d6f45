package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.login.oauth.OAuthTokens;
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

/** Tests the use, renewal, and revocation of stored tokens. */
class StoredCredentialsTest {

    @TempDir
    Path data;

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private SimulatedOAuthServer oauthServer;
    private volatile Instant now = Instant.now();

    @BeforeEach
    void startServer() throws IOException {
        oauthServer = new SimulatedOAuthServer();
    }

    @AfterEach
    void stopServer() {
        assertThat(logBytes.toString(StandardCharsets.UTF_8)).doesNotContain("access-", "refresh-");
        oauthServer.close();
    }

    private void login() throws IOException {
        Login.create(ServerConfig.of("crm", oauthServer.url()), data, line -> {})
                .run(new AgreeingBrowser(), List.of(), 0);
    }

    private StoredCredentials credentials() {
        Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        return new StoredCredentials(
                ServerConfig.of("crm", oauthServer.url()),
                oauthServer.url(),
                GrantFile.of(data, oauthServer.url()),
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
        assertThat(oauthServer.refreshCount()).isZero();
    }

    @Test
    void renewsTokenBeforeExpiryAndUsesEachRefreshTokenOnce() throws Exception {
        login();
        StoredCredentials credentials = credentials();
        assertThat(credentials.authorization()).isEqualTo("Bearer access-2");
        now = now.plusSeconds(3_550);
        assertThat(credentials.authorization()).isEqualTo("Bearer access-3");
        assertThat(credentials.authorization()).isEqualTo("Bearer access-3");
        now = now.plusSeconds(3_650);
        assertThat(credentials.authorization()).isEqualTo("Bearer access-4");
        assertThat(oauthServer.refreshCount()).isEqualTo(2);
        assertThat(oauthServer.forms.get(1))
                .containsEntry("resource", oauthServer.url().toString())
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
        assertThat(oauthServer.refreshCount()).isEqualTo(1);
    }

    /**
     * Checks that the tokens of one server are never sent to another server, even if their file is copied or renamed.
     */
    @Test
    void rejectsFileOfAnotherServer() throws Exception {
        login();
        GrantFile grantFile = GrantFile.of(data, oauthServer.url());
        GrantFile otherGrantFile = GrantFile.of(data, URI.create("https://crm.example/mcp"));
        assertThat(otherGrantFile.path()).isNotEqualTo(grantFile.path());
        Files.copy(grantFile.path(), otherGrantFile.path(), StandardCopyOption.COPY_ATTRIBUTES);
        assertThatThrownBy(otherGrantFile::read).isInstanceOf(IOException.class).hasMessageContaining("log in again");
        assertThat(grantFile.read()).isNotNull();
    }

    @Test
    void renewsOnceAcrossThreadsAndProcesses() throws Exception {
        login();
        now = now.plusSeconds(4_000);
        List<StoredCredentials> processes = List.of(credentials(), credentials(), credentials());
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            StoredCredentials process = processes.get(i % 3);
            calls.add(() -> String.valueOf(process.authorization()));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<String> authorization : threads.invokeAll(calls)) {
                assertThat(authorization.get()).isEqualTo("Bearer access-3");
            }
        }
        assertThat(oauthServer.refreshCount()).isEqualTo(1);
    }

    @Test
    void reportsEndedLogin() throws Exception {
        login();
        oauthServer.refreshTokens.clear();
        now = now.plusSeconds(4_000);
        StoredCredentials credentials = credentials();
        assertThatThrownBy(credentials::authorization).isInstanceOfSatisfying(RefusedException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.CREDENTIAL_NOT_FOUND);
            assertThat(json(e))
                    .contains("\"connectorId\":\"crm\"", "\"suggestion\":\"plimsoll login crm\"", "invalid_grant")
                    .contains("\"authUrl\":\"" + oauthServer.issuer() + "\"")
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
        oauthServer.tokenStatus = 503;
        StoredCredentials credentials = credentials();
        now = now.plusSeconds(3_570);
        assertThat(credentials.authorization()).isEqualTo("Bearer access-2");
        now = now.plusSeconds(60);
        assertThatThrownBy(credentials::authorization)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UPSTREAM_UNAVAILABLE));
        oauthServer.tokenStatus = 200;
        assertThat(credentials.authorization()).isEqualTo("Bearer access-3");
    }

    @Test
    void renewsShortLivedTokensAfterNineTenthsOfTheirLifetime() {
        Instant start = Instant.EPOCH;
        OAuthTokens tokens = new OAuthTokens(new SecretValue("a"), null, start, start.plusSeconds(100), List.of());
        assertThat(tokens.isRenewalDue(start.plusSeconds(89))).isFalse();
        assertThat(tokens.isRenewalDue(start.plusSeconds(90))).isTrue();
        assertThat(tokens.isExpired(start.plusSeconds(99))).isFalse();
    }

    @Test
    void logoutRevokesAndDeletesTokens() throws Exception {
        ServerConfig serverConfig = ServerConfig.of("crm", oauthServer.url());
        List<String> output = new ArrayList<>();
        assertThat(Logout.create(serverConfig, data, output::add).run()).isFalse();
        login();
        assertThat(Logout.create(serverConfig, data, output::add).run()).isTrue();
        assertThat(output).containsExactly("Logged out from crm: the tokens are deleted here, and revoked.");
        assertThat(oauthServer.accessTokens).isEmpty();
        assertThat(oauthServer.refreshTokens).isEmpty();
        assertThat(credentials().authorization()).isNull();
    }

    @Test
    void logoutDeletesTokensWithoutRevocation() throws Exception {
        oauthServer.issuerMetadata.remove("revocation_endpoint");
        login();
        List<String> output = new ArrayList<>();
        assertThat(Logout.create(ServerConfig.of("crm", oauthServer.url()), data, output::add)
                        .run())
                .isTrue();
        assertThat(output.get(0)).contains("cannot revoke");
        assertThat(GrantFile.of(data, oauthServer.url()).modifiedMillis()).isNegative();
    }
}
