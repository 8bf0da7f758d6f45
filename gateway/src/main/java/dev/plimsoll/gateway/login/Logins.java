package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.http.UpstreamCredentials;
import java.net.URI;
import java.time.InstantSource;

/** What was granted by {@code login}, for those who call servers. */
public final class Logins {

    private Logins() {}

    /** Those of a server with a URL; nothing is read before the first request. */
    public static UpstreamCredentials of(ServerConfig serverConfig, Configuration configuration, Log log) {
        URI url = serverConfig.url();
        if (url == null || !TrustedOrigins.isSecret(url)) {
            return UpstreamCredentials.NONE;
        }
        boolean named = configuration
                .server(serverConfig.name())
                .map(known -> url.equals(known.url()))
                .orElse(false);
        String command = "plimsoll login " + (named ? serverConfig.name() : shown(url)) + configuration.given();
        return new StoredCredentials(
                serverConfig, GrantFile.of(configuration.data(), url), command, InstantSource.system(), log);
    }

    /** What stands behind a question mark may be secret. */
    private static String shown(URI url) {
        return url.getRawQuery() == null ? url.toString().replace("'", "%27") : "URL";
    }
}
