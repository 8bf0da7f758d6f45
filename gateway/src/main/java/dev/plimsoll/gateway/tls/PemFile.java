package dev.plimsoll.gateway.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PEM file: blocks between {@code -----BEGIN X-----} and {@code -----END X-----}.
 *
 * @param configKey the configuration key that names the file, for error messages
 */
record PemFile(String configKey, Path file) {

    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_CERTIFICATES = 20;
    private static final Pattern BLOCK = Pattern.compile("(?s)-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----");
    private static final String CERTIFICATE = "CERTIFICATE";

    private record Block(String kind, byte[] content) {}

    /** Reads the certificates; throws if there is none, or if there are too many. */
    List<X509Certificate> certificates() throws TlsException {
        List<X509Certificate> chain = new ArrayList<>();
        for (Block block : blocks()) {
            if (block.kind().equals(CERTIFICATE)) {
                chain.add(certificate(block.content()));
            }
        }
        if (chain.isEmpty() || chain.size() > MAX_CERTIFICATES) {
            throw exception("must hold 1 to " + MAX_CERTIFICATES + " certificates (-----BEGIN CERTIFICATE-----), has "
                    + chain.size());
        }
        return List.copyOf(chain);
    }

    private X509Certificate certificate(byte[] content) throws TlsException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(content));
        } catch (CertificateException e) {
            throw exception("has a certificate that cannot be read");
        }
    }

    /** Reads the first private key; throws if there is none, or if it is encrypted or in an older format. */
    PrivateKey privateKey() throws TlsException {
        for (Block block : blocks()) {
            switch (block.kind()) {
                case "PRIVATE KEY" -> {
                    return privateKey(block.content());
                }
                case "ENCRYPTED PRIVATE KEY" ->
                    throw exception("is encrypted; remove the password: " + opensslCommand(""));
                case "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY" ->
                    throw exception("is in an older form (PKCS#1); convert it: " + opensslCommand("-topk8 -nocrypt "));
                default -> {
                    // the block has parameters or a certificate
                }
            }
        }
        throw exception("holds no private key (-----BEGIN PRIVATE KEY-----)");
    }

    private String opensslCommand(String options) {
        return "openssl pkcs8 " + options + "-in " + file.getFileName() + " -out new.pem";
    }

    private PrivateKey privateKey(byte[] content) throws TlsException {
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (GeneralSecurityException e) {
                // the key is of another algorithm
            }
        }
        throw exception("holds a private key that is neither RSA, nor EC, nor Ed25519");
    }

    private List<Block> blocks() throws TlsException {
        Matcher matcher = BLOCK.matcher(text());
        List<Block> blocks = new ArrayList<>();
        while (matcher.find()) {
            try {
                String kind = matcher.group(1);
                // blocks in older formats contain headers, which are not base64
                boolean isDecoded = kind.equals(CERTIFICATE) || kind.equals("PRIVATE KEY");
                byte[] content = isDecoded ? Base64.getMimeDecoder().decode(matcher.group(2)) : new byte[0];
                blocks.add(new Block(kind, content));
            } catch (IllegalArgumentException e) {
                throw exception("has a block that is not base64");
            }
        }
        return blocks;
    }

    private String text() throws TlsException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw exception("is larger than 1 MB");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw exception("there is no such file");
        } catch (AccessDeniedException e) {
            throw exception("may not be read (permission denied)");
        } catch (IOException e) {
            throw exception("cannot be read");
        }
    }

    boolean isWorldReadable() {
        try {
            return Files.getPosixFilePermissions(file).stream()
                    .anyMatch(permission -> permission == PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private TlsException exception(String problem) {
        return new TlsException(configKey, file + ": " + problem);
    }
}
