package dev.plimsoll.gateway.cli.client;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.wrap.WrapException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of {@code wrap} that are passed on to {@code run}. They are checked here, because users do not see the errors
 * of a server that a client starts.
 */
final class ForwardedOptions {

    @Option(names = "--budget", paramLabel = "N", description = "for run: the budget of an answer, in tokens")
    private @Nullable String budget;

    @Option(names = "--preset", paramLabel = "P", description = "for run: a named set of defaults")
    private @Nullable String preset;

    @Option(names = "--config", paramLabel = "F", description = "for run: a configuration file of Plimsoll")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "DIR", description = "for run: the data folder")
    private @Nullable String data;

    /** Checks the options, and returns those that were given, by name. Prints warnings to {@code err}. */
    Map<String, String> validate(PrintStream err) throws WrapException {
        List<CommandLineValue> flags = new ArrayList<>();
        Map<String, String> options = new LinkedHashMap<>();
        if (budget != null) {
            options.put("--budget", budget);
            flags.add(CommandLineValue.budget(budget));
        }
        if (preset != null) {
            options.put("--preset", preset);
            flags.add(CommandLineValue.preset(preset));
        }
        String file = config == null ? null : toAbsolute("--config", config);
        if (file != null) {
            options.put("--config", file);
        }
        if (data != null) {
            options.put("--data", toAbsolute("--data", data));
        }
        validateConfiguration(file == null || hasLeadingPlaceholder(file) ? null : file, flags, err);
        return options;
    }

    /**
     * Checks the configuration. Reports errors in the file as warnings only, because the client may start
     * {@code run} with other environment variables. Throws for errors in the options.
     */
    private static void validateConfiguration(@Nullable String file, List<CommandLineValue> flags, PrintStream err)
            throws WrapException {
        if (file != null && !Files.isRegularFile(Path.of(file))) {
            throw new WrapException("--config: no such file: " + file);
        }
        try {
            ConfigurationReader.forCurrentProcess().read(DefaultFile.USER, file, flags);
        } catch (ConfigurationException e) {
            for (ConfigError configError : e.errors()) {
                if (configError.position().startsWith("--")) {
                    throw new WrapException(configError.position() + ": " + configError.message());
                }
                ErrorPrinter.print(err, "run will reject this: " + configError);
            }
        }
    }

    /** Makes a path absolute, because clients start servers in folders of their own choice. */
    private static String toAbsolute(String option, String path) throws WrapException {
        try {
            return hasLeadingPlaceholder(path)
                    ? path
                    : Path.of(path).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            throw new WrapException(option + ": not a file name: " + path);
        }
    }

    /**
     * Returns whether the path begins with a placeholder that the client fills in, such as {@code ${workspaceFolder}}.
     */
    private static boolean hasLeadingPlaceholder(String path) {
        return path.startsWith("${");
    }
}
