package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that somebody named, or the usual one.
 *
 * @param otherwise what is read where none is named
 * @param named null: none was
 */
public record FileSource(
        ConfigurationReader reader,
        DefaultFile otherwise,
        @Nullable String named,
        List<CommandLineValue> flags) implements ConfigSource {

    @Override
    public LoadedConfiguration read() throws ConfigurationException {
        return reader.read(otherwise, named, flags);
    }

    @Override
    public List<Path> places() {
        return reader.places(otherwise, named);
    }
}
