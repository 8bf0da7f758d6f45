package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.config.model.ClientCertificates;
import dev.plimsoll.gateway.config.model.TlsConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.tls.TlsException;
import dev.plimsoll.gateway.tls.TlsIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** TLS with protocols and cipher suites that are safe today. Reloads the certificate when its files change. */
final class Encryption {

    private static final long CHECK_INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();
    /** The in-memory key store needs a password; it never leaves this process. */
    private static final String PASSWORD = "in memory";

    /**
     * The cipher suites. For TLS 1.2, only suites with forward secrecy and without padding; TLS 1.3 has only such
     * suites.
     */
    private static final String[] CIPHER_SUITES = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    };

    private final TlsConfig files;
    private final SslContextFactory.Server context = new SslContextFactory.Server();
    private String lastFileState;
    private long lastCheckNanos = System.nanoTime();

    private Encryption(TlsConfig files, TlsIdentity identity, String lastFileState) {
        this.files = files;
        this.lastFileState = lastFileState;
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        context.setExcludeCipherSuites();
        context.setIncludeCipherSuites(CIPHER_SUITES);
        context.setRenegotiationAllowed(false);
        applyIdentity(identity);
    }

    static Encryption of(TlsConfig files) throws IOException {
        String initialFileState = fileState(files);
        try {
            return new Encryption(files, TlsIdentity.read(files), initialFileState);
        } catch (TlsException e) {
            throw new IOException(e.configKey() + ": " + e.getMessage(), e);
        }
    }

    private void applyIdentity(TlsIdentity identity) {
        context.setKeyStore(identity.keyStore(PASSWORD));
        context.setKeyStorePassword(PASSWORD);
        context.setKeyManagerPassword(PASSWORD);
        ClientCertificates clientCertificates = files.clients();
        if (clientCertificates != null) {
            context.setTrustStore(identity.trustStore());
            context.setNeedClientAuth(clientCertificates.isRequired());
            context.setWantClientAuth(true);
        }
    }

    SslContextFactory.Server context() {
        return context;
    }

    /** Reloads changed files, at most every five seconds. If they are invalid, the current certificate stays. */
    void refreshIfDue(Log log) {
        long nowNanos = System.nanoTime();
        if (nowNanos - lastCheckNanos < CHECK_INTERVAL_NANOS) {
            return;
        }
        lastCheckNanos = nowNanos;
        refresh(log);
    }

    void refresh(Log log) {
        String currentFileState = fileState(files);
        if (currentFileState.equals(lastFileState)) {
            return;
        }
        lastFileState = currentFileState;
        try {
            TlsIdentity identity = TlsIdentity.read(files);
            context.reload(_ -> applyIdentity(identity));
            log.log(LogSeverity.INFO, "the certificate was reloaded");
        } catch (TlsException e) {
            log.log(LogSeverity.WARN, "the certificate was not reloaded", "key", e.configKey(), "why", e.getMessage());
        } catch (Exception e) {
            log.log(LogSeverity.ERROR, "internal error", "error", e.getClass().getName());
        }
    }

    /** Returns the modification times and sizes of the files, to detect changes. */
    private static String fileState(TlsConfig files) {
        ClientCertificates clientCertificates = files.clients();
        String ownFileStates = fileState(files.certificate()) + " " + fileState(files.key());
        return clientCertificates == null
                ? ownFileStates
                : ownFileStates + " " + fileState(clientCertificates.authorities());
    }

    private static String fileState(Path file) {
        try {
            return Files.getLastModifiedTime(file) + " " + Files.size(file);
        } catch (IOException e) {
            return "none";
        }
    }
}
