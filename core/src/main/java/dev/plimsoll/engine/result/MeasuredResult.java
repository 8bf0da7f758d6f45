package dev.plimsoll.engine.result;

import dev.plimsoll.call.RawResult;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.ResultMeter.TokenUse;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.CountCopies;
import org.jspecify.annotations.Nullable;

/** Parsed result with its token cost, and with its document on first use. */
public final class MeasuredResult {

    /** A result with more bytes per token of the budget is unlikely to pass. */
    private static final long MAX_BYTES_PER_TOKEN = 16;

    private final ToolResult result;
    private final Copies copies;

    /**
     * The blocks that count as copies for the cost: {@link #copies}. If there are none, and the result is
     * itself a page that another Plimsoll made, all its blocks.
     */
    private final Copies copiesForCounting;

    private final TokenCost tokenCost;
    private @Nullable Document document;
    private @Nullable CheckedJson checked;

    private MeasuredResult(
            ToolResult result,
            Copies copies,
            Copies copiesForCounting,
            TokenCost tokenCost,
            @Nullable CheckedJson checked) {
        this.checked = checked;
        this.result = result;
        this.copies = copies;
        this.copiesForCounting = copiesForCounting;
        this.tokenCost = tokenCost;
    }

    /** Measures a result; returns null if the bytes are not a result object. */
    public static @Nullable MeasuredResult of(Slice raw, Policy policy, Budget budget) {
        return of(RawResult.of(raw), policy, budget);
    }

    /** Measures a result that may already be validated; returns null if the bytes are not a result object. */
    public static @Nullable MeasuredResult of(RawResult received, Policy policy, Budget budget) {
        Slice raw = received.bytes();
        // a result that is unlikely to pass is validated first: that also locates its parts
        boolean isLarge = raw.length() > MAX_BYTES_PER_TOKEN * budget.tokens();
        CheckedJson checked = received.checked() == null && isLarge ? CheckedJson.of(raw) : received.checked();
        ToolResult result = checked == null ? parseOrNull(raw) : ToolResult.parse(checked);
        if (result == null) {
            return null;
        }
        Copies copies = findCopies(result);
        Copies copiesForCounting = findCopiesForCounting(result, copies);
        return new MeasuredResult(
                result, copies, copiesForCounting, measureCost(result, copiesForCounting, policy, budget), checked);
    }

    private static @Nullable ToolResult parseOrNull(Slice raw) {
        try {
            return ToolResult.parse(raw);
        } catch (RuntimeException e) {
            // the JSON is invalid; such a result stays untouched
            return null;
        }
    }

    private static Copies findCopies(ToolResult result) {
        try {
            return CopyDetector.findCopies(result);
        } catch (RuntimeException e) {
            // invalid JSON has no copies; it is validated before it is cut
            return Copies.NONE;
        }
    }

    private static Copies findCopiesForCounting(ToolResult result, Copies copies) {
        try {
            return CopyDetector.findCopiesForCounting(result, copies);
        } catch (RuntimeException e) {
            return copies;
        }
    }

    private static TokenCost measureCost(ToolResult result, Copies copies, Policy policy, Budget budget) {
        Integer maxPassedBytes = policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD);
        int byteLimit = maxPassedBytes == null ? budget.bytes() : Math.min(maxPassedBytes, budget.bytes());
        boolean isSumOfCopies = policy.get(Policy.COUNT_COPIES) == CountCopies.SUM;
        try {
            return new ResultMeter(policy.get(Policy.ESTIMATOR), isSumOfCopies, tokenUse(policy))
                    .cost(result, copies, budget.tokens(), byteLimit, maxPassedBytes != null);
        } catch (RuntimeException e) {
            // the byte limit replaces a failing estimator
            return new TokenCost(0, false, result.raw().length());
        }
    }

    private static TokenUse tokenUse(Policy policy) {
        boolean hasOtherDecisions = policy.find(Policy.CHUNK_SIZE) != null
                || policy.find(Policy.SUMMARY_THRESHOLD) != null
                || policy.find(Policy.SESSION_BUDGET) != null;
        if (hasOtherDecisions) {
            return TokenUse.DECISIONS;
        }
        return policy.get(Policy.ENABLED) ? TokenUse.BUDGET : TokenUse.REPORT;
    }

    /**
     * Returns the result as valid JSON that can be cut safely. Broken UTF-8 is repaired first.
     *
     * @throws IllegalStateException if it is not valid JSON after the repair
     */
    public MeasuredResult checked() {
        if (checked != null) {
            return this;
        }
        checked = CheckedJson.of(result.raw());
        if (checked != null) {
            return this;
        }
        Slice repaired = Slice.of(Utf8.repair(result.raw()));
        ToolResult repairedResult = Json.isValid(repaired) ? ToolResult.parse(repaired) : null;
        if (repairedResult == null) {
            throw new IllegalStateException("the result is not valid JSON");
        }
        Copies repairedCopies = findCopies(repairedResult);
        return new MeasuredResult(repairedResult, repairedCopies, repairedCopies, tokenCost, null);
    }

    /** Returns this result as the beginning of a longer result of about this many tokens. */
    public MeasuredResult asBeginningOf(int tokens) {
        TokenCost wholeCost =
                new TokenCost(tokens, false, tokenCost.bytes(), tokenCost.binaryBytes(), tokenCost.imageBytes());
        MeasuredResult beginning = new MeasuredResult(result, copies, copiesForCounting, wholeCost, checked);
        beginning.document = document;
        return beginning;
    }

    /**
     * Returns this result. If the server sent structured content in the whole result and this result has none, sets a
     * mark on the returned result that its structured content was removed.
     */
    MeasuredResult withRemovedStructured(MeasuredResult wholeResult) {
        return result.structured() != null || !wholeResult.result.hasReceivedStructured()
                ? this
                : new MeasuredResult(result.withRemovedStructured(), copies, copiesForCounting, tokenCost, checked);
    }

    public ToolResult result() {
        return result;
    }

    public Copies copies() {
        return copies;
    }

    public TokenCost cost() {
        return tokenCost;
    }

    /** Returns the exact number of bytes: of one copy or of all copies, as the policy counts them. */
    public long bytes(Policy policy) {
        return ResultMeter.bytes(result, copiesForCounting, policy.get(Policy.COUNT_COPIES) == CountCopies.SUM);
    }

    public Document document() {
        Document existing = document;
        if (existing == null) {
            Slice structured = result.structured();
            existing = structured == null ? Document.of(result) : Document.ofStructured(structured, checked);
            document = existing;
        }
        return existing;
    }
}
