package dev.plimsoll.shape.style;

import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.StyleTraits;
import dev.plimsoll.policy.ToolPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The table of all styles. Immutable; {@link #with} returns a table with one more style. */
public final class StyleRegistry {

    private static final StyleRegistry STANDARD = new StyleRegistry(List.of(
            new AutoStyle(),
            new PageStyle(),
            new SummaryStyle(),
            new ChunkStyle(),
            new TrimStyle(),
            new ProbeStyle(),
            new ListStyle(),
            new GuideStyle(),
            new CursorStyle(),
            new ReceiptStyle(),
            new PassStyle()));

    private final Map<StyleId, Style> styles = new LinkedHashMap<>();
    private final Map<StyleId, StyleTraits> traits = new LinkedHashMap<>();
    private final List<PolicyKey<?>> keys;
    private final Style defaultStyle;
    private final Function<Policy, StyleTraits> traitsOfPolicy = this::traits;

    private StyleRegistry(List<Style> allStyles) {
        for (Style style : allStyles) {
            if (styles.put(style.id(), style) != null) {
                throw new IllegalArgumentException("two styles are called " + style.id());
            }
            traits.put(style.id(), traitsOf(style));
        }
        this.keys = Policy.keysForStyles(names());
        this.defaultStyle = Objects.requireNonNull(styles.get(defaultId()), "auto");
    }

    private static StyleTraits traitsOf(Style style) {
        return new StyleTraits(style.canShape(), style.hasDescription(), style.schemaForm(), style.readArguments());
    }

    /** Returns the table of Plimsoll's own styles. */
    public static StyleRegistry standard() {
        return STANDARD;
    }

    /** Returns the name of the style of policies that set no style. */
    static StyleId defaultId() {
        return Objects.requireNonNull(Policy.STYLE.defaultValue(), "style");
    }

    /** Returns a table that also has this style. */
    public StyleRegistry with(Style style) {
        List<Style> allStyles = new ArrayList<>(styles.values());
        allStyles.add(style);
        return new StyleRegistry(allStyles);
    }

    /** Returns the names of all styles, in the order of the table. */
    public List<StyleId> ids() {
        return List.copyOf(styles.keySet());
    }

    private List<String> names() {
        return styles.keySet().stream().map(StyleId::name).toList();
    }

    /** Returns whether the style of a policy is in this table. */
    public boolean hasStyleOf(Policy policy) {
        return styles.containsKey(policy.get(Policy.STYLE));
    }

    /** Returns the style of a policy; style {@code auto} if it is not in this table. */
    public Style of(Policy policy) {
        return styles.getOrDefault(policy.get(Policy.STYLE), defaultStyle);
    }

    // --- configuration

    /** Returns every key of a policy; the key for the style allows only the styles of this table. */
    public List<PolicyKey<?>> keys() {
        return keys;
    }

    /**
     * Returns a copy with the key of this name set from text. Throws IllegalArgumentException that states the allowed
     * values.
     */
    public Policy withText(Policy policy, String name, String text) {
        for (PolicyKey<?> key : keys) {
            if (key.name().equals(name)) {
                return policy.withText(key, text);
            }
        }
        return policy.withText(name, text);
    }

    /** Returns the policies with facts about their styles. Throws IllegalArgumentException for an unknown style. */
    public Policies resolve(Policies policies) {
        if (policies.hasStyleTraits(traitsOfPolicy)) {
            return policies;
        }
        for (Policy policy : policies.eachPolicy()) {
            withText(policy, Policy.STYLE.name(), policy.text(Policy.STYLE));
        }
        return policies.withStyleTraits(traitsOfPolicy);
    }

    /** Returns the policy of a tool with the facts about its style. */
    public ToolPolicy resolve(ToolPolicy policy) {
        return new ToolPolicy(policy.policy(), policy.hasRule(), traits(policy.policy()));
    }

    private StyleTraits traits(Policy policy) {
        StyleTraits styleTraits = traits.get(policy.get(Policy.STYLE));
        return styleTraits == null ? StyleTraits.COMMON : styleTraits;
    }

    // --- decisions

    /** Decides about a result: by its style if the style has a reason to shape it, otherwise by its cost and type. */
    public Decision decide(ToolPolicy policy, TokenCost cost, ResultParts parts, int requestedTokens) {
        Policy policyValues = policy.policy();
        String forcedReason = of(policyValues).forcedReason(new ResultInput(policy, cost, parts, requestedTokens));
        return forcedReason == null || !policy.canShape()
                ? policy.decide(cost, parts.document(), requestedTokens)
                : new Decision.Shape(policyValues.budget(requestedTokens), forcedReason);
    }

    /** Returns the policy for a tool with these hints. For a tool that writes, its style may be replaced. */
    public ToolPolicy forHints(ToolPolicy policy, ToolHints hints) {
        return policy.isKnownToWrite(hints) ? with(policy, of(policy.policy()).forWrites(policy.policy())) : policy;
    }

    /** Returns the policy for a tool with an app, of which only {@code content} is shaped. */
    public ToolPolicy forContentOnly(ToolPolicy policy) {
        return with(policy, of(policy.policy()).forAppContent(policy.policy())).forContentOnly();
    }

    private ToolPolicy with(ToolPolicy policy, StyleId id) {
        Policy policyValues = policy.policy();
        return policyValues.get(Policy.STYLE).equals(id)
                ? policy
                : resolve(policy.with(policyValues.with(Policy.STYLE, id)));
    }

    @Override
    public String toString() {
        return "StyleRegistry" + names();
    }
}
