package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SamplePayload;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that everything a client can pass to a model fits the budget: by our count, by a real tokenizer, and in bytes. */
@Execution(ExecutionMode.CONCURRENT)
class BudgetLawTest {

    private static final int PAGES = 5;
    private static final int BYTES_PER_TOKEN = 12;

    static Stream<Sample> samples() {
        return Samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void answersAboutSamplesFit(Sample sample) {
        for (ClientFeatures clientFeatures : Engine.CLIENTS) {
            checkAllPages(sample.bytes(), 300, clientFeatures);
        }
        checkAllPages(sample.bytes(), 1_000, ClientFeatures.current());
        checkAllPages(sample.bytes(), 4_000, ClientFeatures.old());
    }

    @Test
    void answersAboutGiantResultsFit() {
        for (SamplePayload giant : Payloads.giants()) {
            checkAllPages(SampleResults.text(giant.bytes()), 4_000, ClientFeatures.current());
        }
    }

    @Test
    void answersAboutRandomResultsFit() {
        PropertyCases.check(200, 1, SampleResults.any(), result -> {
            for (int budget : Engine.BUDGETS) {
                checkAllPages(result.bytes(), budget, ClientFeatures.current());
            }
            checkAllPages(result.bytes(), 300, ClientFeatures.old());
        });
    }

    @ParameterizedTest
    @MethodSource("samples")
    void tinyBudgetStillReturnsAnswer(Sample sample) {
        for (int budget : new int[] {1, 60, 120}) {
            Answered answered = Engine.of(budget, ClientFeatures.current()).guard(sample.bytes());
            assertThat(ParsedJson.isJson(answered.bytes())).as("%s", answered).isTrue();
            assertThat(answered.receipt().reason()).as("%s", answered).doesNotContain("failed");
            if (!answered.receipt().outcome().recordName().equals("passed")) {
                assertThat(answered.blocks()).isNotEmpty();
                // the notice that something was cut costs a few tokens, whatever the budget
                assertThat(ModelInput.of(answered).tokens()).as("%s", answered).isLessThanOrEqualTo(budget + 8);
            }
        }
    }

    /** Checks that a formatted copy fits in bytes too. It has few more tokens but many more bytes. */
    @Test
    void formattedCopyFitsInBytesToo() {
        StringBuilder plain = new StringBuilder("{\"values\":[0");
        StringBuilder formatted = new StringBuilder("{\n\"values\":[0");
        for (int i = 1; i < 800; i++) {
            plain.append(',').append(i);
            formatted.append(",\n").append(" ".repeat(60)).append(i);
        }
        byte[] json = plain.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        byte[] copy = formatted.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        Policy policy = Policy.defaults().with(Policy.HARD_BYTE_LIMIT, 20_000);
        for (ClientFeatures clientFeatures : Engine.CLIENTS) {
            for (byte[] result : List.of(SampleResults.withTextCopy(json, copy), SampleResults.text(copy))) {
                Answered answered = Engine.of(policy, clientFeatures).guard(result);
                assertThat(ModelInput.of(answered).bytes()).as("%s", answered).isLessThanOrEqualTo(20_000);
            }
        }
    }

    private static void checkAllPages(byte[] result, int budget, ClientFeatures clientFeatures) {
        Engine engine = Engine.of(budget, clientFeatures);
        Answered answered = engine.guard(result);
        for (int i = 0; i < PAGES && answered.isShaped(); i++) {
            assertFits(answered, budget);
            String next = answered.nextCursor();
            if (next == null) {
                return;
            }
            answered = engine.read(next);
        }
        assertFits(answered, budget);
    }

    private static void assertFits(Answered answered, int budget) {
        if (answered.receipt().outcome().recordName().equals("passed")) {
            return;
        }
        ModelInput modelInput = ModelInput.within(budget, answered);
        assertThat((long) answered.budget().number("estimatedTokens"))
                .as("reported cost of %s", answered)
                .isEqualTo(answered.receipt().answerTokens());
        assertThat(modelInput.bytes()).as("bytes of %s", answered).isLessThanOrEqualTo(budget * BYTES_PER_TOKEN);
    }
}
