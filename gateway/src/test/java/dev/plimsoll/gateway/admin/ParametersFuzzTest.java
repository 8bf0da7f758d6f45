package dev.plimsoll.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Fuzzes query strings of {@code /api/v1}. Each must be parsed, or refused with JSON that names the error. */
class ParametersFuzzTest {

    private static final Set<String> ALLOWED = Set.of("tool", "from", "limit", "outcome");

    @FuzzTest
    void anyQueryIsParsedOrRefused(byte[] data) {
        try {
            Parameters parameters = new Parameters(new String(data, StandardCharsets.ISO_8859_1), ALLOWED);
            assertThat(parameters.integer("limit", 10, 1, 1_000)).isBetween(1, 1_000);
            parameters.time("from", 0);
            parameters.find("tool");
        } catch (RefusedException refused) {
            assertThat(Json.isValid(Slice.of(refused.json()))).isTrue();
            assertThat(refused.json()).hasSizeLessThan(3_000);
        }
    }
}
