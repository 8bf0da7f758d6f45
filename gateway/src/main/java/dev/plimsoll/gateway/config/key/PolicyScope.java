package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.Form;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What can be set for tools. The engine's keys come from the engine; those that it does not know yet stand here, and give
 * way by themselves when it does.
 */
final class PolicyScope {

    static final Form<String> MODE = Form.word("off", "shadow", "ab", "enforce");
    private static final Form<Duration> LONG = Form.time(Duration.ofSeconds(1), Duration.ofDays(365));

    private PolicyScope() {}

    static List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (PolicyKey<?> key : Policy.keys()) {
            if (!isLimit(key.name())) {
                keys.add(Key.of(key));
            }
        }
        for (Key key : planned()) {
            if (Policy.key(key.path()) == null) {
                keys.add(key.planned(key.acts()));
            }
        }
        return keys;
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

    private static List<Key> planned() {
        return List.of(
                Key.of("cache.ttl", LONG, null, "how long a response may be served again; read-only tools only")
                        .orNull(),
                Key.of(
                        "cache.invalidates",
                        new Shape.Many(new TextForm(TextForm.Look.ANY)),
                        "globs of tools whose responses a call drops"),
                Key.of("rollout.mode", MODE, "enforce", "whether the policy acts"),
                Key.of("rollout.percent", Form.whole(0, 100), "100", "how many calls it acts on"),
                steps());
    }

    static Key steps() {
        return Key.of(
                "rollout.steps",
                new Shape.Rows(new Scope(List.of(
                        Key.of("percent", Form.whole(0, 100), null, "how many calls the policy acts on"),
                        Key.of("for", LONG, null, "how long until the next step"),
                        Key.of("pageSize", Form.whole(1, 1_000_000), null, "items of a page meanwhile")))),
                "shares of calls that follow one another");
    }
}
