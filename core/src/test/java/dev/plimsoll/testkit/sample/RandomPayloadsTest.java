package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomPayloadsTest {

    @Test
    void isJsonIsCorrect() {
        PropertyCases.check(1_000, 1, Payloads.any(), samplePayload -> {
            assertThat(ParsedJson.isJson(samplePayload.bytes())).isEqualTo(samplePayload.isJson());
            assertThat(samplePayload.bytes().length).isLessThan(400_000);
        });
    }

    @Test
    void createsObjects() {
        PropertyCases.check(
                Payloads.object(),
                json -> assertThat(ParsedJson.tree(json).isObject()).isTrue());
        PropertyCases.check(
                Payloads.object(), json -> assertThat(ParsedJson.isJson(json)).isTrue());
    }

    @Test
    void createsTextThatIsNotJson() {
        PropertyCases.check(
                Payloads.text(), text -> assertThat(ParsedJson.isJson(text)).isFalse());
    }

    @Test
    void createsTheSameBytesForTheSameSeed() {
        PropertyCases.check(
                Generator.between(0, 100_000),
                seed -> assertThat(Payloads.any().generate(new Random(seed), 40).bytes())
                        .isEqualTo(Payloads.any().generate(new Random(seed), 40).bytes()));
    }

    @Test
    void createsEveryKindOfOddValue() {
        List<String> texts = new ArrayList<>();
        PropertyCases.check(
                600, 3, Payloads.json().map(bytes -> new String(bytes, StandardCharsets.UTF_8)), texts::add);
        for (String oddity : List.of(
                "1e400",
                "1.10",
                "\\ud800",
                "\\u0000",
                "\\/",
                "\\u00",
                "👨‍👩‍👧‍👦",
                "_plimsoll",
                "\r\n",
                "\t\"",
                "\"\":",
                "[[[[[[",
                "\"again\"")) {
            assertThat(texts).as(oddity).anyMatch(text -> text.contains(oddity));
        }
        assertThat(texts).anyMatch(text -> text.length() > 30_000).anyMatch(text -> text.length() < 4);
    }
}
