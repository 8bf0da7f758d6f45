package dev.plimsoll;

import dev.plimsoll.MemberStripper.Stripped;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What readers see of a result that members were taken out of, or of which a part is for an app.
 *
 * @param whole the result as it came, which is kept
 * @param rest the same without the members
 * @param measured what the model reads of the rest
 * @param patterns that it was done by
 * @param members how many went
 * @param share what of the rest is for an app
 */
record StrippedResult(MeasuredResult whole, MeasuredResult rest, MeasuredResult measured, List<String> patterns, int members, AppAudience share) {

    StrippedResult {
        patterns = List.copyOf(patterns);
    }

    /** Null when readers see all of it, or when it is no JSON that anything could be taken out of. */
    static @Nullable StrippedResult of(MeasuredResult result, Policy policy, Budget budget, AppAudience share, boolean strips) {
        List<String> patterns = strips ? MemberStripper.patterns(result.result(), policy) : List.of();
        MeasuredResult whole = patterns.isEmpty() && share == AppAudience.NONE ? null : sound(result);
        if (whole == null) {
            return null;
        }
        Stripped stripped = MemberStripper.of(whole.result(), patterns);
        MeasuredResult rest = stripped == null ? whole : MeasuredResult.of(stripped.raw(), policy, budget);
        if (rest == null || (stripped == null && share == AppAudience.NONE)) {
            return null;
        }
        boolean apart = share == AppAudience.PAGES || share == AppAudience.DATA;
        MeasuredResult seen = apart ? MeasuredResult.of(AppContentSplitter.forModel(rest.result(), share), policy, budget) : rest;
        return seen == null
                ? null
                : new StrippedResult(whole, rest, seen, patterns, stripped == null ? 0 : stripped.members(), share);
    }

    /** The result that decides what counts as saved. */
    MeasuredResult counted() {
        return share == AppAudience.NONE ? whole : measured;
    }

    /** An answer to what the model reads, with what is for an app. */
    Slice joined(Slice answer) {
        return share == AppAudience.NONE ? answer : AppContentSplitter.joined(rest.result(), answer, share);
    }

    private static @Nullable MeasuredResult sound(MeasuredResult result) {
        try {
            return result.checked();
        } catch (IllegalStateException e) {
            // what is no JSON is not looked into
            return null;
        }
    }
}
