package dev.plimsoll.call;

import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.policy.CallAuthorizer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Tier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a host for one caller. Each call carries them, so a change never affects a running call.
 *
 * @param tier tier of the caller: it may call tools of this tier or a lower one, and read their results
 * @param authorizer checks the caller's permissions in addition to the tier
 * @param guessLimiter limits the caller's invalid cursors
 * @param hasServerInName whether the caller's name contains the identity of the server; then cursors stay
 *     valid when the server is renamed
 * @param policies policies in force; null for the engine's own
 * @param holder name under which the caller's use of shared resources counts, such as storage and threads for heavy
 *     work; callers with the same holder have one share together; if empty, the name of the caller
 * @param canCollect whether the host reads further pages of a result from its server, for {@code collect}
 */
public record CallerSettings(
        Tier tier,
        CallAuthorizer authorizer,
        CursorGuessLimiter guessLimiter,
        boolean hasServerInName,
        @Nullable Policies policies,
        String holder,
        boolean canCollect) {

    /** Settings of a trusted caller: everything is allowed, under the engine's own policies. */
    public static final CallerSettings DEFAULT = new CallerSettings(
            Tier.ADMIN, CallAuthorizer.ALLOW_ALL, CursorGuessLimiter.UNLIMITED, false, null, "", false);

    public CallerSettings {
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(authorizer, "authorizer");
        Objects.requireNonNull(guessLimiter, "guessLimiter");
        Objects.requireNonNull(holder, "holder");
    }

    public CallerSettings withTier(Tier newTier) {
        return new CallerSettings(newTier, authorizer, guessLimiter, hasServerInName, policies, holder, canCollect);
    }

    public CallerSettings withAuthorizer(CallAuthorizer newAuthorizer) {
        return new CallerSettings(tier, newAuthorizer, guessLimiter, hasServerInName, policies, holder, canCollect);
    }

    public CallerSettings withGuessLimiter(CursorGuessLimiter newGuessLimiter) {
        return new CallerSettings(tier, authorizer, newGuessLimiter, hasServerInName, policies, holder, canCollect);
    }

    /** Returns a copy for a caller whose name contains the identity of the server. */
    public CallerSettings withServerInName() {
        return new CallerSettings(tier, authorizer, guessLimiter, true, policies, holder, canCollect);
    }

    /** Returns a copy with these policies in place of the engine's own. */
    public CallerSettings withPolicies(Policies newPolicies) {
        return new CallerSettings(tier, authorizer, guessLimiter, hasServerInName, newPolicies, holder, canCollect);
    }

    /** Returns a copy for a host that reads further pages of a result from its server. */
    public CallerSettings withCollect() {
        return new CallerSettings(tier, authorizer, guessLimiter, hasServerInName, policies, holder, true);
    }

    /** Returns the policies of this caller, or the given policies if it has none. */
    public Policies policiesOr(Policies defaults) {
        return policies == null ? defaults : policies;
    }
}
