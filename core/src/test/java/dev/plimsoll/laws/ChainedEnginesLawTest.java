package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks one Plimsoll behind another with the same budget: answers of the inner one are not cut again. */
@Execution(ExecutionMode.CONCURRENT)
class ChainedEnginesLawTest {

    static final List<ClientFeatures> CLIENTS = Engine.CLIENTS;
    private static final int PAGES = 3;

    /** Samples that are not tested: their control characters count with the escapes of the server, which
     * our pages change. */
    private static final Set<String> EXCLUDED = Set.of("text-with-nul");

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void pagesOfSamplesPass(ClientFeatures clientFeatures) {
        Samples.halfFor(ChainedEnginesLawTest.class)
                .filter(sample -> !EXCLUDED.contains(sample.toString()))
                .forEach(sample -> {
                    for (int budget : Engine.BUDGETS) {
                        checkAllPages(sample.bytes(), budget, clientFeatures);
                    }
                });
    }

    @Test
    void pagesOfRandomResultsPass() {
        PropertyCases.check(
                60, 11, SampleResults.any(), result -> checkAllPages(result.bytes(), 1_000, ClientFeatures.current()));
    }

    private static void checkAllPages(byte[] result, int budget, ClientFeatures clientFeatures) {
        Engine engine = Engine.of(budget, clientFeatures);
        Answered inner = engine.guard(result);
        for (int i = 0; i < PAGES && inner.isShaped(); i++) {
            Answered outer = Engine.of(budget, clientFeatures).guard(inner.bytes());
            assertThat(outer.receipt().outcome()).as("%s: %s", inner, outer).isEqualTo(OutcomeKind.PASSED);
            String next = inner.nextCursor();
            if (next == null) {
                return;
            }
            inner = engine.read(next);
        }
    }

    /**
     * Checks results that have the marker of our pages, but are not our pages: text that differs from the structured
     * content is counted in addition to it, and repeated text is counted twice.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"content\":[{\"type\":\"text\",\"text\":\"OTHER\"}],\"structuredContent\":{\"text\":\"LONG\"}",
                "\"content\":[{\"type\":\"text\",\"text\":\"{}\\n\\nLONG\"},{\"type\":\"text\",\"text\":\"{}\\n\\nLONG\"}],"
                        + "\"structuredContent\":{\"text\":\"LONG\",\"b\":\"\"}",
                "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":\\\"OTHER\\\"}\\n\\nLONG\"}],"
                        + "\"structuredContent\":{\"a\":\"x\",\"text\":\"LONG\"}",
                "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"b\\\":1}\\n\\nOTHER\"}],"
                        + "\"structuredContent\":{\"b\":1,\"value\":{\"content\":\"LONG\"}}",
                "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"b\\\":1}\\nLONG\"}],"
                        + "\"structuredContent\":{\"b\":1,\"value\":{\"content\":\"LONG\"}}",
                "\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"text\":\"LONGLONG\",\"x\":\"x\"}",
            })
    void markerAloneDoesNotMakeResultPass(String members) {
        String result =
                "{" + members.replace("LONG", "word by word ".repeat(200)).replace("OTHER", "more of it ".repeat(200))
                        + ",\"_meta\":{\"dev.plimsoll/page\":{\"nextCursor\":\"x\"}}}";
        assertThat(outcome(result, null)).isNotEqualTo(OutcomeKind.PASSED);
    }

    @Test
    void byteLimitApplies() {
        String page = "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":\\\"one\\\"}\\n\\nLONG\"}],"
                + "\"structuredContent\":{\"n\":\"one\",\"text\":\"LONG\"},\"_meta\":{\"dev.plimsoll/page\":{}}}";
        String result = page.replace("LONG", "word by word ".repeat(200));
        assertThat(outcome(result, null)).isEqualTo(OutcomeKind.PASSED);
        assertThat(outcome(result, 2_000)).isNotEqualTo(OutcomeKind.PASSED);
        assertThat(outcome(result.replace("dev.plimsoll/page", "page"), null)).isNotEqualTo(OutcomeKind.PASSED);
    }

    private static OutcomeKind outcome(String result, @Nullable Integer bytes) {
        Policy policy = Engine.policy(1_000);
        Policy limited = bytes == null ? policy : policy.with(Policy.HARD_BYTE_LIMIT, bytes);
        byte[] utf8 = result.getBytes(StandardCharsets.UTF_8);
        return Engine.of(limited, ClientFeatures.current())
                .guard(utf8)
                .receipt()
                .outcome();
    }
}
