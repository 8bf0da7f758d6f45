package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;

/**
 * Connects to a server over HTTP. It is a separate class, so that {@code run} loads no HTTP classes for
 * servers on standard input and output, which saves time at the start.
 */
final class HttpServerOpener {

    private HttpServerOpener() {}

    /** Connects to the server. The connections stay open until the process ends. */
    static Upstream connect(ServerConfig serverConfig, Configuration configuration, Log log) {
        return new HttpUpstream(
                        serverConfig,
                        configuration.maxMessageBytes(),
                        Logins.credentials(serverConfig, configuration, log),
                        log)
                .connect();
    }
}
