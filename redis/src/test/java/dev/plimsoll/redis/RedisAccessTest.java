package dev.plimsoll.redis;

import static dev.plimsoll.redis.RedisStoreFixture.assertBytes;
import static dev.plimsoll.redis.RedisStoreFixture.save;
import static dev.plimsoll.redis.RedisStoreFixture.store;
import static dev.plimsoll.redis.RedisStoreFixture.storeError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.testkit.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests authentication, permissions, and TLS. */
class RedisAccessTest {

    private static final String SECRET = "s3cret@word";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void needsOnlyTheDocumentedPermissions() throws Exception {
        Path aclFile = Files.writeString(
                folder.resolve("users.acl"),
                "user default off\nuser plim on >" + SECRET
                        + " ~plimsoll:* resetchannels -@all +evalsha +eval +get +set"
                        + " +getrange +pexpire +pttl +time +unlink +del +hget +hset +hdel +hlen +hincrby +zadd +zrem +zcard"
                        + " +zrange +zrangebyscore +zrangebylex +select\n");
        try (RedisServer server = RedisServer.start(folder, "--aclfile", aclFile.toString())) {
            try (RedisStore store = store(settings(server, "plim", "s3cret%40word", "/2"))) {
                Slice bytes = RedisStoreFixture.bytes(1, 2_000_000);
                SnapshotId id = save(store, bytes);
                store.addView(id, Slice.of("view"));
                assertBytes(store.find(id), bytes);
                store.remove(id);
                assertThat(store.usage().snapshots()).isZero();
            }
            try (RedisStore store = store(settings(server, "plim", "wr0ng", ""))) {
                assertHidesSecret("wr0ng", storeError(() -> save(store, Slice.of("a"))));
            }
            try (RedisStore store =
                    store(settings(server, "plim", "s3cret%40word", "").withPrefix("other"))) {
                assertThat(storeError(() -> save(store, Slice.of("a")))).hasMessageContaining("NOPERM");
            }
        }
    }

    @Test
    void reportsWrongOrMissingPassword() throws IOException {
        try (RedisServer server = RedisServer.start(folder, "--requirepass", SECRET);
                RedisStore without = store(server);
                RedisStore with = store(RedisSettings.of("redis://:s3cret%40word@127.0.0.1:" + server.port()))) {
            assertThat(storeError(() -> save(without, Slice.of("a"))))
                    .hasMessageContaining("refuses the user or password");
            assertBytes(with.find(save(with, Slice.of("a"))), Slice.of("a"));
        }
    }

    private static RedisSettings settings(RedisServer server, String user, String password, String database) {
        return RedisSettings.of("redis://" + user + ":" + password + "@127.0.0.1:" + server.port() + database);
    }

    private static void assertHidesSecret(String secret, StoreException refused) {
        StringWriter all = new StringWriter();
        refused.printStackTrace(new PrintWriter(all));
        assertThat(all.toString()).contains("refuses the user or password").doesNotContain(secret);
    }

    @Test
    void usesTls() throws Exception {
        Path certificate = createCertificate("localhost", "ip:127.0.0.1");
        Path otherCertificate = createCertificate("other", "dns:elsewhere.example");
        String tlsPort = Integer.toString(RedisServer.freePort());
        List<String> otherOptions = List.of("--tls-auth-clients", "no", "--tls-ca-cert-file", certificate.toString());
        try (RedisServer server = startTlsServer(certificate, tlsPort, otherOptions)) {
            String url = "rediss://127.0.0.1:" + tlsPort;
            try (RedisStore store = store(RedisSettings.of(url).withTrustedCertificates(certificate))) {
                assertBytes(store.find(save(store, Slice.of("a"))), Slice.of("a"));
            }
            assertThat(server.port()).isPositive();
            for (RedisSettings wrongSettings :
                    List.of(RedisSettings.of(url), RedisSettings.of(url).withTrustedCertificates(otherCertificate))) {
                try (RedisStore store = store(wrongSettings)) {
                    assertThat(storeError(() -> save(store, Slice.of("a"))))
                            .hasMessageContaining("the TLS connection to Redis failed");
                }
            }
        }
    }

    @Test
    void rejectsCertificateOfAnotherHost() throws Exception {
        Path certificate = createCertificate("other", "dns:elsewhere.example");
        String port = Integer.toString(RedisServer.freePort());
        try (RedisServer server = startTlsServer(certificate, port, List.of("--tls-auth-clients", "no"));
                RedisStore store =
                        store(RedisSettings.of("rediss://127.0.0.1:" + port).withTrustedCertificates(certificate))) {
            assertThat(server.port()).isPositive();
            assertThat(storeError(() -> save(store, Slice.of("a"))))
                    .hasMessageContaining("the TLS connection to Redis failed");
        }
    }

    private RedisServer startTlsServer(Path certificate, String port, List<String> otherOptions) throws IOException {
        List<String> options = new java.util.ArrayList<>(List.of(
                "--tls-port", port, "--tls-cert-file", certificate.toString(), "--tls-key-file", certificate + ".key"));
        options.addAll(otherOptions);
        return RedisServer.start(folder, options.toArray(String[]::new));
    }

    /** Creates a certificate with keytool. Returns its PEM file; the key is in another file. */
    private Path createCertificate(String name, String host) throws Exception {
        Path store = folder.resolve(name + ".p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=" + host,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keyStore = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keyStore.load(in, "changeit".toCharArray());
        }
        Files.writeString(
                folder.resolve(name + ".pem.key"),
                pemBlock(
                        "PRIVATE KEY",
                        keyStore.getKey("a", "changeit".toCharArray()).getEncoded()));
        return Files.writeString(
                folder.resolve(name + ".pem"),
                pemBlock("CERTIFICATE", keyStore.getCertificate("a").getEncoded()));
    }

    private static String pemBlock(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }
}
