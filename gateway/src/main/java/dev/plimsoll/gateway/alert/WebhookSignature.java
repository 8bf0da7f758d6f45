package dev.plimsoll.gateway.alert;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs notifications with their time, so that receivers can verify the sender and reject replays. */
final class WebhookSignature {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    WebhookSignature(byte[] secret) {
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Returns {@code t=SECONDS,v1=HEX}, a signature over the seconds, a dot, and the body. */
    String sign(long seconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
