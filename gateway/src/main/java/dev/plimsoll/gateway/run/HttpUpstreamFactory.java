package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;
import java.util.Map;

/**
 * Connects to a server over HTTP. It is a separate class, so that {@code run} loads no HTTP classes for
 * servers on standard input and output, which saves time at the start.
 */
final class HttpUpstreamFactory {

    private HttpUpstreamFactory() {}

    /**
     * Connects to the server. Closing the result closes the connections.
     *
     * @param environment the variables of the caller's process
     * @param messageMemory memory for long responses
     */
    static Upstream connect(
            ServerConfig serverConfig,
            Configuration configuration,
            Map<String, String> environment,
            MessageMemory messageMemory,
            Log log) {
        return new HttpUpstream(
                        serverConfig,
                        configuration.maxMessageBytes(),
                        Logins.createCredentials(serverConfig, configuration, environment, log),
                        messageMemory,
                        log)
                .connect();
    }
}
