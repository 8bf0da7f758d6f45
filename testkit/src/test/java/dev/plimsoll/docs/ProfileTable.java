package dev.plimsoll.docs;

import dev.plimsoll.policy.CountCopies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import java.util.stream.Collectors;

/** Creates the table of the ceilings of known clients from the profiles themselves. */
final class ProfileTable {

    private static final String HEAD = "| profile | `match` | `byteCeiling` | `errorBytes` | `tokenBudgetThreshold` |"
            + " `maxTokenBudget` | `fullBudgetThreshold` | `countCopies` |\n|---|---|---|---|---|---|---|---|\n";

    private ProfileTable() {}

    static String markdown() {
        return Profiles.builtIn().stream().map(ProfileTable::row).collect(Collectors.joining("\n", HEAD, ""));
    }

    private static String row(Profile profile) {
        String match = profile.match().stream().map(glob -> "`" + glob + "`").collect(Collectors.joining(", "));
        return "| `" + profile.name() + "` | " + match + " | " + set(profile, Policy.BYTE_CEILING) + " | "
                + set(profile, Policy.ERROR_BYTES) + " | " + set(profile, Policy.TOKEN_BUDGET_THRESHOLD) + " | "
                + set(profile, Policy.MAX_TOKEN_BUDGET) + " | " + set(profile, Policy.FULL_BUDGET_THRESHOLD) + " | "
                + (profile.ceilings().get(Policy.COUNT_COPIES) == CountCopies.SUM ? "sum" : "–") + " |";
    }

    private static String set(Profile profile, PolicyKey<?> key) {
        return profile.ceilings().changes(key) ? profile.ceilings().text(key) : "–";
    }
}
