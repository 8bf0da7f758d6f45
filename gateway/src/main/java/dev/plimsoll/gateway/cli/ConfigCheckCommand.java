package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll config check}. */
@Command(
        name = "check",
        description = "Says whether the configuration is good, and everything that is wrong if it is not.",
        sortOptions = false)
final class ConfigCheckCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Surroundings surroundings;

    @Mixin
    private ConfigOptions options = new ConfigOptions();

    ConfigCheckCommand(Terminal terminal, Surroundings surroundings) {
        this.terminal = terminal;
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return options.with(surroundings, terminal, loaded -> terminal.out().println(summary(loaded)));
    }

    private static String summary(Loaded loaded) {
        Configuration configuration = loaded.configuration();
        int warnings = loaded.warnings().size();
        String file = loaded.file() == null
                ? "no file"
                : Objects.toString(loaded.file().getFileName());
        return "good: " + counted(configuration.servers().size(), "server") + ", preset " + configuration.preset()
                + ", " + counted(configuration.policies().rules().size(), "rule") + " (" + file + ")"
                + (warnings == 0 ? "" : ", " + counted(warnings, "warning"));
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
