package dev.plimsoll.gateway.http.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.check.IdentificationFactory;
import dev.plimsoll.gateway.auth.check.SigningKey;
import dev.plimsoll.gateway.auth.check.SimulatedIssuer;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.TlsConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.http.HttpServerFixture;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.tls.TestCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests HTTPS over real sockets. */
class EncryptionTest {

    @TempDir
    private Path folder;

    private static HttpServerFixture startServer(TlsConfig tlsConfig) throws IOException {
        ListenAddress listenAddress = new ListenAddress(
                "127.0.0.1", 0, List.of(), null, tlsConfig, 100, List.of(), ListenAddress.DEFAULT_READ_TIMEOUT);
        return HttpServerFixture.withIdentification(listenAddress, Identification.none());
    }

    private static HttpResponse<String> initialize(HttpServerFixture httpServer, SSLContext context) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("https://localhost:" + httpServer.port() + "/mcp/simulated"))
                            .header("Content-Type", "application/json")
                            .header("Accept", HttpServerFixture.BOTH_TYPES)
                            .POST(BodyPublishers.ofString(HttpServerFixture.INITIALIZE))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void acceptsOnlyHttps(String algorithm) throws Exception {
        TestCertificate certificate = TestCertificate.of(folder, algorithm);
        try (HttpServerFixture httpServer = startServer(certificate.writeFiles())) {
            HttpResponse<String> answer = initialize(httpServer, certificate.clientContext());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
            assertThatThrownBy(() -> httpServer.post(null, HttpServerFixture.INITIALIZE))
                    .isInstanceOf(IOException.class);
        }
    }

    private static String negotiate(
            HttpServerFixture httpServer, TestCertificate certificate, String version, String... suites)
            throws Exception {
        try (SSLSocket socket = (SSLSocket) certificate
                .clientContext()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), httpServer.port())) {
            socket.setSoTimeout(20_000);
            socket.setEnabledProtocols(new String[] {version});
            if (suites.length > 0) {
                socket.setEnabledCipherSuites(suites);
            }
            socket.startHandshake();
            return socket.getSession().getProtocol() + " " + socket.getSession().getCipherSuite();
        }
    }

    @Test
    void rejectsWeakProtocolsAndCiphers() throws Exception {
        TestCertificate certificate = TestCertificate.of(folder, "RSA");
        try (HttpServerFixture httpServer = startServer(certificate.writeFiles())) {
            assertThat(negotiate(httpServer, certificate, "TLSv1.2")).startsWith("TLSv1.2 TLS_ECDHE_RSA_WITH_");
            for (String weakSuite : List.of(
                    "TLS_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
                    "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")) {
                assertThatThrownBy(() -> negotiate(httpServer, certificate, "TLSv1.2", weakSuite))
                        .as(weakSuite)
                        .isInstanceOf(SSLException.class);
            }
        }
    }

    @Test
    void reloadsChangedCertificate() throws Exception {
        TestCertificate first = TestCertificate.of(folder, "EC");
        TestCertificate second = TestCertificate.of(folder, "RSA");
        ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
        Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        Encryption encryption = Encryption.of(first.writeFiles());
        encryption.context().start();
        encryption.refresh(log);
        // writes a key that does not match the certificate: the reload fails, which is logged only once
        first.writeFiles(first.certificate(), second.key());
        encryption.refresh(log);
        encryption.refresh(log);
        assertThat(encryption
                        .context()
                        .getKeyStore()
                        .getCertificate("serve")
                        .getPublicKey()
                        .getAlgorithm())
                .isEqualTo("EC");
        // writes a certificate with its key
        second.writeFiles();
        encryption.refresh(log);
        assertThat(encryption
                        .context()
                        .getKeyStore()
                        .getCertificate("serve")
                        .getPublicKey()
                        .getAlgorithm())
                .isEqualTo("RSA");
        assertThat(logBytes.toString(StandardCharsets.UTF_8).lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .contains("was not reloaded");
        encryption.context().stop();
    }

    @Test
    void usesHttpsInMetadata() throws Exception {
        TestCertificate certificate = TestCertificate.of(folder, "EC");
        try (SimulatedIssuer issuer = SimulatedIssuer.with(SigningKey.of("k", "EdDSA"));
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(certificate.clientContext())
                        .build()) {
            AccessConfig accessConfig = new AccessConfig(
                    List.of(), issuer.settings(null), null, null, TrafficConfig.defaults(), AccessRules.NONE);
            Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
            ListenAddress listenAddress = new ListenAddress(
                    "127.0.0.1",
                    0,
                    List.of(),
                    null,
                    certificate.writeFiles(),
                    100,
                    List.of(),
                    ListenAddress.DEFAULT_READ_TIMEOUT);
            try (HttpServerFixture httpServer = HttpServerFixture.withIdentification(
                    listenAddress, IdentificationFactory.create(accessConfig, InstantSource.system(), log))) {
                URI root = URI.create("https://localhost:" + httpServer.port());
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(root.resolve("/.well-known/oauth-protected-resource/mcp/simulated"))
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.body()).startsWith("{\"resource\":\"" + root + "/mcp/simulated\"");
            }
        }
    }
}
