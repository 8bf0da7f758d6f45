package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.BreakerConfig;
import dev.plimsoll.gateway.config.model.LoginConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
import dev.plimsoll.gateway.login.oauth.LoginException;
import dev.plimsoll.gateway.login.oauth.ServerGrant;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the complete login, with a simulated server, authorization server, and browser. */
class LoginTest {

    @TempDir
    Path data;

    private final List<String> output = new ArrayList<>();
    private final AgreeingBrowser browser = new AgreeingBrowser();
    private SimulatedOAuthServer oauthServer;

    @BeforeEach
    void startServer() throws IOException {
        oauthServer = new SimulatedOAuthServer();
    }

    @AfterEach
    void stopServer() {
        oauthServer.close();
    }

    private ServerConfig server(URI url, @Nullable LoginConfig settings) {
        return new ServerConfig(
                "crm",
                List.of(),
                Map.of(),
                null,
                url,
                Map.of(),
                TimeoutConfig.DEFAULT,
                null,
                settings,
                BreakerConfig.DEFAULT);
    }

    private void login(@Nullable LoginConfig settings, String... scopes) throws IOException {
        Login.create(server(oauthServer.url(), settings), data, output::add).run(browser, List.of(scopes), 0);
    }

    private ServerGrant storedGrant() throws IOException {
        ServerGrant serverGrant = GrantFile.of(data, oauthServer.url()).read();
        assertThat(serverGrant).isNotNull();
        return serverGrant;
    }

    private void assertLoginFails(String expected) {
        assertThatThrownBy(() -> login(null)).isInstanceOf(LoginException.class).hasMessageContaining(expected);
        assertThat(GrantFile.of(data, oauthServer.url()).modifiedMillis()).isNegative();
    }

    @Test
    void discoversIssuerAndStoresTokens() throws Exception {
        login(null);
        ServerGrant serverGrant = storedGrant();
        assertThat(serverGrant.tokens().accessToken().reveal()).isEqualTo("access-2");
        assertThat(serverGrant.tokens().scopes()).containsExactly("files:read", "files:write");
        assertThat(serverGrant.issuer()).isEqualTo(oauthServer.issuer());
        assertThat(oauthServer.authorizationRequests.get(0))
                .containsEntry("resource", oauthServer.url().toString())
                .containsEntry("tenant", "1")
                .containsEntry("client_id", "client-1")
                .containsEntry("code_challenge_method", "S256");
        assertThat(oauthServer.registrations.get(0).at("/redirect_uris/0").asString())
                .matches("http://127\\.0\\.0\\.1:\\d+/callback");
        assertThat(browser.pages.get(0)).startsWith("200").contains("has received the response");
        assertThat(String.join("\n", output)).contains("Logged in at crm").doesNotContain("access-", "refresh-");
        assertThat(serverGrant.toString()).doesNotContain("access-2", "refresh-2");
    }

    @Test
    void storesTokensWithOwnerPermissions() throws Exception {
        login(null);
        Path folder = data.resolve("credentials");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(2).allSatisfy(file -> {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
                assertThat(file.getFileName().toString()).matches("127\\.0\\.0\\.1-[0-9a-f]{24}\\.json(\\.lock)?");
            });
        }
        Files.setPosixFilePermissions(
                GrantFile.of(data, oauthServer.url()).path(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(this::storedGrant).isInstanceOf(IOException.class).hasMessageContaining("chmod 600");
    }

    @Test
    void requestsScopesOfChallengeAndCommandLine() throws Exception {
        oauthServer.challenge =
                "Bearer scope=\"files:read\", resource_metadata=\"/.well-known/oauth-protected-resource\"";
        login(null);
        login(null, "files:delete");
        assertThat(oauthServer.authorizationRequests.get(0)).containsEntry("scope", "files:read");
        assertThat(oauthServer.authorizationRequests.get(1)).containsEntry("scope", "files:read files:delete");
    }

    @Test
    void usesConfiguredClient() throws Exception {
        login(new LoginConfig("mine", new SecretValue("s3 cret"), List.of("a", "b")));
        assertThat(oauthServer.registrations).isEmpty();
        assertThat(oauthServer.authorizationRequests.get(0))
                .containsEntry("client_id", "mine")
                .containsEntry("scope", "a b");
        String pair = Base64.getEncoder().encodeToString("mine:s3+cret".getBytes(StandardCharsets.US_ASCII));
        assertThat(oauthServer.forms.get(0))
                .containsEntry("authorization", "Basic " + pair)
                .doesNotContainKey("client_id");
        assertThat(Files.readString(GrantFile.of(data, oauthServer.url()).path()))
                .doesNotContain("s3", "3+cret");
    }

    @Test
    void usesSecretFromRegistration() throws Exception {
        oauthServer.issuerMetadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
        oauthServer.registrationResponse.put("client_secret", "given");
        login(null);
        assertThat(oauthServer.forms.get(0))
                .containsEntry("client_secret", "given")
                .containsEntry("client_id", "client-1");
        assertThat(new String(storedGrant().toJson(), StandardCharsets.UTF_8)).contains("\"secret\":\"given\"");
    }

    @Test
    void requiresIssuerMetadataOfServerWithoutResourceMetadata() {
        oauthServer.resourceMetadata.clear();
        assertLoginFails("has no metadata");
    }

    @Test
    void reportsServerWithoutLogin() {
        oauthServer.resourceMetadata.clear();
        oauthServer.fixedStatus = 200;
        assertLoginFails("needs no login");
        oauthServer.fixedStatus = 404;
        assertLoginFails("responds with status 404");
    }

    @Test
    void ignoresRedirectWithAnotherState() throws Exception {
        oauthServer.redirectParameters = parameters -> with(parameters, "state", "other");
        Login login =
                Login.create(server(oauthServer.url(), null), data, output::add).withTimeout(Duration.ofMillis(300));
        assertThatThrownBy(() -> login.run(browser, List.of(), 0)).hasMessageContaining("access was not granted");
        assertThat(browser.pages.get(0)).startsWith("400");
        assertThat(String.join("\n", output)).contains("state does not belong to this login");
        assertThat(oauthServer.forms).isEmpty();
    }

    private static Map<String, String> with(Map<String, String> parameters, String name, String value) {
        Map<String, String> changed = new HashMap<>(parameters);
        changed.put(name, value);
        return changed;
    }

    private static Map<String, String> without(Map<String, String> parameters, String name) {
        Map<String, String> changed = new HashMap<>(parameters);
        changed.remove(name);
        return changed;
    }

    @Test
    void rejectsRedirectOfAnotherIssuer() {
        oauthServer.redirectParameters = parameters -> with(parameters, "iss", "http://127.0.0.1:1");
        assertLoginFails("another authorization server");
        oauthServer.redirectParameters = parameters -> without(parameters, "iss");
        assertLoginFails("another authorization server");
        oauthServer.redirectParameters = parameters -> with(without(parameters, "iss"), "error", "access_denied");
        assertLoginFails("another authorization server");
        assertThat(oauthServer.forms).isEmpty();
    }

    @Test
    void acceptsRedirectWithoutOptionalIssuer() throws Exception {
        oauthServer.issuerMetadata.remove("authorization_response_iss_parameter_supported");
        oauthServer.redirectParameters = parameters -> without(parameters, "iss");
        login(null);
        assertThat(storedGrant().tokens().refreshToken()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"access_denied, access was not granted", "Bad <b>words</b>, refused"})
    void reportsThatAccessWasNotGranted(String error, String expected) {
        oauthServer.redirectParameters = parameters -> with(without(parameters, "code"), "error", error);
        assertLoginFails(expected);
        assertThat(browser.pages.get(0)).contains("not granted");
    }

    @Test
    void reportsUsedCode() {
        oauthServer.redirectParameters = parameters -> with(parameters, "code", "used");
        assertLoginFails("returned no tokens (invalid_grant)");
    }

    @Test
    void requiresPkce() {
        oauthServer.issuerMetadata.put("code_challenge_methods_supported", List.of("plain"));
        assertLoginFails("PKCE");
        oauthServer.issuerMetadata.remove("code_challenge_methods_supported");
        assertLoginFails("PKCE");
        assertThat(oauthServer.authorizationRequests).isEmpty();
    }

    @Test
    void explainsMissingRegistration() {
        oauthServer.registrationStatus = 403;
        assertLoginFails("set servers.crm.oauth.clientId");
        oauthServer.issuerMetadata.remove("registration_endpoint");
        assertLoginFails("accepts only registered clients");
    }

    @Test
    void rejectsMetadataOfAnotherServer() {
        oauthServer.issuerMetadata.put("issuer", "https://evil.example");
        assertLoginFails("another issuer");
        oauthServer.resourceMetadata.put("resource", "https://evil.example/mcp");
        assertLoginFails("another resource");
        oauthServer.metadataRedirect = "http://localhost:1/";
        assertLoginFails("redirects to another origin");
        oauthServer.metadataRedirect = null;
        oauthServer.challenge = "Bearer resource_metadata=\"https://evil.example/meta\"";
        assertLoginFails("another origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example/x",
                "file:///etc/passwd",
                "https://u:p@evil.example/",
                "javascript:x",
                "nothing"
            })
    void rejectsEndpointsWithoutHttps(String url) {
        oauthServer.issuerMetadata.put("authorization_endpoint", url);
        assertLoginFails("its authorization_endpoint must be an https URL");
        oauthServer.resourceMetadata.put("authorization_servers", List.of(url));
        assertLoginFails("must be an https URL");
    }

    @Test
    void rejectsPlainHttp() {
        assertThatThrownBy(() -> Login.create(server(URI.create("http://crm.example/mcp"), null), data, output::add))
                .hasMessageContaining("plain http");
        assertThatThrownBy(() -> Login.create(ServerConfig.of("p", List.of("cat")), data, output::add))
                .hasMessageContaining("has no url");
    }
}
