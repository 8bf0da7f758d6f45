package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RealTokensTest {

    @Test
    void countsTokensOfO200k() {
        assertThat(RealTokens.count("hello world")).isEqualTo(2);
        assertThat(RealTokens.count("")).isZero();
        assertThat(RealTokens.count("<|endoftext|>")).isGreaterThan(1);
    }

    @Test
    void countsHundredsOfKilobytesOfOneCharacter() {
        assertThat(RealTokens.count("a".repeat(300_000))).isBetween(10_000, 100_000);
    }
}
