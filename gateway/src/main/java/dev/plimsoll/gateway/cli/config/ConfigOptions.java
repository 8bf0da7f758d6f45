package dev.plimsoll.gateway.cli.config;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.cli.SettingOptions;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that the {@code config} commands share. */
final class ConfigOptions {

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "the file (default: plimsoll.yaml or plimsoll.json, if one exists)")
    private @Nullable String file;

    @Option(names = "--config", paramLabel = "FILE", description = "the same as FILE")
    private @Nullable String config;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    /**
     * Reads the configuration and passes it to {@code action}. Prints errors to standard error, and returns the exit
     * code.
     */
    int runWithConfiguration(HostEnvironment hostEnvironment, Terminal terminal, Consumer<LoadedConfiguration> action) {
        if (file != null && config != null && !file.equals(config)) {
            throw new UsageException("two files given: " + file + " and --config " + config);
        }
        try {
            LoadedConfiguration loadedConfiguration = new ConfigurationReader(hostEnvironment)
                    .read(DefaultFile.WORKING_FOLDER, file == null ? config : file, settings.flags());
            for (ConfigError warning : loadedConfiguration.warnings()) {
                ErrorPrinter.print(terminal.err(), "warning: " + warning);
            }
            action.accept(loadedConfiguration);
            return ExitCode.SUCCESS;
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        }
    }
}
