package dev.plimsoll.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.TlsConfig;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A certificate for localhost that keytool creates. It and its key can be written to PEM files. */
@NullMarked
public final class TestCertificate {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final KeyStore store;
    private final Path folder;

    private TestCertificate(KeyStore store, Path folder) {
        this.store = store;
        this.folder = folder;
    }

    /** Creates a certificate with a key of this algorithm, and with additional options of keytool. */
    public static TestCertificate of(Path folder, String algorithm, String... options) throws Exception {
        Path file = folder.resolve(algorithm + System.nanoTime() + ".p12");
        List<String> arguments = new ArrayList<>(List.of(
                "-alias",
                "a",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1"));
        arguments.addAll(List.of(options));
        generate(file, arguments);
        return new TestCertificate(load(file), folder);
    }

    /** Creates a certificate authority, which {@link #authority} returns, and a certificate that it has signed. */
    public static TestCertificate signed(Path folder, String name, String... options) throws Exception {
        Path file = folder.resolve("signed" + System.nanoTime() + ".p12");
        generate(file, List.of("-alias", "ca", "-keyalg", "EC", "-dname", "CN=Authority", "-ext", "bc:c"));
        List<String> arguments =
                new ArrayList<>(List.of("-alias", "a", "-keyalg", "EC", "-dname", name, "-signer", "ca"));
        arguments.addAll(List.of(options));
        generate(file, arguments);
        return new TestCertificate(load(file), folder);
    }

    private static void generate(Path file, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        byte[] output = process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(new String(output, StandardCharsets.UTF_8))
                .isZero();
    }

    private static KeyStore load(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    /** Returns the certificate of the certificate authority in PEM. */
    public String authority() throws Exception {
        return pem("CERTIFICATE", store.getCertificate("ca").getEncoded());
    }

    public String certificate() throws Exception {
        return pem("CERTIFICATE", store.getCertificate("a").getEncoded());
    }

    public String key() throws Exception {
        return pem("PRIVATE KEY", store.getKey("a", PASSWORD).getEncoded());
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }

    /** Writes the certificate and the key to files. */
    public TlsConfig writeFiles() throws Exception {
        return writeFiles(certificate(), key());
    }

    /** Writes the given certificate and key, which need not match, to the files of {@link #writeFiles()}. */
    public TlsConfig writeFiles(String certificate, String key) throws Exception {
        return new TlsConfig(
                Files.writeString(folder.resolve("cert.pem"), certificate),
                Files.writeString(folder.resolve("key.pem"), key));
    }

    /** Returns the TLS context of a client that trusts only this certificate. */
    public SSLContext clientContext() throws Exception {
        return clientContext(null);
    }

    /** Returns the TLS context of a client that trusts only this certificate, and identifies itself with another. */
    public SSLContext clientContext(@Nullable TestCertificate clientCertificate) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("a", store.getCertificate("a"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                clientCertificate == null ? null : clientCertificate.keyManagers(), factory.getTrustManagers(), null);
        return context;
    }

    private KeyManager[] keyManagers() throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        KeyStore keyStore = KeyStore.getInstance("PKCS12");
        keyStore.load(null, null);
        keyStore.setKeyEntry("a", store.getKey("a", PASSWORD), PASSWORD, store.getCertificateChain("a"));
        factory.init(keyStore, PASSWORD);
        return factory.getKeyManagers();
    }
}
