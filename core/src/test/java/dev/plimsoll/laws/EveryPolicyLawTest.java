package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.policy.option.Encoding;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.sample.SampleResults;
import dev.plimsoll.testkit.sample.SampleToolResult;
import dev.plimsoll.tokens.Estimator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the guarantees under every policy: the budget, valid answers, and nothing lost. */
@Execution(ExecutionMode.CONCURRENT)
class EveryPolicyLawTest {

    private static final int BUDGET = 1_000;

    private static final Map<String, Policy> POLICIES = policies();

    private static Map<String, Policy> policies() {
        Policy base = Engine.policy(BUDGET);
        Map<String, Policy> all = new LinkedHashMap<>();
        for (StyleId style : StyleRegistry.standard().ids()) {
            all.put("style " + style, base.with(Policy.STYLE, style));
        }
        for (OutputSchema schema : OutputSchema.values()) {
            all.put("outputSchema " + schema, base.with(Policy.OUTPUT_SCHEMA, schema));
        }
        for (Estimator estimator : Estimator.values()) {
            all.put("estimator " + estimator, base.with(Policy.ESTIMATOR, estimator));
        }
        all.put("heavy probe", base.with(Policy.STYLE, StyleId.of("probe")).with(Policy.HEAVY, true));
        all.put("heavy list", base.with(Policy.STYLE, StyleId.of("list")).with(Policy.HEAVY, true));
        all.put("elicit", base.with(Policy.STYLE, StyleId.of("guide")).with(Policy.ELICIT, true));
        all.put(
                "guide few",
                base.with(Policy.STYLE, StyleId.of("guide"))
                        .with(Policy.LIMIT_ARRAY_ITEMS, 10)
                        .with(Policy.LIMIT_STRING_BYTES, 60));
        all.put("encoding table", base.with(Policy.ENCODING, Encoding.TABLE));
        all.put(
                "encoding table, stripped",
                base.with(Policy.ENCODING, Encoding.TABLE).with(Policy.OUTPUT_SCHEMA, OutputSchema.STRIP));
        all.put("countCopies", base.with(Policy.COUNT_COPIES, CountCopies.SUM));
        all.put("chunkSize", base.with(Policy.CHUNK_SIZE, 200));
        all.put("pageByCount", base.with(Policy.PAGE_BY_COUNT, true).with(Policy.DEFAULT_PAGE_SIZE, 3));
        all.put("summaryThreshold", base.with(Policy.SUMMARY_THRESHOLD, 100));
        all.put("binaryBytes", base.with(Policy.BINARY_BYTES, 0));
        all.put("hardByteLimit", base.with(Policy.HARD_BYTE_LIMIT, 2_500));
        all.put(
                "limits",
                base.with(Policy.STYLE, StyleId.of("trim"))
                        .with(Policy.LIMIT_ARRAY_ITEMS, 1)
                        .with(Policy.LIMIT_DEPTH, 2)
                        .with(Policy.LIMIT_STRING_BYTES, 300));
        return all;
    }

    static Stream<String> names() {
        return POLICIES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    @Timeout(
            value = 15,
            unit = TimeUnit.MINUTES) // takes one minute if a policy cuts most results, five minutes with all results
    void everyResultIsAnsweredAndCanBeReadBack(String name) {
        Policy policy = POLICIES.getOrDefault(name, Policy.defaults());
        boolean counts = policy.get(Policy.ESTIMATOR) != Estimator.CHARS;
        List<SampleToolResult> results = SampleResults.samples();
        // each policy begins with another result, so that all results are tested if not all are tested with each policy
        int first = List.copyOf(POLICIES.keySet()).indexOf(name) % Samples.STEP;
        for (int i = first; i < results.size(); i += Samples.STEP) {
            SampleToolResult result = results.get(i);
            Engine engine = Engine.of(policy, ClientFeatures.current()).withObserver(answered -> {
                assertThat(ParsedJson.isJson(answered.bytes())).isTrue();
                OneLine.check(answered, result.bytes());
                assertThat(answered.receipt().reason())
                        .as("%s: %s", result.name(), answered)
                        .doesNotContain("failed");
                if (counts && answered.isShaped()) {
                    ModelInput.within(BUDGET, answered);
                }
            });
            try {
                NothingLostLawTest.readBack(result.bytes(), engine);
            } catch (AssertionError e) {
                throw new AssertionError(result.name() + ": " + e.getMessage(), e);
            }
        }
    }
}
