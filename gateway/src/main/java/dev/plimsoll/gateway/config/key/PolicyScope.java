package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.Form;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What can be set for tools: the keys of the engine, and those of a rollout over time. */
final class PolicyScope {

    private static final String ROLLOUT = "rollout.";
    private static final List<String> OF_CALLS =
            List.of("heavy", "mergedArguments", "readOnly", "cache.ttl", "cache.invalidates");
    private static final Form<Duration> LONG = Form.time(Duration.ofSeconds(1), Duration.ofDays(365));

    private PolicyScope() {}

    static List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (PolicyKey<?> key : Policy.keys()) {
            if (!isLimit(key.name())) {
                keys.add(Key.of(key));
            }
        }
        keys.add(steps());
        return keys;
    }

    /** What can be set for resources: nothing that speaks of calls. */
    static List<Key> ofResources() {
        List<Key> keys = new ArrayList<>();
        for (PolicyKey<?> key : Policy.keys()) {
            if (!isLimit(key.name()) && !isRollout(key.name()) && !OF_CALLS.contains(key.name())) {
                keys.add(Key.of(key));
            }
        }
        return keys;
    }

    /** Whether a key says how far policies are rolled out: it stands at the top, not under policy, and in rules. */
    static boolean isRollout(String key) {
        return key.startsWith(ROLLOUT);
    }

    static boolean isLimit(String policyKey) {
        return policyKey.startsWith("query.");
    }

    static List<Key> limits() {
        return section("query.");
    }

    static boolean isProduction(String policyKey) {
        return policyKey.startsWith("production.");
    }

    static List<Key> production() {
        return section("production.");
    }

    private static List<Key> section(String prefix) {
        List<Key> keys = new ArrayList<>();
        for (PolicyKey<?> key : Policy.keys()) {
            if (key.name().startsWith(prefix)) {
                keys.add(Key.of(key));
            }
        }
        return keys;
    }

    /** When protection is taken back by itself. */
    static List<Key> backOff() {
        Form<Duration> time = Form.time(Duration.ofSeconds(1), Duration.ofDays(30));
        return List.of(
                Key.of(
                                "rollout.backOff.window",
                                time,
                                null,
                                "over which it is looked whether protection costs more than it saves, or cannot be read on; null: never")
                        .orNull(),
                Key.of("rollout.backOff.for", time, "1h", "how long such a tool's protection is off"),
                Key.of(
                        "rollout.backOff.minRequests",
                        Form.whole(1, 1_000_000),
                        "20",
                        "large results, or readings, in the window; with fewer nothing is done"),
                Key.of("rollout.backOff.failures", Form.share(), "20%", "how many readings of a server may fail"));
    }

    private static Key steps() {
        return Key.of(
                "rollout.steps",
                new Shape.Rows(new Scope(List.of(
                        Key.of("percent", Form.whole(0, 100), null, "rollout.percent meanwhile"),
                        Key.of("for", LONG, null, "how long until the next step; the last may have none, and stays"),
                        Key.of("pageSize", Form.whole(1, 1_000_000), null, "items of a page meanwhile")))),
                "shares that follow one another; after the last, rollout.percent holds");
    }
}
