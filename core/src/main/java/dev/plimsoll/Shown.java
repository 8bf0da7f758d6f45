package dev.plimsoll;

import dev.plimsoll.Stripping.Stripped;
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
record Shown(Measured whole, Measured rest, Measured measured, List<String> patterns, int members, AppShare share) {

    Shown {
        patterns = List.copyOf(patterns);
    }

    /** Null when readers see all of it, or when it is no JSON that anything could be taken out of. */
    static @Nullable Shown of(Measured result, Policy policy, Budget budget, AppShare share, boolean strips) {
        List<String> patterns = strips ? Stripping.patterns(result.result(), policy) : List.of();
        Measured whole = patterns.isEmpty() && share == AppShare.NONE ? null : sound(result);
        if (whole == null) {
            return null;
        }
        Stripped stripped = Stripping.of(whole.result(), patterns);
        Measured rest = stripped == null ? whole : Measured.of(stripped.raw(), policy, budget);
        if (rest == null || (stripped == null && share == AppShare.NONE)) {
            return null;
        }
        boolean apart = share == AppShare.PAGES || share == AppShare.DATA;
        Measured seen = apart ? Measured.of(AppContent.forModel(rest.result(), share), policy, budget) : rest;
        return seen == null
                ? null
                : new Shown(whole, rest, seen, patterns, stripped == null ? 0 : stripped.members(), share);
    }

    /** The result that decides what counts as saved. */
    Measured counted() {
        return share == AppShare.NONE ? whole : measured;
    }

    /** An answer to what the model reads, with what is for an app. */
    Slice joined(Slice answer) {
        return share == AppShare.NONE ? answer : AppContent.joined(rest.result(), answer, share);
    }

    private static @Nullable Measured sound(Measured result) {
        try {
            return result.checked();
        } catch (IllegalStateException e) {
            // what is no JSON is not looked into
            return null;
        }
    }
}
