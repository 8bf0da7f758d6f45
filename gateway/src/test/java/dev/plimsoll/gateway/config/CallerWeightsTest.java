package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.CallerWeights;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallerWeightsTest {

    @Test
    void lastGlobThatMatchesDecides() {
        Map<String, Integer> weights = new LinkedHashMap<>();
        weights.put("token *", 2);
        weights.put("token ci-*", 3);
        weights.put("*nightly", 4);
        CallerWeights callerWeights = CallerWeights.of(weights);
        assertThat(callerWeights.applyAsInt("token ada")).isEqualTo(2);
        assertThat(callerWeights.applyAsInt("token ci-1")).isEqualTo(3);
        assertThat(callerWeights.applyAsInt("token ci-nightly")).isEqualTo(4);
        assertThat(callerWeights.applyAsInt("anyone at 10.0.0.1")).isEqualTo(1);
        assertThat(CallerWeights.EQUAL.applyAsInt("token ada")).isEqualTo(1);
    }
}
