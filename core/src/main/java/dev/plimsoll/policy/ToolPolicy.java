package dev.plimsoll.policy;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Decision.Pass;
import dev.plimsoll.policy.Decision.Shape;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Policy of one tool, which decides about its results. Has no side effects.
 *
 * @param hasRule whether a rule names this tool; {@code autoNegotiateThreshold} applies to the others
 */
public record ToolPolicy(Policy policy, boolean hasRule) {

    /**
     * Decides about a result of this cost. The document is used only if a key depends on its content. {@code requestedTokens} is the
     * budget that the caller requests, or 0.
     */
    public Decision decide(TokenCost tokenCost, Supplier<Document> document, int requestedTokens) {
        return decide(tokenCost, document, requestedTokens, false);
    }

    /**
     * Decides about a result of this cost. {@code isToolResult} says that it is a valid tool result, which a heavy tool answers
     * in its own form.
     */
    public Decision decide(
            TokenCost tokenCost, Supplier<Document> document, int requestedTokens, boolean isToolResult) {
        Budget budget = policy.budget(requestedTokens);
        Style style = policy.get(Policy.STYLE);
        if (!canShape()) {
            return new Pass(budget, "the policy passes this tool's results");
        }
        String heavy = isToolResult ? heavyReason(style, document) : null;
        if (heavy != null) {
            return new Shape(budget, style, heavy);
        }
        Integer safetyNet = hasRule ? null : policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD);
        String why =
                safetyNet == null ? shapeReason(tokenCost, document, budget) : negotiateReason(tokenCost, safetyNet);
        return why == null ? new Pass(budget, "within the budget") : new Shape(budget, style, why);
    }

    /** Returns whether an answer can ever differ from the tool's own result. */
    public boolean canShape() {
        return policy.get(Policy.ENABLED)
                && policy.get(Policy.STYLE) != Style.PASS
                && policy.get(Policy.ROLLOUT_MODE).isActive();
    }

    /** Returns this policy in the given rollout mode. */
    public ToolPolicy withRolloutMode(RolloutMode mode) {
        return policy.get(Policy.ROLLOUT_MODE) == mode
                ? this
                : new ToolPolicy(policy.with(Policy.ROLLOUT_MODE, mode), hasRule);
    }

    /**
     * Returns whether the tool changes nothing, so that it may run again on its own. Without a setting or a hint, it counts as
     * writing.
     */
    public boolean isReadOnly(@Nullable Boolean hint) {
        Boolean configured = policy.find(Policy.READ_ONLY);
        return Boolean.TRUE.equals(configured == null ? hint : configured);
    }

    /**
     * Returns the policy for a tool with these hints. For a writing tool, style list becomes style receipt, because it would
     * show only a list from the echo of the write.
     */
    public ToolPolicy forHints(ToolHints hints) {
        Boolean configured = policy.find(Policy.READ_ONLY);
        boolean writes = Boolean.FALSE.equals(configured == null ? hints.readOnly() : configured);
        boolean echoes = writes && policy.get(Policy.STYLE) == Style.LIST && !policy.get(Policy.HEAVY);
        return echoes ? new ToolPolicy(policy.with(Policy.STYLE, Style.RECEIPT), hasRule) : this;
    }

    /**
     * Returns the policy for a tool with an app, of which only {@code content} is shaped: by its type, unless the tool is
     * heavy. It is not checked against the tool's schema and cannot be compared with exact counts of the full result.
     */
    public ToolPolicy forContentOnly() {
        Style style = policy.get(Policy.STYLE);
        boolean heavy = policy.get(Policy.HEAVY) && style.hasOwnKeys() && style != Style.GUIDE;
        Policy changed = heavy || style == Style.PASS ? policy : policy.with(Policy.STYLE, Style.AUTO);
        return new ToolPolicy(
                changed.with(Policy.OUTPUT_SCHEMA, OutputSchema.WIDEN).with(Policy.ESTIMATOR_SAMPLING, 0.0), hasRule);
    }

    /** Returns the reason why a heavy tool answers in its style whatever the size, or null. List styles apply only to lists. */
    private @Nullable String heavyReason(Style style, Supplier<Document> document) {
        boolean list = style == Style.LIST || style == Style.CURSOR;
        boolean always = style == Style.PROBE || (list && ResultMeter.isList(document.get()));
        return policy.get(Policy.HEAVY) && always ? "a heavy tool" : null;
    }

    private static @Nullable String negotiateReason(TokenCost tokenCost, int safetyNet) {
        return tokenCost.bytes() > safetyNet ? "above autoNegotiateThreshold" : null;
    }

    private @Nullable String shapeReason(TokenCost tokenCost, Supplier<Document> document, Budget budget) {
        if (!budget.allows(tokenCost.tokens(), tokenCost.bytes())) {
            return "above the budget";
        }
        if (tokenCost.binary() > policy.get(Policy.BINARY_BYTES)) {
            return "above binaryBytes";
        }
        if (policy.get(Policy.STYLE).trims()) {
            return "the style limits count, length, and depth";
        }
        return typeReason(tokenCost, document);
    }

    private @Nullable String typeReason(TokenCost tokenCost, Supplier<Document> document) {
        Integer chunk = policy.find(Policy.CHUNK_SIZE);
        if (chunk != null && tokenCost.tokens() > chunk && !document.get().json()) {
            return "text above chunkSize";
        }
        Integer summary = policy.find(Policy.SUMMARY_THRESHOLD);
        if (summary != null && tokenCost.tokens() > summary && document.get().hasType(JsonType.OBJECT)) {
            return "an object above summaryThreshold";
        }
        boolean many = policy.get(Policy.PAGE_BY_COUNT)
                && ResultMeter.items(document.get()) > policy.get(Policy.DEFAULT_PAGE_SIZE);
        return many ? "more items than defaultPageSize" : null;
    }
}
