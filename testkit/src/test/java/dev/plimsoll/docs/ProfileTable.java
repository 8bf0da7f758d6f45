package dev.plimsoll.docs;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.option.CountCopies;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates the table of the limits of known clients from their profiles. */
final class ProfileTable {

    private static final String HEAD = "| profile | `match` | `byteCeiling` | `errorBytes` | `tokenBudgetThreshold` |"
            + " `maxTokenBudget` | `fullBudgetThreshold` | `countCopies` | others |\n|---|---|---|---|---|---|---|---|---|\n";

    private ProfileTable() {}

    static String markdown() {
        return Profiles.builtIn().stream().map(ProfileTable::row).collect(Collectors.joining("\n", HEAD, ""));
    }

    private static String row(Profile profile) {
        String match =
                profile.clientGlobs().stream().map(glob -> "`" + glob + "`").collect(Collectors.joining(", "));
        return "| `" + profile.name() + "` | " + match + " | " + textOf(profile, Policy.BYTE_CEILING) + " | "
                + textOf(profile, Policy.ERROR_BYTES) + " | " + textOf(profile, Policy.TOKEN_BUDGET_THRESHOLD) + " | "
                + textOf(profile, Policy.MAX_TOKEN_BUDGET) + " | " + textOf(profile, Policy.FULL_BUDGET_THRESHOLD)
                + " | "
                + (profile.limits().get(Policy.COUNT_COPIES) == CountCopies.SUM ? "sum" : "–") + " | " + others(profile)
                + " |";
    }

    private static String others(Profile profile) {
        String others = Stream.of(
                        Policy.BINARY_BYTES,
                        Policy.IMAGE_BYTES,
                        Policy.RESOURCE_LINKS,
                        Policy.IMAGES_AS_TEXT,
                        Policy.BUDGET_META,
                        Policy.APPS)
                .filter(key -> profile.limits().isChanged(key))
                .map(key -> "`" + key.name() + ": " + profile.limits().text(key) + "`")
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "–" : others;
    }

    private static String textOf(Profile profile, PolicyKey<?> key) {
        return profile.limits().isChanged(key) ? profile.limits().text(key) : "–";
    }
}
