package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.oauth.TrustedOrigins;
import dev.plimsoll.gateway.upstream.http.UpstreamCredentials;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;

/** Creates the credentials of servers from the tokens that {@code plimsoll login} has stored. */
public final class Logins {

    private Logins() {}

    /**
     * Returns the credentials of a server; {@link UpstreamCredentials#NONE} if it cannot have a login. Reads
     * no file before the first request.
     */
    public static UpstreamCredentials createCredentials(
            ServerConfig serverConfig, Configuration configuration, Log log) {
        return createCredentials(serverConfig, configuration, LoginKey.ofUser(), log);
    }

    /** Returns the credentials for a process with these environment variables, which determine its keyring. */
    public static UpstreamCredentials createCredentials(
            ServerConfig serverConfig, Configuration configuration, Map<String, String> environment, Log log) {
        return createCredentials(serverConfig, configuration, LoginKey.of(environment), log);
    }

    private static UpstreamCredentials createCredentials(
            ServerConfig serverConfig, Configuration configuration, LoginKey loginKey, Log log) {
        URI url = serverConfig.url();
        if (url == null || !TrustedOrigins.isConfidential(url)) {
            return UpstreamCredentials.NONE;
        }
        boolean isConfigured = configuration
                .server(serverConfig.name())
                .map(configured -> url.equals(configured.url()))
                .orElse(false);
        String command = "plimsoll login " + (isConfigured ? serverConfig.name() : displayUrl(url))
                + configuration.rerunOptions();
        return new StoredCredentials(
                serverConfig,
                url,
                GrantFile.of(configuration.data(), url, loginKey),
                command,
                InstantSource.system(),
                log);
    }

    /** Returns the URL for display, or a placeholder if it has a query, which may be secret. */
    private static String displayUrl(URI url) {
        return url.getRawQuery() == null ? url.toString().replace("'", "%27") : "URL";
    }
}
