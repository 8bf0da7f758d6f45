package dev.plimsoll.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.gateway.config.model.TlsConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsIdentityTest {

    private static final String OLD_FORMAT_KEY =
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n";

    @TempDir
    private Path folder;

    private static TlsException readFailure(TlsConfig files) {
        return catchThrowableOfType(TlsException.class, () -> TlsIdentity.read(files));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void readsMatchingKeyAndCertificate(String algorithm) throws Exception {
        TlsConfig files = TestCertificate.of(folder, algorithm).writeFiles();
        assertThat(TlsIdentity.read(files).keyStore("x").getCertificate("serve"))
                .isNotNull();
    }

    @Test
    void rejectsMismatchedKeyAndCertificate() throws Exception {
        TestCertificate certificate = TestCertificate.of(folder, "EC");
        TestCertificate otherCertificate = TestCertificate.of(folder, "EC");
        TestCertificate rsa = TestCertificate.of(folder, "RSA");
        assertThat(readFailure(certificate.writeFiles(certificate.certificate(), otherCertificate.key())))
                .hasMessageContaining("does not match")
                .extracting(TlsException::configKey)
                .isEqualTo("tls.key");
        assertThat(readFailure(certificate.writeFiles(certificate.certificate(), rsa.key())))
                .hasMessageContaining("does not match");
        assertThat(readFailure(certificate.writeFiles(
                        otherCertificate.certificate() + certificate.certificate(), certificate.key())))
                .hasMessageContaining("must come first");
        assertThat(TlsIdentity.read(certificate.writeFiles(
                        "a word before\n" + certificate.certificate() + otherCertificate.certificate(),
                        certificate.key())))
                .isNotNull();
    }

    @Test
    void reportsInvalidFiles() throws Exception {
        TestCertificate valid = TestCertificate.of(folder, "EC");
        assertThat(readFailure(valid.writeFiles("", valid.key())))
                .hasMessageContaining("cert.pem: must hold 1 to 20 certificates");
        assertThat(readFailure(valid.writeFiles(valid.certificate().replaceAll("[a-z]", "A"), valid.key())))
                .hasMessageContaining("cannot be read");
        assertThat(readFailure(valid.writeFiles(valid.certificate(), valid.certificate())))
                .hasMessageContaining("no private key");
        assertThat(readFailure(valid.writeFiles(valid.certificate(), OLD_FORMAT_KEY)))
                .hasMessageContaining("key.pem: is in an older form")
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt -in key.pem");
        assertThat(readFailure(
                        valid.writeFiles(valid.certificate(), valid.key().replace("PRIVATE", "ENCRYPTED PRIVATE"))))
                .hasMessageContaining("is encrypted");
        TlsConfig missing = new TlsConfig(folder.resolve("none.pem"), folder.resolve("key.pem"));
        assertThat(readFailure(missing)).hasMessageContaining("none.pem: there is no such file");
        assertThat(readFailure(new TlsConfig(folder, folder))).isNotNull();
    }

    @Test
    void reportsWarnings() throws Exception {
        TlsConfig files = TestCertificate.of(folder, "EC", "-validity", "30").writeFiles();
        TlsIdentity identity = TlsIdentity.read(files);
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r-----"));
        Instant now = Instant.now();
        assertThat(identity.warnings(now)).isEmpty();
        assertThat(identity.warnings(now.plus(Duration.ofDays(25))))
                .singleElement()
                .asString()
                .contains("expires on");
        assertThat(identity.warnings(now.plus(Duration.ofDays(31))).toString()).contains("has expired on");
        assertThat(identity.warnings(now.minus(Duration.ofDays(2))).toString()).contains("not valid yet");
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(identity.warnings(now)).singleElement().asString().contains("chmod 600");
    }
}
