package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Source of the configuration. */
public interface ConfigSource {

    /** Reads the configuration anew. */
    LoadedConfiguration read() throws IOException, ConfigurationException;

    /** Returns the files that it may come from, existing or not. */
    default List<Path> files() {
        return List.of();
    }
}
