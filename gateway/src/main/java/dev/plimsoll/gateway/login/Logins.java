package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.http.Credentials;
import java.net.URI;
import java.time.InstantSource;

/** What was granted by {@code login}, for those who call servers. */
public final class Logins {

    private Logins() {}

    /** Those of a server with a URL; nothing is read before the first request. */
    public static Credentials of(Server server, Configuration configuration, Log log) {
        URI url = server.url();
        if (url == null || !Trust.isSecret(url)) {
            return Credentials.NONE;
        }
        boolean named = configuration
                .server(server.name())
                .map(known -> url.equals(known.url()))
                .orElse(false);
        String command = "plimsoll login " + (named ? server.name() : shown(url)) + configuration.given();
        return new StoredCredentials(
                server, GrantFile.of(configuration.data(), url), command, InstantSource.system(), log);
    }

    /** What stands behind a question mark may be secret. */
    private static String shown(URI url) {
        return url.getRawQuery() == null ? url.toString().replace("'", "%27") : "URL";
    }
}
