package dev.plimsoll.policy;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Decision.Pass;
import dev.plimsoll.policy.Decision.Shape;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.policy.option.RolloutMode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Policy of one tool, which decides about its results by their tokens, bytes, and type. Has no side effects.
 *
 * @param hasRule whether a rule names this tool; {@code autoNegotiateThreshold} applies to tools without a rule
 * @param style facts about the style of the policy
 */
public record ToolPolicy(Policy policy, boolean hasRule, StyleTraits style) {

    /** Creates the policy of a tool with one of the common styles. */
    public ToolPolicy(Policy policy, boolean hasRule) {
        this(policy, hasRule, StyleTraits.COMMON);
    }

    /** Returns a copy with other settings of the same style. */
    public ToolPolicy with(Policy settings) {
        return new ToolPolicy(settings, hasRule, style);
    }

    /**
     * Decides about a result of this cost.
     *
     * @param document supplies the document; called only if a setting depends on the content
     * @param requestedTokens budget that the caller requests; 0 if it requests none
     */
    public Decision decide(TokenCost tokenCost, Supplier<Document> document, int requestedTokens) {
        Budget budget = policy.budget(requestedTokens);
        if (!canShape()) {
            return new Pass(budget, "the policy passes this tool's results");
        }
        Integer byteThreshold = findByteThreshold();
        String shapeReason =
                byteThreshold == null ? costReason(tokenCost, budget) : byteReason(tokenCost, byteThreshold);
        if (shapeReason == null && byteThreshold == null) {
            shapeReason = typeReason(tokenCost, document);
        }
        return shapeReason == null ? new Pass(budget, "within the budget") : new Shape(budget, shapeReason);
    }

    /** Returns whether the budget decides about a result of this cost, and allows it. */
    public boolean isWithinBudget(TokenCost tokenCost, int requestedTokens) {
        return findByteThreshold() == null && costReason(tokenCost, policy.budget(requestedTokens)) == null;
    }

    /** Returns the bytes above which a result is shaped, regardless of the budget; null if the budget decides. */
    private @Nullable Integer findByteThreshold() {
        return hasRule ? null : policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD);
    }

    /** Returns whether an answer can ever differ from the tool's own result. */
    public boolean canShape() {
        return policy.get(Policy.ENABLED)
                && style.canShape()
                && policy.get(Policy.ROLLOUT_MODE).isActive();
    }

    /** Returns this policy in the given rollout mode. */
    public ToolPolicy withRolloutMode(RolloutMode mode) {
        return policy.get(Policy.ROLLOUT_MODE) == mode ? this : with(policy.with(Policy.ROLLOUT_MODE, mode));
    }

    /**
     * Returns whether the tool changes nothing, so that Plimsoll may call it again without a request. Without a setting
     * or a hint, it counts as writing.
     */
    public boolean isReadOnly(@Nullable Boolean hint) {
        Boolean configured = policy.find(Policy.READ_ONLY);
        return Boolean.TRUE.equals(configured == null ? hint : configured);
    }

    /** Returns whether a setting or a hint says that the tool changes something. Without them, this is unknown. */
    public boolean isKnownToWrite(ToolHints hints) {
        Boolean configured = policy.find(Policy.READ_ONLY);
        return Boolean.FALSE.equals(configured == null ? hints.readOnly() : configured);
    }

    /**
     * Returns the policy for a tool with an app if only the {@code content} of its results is shaped. The answer is not
     * checked against the tool's output schema, and its tokens cannot be compared with an exact count of the full
     * result.
     */
    public ToolPolicy forContentOnly() {
        return with(policy.with(Policy.OUTPUT_SCHEMA, OutputSchema.WIDEN).with(Policy.ESTIMATOR_SAMPLING, 0.0));
    }

    private static @Nullable String byteReason(TokenCost tokenCost, int byteThreshold) {
        return tokenCost.bytes() > byteThreshold ? "above autoNegotiateThreshold" : null;
    }

    private @Nullable String costReason(TokenCost tokenCost, Budget budget) {
        if (!budget.allows(tokenCost.tokens(), tokenCost.bytes())) {
            return "above the budget";
        }
        boolean hasLargeBinary = tokenCost.binaryBytes() > policy.binaryLimit(false)
                || tokenCost.imageBytes() > policy.binaryLimit(true);
        return hasLargeBinary ? "above binaryBytes" : null;
    }

    private @Nullable String typeReason(TokenCost tokenCost, Supplier<Document> document) {
        Integer chunkSize = policy.find(Policy.CHUNK_SIZE);
        if (chunkSize != null
                && tokenCost.tokens() > chunkSize
                && !document.get().isJson()) {
            return "text above chunkSize";
        }
        Integer summaryThreshold = policy.find(Policy.SUMMARY_THRESHOLD);
        if (summaryThreshold != null
                && tokenCost.tokens() > summaryThreshold
                && document.get().hasType(JsonType.OBJECT)) {
            return "an object above summaryThreshold";
        }
        boolean hasManyItems = policy.get(Policy.PAGE_BY_COUNT)
                && ResultMeter.items(document.get()) > policy.get(Policy.DEFAULT_PAGE_SIZE);
        return hasManyItems ? "more items than defaultPageSize" : null;
    }
}
