package dev.plimsoll;

import dev.plimsoll.Stripping.Stripped;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What readers see of a result that members were taken out of.
 *
 * @param whole the result as it came, which is kept
 * @param measured the rest
 * @param patterns that it was done by
 * @param members how many went
 */
record Shown(Measured whole, Measured measured, List<String> patterns, int members) {

    Shown {
        patterns = List.copyOf(patterns);
    }

    /** Null when there is nothing to take out, or when it is no JSON that anything could be taken out of. */
    static @Nullable Shown of(Measured result, Policy policy, Budget budget) {
        List<String> patterns = Stripping.patterns(result.result(), policy);
        if (patterns.isEmpty()) {
            return null;
        }
        Measured whole = sound(result);
        Stripped stripped = whole == null ? null : Stripping.of(whole.result(), patterns);
        Measured rest = stripped == null ? null : Measured.of(stripped.raw(), policy, budget);
        return stripped == null || whole == null || rest == null
                ? null
                : new Shown(whole, rest, patterns, stripped.members());
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
