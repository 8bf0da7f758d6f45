package dev.plimsoll.cursor;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 with one key. Safe for use by many threads. */
final class HmacKey {

    private static final String ALGORITHM = "HmacSHA256";

    private final Key key;

    // only copied, never updated: a copy is several times faster than a new instance
    private final Mac initializedMac;

    HmacKey(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.initializedMac = createMac();
    }

    byte[] sign(byte[] message) {
        return copyMac().doFinal(message);
    }

    HmacKey derive(String label) {
        return new HmacKey(sign(label.getBytes(StandardCharsets.US_ASCII)));
    }

    private Mac copyMac() {
        try {
            return (Mac) initializedMac.clone();
        } catch (CloneNotSupportedException e) {
            return createMac(); // the state of the provider may be in hardware and cannot be copied
        }
    }

    private Mac createMac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
        }
    }
}
