package dev.plimsoll.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Decision.Pass;
import dev.plimsoll.policy.Decision.Shape;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.policy.option.SchemaForm;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolPolicyTest {

    private static final String LIST =
            "[{\"id\":\"order-1\",\"note\":\"配送は午前中\"},{\"id\":\"order-2\"},{\"id\":\"order-3\"}]";
    private static final String OBJECT = "{\"id\":\"order-1\",\"customer\":{\"name\":\"Zoë\"}}";
    private static final String TEXT = "2026-01-01 started\n2026-01-02 stopped\n";
    private static final TokenCost SMALL_COST = cost(1, 4);

    private static TokenCost cost(int tokens, long bytes) {
        return new TokenCost(tokens, true, bytes);
    }

    private static Supplier<Document> document(String text) {
        boolean isJson = !text.equals(TEXT);
        return () -> new Document(Slice.of(text), isJson);
    }

    private static Document unusedDocument() {
        throw new AssertionError("the document must not be used");
    }

    private static ToolPolicy withRule(String... keysAndTexts) {
        return new ToolPolicy(policy(keysAndTexts), true);
    }

    private static Policy policy(String... keysAndTexts) {
        Policy policy = Policy.defaults();
        for (int i = 0; i < keysAndTexts.length; i += 2) {
            policy = policy.withText(keysAndTexts[i], keysAndTexts[i + 1]);
        }
        return policy;
    }

    private static @Nullable String shapeReason(Decision decision) {
        return decision instanceof Shape shape ? shape.reason() : null;
    }

    // --- by cost

    @ParameterizedTest
    @CsvSource({"1000, 4000, false", "1001, 10, true", "10, 4001, true", "1001, 4001, true"})
    void shapesResultsAboveTheBudget(int tokens, long bytes, boolean isShaped) {
        ToolPolicy policy = withRule("tokenBudgetThreshold", "1000", "hardByteLimit", "4000");
        Decision decision = policy.decide(cost(tokens, bytes), document(OBJECT), 0);
        assertThat(decision.budget()).isEqualTo(new Budget(1000, 4000));
        assertThat(shapeReason(decision)).isEqualTo(isShaped ? "above the budget" : null);
        assertThat(decision instanceof Pass).isEqualTo(!isShaped);
    }

    @Test
    void usesTheRequestedBudget() {
        ToolPolicy policy = withRule("tokenBudgetThreshold", "1000", "maxTokenBudget", "5000");
        assertThat(policy.decide(cost(1500, 10), document(OBJECT), 1500)).isInstanceOf(Pass.class);
        assertThat(policy.decide(cost(1500, 10), document(OBJECT), 1499)).isInstanceOf(Shape.class);
        assertThat(policy.decide(SMALL_COST, document(OBJECT), 9000).budget().tokens())
                .as("at most maxTokenBudget")
                .isEqualTo(5000);
    }

    /** Checks tools that no rule matches: their results pass by bytes, however many tokens they have. */
    @Test
    void autoNegotiateThresholdAppliesToToolsWithoutRule() {
        Policy policy = policy("tokenBudgetThreshold", "1000", "autoNegotiateThreshold", "10000");
        ToolPolicy withoutRule = new ToolPolicy(policy, false);
        assertThat(withoutRule.decide(cost(5000, 10_000), ToolPolicyTest::unusedDocument, 0))
                .isInstanceOf(Pass.class);
        assertThat(shapeReason(withoutRule.decide(cost(5000, 10_001), ToolPolicyTest::unusedDocument, 0)))
                .isEqualTo("above autoNegotiateThreshold");
        assertThat(shapeReason(
                        new ToolPolicy(policy, true).decide(cost(5000, 10_000), ToolPolicyTest::unusedDocument, 0)))
                .isEqualTo("above the budget");
    }

    @Test
    void shapesLargeImages() {
        ToolPolicy policy = withRule("binaryBytes", "1000");
        assertThat(policy.decide(new TokenCost(1, true, 1, 1000, 0), document(OBJECT), 0))
                .isInstanceOf(Pass.class);
        assertThat(shapeReason(policy.decide(new TokenCost(1, true, 1, 1001, 0), document(OBJECT), 0)))
                .isEqualTo("above binaryBytes");
    }

    // --- by type

    @Test
    void chunkSizeAppliesToTexts() {
        ToolPolicy policy = withRule("chunkSize", "100");
        assertThat(shapeReason(policy.decide(cost(101, 400), document(TEXT), 0)))
                .isEqualTo("text above chunkSize");
        assertThat(policy.decide(cost(100, 400), document(TEXT), 0)).isInstanceOf(Pass.class);
        assertThat(policy.decide(cost(101, 400), document(OBJECT), 0)).isInstanceOf(Pass.class);
    }

    @Test
    void summaryThresholdAppliesToObjects() {
        ToolPolicy policy = withRule("summaryThreshold", "100");
        assertThat(shapeReason(policy.decide(cost(101, 400), document(OBJECT), 0)))
                .isEqualTo("an object above summaryThreshold");
        assertThat(policy.decide(cost(100, 400), document(OBJECT), 0)).isInstanceOf(Pass.class);
        assertThat(policy.decide(cost(101, 400), document(LIST), 0)).isInstanceOf(Pass.class);
        assertThat(policy.decide(cost(101, 400), document(TEXT), 0)).isInstanceOf(Pass.class);
    }

    @ParameterizedTest
    @CsvSource({"true, 2, true", "true, 3, false", "false, 2, false"})
    void pageByCountAppliesToLists(String byCount, String pageSize, boolean isShaped) {
        ToolPolicy policy = withRule("pageByCount", byCount, "defaultPageSize", pageSize);
        assertThat(shapeReason(policy.decide(SMALL_COST, document(LIST), 0)))
                .isEqualTo(isShaped ? "more items than defaultPageSize" : null);
    }

    // --- switched off

    @ParameterizedTest
    @CsvSource({
        "enabled, true, true",
        "enabled, false, false",
        "rollout.mode, off, false",
        "rollout.mode, shadow, false",
        "rollout.mode, ab, true"
    })
    void passesEverythingWhenSwitchedOff(String key, String text, boolean isShaped) {
        ToolPolicy policy = withRule(key, text, "tokenBudgetThreshold", "1000");
        assertThat(policy.canShape()).isEqualTo(isShaped);
        Decision decision = policy.decide(cost(50_000, 200_000), ToolPolicyTest::unusedDocument, 0);
        assertThat(shapeReason(decision)).isEqualTo(isShaped ? "above the budget" : null);
        assertThat(decision.reason())
                .isEqualTo(isShaped ? "above the budget" : "the policy passes this tool's results");
    }

    @Test
    void passesEverythingInAStyleThatNeverShapes() {
        StyleTraits neverShapingStyle = new StyleTraits(false, false, SchemaForm.WITH_HEADER, List.of("cursor"));
        ToolPolicy policy = new ToolPolicy(policy("tokenBudgetThreshold", "1000"), true, neverShapingStyle);
        assertThat(policy.canShape()).isFalse();
        assertThat(policy.decide(cost(50_000, 200_000), ToolPolicyTest::unusedDocument, 0))
                .isInstanceOf(Pass.class);
    }

    @Test
    void changesTheRolloutMode() {
        ToolPolicy policy = withRule("rollout.mode", "enforce");
        assertThat(policy.withRolloutMode(RolloutMode.ENFORCE)).isSameAs(policy);
        ToolPolicy shadow = policy.withRolloutMode(RolloutMode.SHADOW);
        assertThat(shadow.policy().get(Policy.ROLLOUT_MODE)).isEqualTo(RolloutMode.SHADOW);
        assertThat(shadow.hasRule()).isTrue();
    }

    // --- read-only tools

    /** Checks the precedence: the configuration, then the tool's annotations. A tool without annotations may write. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, false",
                "-, true, true",
                "-, false, false",
                "true, -, true",
                "true, false, true",
                "false, true, false"
            })
    void readOnlyComesFromPolicyThenFromHint(@Nullable String configured, @Nullable Boolean hint, boolean isReadOnly) {
        ToolPolicy policy = configured == null ? withRule() : withRule("readOnly", configured);
        assertThat(policy.isReadOnly(hint)).isEqualTo(isReadOnly);
    }
}
