package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.BudgetMeta;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a result within its budget passes unchanged: only {@code _meta} may gain keys, or lose Plimsoll's own. */
@Execution(ExecutionMode.CONCURRENT)
class PassLawTest {

    /** Larger than every sample, in tokens and in bytes. */
    private static final int LARGE_BUDGET = 1_000_000;

    static Stream<Sample> samples() {
        return Samples.halfFor(PassLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sampleWithinBudgetPassesUnchanged(Sample sample) {
        Policy policy = Engine.policy(LARGE_BUDGET).with(Policy.BINARY_BYTES, Integer.MAX_VALUE);
        for (ClientFeatures clientFeatures : Engine.CLIENTS) {
            assertPassed(Engine.of(policy, clientFeatures).guard(sample.bytes()), sample.bytes());
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samplePassesUnderAPolicyThatPassesIt(Sample sample) {
        Policy policy = Engine.policy(1).with(Policy.STYLE, StyleId.of("pass"));
        assertPassed(Engine.of(policy, ClientFeatures.current()).guard(sample.bytes()), sample.bytes());
        Policy off = Engine.policy(1).with(Policy.ENABLED, false);
        assertPassed(Engine.of(off, ClientFeatures.current()).guard(sample.bytes()), sample.bytes());
    }

    @Test
    void randomResultsWithinBudgetPassUnchanged() {
        PropertyCases.check(300, 2, SampleResults.any(), result -> {
            Policy policy = Engine.policy(LARGE_BUDGET).with(Policy.BINARY_BYTES, Integer.MAX_VALUE);
            assertPassed(Engine.of(policy, ClientFeatures.current()).guard(result.bytes()), result.bytes());
            Answered answered = Engine.of(1_000, ClientFeatures.current()).guard(result.bytes());
            if (answered.receipt().outcome().recordName().equals("passed")) {
                assertPassed(answered, result.bytes());
            }
        });
    }

    /**
     * Checks the threshold to the token: a result that costs exactly the budget passes, and with a budget of one token less it
     * does not.
     */
    @ParameterizedTest
    @CsvSource({"1, 2000, 4000", "2, 2000, 12000", "25, 300, 900", "8, 8000, 12000"})
    void resultOfExactlyTheBudgetPasses(int count, int min, int max) {
        byte[] bookings = Payloads.bookings(count, min, max);
        int tokens = RealTokens.count(bookings);
        byte[] result = SampleResults.text(bookings);

        assertPassed(Engine.of(tokens, ClientFeatures.current()).guard(result), result);

        Answered shaped = Engine.of(tokens - 1, ClientFeatures.current()).guard(result);
        assertThat(shaped.isShaped()).as("%s", shaped).isTrue();
        assertThat(ModelInput.of(shaped).tokens()).isLessThan(tokens);
    }

    @Test
    void costIsReportedOnlyIfThePolicyRequestsIt() {
        byte[] small = SampleResults.named("text-small").bytes();
        Policy shaped = Engine.policy(1_000).with(Policy.BUDGET_META, BudgetMeta.SHAPED);
        assertThat(Engine.of(shaped, ClientFeatures.current()).guard(small).bytes())
                .isEqualTo(small);
        Policy never = Engine.policy(1_000).with(Policy.BUDGET_META, BudgetMeta.NEVER);
        Engine engine = Engine.of(never, ClientFeatures.current());
        assertThat(engine.guard(small).bytes()).isEqualTo(small);
        Answered large = engine.guard(SampleResults.named("text-of-json").bytes());
        assertThat(large.raw().utf8()).doesNotContain("dev.plimsoll/budget", "dev.plimsoll/page");
        assertThat(large.raw().utf8()).contains("nextCursor");
    }

    @Test
    void incompleteResultPassesUntouched() {
        String filler = "x".repeat(50_000);
        for (String incomplete : List.of(
                "{\"resultType\":\"input_required\",\"requestState\":\"" + filler + "\",\"content\":[]}",
                "{\"resultType\":\"task\",\"taskId\":\"" + filler + "\"}",
                "{\"content\":[{\"type\":\"text\",\"text\":\"" + filler + "\"}],\"resultType\":\"later\"}",
                "{\"task\":{\"taskId\":\"t\",\"statusMessage\":\"" + filler
                        + "\"},\"_meta\":{\"dev.plimsoll/x\":1}}")) {
            byte[] bytes = incomplete.getBytes(StandardCharsets.UTF_8);
            assertThat(Engine.of(100, ClientFeatures.modern()).guard(bytes).bytes())
                    .isEqualTo(bytes);
        }
    }

    /** Checks result types with legacy clients, which ignore the field and show the content to their models. */
    @Test
    void legacyClientBudgetAppliesToAnyResultType() {
        String records = new String(SampleResults.models(120), StandardCharsets.UTF_8);
        for (String kind : List.of("\"later\"", "\"partial\"", "7", "{}", "\"input_required\"")) {
            String incomplete = "{\"resultType\":" + kind + "," + records.substring(1);
            for (ClientFeatures clientFeatures : List.of(ClientFeatures.old(), ClientFeatures.current())) {
                Answered answered = Engine.of(1_000, clientFeatures).guard(incomplete.getBytes(StandardCharsets.UTF_8));
                assertThat(answered.isShaped()).as("%s", answered).isTrue();
                assertThat(ModelInput.of(answered).tokens()).isLessThanOrEqualTo(1_000);
            }
            byte[] bytes = incomplete.getBytes(StandardCharsets.UTF_8);
            assertThat(Engine.of(1_000, ClientFeatures.modern()).guard(bytes).bytes())
                    .isEqualTo(bytes);
        }
    }

    @Test
    void completeResultWithTaskMemberIsShaped() {
        String text = "{\"type\":\"text\",\"text\":\"" + "word ".repeat(5_000) + "\"}";
        for (String result : List.of(
                "{\"content\":[" + text + "],\"task\":{\"a\":1}}",
                "{\"resultType\":\"complete\",\"content\":[" + text + "]}",
                "{\"resultType\":null,\"content\":[" + text + "]}")) {
            byte[] bytes = result.getBytes(StandardCharsets.UTF_8);
            assertThat(Engine.of(300, ClientFeatures.modern()).guard(bytes).isShaped())
                    .as(result.substring(0, 40))
                    .isTrue();
        }
    }

    @Test
    void serverCannotUseKeysWithOurPrefix() {
        String result = "{\"content\":[],\"_meta\":{\"a\":1,\"dev.plimsoll/page\":{\"x\":1},\"dev.plimsoll\\/y\":2}}";
        for (BudgetMeta when : BudgetMeta.values()) {
            Policy policy = Engine.policy(1_000).with(Policy.BUDGET_META, when);
            Answered answered =
                    Engine.of(policy, ClientFeatures.current()).guard(result.getBytes(StandardCharsets.UTF_8));
            assertThat(answered.raw().utf8()).contains("\"a\":1").doesNotContain("page", "\"x\"", "/y");
        }
    }

    @Test
    void nonObjectResultPassesUntouched() {
        for (String incomplete : List.of("", " ", "[1]", "7", "null", "\"text\"", "{", "{\"content\":", "nonsense")) {
            byte[] bytes = incomplete.getBytes(StandardCharsets.UTF_8);
            Answered answered = Engine.of(1, ClientFeatures.current()).guard(bytes);
            assertThat(answered.bytes()).as(incomplete).isEqualTo(bytes);
        }
    }

    private static void assertPassed(Answered answered, byte[] original) {
        assertThat(answered.receipt().outcome().recordName()).as("%s", answered).isEqualTo("passed");
        assertThat(ParsedJson.isJson(answered.bytes())).isTrue();
        Slice result = Slice.of(original);
        if (answered.receipt().reason().equals("not a complete result")) {
            assertThat(answered.bytes()).isEqualTo(original);
            return;
        }
        assertThat(otherMembers(answered.raw())).as("%s", answered).isEqualTo(otherMembers(result));
        Slice meta = answered.member("_meta");
        assertThat(serverMeta(meta)).isEqualTo(serverMeta(Members.get(result, "_meta")));
        Fields budget = answered.budget();
        assertThat(budget.number("budgetUsed")).isEqualTo(budget.number("estimatedTokens"));
        assertThat(budget.number("budgetRemaining"))
                .isEqualTo(budget.number("threshold") - budget.number("budgetUsed"));
        assertThat(answered.isShaped()).isFalse();
    }

    /** Returns all members except {@code _meta}, unchanged and in order. */
    private static List<String> otherMembers(Slice object) {
        List<String> otherKeys = new ArrayList<>();
        Members members = Members.of(Json.trim(object));
        while (members.next()) {
            if (!members.keyIs("_meta")) {
                otherKeys.add(members.member().utf8());
            }
        }
        return otherKeys;
    }

    /** Returns the members of {@code _meta} that are not Plimsoll's. */
    private static List<String> serverMeta(@Nullable Slice meta) {
        List<String> serverKeys = new ArrayList<>();
        Members members = meta == null || Json.type(meta) != JsonType.OBJECT ? null : Members.of(meta);
        while (members != null && members.next()) {
            if (!members.keyText().startsWith("dev.plimsoll/")) {
                serverKeys.add(members.member().utf8());
            }
        }
        return serverKeys;
    }
}
