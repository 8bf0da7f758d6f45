package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fuzzes request states with manipulated input. */
class RequestStateCipherFuzzTest {

    private static final RequestStateCipher CIPHER = new RequestStateCipher(List.of(new byte[32]));

    @FuzzTest
    void rejectsManipulatedStates(byte[] data) {
        String genuine = CIPHER.encrypt(Slice.of("a state"), "ann");
        byte[] changed = genuine.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i + 1 < data.length; i += 2) {
            changed[(data[i] & 0xFF) % changed.length] = data[i + 1];
        }
        String tampered = new String(changed, StandardCharsets.ISO_8859_1);
        Slice opened = CIPHER.decrypt(tampered, "ann");
        assertThat(opened == null).isEqualTo(!tampered.equals(genuine));
        assertThat(CIPHER.decrypt(new String(data, StandardCharsets.ISO_8859_1), "ben"))
                .isNull();
    }
}
