package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.LoginConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
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

/** Tests the complete flow, with a browser that follows all redirects. */
class LoginTest {

    @TempDir
    Path data;

    private final List<String> said = new ArrayList<>();
    private final AgreeingBrowser browser = new AgreeingBrowser();
    private SimulatedOAuthServer played;

    @BeforeEach
    void play() throws IOException {
        played = new SimulatedOAuthServer();
    }

    @AfterEach
    void stop() {
        played.close();
    }

    private ServerConfig server(URI url, @Nullable LoginConfig settings) {
        return new ServerConfig("crm", List.of(), Map.of(), null, url, Map.of(), TimeoutConfig.DEFAULT, null, settings);
    }

    private void login(@Nullable LoginConfig settings, String... scopes) throws IOException {
        Login.create(server(played.url(), settings), data, said::add).run(browser, List.of(scopes), 0);
    }

    private ServerGrant kept() throws IOException {
        ServerGrant serverGrant = GrantFile.of(data, played.url()).read();
        assertThat(serverGrant).isNotNull();
        return serverGrant;
    }

    private void fails(String why) {
        assertThatThrownBy(() -> login(null)).isInstanceOf(LoginException.class).hasMessageContaining(why);
        assertThat(GrantFile.of(data, played.url()).modifiedMillis()).isNegative();
    }

    @Test
    void discoversIssuerAndStoresTokens() throws Exception {
        login(null);
        ServerGrant serverGrant = kept();
        assertThat(serverGrant.tokens().access().reveal()).isEqualTo("access-2");
        assertThat(serverGrant.tokens().scopes()).containsExactly("files:read", "files:write");
        assertThat(serverGrant.issuer()).isEqualTo(played.issuer());
        assertThat(played.authorizationRequests.get(0))
                .containsEntry("resource", played.url().toString())
                .containsEntry("tenant", "1")
                .containsEntry("client_id", "client-1")
                .containsEntry("code_challenge_method", "S256");
        assertThat(played.registrations.get(0).at("/redirect_uris/0").asString())
                .matches("http://127\\.0\\.0\\.1:\\d+/callback");
        assertThat(browser.pages.get(0)).startsWith("200").contains("has the response");
        assertThat(String.join("\n", said)).contains("Logged in at crm").doesNotContain("access-", "refresh-");
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
                GrantFile.of(data, played.url()).path(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(this::kept).isInstanceOf(IOException.class).hasMessageContaining("chmod 600");
    }

    @Test
    void requestsChallengedAndAdditionalScopes() throws Exception {
        played.challenge = "Bearer scope=\"files:read\", resource_metadata=\"/.well-known/oauth-protected-resource\"";
        login(null);
        login(null, "files:delete");
        assertThat(played.authorizationRequests.get(0)).containsEntry("scope", "files:read");
        assertThat(played.authorizationRequests.get(1)).containsEntry("scope", "files:read files:delete");
    }

    @Test
    void usesConfiguredClient() throws Exception {
        login(new LoginConfig("mine", new SecretValue("s3 cret"), List.of("a", "b")));
        assertThat(played.registrations).isEmpty();
        assertThat(played.authorizationRequests.get(0))
                .containsEntry("client_id", "mine")
                .containsEntry("scope", "a b");
        String pair = Base64.getEncoder().encodeToString("mine:s3+cret".getBytes(StandardCharsets.US_ASCII));
        assertThat(played.forms.get(0))
                .containsEntry("authorization", "Basic " + pair)
                .doesNotContainKey("client_id");
        assertThat(Files.readString(GrantFile.of(data, played.url()).path())).doesNotContain("s3", "3+cret");
    }

    @Test
    void usesSecretFromRegistration() throws Exception {
        played.issuerMetadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
        played.registered.put("client_secret", "given");
        login(null);
        assertThat(played.forms.get(0)).containsEntry("client_secret", "given").containsEntry("client_id", "client-1");
        assertThat(kept().client().secret()).isEqualTo(new SecretValue("given"));
    }

    @Test
    void usesServerAsItsOwnIssuer() {
        played.resourceMetadata.clear();
        fails("has no metadata");
    }

    @Test
    void reportsServerWithoutLogin() {
        played.resourceMetadata.clear();
        played.openTo = 200;
        fails("needs no login");
        played.openTo = 404;
        fails("responds with status 404");
    }

    @Test
    void ignoresRedirectWithAnotherState() throws Exception {
        played.answers = answer -> with(answer, "state", "other");
        Login waiting =
                Login.create(server(played.url(), null), data, said::add).withTimeout(Duration.ofMillis(300));
        assertThatThrownBy(() -> waiting.run(browser, List.of(), 0)).hasMessageContaining("access was not granted");
        assertThat(browser.pages.get(0)).startsWith("400");
        assertThat(String.join("\n", said)).contains("state is not from this login");
        assertThat(played.forms).isEmpty();
    }

    private static Map<String, String> with(Map<String, String> answer, String name, String value) {
        Map<String, String> other = new HashMap<>(answer);
        other.put(name, value);
        return other;
    }

    private static Map<String, String> without(Map<String, String> answer, String name) {
        Map<String, String> other = new HashMap<>(answer);
        other.remove(name);
        return other;
    }

    @Test
    void rejectsRedirectOfAnotherIssuer() {
        played.answers = answer -> with(answer, "iss", "http://127.0.0.1:1");
        fails("another authorization server");
        played.answers = answer -> without(answer, "iss");
        fails("another authorization server");
        played.answers = answer -> with(without(answer, "iss"), "error", "access_denied");
        fails("another authorization server");
        assertThat(played.forms).isEmpty();
    }

    @Test
    void acceptsRedirectWithoutOptionalIssuer() throws Exception {
        played.issuerMetadata.remove("authorization_response_iss_parameter_supported");
        played.answers = answer -> without(answer, "iss");
        login(null);
        assertThat(kept().tokens().refresh()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"access_denied, access was not granted", "Bad <b>words</b>, refused"})
    void saysWhenAccessWasNotGranted(String error, String why) {
        played.answers = answer -> with(without(answer, "code"), "error", error);
        fails(why);
        assertThat(browser.pages.get(0)).contains("not granted");
    }

    @Test
    void reportsUsedCode() {
        played.answers = answer -> with(answer, "code", "used");
        fails("returned no tokens (invalid_grant)");
    }

    @Test
    void requiresPkce() {
        played.issuerMetadata.put("code_challenge_methods_supported", List.of("plain"));
        fails("PKCE");
        played.issuerMetadata.remove("code_challenge_methods_supported");
        fails("PKCE");
        assertThat(played.authorizationRequests).isEmpty();
    }

    @Test
    void explainsMissingRegistration() {
        played.registrationStatus = 403;
        fails("set servers.crm.oauth.clientId");
        played.issuerMetadata.remove("registration_endpoint");
        fails("accepts only registered clients");
    }

    @Test
    void rejectsMetadataOfAnotherServer() {
        played.issuerMetadata.put("issuer", "https://evil.example");
        fails("another issuer");
        played.resourceMetadata.put("resource", "https://evil.example/mcp");
        fails("another resource");
        played.metadataRedirect = "http://localhost:1/";
        fails("redirects to another origin");
        played.metadataRedirect = null;
        played.challenge = "Bearer resource_metadata=\"https://evil.example/meta\"";
        fails("another origin");
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
    void goesOnlyWhereNobodyListens(String place) {
        played.issuerMetadata.put("authorization_endpoint", place);
        fails("its authorization_endpoint must be an https URL");
        played.resourceMetadata.put("authorization_servers", List.of(place));
        fails("must be an https URL");
    }

    @Test
    void rejectsLocalUrlsOfRemoteServer() {
        assertThatThrownBy(() -> TrustedOrigins.of(URI.create("https://far.example/mcp"))
                        .parseUrl("it", "http://127.0.0.1:8080/x"))
                .hasMessage("it must be an https URL");
        assertThatThrownBy(() ->
                        TrustedOrigins.of(URI.create("https://far.example/mcp")).parseUrl("it", "https://localhost/x"))
                .hasMessage("it must be an https URL");
    }

    @Test
    void rejectsPlainHttp() {
        assertThatThrownBy(() -> Login.create(server(URI.create("http://crm.example/mcp"), null), data, said::add))
                .hasMessageContaining("plain http");
        assertThatThrownBy(() -> Login.create(ServerConfig.of("p", List.of("cat")), data, said::add))
                .hasMessageContaining("has no url");
    }
}
