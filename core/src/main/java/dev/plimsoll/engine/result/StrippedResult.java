package dev.plimsoll.engine.result;

import dev.plimsoll.engine.result.MemberStripper.Stripped;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of which callers see only a part, because members were removed or a part is for an app.
 *
 * @param whole the result as received, which is stored
 * @param rest the result without the members
 * @param measured the part of {@code rest} that the model reads
 * @param patterns the patterns of the removed members
 * @param members how many members were removed
 * @param appPart the part of {@code rest} that is for an app
 * @param documents sentences about the documents whose texts stand in their place in {@code measured}; empty if there are none
 */
public record StrippedResult(
        MeasuredResult whole,
        MeasuredResult rest,
        MeasuredResult measured,
        List<String> patterns,
        int members,
        AppAudience appPart,
        String documents) {

    public StrippedResult {
        patterns = List.copyOf(patterns);
    }

    /** Returns the stripped result; null if callers see all of it, or if it is not valid JSON. */
    public static @Nullable StrippedResult of(
            MeasuredResult result, Policy policy, Budget budget, AppAudience appPart, boolean canStrip) {
        List<String> patterns = canStrip ? MemberStripper.patterns(result.result(), policy) : List.of();
        MeasuredResult whole = patterns.isEmpty() && appPart == AppAudience.NONE ? null : checkedOrNull(result);
        if (whole == null) {
            return null;
        }
        Stripped stripped = MemberStripper.of(whole.result(), patterns);
        MeasuredResult rest = stripped == null ? whole : MeasuredResult.of(stripped.raw(), policy, budget);
        if (rest == null || (stripped == null && appPart == AppAudience.NONE)) {
            return null;
        }
        boolean isSplit = appPart == AppAudience.PAGES || appPart == AppAudience.DATA;
        MeasuredResult visible =
                isSplit ? MeasuredResult.of(AppContentSplitter.forModel(rest.result(), appPart), policy, budget) : rest;
        return visible == null
                ? null
                : new StrippedResult(
                        whole, rest, visible, patterns, stripped == null ? 0 : stripped.members(), appPart, "");
    }

    /** Returns the result of which callers see the texts of its documents. */
    public static @Nullable StrippedResult ofDocuments(
            MeasuredResult whole,
            @Nullable StrippedResult stripped,
            ConvertedResult converted,
            Policy policy,
            Budget budget) {
        MeasuredResult visible = converted.measured(whole, policy, budget);
        List<String> patterns = stripped == null ? List.of() : stripped.patterns;
        int members = stripped == null ? 0 : stripped.members;
        return visible == null
                ? stripped
                : new StrippedResult(whole, visible, visible, patterns, members, AppAudience.NONE, converted.notice());
    }

    /** Returns whether callers see everything that models read. */
    public boolean isWhole() {
        return members == 0 && documents.isEmpty();
    }

    /** Returns whether texts stand in place of documents. If no document was read, a block that says why follows the others. */
    public boolean hasDocumentTexts() {
        return !documents.isEmpty()
                && measured.result().blocks().size() == whole.result().blocks().size();
    }

    /**
     * Returns the result whose size receipts report as that of the original: without a part for an app, and with the texts of
     * documents, because no model reads a file as base64.
     */
    public MeasuredResult counted() {
        return appPart == AppAudience.NONE && documents.isEmpty() ? whole : measured;
    }

    /** Returns an answer for the model, joined with the part for an app. */
    public Slice join(Slice answer) {
        return appPart == AppAudience.NONE ? answer : AppContentSplitter.join(rest.result(), answer, appPart);
    }

    /** Returns the result as valid JSON; null if it is not JSON. */
    public static @Nullable MeasuredResult checkedOrNull(MeasuredResult result) {
        try {
            return result.checked();
        } catch (IllegalStateException e) {
            // a result that is not JSON stays as it is
            return null;
        }
    }
}
