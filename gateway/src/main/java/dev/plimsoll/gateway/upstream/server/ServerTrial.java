package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.ServerRestart;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.upstream.ServerProbe;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;
import dev.plimsoll.gateway.upstream.process.ServerProcess;
import dev.plimsoll.gateway.upstream.process.ServerProcess.StopTimeouts;
import dev.plimsoll.json.Slice;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Starts or calls a server once, lists its tools, and ends it again. */
public final class ServerTrial {

    private static final StopTimeouts STOP_TIMEOUTS = new StopTimeouts(Duration.ofSeconds(1), Duration.ofMillis(400));
    private static final Log NO_LOG = new Log(new PrintStream(OutputStream.nullOutputStream()), LogSeverity.OFF);

    private ServerTrial() {}

    /**
     * Queries facts about a server, such as its revision and the size of its tool list.
     *
     * @throws UpstreamException if it does not work; the message is written for people
     */
    public static ServerProbe.ServerFacts probe(ServerConfig serverConfig, Configuration configuration)
            throws UpstreamException {
        long startNanos = System.nanoTime();
        return run(
                serverConfig,
                configuration,
                server -> ServerProbe.probe(server, serverConfig.timeouts().start(), startNanos));
    }

    /**
     * Lists the tools of a server. Returns the entries of all pages.
     *
     * @throws UpstreamException if it does not work; the message is written for people
     */
    public static List<Slice> listTools(ServerConfig serverConfig, Configuration configuration)
            throws UpstreamException {
        return run(
                serverConfig,
                configuration,
                server -> ServerProbe.listTools(server, serverConfig.timeouts().start()));
    }

    /** A query of the server, which was started for this query. */
    @FunctionalInterface
    private interface Probe<T> {
        T query(Upstream server) throws UpstreamException;
    }

    private static <T> T run(ServerConfig serverConfig, Configuration configuration, Probe<T> probe)
            throws UpstreamException {
        int maxMessageBytes = configuration.maxMessageBytes();
        if (serverConfig.url() == null) {
            ServerRestart serverRestart = () -> ServerProcess.start(serverConfig, maxMessageBytes, STOP_TIMEOUTS);
            return probe.query(
                    withEraDetection(ServerProcess.start(serverConfig, maxMessageBytes, STOP_TIMEOUTS), serverRestart));
        }
        try (HttpUpstream http = new HttpUpstream(
                serverConfig, maxMessageBytes, Logins.createCredentials(serverConfig, configuration, NO_LOG), NO_LOG)) {
            return probe.query(withEraDetection(http.connect(), ServerRestart.NEVER));
        }
    }

    private static Upstream withEraDetection(Upstream server, ServerRestart serverRestart) {
        return TranslationFactory.createDetectingServer(server, new KnownEra(), serverRestart);
    }
}
