package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Source of the configuration. */
public interface ConfigSource {

    /** Reads the configuration anew. */
    LoadedConfiguration read() throws IOException, ConfigurationException;

    /**
     * Reads the configuration as it would be if its file had this text; null if this source cannot tell.
     *
     * @param text the text, in which a byte order mark is allowed
     */
    default @Nullable LoadedConfiguration readWith(String text) throws ConfigurationException {
        return null;
    }

    /** Returns the files that it may come from, existing or not. */
    default List<Path> files() {
        return List.of();
    }
}
