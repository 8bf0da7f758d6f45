package dev.plimsoll;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Policy;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A result that has been looked at: its parts, its cost, and its document once somebody asks for it. */
final class MeasuredResult {

    /** What has more bytes a token of the budget will hardly pass. */
    private static final long LIKELY = 16;

    private final ToolResult result;
    private final BitSet copies;
    private final BitSet counted;
    private final TokenCost tokenCost;
    private @Nullable Document document;
    private @Nullable CheckedJson checked;

    private MeasuredResult(ToolResult result, BitSet copies, BitSet counted, TokenCost tokenCost, @Nullable CheckedJson checked) {
        this.checked = checked;
        this.result = result;
        this.copies = copies;
        this.counted = counted;
        this.tokenCost = tokenCost;
    }

    /** Null when the bytes are no result object. */
    static @Nullable MeasuredResult of(Slice raw, Policy policy, Budget budget) {
        return of(RawResult.of(raw), policy, budget);
    }

    /** The same of a result of which more may be known. */
    static @Nullable MeasuredResult of(RawResult came, Policy policy, Budget budget) {
        Slice raw = came.bytes();
        // what will hardly pass is checked first: that shows where its parts are
        boolean large = raw.length() > LIKELY * budget.tokens();
        CheckedJson checked = came.checked() == null && large ? CheckedJson.of(raw) : came.checked();
        ToolResult result = checked == null ? parsed(raw) : ToolResult.of(checked);
        if (result == null) {
            return null;
        }
        BitSet copies = copies(result);
        BitSet counted = counted(result, copies);
        return new MeasuredResult(result, copies, counted, cost(result, counted, policy, budget), checked);
    }

    private static @Nullable ToolResult parsed(Slice raw) {
        try {
            return ToolResult.of(raw);
        } catch (RuntimeException e) {
            // whoever sent this broke JSON itself; what we cannot read we do not touch
            return null;
        }
    }

    private static BitSet copies(ToolResult result) {
        try {
            return CopyDetector.in(result);
        } catch (RuntimeException e) {
            // JSON that is broken inside has no copies; it is looked at closely before anything is cut
            return new BitSet();
        }
    }

    private static BitSet counted(ToolResult result, BitSet copies) {
        try {
            return CopyDetector.counted(result, copies);
        } catch (RuntimeException e) {
            return copies;
        }
    }

    private static TokenCost cost(ToolResult result, BitSet copies, Policy policy, Budget budget) {
        Integer safetyNet = policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD);
        int byteLimit = safetyNet == null ? budget.bytes() : Math.min(safetyNet, budget.bytes());
        boolean sum = policy.get(Policy.COUNT_COPIES) == CountCopies.SUM;
        try {
            return new ResultMeter(policy.get(Policy.ESTIMATOR), sum)
                    .cost(result, copies, budget.tokens(), byteLimit, safetyNet != null);
        } catch (RuntimeException e) {
            // a failing estimator is replaced by the byte limit
            return new TokenCost(0, false, result.raw().length(), 0);
        }
    }

    /**
     * The same, safe to be cut: valid JSON through and through. Broken UTF-8 is repaired first.
     *
     * @throws IllegalStateException when it is no JSON even then
     */
    MeasuredResult checked() {
        if (checked != null) {
            return this;
        }
        checked = CheckedJson.of(result.raw());
        if (checked != null) {
            return this;
        }
        Slice repaired = Slice.of(Utf8.repaired(result.raw()));
        ToolResult sound = Json.isValid(repaired) ? ToolResult.of(repaired) : null;
        if (sound == null) {
            throw new IllegalStateException("the result is not valid JSON");
        }
        BitSet found = copies(sound);
        return new MeasuredResult(sound, found, found, tokenCost, null);
    }

    /** The same where it is but the beginning of what costs about so much. */
    MeasuredResult about(int tokens) {
        TokenCost whole = new TokenCost(tokens, false, tokenCost.bytes(), tokenCost.binary());
        MeasuredResult beginning = new MeasuredResult(result, copies, counted, whole, checked);
        beginning.document = document;
        return beginning;
    }

    ToolResult result() {
        return result;
    }

    BitSet copies() {
        return copies;
    }

    TokenCost cost() {
        return tokenCost;
    }

    /** Exactly, of one copy or of all. */
    long bytes(Policy policy) {
        return ResultMeter.bytes(result, counted, policy.get(Policy.COUNT_COPIES) == CountCopies.SUM);
    }

    Document document() {
        Document found = document;
        if (found == null) {
            Slice structured = result.structured();
            found = structured == null ? Document.of(result) : Document.ofStructured(structured, checked);
            document = found;
        }
        return found;
    }
}
