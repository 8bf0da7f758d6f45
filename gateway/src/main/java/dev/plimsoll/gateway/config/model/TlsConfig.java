package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS certificate and key of {@code serve}.
 *
 * @param certificate a chain in PEM, the certificate of Plimsoll first
 * @param key the private key of the first certificate, in PEM
 * @param clients settings for certificates of callers; null if callers cannot authenticate with certificates
 */
public record TlsConfig(
        Path certificate, Path key, @Nullable ClientCertificates clients) {

    /** Creates settings without certificates of callers. */
    public TlsConfig(Path certificate, Path key) {
        this(certificate, key, null);
    }
}
