package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.ClientCertificates;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TlsConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.tls.TestCertificate;
import dev.plimsoll.policy.Tier;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code plimsoll serve} for callers with TLS certificates, in front of a real process. */
class ClientCertificateTest {

    private static final String BUILD = "spiffe://example/build";

    private final NewToken token = NewToken.from(new SplittableRandom(1));
    private TestCertificate server;
    private TestCertificate build;
    private TestCertificate deploy;
    private TestCertificate stranger;

    @TempDir
    Path folder;

    @BeforeEach
    void begin() throws Exception {
        server = TestCertificate.of(folder, "EC");
        build = TestCertificate.signed(folder, "CN=build", "-ext", "SAN=dns:build.example,uri:" + BUILD);
        deploy = TestCertificate.signed(folder, "CN=deploy,O=Example");
        stranger = TestCertificate.signed(folder, "CN=build", "-ext", "SAN=uri:" + BUILD);
    }

    private ServeFixture start(boolean isRequired, List<CallerToken> tokens, Map<String, String> rules)
            throws Exception {
        Path authorities = Files.writeString(folder.resolve("ca.pem"), build.authority() + deploy.authority());
        TlsConfig files = server.writeFiles();
        TlsConfig tlsConfig = new TlsConfig(
                files.certificate(), files.key(), new ClientCertificates(authorities, isRequired, Tier.READ));
        AccessConfig accessConfig =
                new AccessConfig(tokens, null, tlsConfig, null, TrafficConfig.defaults(), AccessRules.of(rules));
        return ServeFixture.of(ServeFixture.configuration(
                        folder.resolve("data"), "127.0.0.1:0", CursorConfig.Bind.CALLER, accessConfig)
                .with(ServerConfig.of("fixture", FixtureServer.command())));
    }

    private List<CallerToken> tokens() {
        return List.of(new CallerToken("boss", token.hash(), Tier.ADMIN, null));
    }

    private HttpResponse<String> send(
            ServeFixture gateway,
            @Nullable TestCertificate clientCertificate,
            String path,
            @Nullable String body,
            String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(gateway.baseUrl().replace("http://127.0.0.1", "https://localhost") + path))
                .header("Content-Type", "application/json");
        if (body != null) {
            request.POST(BodyPublishers.ofString(body));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient http = HttpClient.newBuilder()
                .sslContext(server.clientContext(clientCertificate))
                .build()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private String call(ServeFixture gateway, TestCertificate clientCertificate, String tool, String arguments)
            throws Exception {
        return send(gateway, clientCertificate, "/api/v1/tools/fixture/" + tool, arguments)
                .body();
    }

    @Test
    void acceptsOnlyCertificatesOfTheAuthorities() throws Exception {
        try (ServeFixture gateway = start(true, List.of(), Map.of())) {
            assertThat(call(gateway, build, "echo", "{\"message\":\"hello\"}")).contains("hello");
            assertThat(call(gateway, build, "list", "{\"count\":3}")).contains("FORBIDDEN", "read_write");
            assertThatThrownBy(() -> call(gateway, stranger, "echo", "{\"message\":\"hello\"}"))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> send(gateway, null, "/health", null)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void tokensIdentifyCallersWithoutCertificate() throws Exception {
        try (ServeFixture gateway = start(false, tokens(), Map.of())) {
            String[] bearer = {"Authorization", "Bearer " + token.text()};
            String list = "/api/v1/tools/fixture/list";
            assertThat(send(gateway, null, list, "{\"count\":3}").statusCode()).isEqualTo(401);
            assertThat(send(gateway, null, list, "{\"count\":3}", bearer).statusCode())
                    .isEqualTo(200);
            assertThat(send(gateway, build, list, "{\"count\":3}").statusCode()).isEqualTo(403);
            assertThat(send(gateway, build, list, "{\"count\":3}", bearer).statusCode())
                    .isEqualTo(200);
            assertThat(send(gateway, build, list, "{\"count\":3}", "Authorization", "Bearer wrong")
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void rulesReadTheNameOfTheCertificate() throws Exception {
        Map<String, String> rules = Map.of(
                "echo", "claims.sub == 'uri:" + BUILD + "'", "text", "claims.sub == 'subject:CN=deploy,O=Example'");
        try (ServeFixture gateway = start(true, List.of(), rules)) {
            assertThat(call(gateway, build, "echo", "{\"message\":\"hello\"}")).contains("hello");
            assertThat(call(gateway, deploy, "echo", "{\"message\":\"hello\"}")).contains("FORBIDDEN");
            assertThat(call(gateway, build, "text", "{\"bytes\":5}")).contains("FORBIDDEN");
            assertThat(call(gateway, deploy, "text", "{\"bytes\":5}")).doesNotContain("FORBIDDEN");
        }
    }

    @Test
    void settingsRequireEachOtherAndTheirFiles() throws Exception {
        Path file = folder.resolve("plimsoll.yaml");
        Files.writeString(file, "tls:\n  clientCa: missing.pem\n");
        assertThatThrownBy(() -> ServeFixture.withFile(folder, file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("tls.clientCa: requires tls.certificate");
        Files.writeString(file, "tls: {clientAuth: need}");
        assertThatThrownBy(() -> ServeFixture.withFile(folder, file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("tls.clientAuth: requires tls.clientCa");
        TlsConfig files = server.writeFiles();
        Files.writeString(
                file,
                "tls: {certificate: " + files.certificate() + ", key: " + files.key() + ", clientCa: missing.pem}");
        assertThatThrownBy(() -> ServeFixture.withFile(folder, file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("missing.pem: there is no such file");
    }
}
