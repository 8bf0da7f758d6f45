package dev.plimsoll.engine.result;

import dev.plimsoll.engine.result.MemberStripper.StrippedBytes;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of which callers see only a part: members were removed, a part is for an app, or texts replace documents.
 *
 * @param whole the result as received, which is stored
 * @param withoutMembers the result without the members, and with the texts in place of documents
 * @param modelPart the part of {@code withoutMembers} that the model reads
 * @param patterns the patterns of the removed members
 * @param removedMembers number of removed members
 * @param appPart the part of {@code withoutMembers} that is for an app
 * @param documentNotice sentences about the documents that {@code modelPart} has as texts; empty if there are none
 */
public record StrippedResult(
        MeasuredResult whole,
        MeasuredResult withoutMembers,
        MeasuredResult modelPart,
        List<String> patterns,
        int removedMembers,
        AppPart appPart,
        String documentNotice) {

    public StrippedResult {
        patterns = List.copyOf(patterns);
    }

    /** Returns the stripped result; null if callers see all of it, or if it is not valid JSON. */
    public static @Nullable StrippedResult of(
            MeasuredResult result, Policy policy, Budget budget, AppPart appPart, boolean canStrip) {
        List<String> patterns = canStrip ? MemberStripper.patterns(result.result(), policy) : List.of();
        MeasuredResult whole = patterns.isEmpty() && appPart == AppPart.NONE ? null : checkedOrNull(result);
        if (whole == null) {
            return null;
        }
        StrippedBytes stripped = MemberStripper.of(whole.result(), patterns);
        MeasuredResult withoutMembers = stripped == null ? whole : MeasuredResult.of(stripped.raw(), policy, budget);
        if (withoutMembers == null || (stripped == null && appPart == AppPart.NONE)) {
            return null;
        }
        boolean isSplit = appPart == AppPart.PAGES || appPart == AppPart.DATA;
        MeasuredResult visibleResult = isSplit
                ? MeasuredResult.of(AppContentSplitter.forModel(withoutMembers.result(), appPart), policy, budget)
                : withoutMembers;
        return visibleResult == null
                ? null
                : new StrippedResult(
                        whole,
                        withoutMembers,
                        visibleResult,
                        patterns,
                        stripped == null ? 0 : stripped.removedMembers(),
                        appPart,
                        "");
    }

    /** Returns the result of which callers see the texts of its documents. */
    public static @Nullable StrippedResult ofDocuments(
            MeasuredResult whole,
            @Nullable StrippedResult stripped,
            ConvertedResult converted,
            Policy policy,
            Budget budget) {
        MeasuredResult visibleResult = converted.measure(whole, policy, budget);
        List<String> patterns = stripped == null ? List.of() : stripped.patterns;
        int removedMembers = stripped == null ? 0 : stripped.removedMembers;
        return visibleResult == null
                ? stripped
                : new StrippedResult(
                        whole,
                        visibleResult,
                        visibleResult,
                        patterns,
                        removedMembers,
                        AppPart.NONE,
                        converted.notice());
    }

    /** Returns whether no member was removed and no document replaced, so that at most a part for an app is separate. */
    public boolean isOnlySplit() {
        return removedMembers == 0 && documentNotice.isEmpty();
    }

    /** Returns whether texts replace documents. If no document was read, a block that says why follows the other blocks. */
    public boolean hasDocumentTexts() {
        return !documentNotice.isEmpty()
                && modelPart.result().blocks().size() == whole.result().blocks().size();
    }

    /**
     * Returns the result whose size receipts report as that of the original: without a part for an app, and with the texts of
     * documents, because no model reads a file as base64.
     */
    public MeasuredResult counted() {
        return appPart == AppPart.NONE && documentNotice.isEmpty() ? whole : modelPart;
    }

    /** Returns an answer for the model, joined with the part for an app. */
    public Slice join(Slice answer) {
        return appPart == AppPart.NONE ? answer : AppContentSplitter.join(withoutMembers.result(), answer, appPart);
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
