package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file: an explicit one, or the default.
 *
 * @param defaultFile the default
 * @param explicitFile the explicit file; null if none was given
 */
public record FileSource(
        ConfigurationReader reader,
        DefaultFile defaultFile,
        @Nullable String explicitFile,
        List<CommandLineValue> flags)
        implements ConfigSource {

    @Override
    public LoadedConfiguration read() throws ConfigurationException {
        return reader.read(defaultFile, explicitFile, flags);
    }

    @Override
    public LoadedConfiguration readWith(String text) throws ConfigurationException {
        return reader.readWith(defaultFile, explicitFile, flags, text);
    }

    @Override
    public List<Path> files() {
        return reader.files(defaultFile, explicitFile);
    }
}
