package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select the data folder. */
final class DataFolderOptions {

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration that names the data folder")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the data folder")
    private @Nullable String data;

    /** Returns the name of the operating system's user. */
    static String currentUser() {
        return System.getProperty("user.name", "somebody");
    }

    Configuration readConfiguration(HostEnvironment hostEnvironment) throws ConfigurationException {
        List<CommandLineValue> flags = data == null ? List.of() : List.of(CommandLineValue.data(data));
        return new ConfigurationReader(hostEnvironment)
                .readNearest(config, flags)
                .configuration();
    }
}
