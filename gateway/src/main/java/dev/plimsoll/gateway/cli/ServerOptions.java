package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that name a server of a configuration, shared by {@code login} and {@code logout}. */
final class ServerOptions {

    @Parameters(paramLabel = "SERVER", description = "a configured server with a url, or the URL of one that is not")
    private String name = "";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration (default: plimsoll.yaml or plimsoll.json, else the user's own)")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "where tokens and keys are kept")
    private @Nullable String data;

    /** The selected server, and the data folder. */
    record Meant(ServerConfig server, Path data) {}

    /** Finds the server; throws a usage error if there is none. */
    Meant meant(HostEnvironment hostEnvironment) throws ConfigurationException {
        Configuration configuration = read(hostEnvironment).configuration();
        URI url = url();
        ServerConfig known = configuration.servers().stream()
                .filter(serverConfig -> url == null ? serverConfig.name().equals(name) : url.equals(serverConfig.url()))
                .findFirst()
                .orElse(null);
        if (known == null && url == null) {
            String names = configuration.servers().stream()
                    .filter(serverConfig -> serverConfig.url() != null)
                    .map(ServerConfig::name)
                    .collect(Collectors.joining(", "));
            throw new UsageException("no server '" + name + "' is configured"
                    + (names.isEmpty() ? "; no other has a url either" : "; with a url: " + names));
        }
        ServerConfig serverConfig = known == null && url != null ? ServerConfig.of("main", url) : known;
        if (serverConfig == null || serverConfig.url() == null) {
            throw new UsageException("the server '" + name + "' has no url: nobody logs in at a program");
        }
        return new Meant(serverConfig, configuration.data());
    }

    private LoadedConfiguration read(HostEnvironment hostEnvironment) throws ConfigurationException {
        List<CommandLineValue> flags = data == null ? List.of() : List.of(CommandLineValue.data(data));
        return new ConfigurationReader(hostEnvironment).readNearest(config, flags);
    }

    private @Nullable URI url() {
        if (!name.contains("://")) {
            return null;
        }
        try {
            URI url = new URI(name);
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
