package dev.plimsoll.gateway.config;

import dev.plimsoll.gateway.config.check.ScopeSettings;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.model.Configuration;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that was read, with its warnings.
 *
 * @param warnings warnings to show or log, one line each
 * @param file the source file; null if there was none
 * @param settings the settings and where they were set, for display; null if nothing was set
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
