package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpServer;

/** A server that is called over HTTP; apart, so that whoever starts a program loads nothing of it. */
final class Called {

    private Called() {}

    /** The connections end with the process. */
    static Upstream connect(Server server, Configuration configuration, Log log) {
        return new HttpServer(server, configuration.maxMessageBytes(), Logins.of(server, configuration, log), log)
                .connect();
    }
}
