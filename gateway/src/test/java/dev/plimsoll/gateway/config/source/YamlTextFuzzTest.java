package dev.plimsoll.gateway.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/**
 * Fuzzes the text of configuration files and variables. Each text must be parsed, or refused with at least
 * one error.
 */
class YamlTextFuzzTest {

    @FuzzTest
    void anyTextIsParsedOrRefused(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        try {
            YamlText.parse(text, "plimsoll.yaml");
        } catch (SourceException refused) {
            assertThat(refused.errors()).isNotEmpty();
        }
        try {
            YamlText.parseValue(text, "PLIMSOLL_X");
        } catch (SourceException refused) {
            assertThat(refused.errors()).isNotEmpty();
        }
    }
}
