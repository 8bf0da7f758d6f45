package dev.plimsoll.shape.style;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.OutputSchema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StyleRegistryTest {

    private static final String LIST = "[{\"id\":\"order-1\"},{\"id\":\"order-2\"},{\"id\":\"order-3\"}]";
    private static final String OBJECT = "{\"id\":\"order-1\",\"customer\":{\"name\":\"Zoë\"}}";
    private static final TokenCost SMALL_COST = new TokenCost(1, true, 4);

    private final StyleRegistry styles = StyleRegistry.standard();

    private ToolPolicy withRule(String... keysAndTexts) {
        Policy policy = Policy.defaults();
        for (int i = 0; i < keysAndTexts.length; i += 2) {
            policy = styles.withText(policy, keysAndTexts[i], keysAndTexts[i + 1]);
        }
        return styles.resolve(new ToolPolicy(policy, true));
    }

    private Decision decide(ToolPolicy policy, TokenCost cost, String document, int parts) {
        return styles.decide(policy, cost, new ResultParts(() -> new Document(Slice.of(document), true), parts), 0);
    }

    private static @Nullable String shapeReason(Decision decision) {
        return decision instanceof Decision.Shape shape ? shape.reason() : null;
    }

    /** Names are stored with views and written in configurations, so they never change. */
    @Test
    void stylesKeepTheirNames() {
        assertThat(styles.ids())
                .extracting(StyleId::name)
                .containsExactly(
                        "auto", "page", "summary", "chunk", "trim", "probe", "list", "guide", "cursor", "receipt",
                        "pass");
    }

    // --- decisions

    @ParameterizedTest
    @CsvSource({
        "auto, false, false, false",
        "page, false, false, false",
        "summary, false, false, false",
        "chunk, false, false, false",
        "trim, false, false, false",
        "probe, true, true, true",
        "list, true, false, false",
        "guide, false, false, false",
        "cursor, true, false, false",
        "receipt, false, false, false",
        "pass, false, false, false"
    })
    void heavyToolsUseTheirStyleForAnySize(
            StyleId style, boolean isListForced, boolean isObjectForced, boolean areBlocksForced) {
        ToolPolicy heavy = withRule("heavy", "true", "style", style.name());
        assertThat(isShapedAsHeavy(heavy, LIST, 1)).isEqualTo(isListForced);
        assertThat(isShapedAsHeavy(heavy, OBJECT, 1)).isEqualTo(isObjectForced);
        assertThat(isShapedAsHeavy(heavy, LIST, 2)).isEqualTo(areBlocksForced);
        assertThat(isShapedAsHeavy(heavy, LIST, 0)).as("an error has no parts").isFalse();
        assertThat(isShapedAsHeavy(withRule("style", style.name()), LIST, 1)).isFalse();
    }

    private boolean isShapedAsHeavy(ToolPolicy policy, String document, int parts) {
        return Objects.equals(shapeReason(decide(policy, SMALL_COST, document, parts)), "a heavy tool");
    }

    @ParameterizedTest
    @CsvSource({"trim", "guide"})
    void shapesResultsWithinBudgetThatExceedLimits(String style) {
        ToolPolicy policy = withRule("style", style, "tokenBudgetThreshold", "1000", "pageByCount", "true");
        assertThat(shapeReason(decide(policy, SMALL_COST, LIST, 0)))
                .isEqualTo("the style limits count, length, and depth");
        assertThat(shapeReason(decide(policy, new TokenCost(2_000, true, 4), LIST, 0)))
                .isEqualTo("above the budget");
        ToolPolicy policyWithoutRule =
                new ToolPolicy(policy.policy().with(Policy.AUTO_NEGOTIATE_THRESHOLD, 10_000), false, policy.style());
        assertThat(shapeReason(decide(policyWithoutRule, SMALL_COST, LIST, 0))).isNull();
    }

    @Test
    void stylePassShapesNothing() {
        ToolPolicy policy = withRule("style", "pass", "tokenBudgetThreshold", "1000", "heavy", "true");
        assertThat(policy.canShape()).isFalse();
        Decision decision = decide(policy, new TokenCost(50_000, true, 200_000), LIST, 1);
        assertThat(decision).isInstanceOf(Decision.Pass.class);
        assertThat(decision.reason()).isEqualTo("the policy passes this tool's results");
    }

    // --- other uses of a tool

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "list, false, -, -, receipt",
                "list, false, -, false, receipt",
                "list, true, false, -, receipt",
                "list, false, true, -, list",
                "list, -, -, -, list",
                "list, true, -, -, list",
                "list, false, -, true, list",
                "page, false, -, -, page"
            })
    void writingToolsGetReceiptInsteadOfList(
            String style, @Nullable Boolean hint, @Nullable String readOnly, @Nullable String heavy, StyleId expected) {
        Policy policy = Policy.defaults().withText("style", style);
        policy = readOnly == null ? policy : policy.withText("readOnly", readOnly);
        policy = heavy == null ? policy : policy.withText("heavy", heavy);
        ToolPolicy tool = styles.resolve(new ToolPolicy(policy, true));
        ToolPolicy changed = styles.forHints(tool, new ToolHints(true, hint, null));
        assertThat(changed.policy().get(Policy.STYLE)).isEqualTo(expected);
        assertThat(changed.hasRule()).isTrue();
        assertThat(changed.equals(tool)).isEqualTo(!expected.name().equals("receipt"));
        assertThat(styles.resolve(changed)).isEqualTo(changed);
    }

    @ParameterizedTest
    @CsvSource({
        "auto, false, auto",
        "trim, true, auto",
        "guide, true, auto",
        "probe, false, auto",
        "probe, true, probe",
        "list, true, list",
        "cursor, true, cursor",
        "cursor, false, auto",
        "pass, false, pass"
    })
    void selectsTheStyleForContentBesideAnApp(String style, String heavy, StyleId expected) {
        ToolPolicy tool = withRule("style", style, "heavy", heavy, "outputSchema", "strip");
        ToolPolicy changed = styles.forContentOnly(tool);
        assertThat(changed.policy().get(Policy.STYLE)).isEqualTo(expected);
        assertThat(changed.policy().get(Policy.OUTPUT_SCHEMA)).isEqualTo(OutputSchema.WIDEN);
        assertThat(styles.resolve(changed)).isEqualTo(changed);
    }

    // --- configuration

    @ParameterizedTest
    @EnumSource
    void knowsTheStylesOfPresets(Preset preset) {
        assertThat(styles.hasStyleOf(preset.applyTo(Policy.defaults()))).isTrue();
    }

    @Test
    void refusesUnknownNames() {
        String message = "policy.style: must be one of auto, page, summary, chunk, trim, probe, list, guide, cursor,"
                + " receipt, pass, got ";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> styles.withText(Policy.defaults(), "style", "pages"))
                .withMessage(message + "pages");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> styles.withText(Policy.defaults(), "style", "no such thing"))
                .withMessage(message + "no such thing");
        assertThat(styles.withText(Policy.defaults(), "style", "PROBE").text(Policy.STYLE))
                .isEqualTo("probe");
        Policies unknown = new Policies(
                Policy.defaults(),
                List.of(new PolicyRule("list_*", policy -> policy.with(Policy.STYLE, StyleId.of("titles")))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> styles.resolve(unknown))
                .withMessage(message + "titles");
    }

    @Test
    void addsAStyle() {
        Style titles = () -> StyleId.of("titles");
        StyleRegistry extendedRegistry = styles.with(titles);
        Policy policy = extendedRegistry.withText(Policy.defaults(), "style", "titles");
        assertThat(extendedRegistry.of(policy)).isSameAs(titles);
        assertThat(extendedRegistry.hasStyleOf(policy)).isTrue();
        assertThat(styles.hasStyleOf(policy)).isFalse();
        assertThat(styles.of(policy)).isSameAs(styles.of(Policy.defaults()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> extendedRegistry.with(titles))
                .withMessage("two styles are called titles");
    }

    @ParameterizedTest
    @CsvSource({"''", "Probe", "1st", "a b", "-a", "'a,b'"})
    void styleNamesAreWords(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> StyleId.of(name));
    }
}
