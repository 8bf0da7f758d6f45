package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Cases;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomPayloadsTest {

    @Test
    void saysTruthfullyWhatIsJson() {
        Cases.check(1_000, 1, Payloads.any(), payload -> {
            assertThat(Parsed.isJson(payload.bytes())).isEqualTo(payload.isJson());
            assertThat(payload.bytes().length).isLessThan(400_000);
        });
    }

    @Test
    void makesObjectsWhereObjectsAreAsked() {
        Cases.check(
                Payloads.object(),
                json -> assertThat(Parsed.tree(json).isObject()).isTrue());
        Cases.check(Payloads.object(), json -> assertThat(Parsed.isJson(json)).isTrue());
    }

    @Test
    void makesTextThatIsNoJson() {
        Cases.check(Payloads.text(), text -> assertThat(Parsed.isJson(text)).isFalse());
    }

    @Test
    void givesTheSameBytesForTheSameSeed() {
        Cases.check(
                Generator.between(0, 100_000),
                seed -> assertThat(Payloads.any().generate(new Random(seed), 40).bytes())
                        .isEqualTo(Payloads.any().generate(new Random(seed), 40).bytes()));
    }

    @Test
    void makesEveryKindOfOddityNowAndThen() {
        List<String> texts = new ArrayList<>();
        Cases.check(600, 3, Payloads.json().map(bytes -> new String(bytes, StandardCharsets.UTF_8)), texts::add);
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
