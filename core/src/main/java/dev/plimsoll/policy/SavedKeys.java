package dev.plimsoll.policy;

import java.time.Duration;
import java.util.List;

/** Keys of policies for saved views: queries on the results of a tool that callers save under a name. */
public final class SavedKeys {

    /** Permission to save views of a tool. */
    public static final PolicyKey<Boolean> SAVED = PolicyKey.flag(
            "saved",
            false,
            "whether callers can save a query on a result of the tool as plimsoll://saved/NAME, if the tool only reads (only in the gateway)");

    /** Interval at which a subscribed view calls its tool. */
    public static final PolicyKey<Duration> SAVED_EVERY = PolicyKey.time(
            "savedEvery",
            null,
            Duration.ofSeconds(1),
            Duration.ofDays(1),
            "how often Plimsoll itself calls the tool while a client is subscribed to a view of it (only in the gateway); null: never");

    private SavedKeys() {}

    /** Returns whether callers can save views of at least one tool. */
    public static boolean isSavingAllowed(Policies policies) {
        return policies.eachPolicy().stream().anyMatch(policy -> policy.get(SAVED));
    }

    static List<PolicyKey<?>> all() {
        return List.of(SAVED, SAVED_EVERY);
    }
}
