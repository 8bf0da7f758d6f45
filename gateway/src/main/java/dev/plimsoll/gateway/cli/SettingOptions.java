package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.CommandLineValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Command-line options of all commands that read a configuration. All values are texts here; the reader of
 * the configuration checks them.
 */
public final class SettingOptions {

    @Option(names = "--preset", paramLabel = "PRESET", description = "a named set of defaults for policy")
    private @Nullable String preset;

    @Option(names = "--budget", paramLabel = "TOKENS", description = "the budget of an answer, in tokens")
    private @Nullable String budget;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the folder for keys and stored results")
    private @Nullable String data;

    @Option(names = "--log-level", paramLabel = "LEVEL", description = "off, error, warn, info, debug")
    private @Nullable String logLevel;

    public List<CommandLineValue> flags() {
        List<CommandLineValue> flags = new ArrayList<>();
        if (preset != null) {
            flags.add(CommandLineValue.preset(preset));
        }
        if (budget != null) {
            flags.add(CommandLineValue.budget(budget));
        }
        if (data != null) {
            flags.add(CommandLineValue.data(data));
        }
        if (logLevel != null) {
            flags.add(CommandLineValue.logLevel(logLevel));
        }
        return flags;
    }
}
