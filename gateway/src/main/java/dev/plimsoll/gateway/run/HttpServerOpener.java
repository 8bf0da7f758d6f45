package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;

/** A server that is called over HTTP; apart, so that whoever starts a program loads nothing of it. */
final class HttpServerOpener {

    private HttpServerOpener() {}

    /** The connections end with the process. */
    static Upstream connect(ServerConfig serverConfig, Configuration configuration, Log log) {
        return new HttpUpstream(serverConfig, configuration.maxMessageBytes(), Logins.of(serverConfig, configuration, log), log)
                .connect();
    }
}
