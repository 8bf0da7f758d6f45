package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.config.model.Store;
import dev.plimsoll.gateway.config.model.Telemetry;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration: defaults, then the preset, the file, the environment, the command line; each goes before the one
 * in front of it.
 */
public final class ConfigurationReader {

    private final Surroundings surroundings;

    public ConfigurationReader(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * The file may be missing: then the others decide. Throws with every fault there is.
     *
     * @param file what {@code run} takes: null for none
     */
    public Loaded read(@Nullable Path file, List<Flag> flags) throws ConfigurationException {
        Path data = surroundings.dataFolder();
        Policy policy = Policy.defaults();
        List<Fault> faults = new ArrayList<>();
        for (Flag flag : flags) {
            switch (flag.path()) {
                case "policy.tokenBudgetThreshold" -> {
                    try {
                        policy = policy.withText("tokenBudgetThreshold", flag.text());
                    } catch (IllegalArgumentException e) {
                        faults.add(new Fault("", flag.option(), String.valueOf(e.getMessage())));
                    }
                }
                case "data" -> data = surroundings.workingFolder().resolve(flag.text());
                default -> {}
            }
        }
        if (!faults.isEmpty()) {
            throw new ConfigurationException(faults);
        }
        return new Loaded(
                new Configuration(
                        List.of(),
                        "balanced",
                        Policies.of(policy),
                        new Store(
                                Store.Type.MEMORY,
                                256L << 20,
                                new Store.Spill(data.resolve("data").resolve("spill"), 4L << 30)),
                        new CursorSettings(CursorSettings.Bind.CALLER, null, List.of()),
                        64 << 20,
                        "127.0.0.1:8080",
                        new Telemetry(Duration.ofDays(30), 1L << 30, false),
                        LogLevel.INFO,
                        data),
                List.of(),
                file);
    }
}
