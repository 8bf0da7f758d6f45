package dev.plimsoll.gateway.cli.server;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.terminal.UsageException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of {@code login} and {@code logout} that select a server, by its name or a URL, and the data folder. */
final class ServerOptions {

    @Parameters(paramLabel = "SERVER", description = "a configured server with a URL, or any URL")
    private String nameOrUrl = "";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "the configuration (default: plimsoll.yaml or plimsoll.json, here or in the user's configuration folder)")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the folder for tokens and keys")
    private @Nullable String data;

    /** The selected server, and the data folder. */
    record Selection(ServerConfig server, Path data) {}

    /** Finds the server; throws a usage error if there is none. */
    Selection select(HostEnvironment hostEnvironment) throws ConfigurationException {
        Configuration configuration = readConfiguration(hostEnvironment).configuration();
        URI url = parseUrl();
        ServerConfig match = configuration.servers().stream()
                .filter(serverConfig ->
                        url == null ? serverConfig.name().equals(nameOrUrl) : url.equals(serverConfig.url()))
                .findFirst()
                .orElse(null);
        if (match == null && url == null) {
            String names = configuration.servers().stream()
                    .filter(serverConfig -> serverConfig.url() != null)
                    .map(ServerConfig::name)
                    .collect(Collectors.joining(", "));
            throw new UsageException("no server is named '" + nameOrUrl + "'"
                    + (names.isEmpty() ? "; no configured server has a URL" : "; servers with a URL: " + names));
        }
        ServerConfig serverConfig = match == null && url != null ? ServerConfig.of("main", url) : match;
        if (serverConfig == null || serverConfig.url() == null) {
            throw new UsageException("server '" + nameOrUrl + "' has no URL; only servers with a URL have logins");
        }
        return new Selection(serverConfig, configuration.data());
    }

    private LoadedConfiguration readConfiguration(HostEnvironment hostEnvironment) throws ConfigurationException {
        List<CommandLineValue> flags = data == null ? List.of() : List.of(CommandLineValue.data(data));
        return new ConfigurationReader(hostEnvironment).readNearest(config, flags);
    }

    private @Nullable URI parseUrl() {
        if (!nameOrUrl.contains("://")) {
            return null;
        }
        try {
            URI url = new URI(nameOrUrl);
            if (url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getScheme().matches("(?i)https?")) {
                return url;
            }
        } catch (URISyntaxException e) {
            // the URL may contain a secret, so it is not repeated
        }
        throw new UsageException("SERVER: must be a name, or an http or https URL without user and password");
    }
}
