package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.shape.style.StyleRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Keys of tool rules: the engine's policy keys and the rollout steps. */
final class PolicyScope {

    private static final String ROLLOUT = "rollout.";
    /** Policy keys that concern calls of tools, and so have no effect on resources. */
    private static final List<String> CALL_KEYS = List.of(
            "heavy",
            "collect",
            "paging.argument",
            "paging.by",
            "paging.size",
            "paging.next",
            "paging.items",
            "paging.total",
            "mergedArguments",
            "readOnly",
            "handles",
            "inPrograms",
            "ahead",
            "consent",
            "acceptsFrom",
            StoredKeys.QUERIES,
            "changesSince",
            "saved",
            "savedEvery",
            "cache.ttl",
            "cache.invalidates");

    private static final SettingType<Duration> STEP_DURATION =
            SettingType.time(Duration.ofSeconds(1), Duration.ofDays(365));

    private PolicyScope() {}

    static List<ConfigKey> keys() {
        List<ConfigKey> keys = new ArrayList<>();
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            if (key.name().equals(StoredKeys.QUERIES)) {
                keys.add(StoredKeys.queriesKey(key.description()));
            } else if (!isProcessLimit(key.name())) {
                keys.add(ConfigKey.of(key));
            }
        }
        keys.add(stepsKey());
        return keys;
    }

    /** Returns the keys of resource rules, without the keys that concern calls. */
    static List<ConfigKey> resourceKeys() {
        List<ConfigKey> keys = new ArrayList<>();
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            if (!isProcessLimit(key.name()) && !isRolloutKey(key.name()) && !CALL_KEYS.contains(key.name())) {
                keys.add(ConfigKey.of(key));
            }
        }
        return keys;
    }

    /**
     * Returns whether a policy key controls the rollout. Such a key is set at the top level and in rules, not
     * under policy.
     */
    static boolean isRolloutKey(String key) {
        return key.startsWith(ROLLOUT);
    }

    static boolean isProcessLimit(String policyKey) {
        return policyKey.startsWith("query.");
    }

    static List<ConfigKey> limitKeys() {
        return keysWithPrefix("query.");
    }

    static boolean isProductionKey(String policyKey) {
        return policyKey.startsWith("production.");
    }

    static List<ConfigKey> productionKeys() {
        return keysWithPrefix("production.");
    }

    private static List<ConfigKey> keysWithPrefix(String prefix) {
        List<ConfigKey> keys = new ArrayList<>();
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            if (key.name().startsWith(prefix)) {
                keys.add(ConfigKey.of(key));
            }
        }
        return keys;
    }

    /** Returns the keys for automatic rollback. */
    static List<ConfigKey> rollbackKeys() {
        SettingType<Duration> time = SettingType.time(Duration.ofSeconds(1), Duration.ofDays(30));
        return List.of(
                ConfigKey.of(
                                "rollout.backOff.window",
                                time,
                                null,
                                "the period over which a tool is checked; protection is turned off if it costs more than it saves, or if follow-up reads fail; null: no rollback")
                        .allowingNull(),
                ConfigKey.of("rollout.backOff.for", time, "1h", "how long protection is off after a rollback"),
                ConfigKey.of(
                        "rollout.backOff.minRequests",
                        SettingType.integer(1, 1_000_000),
                        "20",
                        "the minimum number of large results, or follow-up reads, in the window for a rollback"),
                ConfigKey.of(
                        "rollout.backOff.failures",
                        SettingType.share(),
                        "20%",
                        "the share of a server's follow-up reads that can fail without a rollback"));
    }

    private static ConfigKey stepsKey() {
        return ConfigKey.of(
                "rollout.steps",
                new KeyShape.Rows(new KeyScope(List.of(
                        ConfigKey.of("percent", SettingType.integer(0, 100), null, "rollout.percent during this step"),
                        ConfigKey.of(
                                "for",
                                STEP_DURATION,
                                null,
                                "the duration of the step; without it, the last step is permanent"),
                        ConfigKey.of(
                                "pageSize",
                                SettingType.integer(1, 1_000_000),
                                null,
                                "the page size during this step")))),
                "the steps in order; if the last one ends, rollout.percent applies");
    }
}
