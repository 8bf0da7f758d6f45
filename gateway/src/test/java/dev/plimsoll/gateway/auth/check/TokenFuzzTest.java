package dev.plimsoll.gateway.auth.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Fuzzes access tokens and key sets. Each must be parsed or rejected. */
class TokenFuzzTest {

    @FuzzTest
    void anyTokenIsParsedOrRejected(byte[] data) {
        assertParsedOrRejected(new String(data, StandardCharsets.ISO_8859_1));
    }

    /** Encodes the parts of the token in base64, because random input would rarely be valid base64. */
    @FuzzTest
    void anyTokenPartsAreParsedOrRejected(byte[] data) {
        String[] parts = new String(data, StandardCharsets.ISO_8859_1).split("\n", 3);
        StringBuilder token = new StringBuilder();
        for (String part : parts) {
            token.append(token.isEmpty() ? "" : ".");
            token.append(
                    Base64.getUrlEncoder().withoutPadding().encodeToString(part.getBytes(StandardCharsets.ISO_8859_1)));
        }
        assertParsedOrRejected(token.toString());
    }

    private static void assertParsedOrRejected(String token) {
        try {
            assertThat(Jwt.parse(token).claims()).isNotNull();
        } catch (IllegalArgumentException rejection) {
            assertThat(rejection.getMessage()).isNotNull();
        }
    }

    @FuzzTest
    void anyKeySetIsParsedOrRejected(byte[] data) {
        try {
            assertThat(IssuerKey.parseSet(data)).isNotNull();
        } catch (IllegalArgumentException rejection) {
            assertThat(rejection.getMessage()).isNotNull();
        }
    }
}
