package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fuzzes the decryption of manipulated request states. */
class RequestStateCipherFuzzTest {

    private static final RequestStateCipher CIPHER = new RequestStateCipher(List.of(new byte[32]));

    @FuzzTest
    void rejectsManipulatedStates(byte[] data) {
        String encrypted = CIPHER.encrypt(Slice.of("a state"), "ann");
        byte[] manipulatedBytes = encrypted.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i + 1 < data.length; i += 2) {
            manipulatedBytes[(data[i] & 0xFF) % manipulatedBytes.length] = data[i + 1];
        }
        String manipulated = new String(manipulatedBytes, StandardCharsets.ISO_8859_1);
        Slice decryptedState = CIPHER.decrypt(manipulated, "ann");
        assertThat(decryptedState == null).isEqualTo(!manipulated.equals(encrypted));
        assertThat(CIPHER.decrypt(new String(data, StandardCharsets.ISO_8859_1), "ben"))
                .isNull();
    }
}
