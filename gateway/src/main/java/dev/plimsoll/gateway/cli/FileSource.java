package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.reload.Source;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file that a service was told to read, or the one in its working folder.
 *
 * @param named null: none was
 */
record FileSource(ConfigurationReader reader, @Nullable String named, List<Flag> flags) implements Source {

    @Override
    public Loaded read() throws ConfigurationException {
        return reader.read(DefaultFile.WORKING_FOLDER, named, flags);
    }

    @Override
    public List<Path> places() {
        return reader.places(DefaultFile.WORKING_FOLDER, named);
    }
}
