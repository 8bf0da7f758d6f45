package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Source of the configuration. */
public interface ConfigSource {

    /** Reads the configuration in its current state. */
    LoadedConfiguration read() throws IOException, ConfigurationException;

    /**
     * Parses the configuration that would result if its file had this text; returns null if this source has
     * no file.
     *
     * @param text the text of the file; may begin with a byte order mark
     */
    default @Nullable LoadedConfiguration readWith(String text) throws ConfigurationException {
        return null;
    }

    /** Returns the files from which the configuration may come, even if they do not exist. */
    default List<Path> files() {
        return List.of();
    }
}
