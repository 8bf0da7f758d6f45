package dev.plimsoll.redis;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** TLS options that trust either the certificates of this Java, or those in a PEM file. */
final class TrustedCertificates {

    private static final char[] STORE_PASSWORD = {'n', 'o', 'n', 'e'};

    private TrustedCertificates() {}

    static SslOptions systemDefaults() {
        return SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL).build();
    }

    static SslOptions fromFile(Path file) {
        byte[] store = createTrustStore(file);
        return SslOptions.builder()
                .sslVerifyMode(SslVerifyMode.FULL)
                .trustStoreType("PKCS12")
                .truststore(() -> new ByteArrayInputStream(store), STORE_PASSWORD)
                .build();
    }

    private static byte[] createTrustStore(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int certificateCount = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority " + certificateCount++, certificate);
            }
            if (certificateCount == 0) {
                throw new StoreException(Reason.FAILED, "no certificate found in " + file);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            store.store(out, STORE_PASSWORD);
            return out.toByteArray();
        } catch (IOException | GeneralSecurityException e) {
            throw new StoreException(Reason.FAILED, "certificates cannot be read from " + file, e);
        }
    }
}
