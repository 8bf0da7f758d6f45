package dev.plimsoll.gateway.wrap.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Fuzzes the configuration files of clients. Each must be parsed, or refused with a position. */
class YamlParserFuzzTest {

    @FuzzTest
    void parsesOrRejectsAnyText(byte[] data) {
        try {
            YamlParser.parse(new String(data, StandardCharsets.UTF_8));
        } catch (SyntaxException refused) {
            assertThat(refused.line()).isPositive();
            assertThat(refused.column()).isPositive();
        }
    }
}
