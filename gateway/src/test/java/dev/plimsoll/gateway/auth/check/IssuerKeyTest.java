package dev.plimsoll.gateway.auth.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IssuerKeyTest {

    private static final int COMMON_EXPONENT_BITS = 17;

    /** Returns an odd number with this number of bits, in base64. */
    private static String number(int bits) {
        byte[] bytes = BigInteger.ONE.shiftLeft(bits - 1).setBit(0).toByteArray();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static List<IssuerKey> rsa(int modulusBits, int exponentBits) {
        String set = "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"main\",\"use\":\"sig\",\"n\":\"" + number(modulusBits)
                + "\",\"e\":\"" + number(exponentBits) + "\"}]}";
        return IssuerKey.parseSet(set.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"512, false", "1024, false", "2047, false", "2048, true", "4096, true", "8192, true", "8193, false"})
    void acceptsRsaKeysOf2048To8192Bits(int bits, boolean isAccepted) {
        assertThat(rsa(bits, COMMON_EXPONENT_BITS)).hasSize(isAccepted ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"2, true", "17, true", "32, true", "33, false"})
    void acceptsRsaExponentsOfUpTo32Bits(int bits, boolean isAccepted) {
        assertThat(rsa(2048, bits)).hasSize(isAccepted ? 1 : 0);
    }
}
