package dev.plimsoll.gateway.tls;

import dev.plimsoll.gateway.config.model.ClientCertificates;
import dev.plimsoll.gateway.config.model.TlsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys and certificates for serving TLS: the chain that begins with the certificate of {@code serve}, its private key,
 * and the authorities that sign the certificates of callers.
 */
public final class TlsIdentity {

    public static final String CERTIFICATE = "tls.certificate";
    public static final String KEY = "tls.key";
    public static final String CLIENT_CA = "tls.clientCa";

    private final TlsConfig files;
    private final List<X509Certificate> chain;
    private final PrivateKey key;
    private final List<X509Certificate> clientAuthorities;

    private TlsIdentity(
            TlsConfig files, List<X509Certificate> chain, PrivateKey key, List<X509Certificate> clientAuthorities) {
        this.clientAuthorities = clientAuthorities;
        this.files = files;
        this.chain = chain;
        this.key = key;
    }

    /** Reads the files. Throws if one is not valid, or if the certificate and the key do not belong together. */
    public static TlsIdentity read(TlsConfig files) throws TlsException {
        List<X509Certificate> chain = new PemFile(CERTIFICATE, files.certificate()).certificates();
        PrivateKey key = new PemFile(KEY, files.key()).privateKey();
        requireMatch(files.key(), chain, key);
        ClientCertificates clients = files.clients();
        List<X509Certificate> authorities =
                clients == null ? List.of() : new PemFile(CLIENT_CA, clients.authorities()).certificates();
        return new TlsIdentity(files, chain, key, authorities);
    }

    private static void requireMatch(Path file, List<X509Certificate> chain, PrivateKey key) throws TlsException {
        for (int i = 0; i < chain.size(); i++) {
            if (KeyPairCheck.isPair(chain.get(i).getPublicKey(), key)) {
                if (i == 0) {
                    return;
                }
                throw new TlsException(
                        CERTIFICATE, "the certificate of the key must come first, it is number " + (i + 1));
            }
        }
        PublicKey publicKey = chain.get(0).getPublicKey();
        throw new TlsException(
                KEY,
                file + ": does not match the certificate, which belongs to another private key ("
                        + publicKey.getAlgorithm() + ")");
    }

    /** Returns warnings: the certificate is not valid now or expires within a week, or other users can read the key. */
    public List<TlsException> warnings(Instant now) {
        List<TlsException> warnings = new ArrayList<>();
        Instant expiry = chain.get(0).getNotAfter().toInstant();
        if (now.isAfter(expiry)) {
            warnings.add(new TlsException(CERTIFICATE, "has expired on " + expiry + ": callers will refuse it"));
        } else if (now.plus(7, ChronoUnit.DAYS).isAfter(expiry)) {
            warnings.add(new TlsException(CERTIFICATE, "expires on " + expiry));
        }
        if (now.isBefore(chain.get(0).getNotBefore().toInstant())) {
            warnings.add(new TlsException(CERTIFICATE, "is not valid yet: callers will refuse it"));
        }
        if (new PemFile(KEY, files.key()).isWorldReadable()) {
            warnings.add(new TlsException(KEY, files.key() + ": other users can read it; run chmod 600"));
        }
        return warnings;
    }

    /**
     * Creates a key store for Java's TLS, in memory.
     *
     * @param password any password, with which the key store must be read
     */
    public KeyStore keyStore(String password) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("serve", key, password.toCharArray(), chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Creates a trust store with the authorities that sign the certificates of callers; empty if callers need
     * no certificates.
     */
    public KeyStore trustStore() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < clientAuthorities.size(); i++) {
                store.setCertificateEntry("client-ca-" + i, clientAuthorities.get(i));
            }
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the path of the certificate file, and no key. */
    @Override
    public String toString() {
        return "TlsIdentity[" + files.certificate() + "]";
    }
}
