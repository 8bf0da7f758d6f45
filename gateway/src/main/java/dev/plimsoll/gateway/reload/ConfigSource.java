package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where the configuration comes from. */
public interface ConfigSource {

    /** Reads it anew. */
    LoadedConfiguration read() throws IOException, ConfigurationException;

    /** The files that it may come from, whether they are there or not. */
    default List<Path> places() {
        return List.of();
    }
}
