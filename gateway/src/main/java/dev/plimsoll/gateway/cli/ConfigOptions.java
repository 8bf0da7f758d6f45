package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands of {@code config} share. All options are texts: the configuration knows what is allowed. */
final class ConfigOptions {

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "the file (default: plimsoll.yaml or plimsoll.json, if there is one)")
    private @Nullable String file;

    @Option(names = "--config", paramLabel = "FILE", description = "the same as FILE")
    private @Nullable String config;

    @Option(names = "--preset", paramLabel = "PRESET", description = "a named set of defaults for policy")
    private @Nullable String preset;

    @Option(names = "--budget", paramLabel = "TOKENS", description = "what an answer may cost")
    private @Nullable String budget;

    @Option(names = "--data", paramLabel = "FOLDER", description = "where keys and kept results live")
    private @Nullable String data;

    @Option(names = "--log-level", paramLabel = "LEVEL", description = "off, error, warn, info, debug")
    private @Nullable String logLevel;

    /** Reads the configuration and hands it on; what is wrong with it goes to standard error. The exit code. */
    int with(Surroundings surroundings, Terminal terminal, Consumer<Loaded> then) {
        if (file != null && config != null && !file.equals(config)) {
            throw new UsageException("two files: " + file + " and --config " + config);
        }
        try {
            Loaded loaded = new ConfigurationReader(surroundings)
                    .read(DefaultFile.WORKING_FOLDER, file == null ? config : file, flags());
            for (Fault warning : loaded.warnings()) {
                Complaints.say(terminal.err(), "warning: " + warning);
            }
            then.accept(loaded);
            return Exit.GOOD;
        } catch (ConfigurationException e) {
            e.faults().forEach(fault -> Complaints.say(terminal.err(), fault.toString()));
            return Exit.USAGE;
        }
    }

    private List<Flag> flags() {
        List<Flag> flags = new ArrayList<>();
        if (preset != null) {
            flags.add(Flag.preset(preset));
        }
        if (budget != null) {
            flags.add(Flag.budget(budget));
        }
        if (data != null) {
            flags.add(Flag.data(data));
        }
        if (logLevel != null) {
            flags.add(Flag.logLevel(logLevel));
        }
        return flags;
    }
}
