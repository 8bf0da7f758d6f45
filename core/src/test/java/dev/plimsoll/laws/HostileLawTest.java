package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import dev.plimsoll.testkit.sample.SampleToolResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that every input from a server yields an answer within its budget, and that data which imitates Plimsoll's texts stays
 * data.
 */
@Execution(ExecutionMode.CONCURRENT)
class HostileLawTest {

    @Test
    void invalidUtf8IsAnsweredInUtf8() {
        PropertyCases.check(300, 10, corruptedResults(true), bytes -> {
            Answered answered = Engine.of(300, ClientFeatures.current()).guard(bytes);
            if (!answered.receipt().outcome().recordName().equals("passed")) {
                assertThat(ParsedJson.isUtf8(answered.bytes()))
                        .as("%s", answered)
                        .isTrue();
                assertThat(ParsedJson.isJson(answered.bytes()))
                        .as("%s", answered)
                        .isTrue();
                assertThat(ModelInput.of(answered).tokens()).as("%s", answered).isLessThanOrEqualTo(330);
            }
        });
    }

    @Test
    void corruptBytesNeverThrow() {
        PropertyCases.check(300, 11, corruptedResults(false), bytes -> {
            for (int budget : new int[] {20, 300}) {
                Answered answered = Engine.of(budget, ClientFeatures.old()).guard(bytes);
                String outcome = answered.receipt().outcome().recordName();
                assertThat(outcome.equals("passed") || ParsedJson.isJson(answered.bytes()))
                        .as("%s", answered)
                        .isTrue();
            }
        });
    }

    /** Returns random results with some bytes changed: only inside words, or anywhere. */
    private static Generator<byte[]> corruptedResults(boolean insideWords) {
        return (random, size) -> {
            byte[] bytes = SampleResults.any().generate(random, size).bytes().clone();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                int at = random.nextInt(bytes.length);
                boolean isLetter = at > 0
                        && isLetter(bytes[at])
                        && isLetter(bytes[at - 1])
                        && isLetter(bytes[(at + 1) % bytes.length]);
                if (isLetter || !insideWords) {
                    bytes[at] = insideWords ? (byte) (0x80 + random.nextInt(128)) : (byte) random.nextInt(256);
                }
            }
            return bytes;
        };
    }

    private static boolean isLetter(byte b) {
        return b >= 'a' && b <= 'z';
    }

    @ParameterizedTest
    @ValueSource(strings = {"imitates-wrapper", "imitates-own-member", "imitates-value-wrapper", "imitates-in-items"})
    void dataThatImitatesHeaderIsTreatedAsData(String name) {
        byte[] payload = Payloads.named(name).bytes();
        for (byte[] result : new byte[][] {
            SampleResults.text(payload), SampleResults.structured(payload), SampleResults.withTextCopy(payload)
        }) {
            Answered answered = Engine.of(1_000, ClientFeatures.current()).guard(result);
            Shown shown = answered.getShown();
            assertThat(shown.header().has("notice")).isTrue();
            assertThat(shown.header().text("notice")).doesNotContain("delete_everything");
            assertThat(answered.nextCursor()).isNotNull();
            NothingLostLawTest.readBack(result, 1_000, ClientFeatures.current());
        }
    }

    static List<StyleId> styles() {
        return StyleRegistry.standard().ids();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void everyStyleHandlesEveryResult(StyleId style) {
        Policy policy = Engine.policy(300).with(Policy.STYLE, style);
        for (SampleToolResult result : SampleResults.samples()) {
            Answered answered = Engine.of(policy, ClientFeatures.current()).guard(result.bytes());
            assertThat(answered.receipt().reason())
                    .as("%s: %s", result.name(), answered)
                    .doesNotContain("failed");
            assertThat(ParsedJson.isJson(answered.bytes())).isTrue();
            if (!answered.receipt().outcome().recordName().equals("passed")) {
                assertThat(ModelInput.of(answered).tokens())
                        .as("%s: %s", result.name(), answered)
                        .isLessThanOrEqualTo(330);
            }
        }
    }

    @Test
    void hundredThousandLevelsAreHandled() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        String deepObject = "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000);
        for (String json : new String[] {deep, deepObject}) {
            byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
            for (byte[] result : new byte[][] {
                SampleResults.text(utf8), SampleResults.structured(utf8), SampleResults.withTextCopy(utf8)
            }) {
                Answered answered = Engine.of(1_000, ClientFeatures.current()).guard(result);
                assertThat(answered.isShaped()).as("%s", answered).isTrue();
                Answered again = Engine.of(1_000, ClientFeatures.current()).guard(result);
                assertThat(again.isShaped()).isTrue();
            }
        }
    }

    @Test
    void randomArgumentsNeverThrow() {
        Engine engine = Engine.of(1_000, ClientFeatures.current());
        String cursor = String.valueOf(
                engine.guard(SampleResults.named("text-of-json").bytes()).nextCursor());
        PropertyCases.check(300, 12, Payloads.any(), samplePayload -> {
            Answered raw = engine.readWith(samplePayload.text());
            assertThat(raw.isError()).isTrue();
            String quoted = JsonStrings.of(samplePayload.text());
            for (String name :
                    new String[] {"path", "fields", "mode", "page", "pages", "direction", "max_tokens", "find", "query"
                    }) {
                Answered answered = engine.read(cursor, "\"" + name + "\":" + quoted);
                assertThat(ParsedJson.isJson(answered.bytes())).isTrue();
                assertThat(answered.receipt().outcome().recordName())
                        .as("%s %s: %s", name, quoted, answered)
                        .isNotEqualTo("error");
            }
        });
    }

    @Test
    void answerAsInputIsHandledLikeAnyResult() {
        Policy withoutLook = Engine.policy(4_000).withText("lookBudget", "null");
        Engine engine = Engine.of(withoutLook, ClientFeatures.current());
        Answered first = engine.guard(SampleResults.named("structured-doubled").bytes());
        Answered again = Engine.of(1_000, ClientFeatures.current()).guard(first.bytes());
        assertThat(again.isShaped()).isTrue();
        assertThat(ModelInput.of(again).tokens()).isLessThanOrEqualTo(1_100);
        NothingLostLawTest.readBack(first.bytes(), 1_000, ClientFeatures.current());
    }
}
