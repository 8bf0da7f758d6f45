package dev.plimsoll.gateway.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Fuzzes configuration text: it is read, or refused with a location. */
class YamlTextFuzzTest {

    @FuzzTest
    void anyTextIsReadOrRefused(byte[] data) {
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
