package dev.plimsoll.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;

/** Fuzzes request bodies of the playground. */
class TrialRequestFuzzTest {

    @FuzzTest
    void anyBodyIsParsedOrRefused(byte[] data) {
        try {
            assertThat(TrialRequest.parse(Slice.of(data)).payload().isEmpty()).isFalse();
        } catch (RefusedException refused) {
            assertThat(Json.isValid(Slice.of(refused.json()))).isTrue();
        }
    }
}
