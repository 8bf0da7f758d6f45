package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A folder with configuration files, and environment variables, from which a test reads a configuration. */
final class ConfigSandbox {

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();

    ConfigSandbox(Path folder) {
        this.folder = folder;
    }

    ConfigSandbox file(String text) {
        return file("plimsoll.yaml", text);
    }

    ConfigSandbox file(String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
            return this;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    ConfigSandbox variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    HostEnvironment hostEnvironment() {
        return new HostEnvironment(environment, folder, folder.resolve("home"), "Linux");
    }

    LoadedConfiguration read(CommandLineValue... flags) {
        try {
            return new ConfigurationReader(hostEnvironment()).read(DefaultFile.WORKING_FOLDER, null, List.of(flags));
        } catch (ConfigurationException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** Reads the configuration. Returns null if it has errors. */
    @Nullable Configuration findConfiguration() {
        try {
            return new ConfigurationReader(hostEnvironment())
                    .read(DefaultFile.WORKING_FOLDER, null, List.of())
                    .configuration();
        } catch (ConfigurationException e) {
            return null;
        }
    }

    /**
     * Reads a configuration that has errors, and returns the lines of the error message: one for each error. Fails if
     * there is no error.
     */
    List<String> errors(CommandLineValue... flags) {
        try {
            LoadedConfiguration loadedConfiguration =
                    new ConfigurationReader(hostEnvironment()).read(DefaultFile.WORKING_FOLDER, null, List.of(flags));
            throw new AssertionError("no errors in " + loadedConfiguration.configuration());
        } catch (ConfigurationException e) {
            assertThat(e.getMessage()).hasLineCount(e.errors().size());
            return String.valueOf(e.getMessage()).lines().toList();
        }
    }
}
