package dev.plimsoll.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacKeyTest {

    @Test
    void signsLikeTheExampleOfTheStandard() {
        // RFC 4231, test case 2
        HmacKey key = new HmacKey("Jefe".getBytes(StandardCharsets.US_ASCII));
        byte[] signature = key.sign("what do ya want for nothing?".getBytes(StandardCharsets.US_ASCII));
        assertThat(HexFormat.of().formatHex(signature))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void signsLikeTheMacOfTheRuntime() throws GeneralSecurityException {
        Random random = new Random(1);
        for (int length = 1; length < 200; length++) {
            byte[] key = new byte[length];
            byte[] message = new byte[random.nextInt(300)];
            random.nextBytes(key);
            random.nextBytes(message);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            HmacKey hmacKey = new HmacKey(key);
            // twice, because a signature must not change the key
            assertThat(hmacKey.sign(message)).isEqualTo(hmacKey.sign(message)).isEqualTo(mac.doFinal(message));
        }
    }

    @Test
    void rejectsAnEmptyKey() {
        assertThatThrownBy(() -> new HmacKey(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
