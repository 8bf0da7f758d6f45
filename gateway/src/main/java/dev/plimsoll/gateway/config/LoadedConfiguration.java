package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.check.ScopeSettings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ConfigError;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that was read, and what there is to say about it.
 *
 * @param warnings to be shown or logged: each is one line
 * @param file the file it came from, or null where there was none
 * @param settings what was set, and where: for those who show it; null where nothing was
 */
public record LoadedConfiguration(
        Configuration configuration,
        List<ConfigError> warnings,
        @Nullable Path file,
        @Nullable ScopeSettings settings) {

    public LoadedConfiguration {
        warnings = List.copyOf(warnings);
    }
}
