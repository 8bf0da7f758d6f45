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
 * Source that reads the configuration from a file.
 *
 * @param defaultFile the file that is used if the command line names none
 * @param explicitFile the file that the command line names; null if it names none
 * @param flags settings of the command line, which override those of the file
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
        return reader.readText(defaultFile, explicitFile, flags, text);
    }

    @Override
    public List<Path> files() {
        return reader.findCandidateFiles(defaultFile, explicitFile);
    }
}
