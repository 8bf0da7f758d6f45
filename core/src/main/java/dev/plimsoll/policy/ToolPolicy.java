package dev.plimsoll.policy;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Decision.Pass;
import dev.plimsoll.policy.Decision.Shape;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The policy of one tool, and the decision about one of its results. Pure.
 *
 * @param named whether a rule speaks of this tool; {@code autoNegotiateThreshold} acts on the others
 */
public record ToolPolicy(Policy policy, boolean named) {

    /**
     * What becomes of a result that costs this much; {@code asked} is the budget the caller asks for, or 0. The document
     * is looked at only where a key goes by what the result is.
     */
    public Decision decide(TokenCost tokenCost, Supplier<Document> document, int asked) {
        return decide(tokenCost, document, asked, false);
    }

    /** The same; {@code answerable} says that this is the sound result of a tool, which a heavy one answers in its own form. */
    public Decision decide(TokenCost tokenCost, Supplier<Document> document, int asked, boolean answerable) {
        Budget budget = policy.budget(asked);
        Style style = policy.get(Policy.STYLE);
        if (!shapes()) {
            return new Pass(budget, "the policy lets this tool pass");
        }
        String heavy = answerable ? whyHeavy(style, document) : null;
        if (heavy != null) {
            return new Shape(budget, style, heavy);
        }
        Integer safetyNet = named ? null : policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD);
        String why = safetyNet == null ? whyShape(tokenCost, document, budget) : whyNegotiate(tokenCost, safetyNet);
        return why == null ? new Pass(budget, "within the budget") : new Shape(budget, style, why);
    }

    /** Whether an answer can ever be another than the tool's own result. */
    public boolean shapes() {
        return policy.get(Policy.ENABLED)
                && policy.get(Policy.STYLE) != Style.PASS
                && policy.get(Policy.ROLLOUT_MODE).acts();
    }

    /** The same, rolled out like that. */
    public ToolPolicy in(RolloutMode mode) {
        return policy.get(Policy.ROLLOUT_MODE) == mode
                ? this
                : new ToolPolicy(policy.with(Policy.ROLLOUT_MODE, mode), named);
    }

    /** Whether the tool changes nothing and so may run again unasked; without a word about it, it counts as writing. */
    public boolean readOnly(@Nullable Boolean hint) {
        Boolean set = policy.find(Policy.READ_ONLY);
        return Boolean.TRUE.equals(set == null ? hint : set);
    }

    /** The same for a tool that says this: style list is for reading, and of the echo of a write it would show but the list. */
    public ToolPolicy answering(ToolHints hints) {
        Boolean set = policy.find(Policy.READ_ONLY);
        boolean writes = Boolean.FALSE.equals(set == null ? hints.readOnly() : set);
        boolean echoes = writes && policy.get(Policy.STYLE) == Style.LIST && !policy.get(Policy.HEAVY);
        return echoes ? new ToolPolicy(policy.with(Policy.STYLE, Style.RECEIPT), named) : this;
    }

    /**
     * Returns the policy for a tool with an app, whose {@code content} alone is shaped: by what it is, unless the tool is
     * heavy. Nothing of it is held against the tool's schema, and it is not comparable with exact counts of the whole.
     */
    public ToolPolicy forContentAlone() {
        Style style = policy.get(Policy.STYLE);
        boolean heavy = policy.get(Policy.HEAVY) && style.literal() && style != Style.GUIDE;
        Policy changed = heavy || style == Style.PASS ? policy : policy.with(Policy.STYLE, Style.AUTO);
        return new ToolPolicy(
                changed.with(Policy.OUTPUT_SCHEMA, OutputSchema.WIDEN).with(Policy.ESTIMATOR_SAMPLING, 0.0), named);
    }

    /** Heavy tools answer in these styles whatever the size; a list is the only thing that answers as a list. */
    private @Nullable String whyHeavy(Style style, Supplier<Document> document) {
        boolean list = style == Style.LIST || style == Style.CURSOR;
        boolean always = style == Style.PROBE || (list && ResultMeter.isList(document.get()));
        return policy.get(Policy.HEAVY) && always ? "a heavy tool" : null;
    }

    private static @Nullable String whyNegotiate(TokenCost tokenCost, int safetyNet) {
        return tokenCost.bytes() > safetyNet ? "above autoNegotiateThreshold" : null;
    }

    private @Nullable String whyShape(TokenCost tokenCost, Supplier<Document> document, Budget budget) {
        if (!budget.holds(tokenCost.tokens(), tokenCost.bytes())) {
            return "above the budget";
        }
        if (tokenCost.binary() > policy.get(Policy.BINARY_BYTES)) {
            return "above binaryBytes";
        }
        if (policy.get(Policy.STYLE).trims()) {
            return "the style goes by count, length and depth";
        }
        return whyByKind(tokenCost, document);
    }

    private @Nullable String whyByKind(TokenCost tokenCost, Supplier<Document> document) {
        Integer chunk = policy.find(Policy.CHUNK_SIZE);
        if (chunk != null && tokenCost.tokens() > chunk && !document.get().json()) {
            return "text above chunkSize";
        }
        Integer summary = policy.find(Policy.SUMMARY_THRESHOLD);
        if (summary != null && tokenCost.tokens() > summary && document.get().is(JsonType.OBJECT)) {
            return "an object above summaryThreshold";
        }
        boolean many = policy.get(Policy.PAGE_BY_COUNT)
                && ResultMeter.items(document.get()) > policy.get(Policy.DEFAULT_PAGE_SIZE);
        return many ? "more items than defaultPageSize" : null;
    }
}
