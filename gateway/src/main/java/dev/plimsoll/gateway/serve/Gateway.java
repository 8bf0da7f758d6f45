package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.Replaceable;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.Places;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.config.model.Serving;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.http.Front;
import dev.plimsoll.gateway.http.Limits;
import dev.plimsoll.gateway.http.Listening;
import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.hub.Hub;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Audit;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.gateway.reload.Reloading.Fixed;
import dev.plimsoll.gateway.reload.Source;
import dev.plimsoll.gateway.replica.Peers;
import dev.plimsoll.gateway.rollout.RollingOut;
import dev.plimsoll.gateway.single.OneServer;
import dev.plimsoll.gateway.trace.Traces;
import dev.plimsoll.gateway.trace.Wanted;
import dev.plimsoll.gateway.trace.otel.AsideTracing;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that {@code serve} has running: the engine, the servers' addresses, what listens. */
public final class Gateway implements AutoCloseable {

    /** Proxies and clients often give up on what has been silent for half a minute. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final OpenEngine engine;
    private final Telling telling;
    private final Front front;
    private final Reloading reloading;
    private final RollingOut rollingOut;
    private final String host;
    private final boolean encrypted;
    private final List<String> names;

    private Gateway(
            OpenEngine engine,
            Telling telling,
            Front front,
            Reloading reloading,
            RollingOut rollingOut,
            String host,
            boolean encrypted,
            List<String> names) {
        this.engine = engine;
        this.telling = telling;
        this.front = front;
        this.reloading = reloading;
        this.rollingOut = rollingOut;
        this.host = host;
        this.encrypted = encrypted;
        this.names = names;
    }

    /**
     * Begins to serve.
     *
     * @throws ServingException when the configuration does not allow it
     * @throws IOException when the address cannot be listened on
     */
    public static Gateway open(Configuration configuration, Log log) throws IOException, ServingException {
        Loaded loaded = new Loaded(configuration, List.of(), null, null);
        return open(loaded, () -> loaded, log);
    }

    /**
     * The same, for a configuration of which is known where it comes from.
     *
     * @param source where it is read again when it changes
     * @throws ServingException when the configuration does not allow it
     * @throws IOException when the address cannot be listened on
     */
    public static Gateway open(Loaded loaded, Source source, Log log) throws IOException, ServingException {
        return open(loaded, source, traces(System.getenv(), log), log);
    }

    /** Null: nobody says where they go. */
    private static @Nullable Traces traces(Map<String, String> environment, Log log) {
        return Wanted.spans(environment) ? new Traces(AsideTracing.of(environment, version(), log)) : null;
    }

    static Gateway open(Loaded loaded, Source source, @Nullable Traces traces, Log log)
            throws IOException, ServingException {
        Configuration configuration = loaded.configuration();
        Serving serving = configuration.serving();
        int colon = serving.listen().lastIndexOf(':');
        String host = serving.listen().substring(0, colon).replace("[", "").replace("]", "");
        requireGuarded(serving, host);
        List<Server> servers = served(configuration, log);
        Telling telling = Telling.of(configuration, servers, traces, log);
        OpenEngine engine =
                OpenEngine.ofReplica(configuration, traces == null ? telling : traces.besides(telling), log);
        List<ServerBackend> backends = new ArrayList<>();
        Places processes = new Places("maxProcesses", serving.maxProcesses());
        for (Server server : servers) {
            backends.add(telling.watched(OneServer.of(server, configuration, engine, processes, traces, log)));
        }
        try {
            int port = Integer.parseInt(serving.listen().substring(colon + 1));
            Access access = serving.access();
            Listening at = new Listening(
                    host,
                    port,
                    serving.origins(),
                    access.publicUrl(),
                    access.tls(),
                    access.traffic().maxConnections(),
                    access.traffic().trustedProxies(),
                    Listening.PATIENCE);
            Replaceable callers = new Replaceable(Identification.of(access, InstantSource.system(), log));
            Reloading reloading =
                    reloading(loaded, source, new Governed(configuration, engine, backends, callers, log), log);
            RollingOut rollingOut = RollingOut.over(reloading, "serve", telling.backingOff(), log);
            telling.tellOf(rollingOut);
            List<Backend> all = new ArrayList<>(backends);
            all.add(new Hub(backends, version(), log));
            Peers peers = new Peers(serving.peers(), engine.tickets(), log);
            List<Service> services = telling.services(version(), engine, reloading);
            Front front = Front.open(at, callers, all, services, peers, limits(configuration), log);
            telling.opened(version(), engine, processes, front::sessions, reloading);
            List<String> names = servers.stream().map(Server::name).toList();
            return new Gateway(
                    engine, telling, front, reloading.watching(), rollingOut, host, access.tls() != null, names);
        } catch (IOException | RuntimeException e) {
            engine.close();
            telling.close();
            throw e;
        }
    }

    private static Reloading reloading(Loaded loaded, Source source, Governed governed, Log log) {
        Audit audit = new Audit(loaded.configuration().data(), log);
        return new Reloading(loaded, source, governed, audit, Fixed.REFUSED, InstantSource.system(), log);
    }

    /** Reads the configuration again. */
    public void reload(String by) {
        reloading.reload(by);
    }

    /** Whoever can reach it could call. */
    private static void requireGuarded(Serving serving, String host) throws ServingException {
        if (!serving.access().guarded() && !serving.insecure() && !Front.isLoopback(host)) {
            throw new ServingException("listen: " + serving.listen()
                    + " can be reached from beyond this machine, and nobody has to say who calls; set auth.tokens"
                    + " (plimsoll token new makes one), listen on 127.0.0.1, or allow it with --insecure");
        }
    }

    private static List<Server> served(Configuration configuration, Log log) throws ServingException {
        List<Server> servers = new ArrayList<>();
        for (Server server : configuration.servers()) {
            if (server.command().isEmpty() && server.url() == null) {
                String why = "it has no command and no url";
                log.say(Level.WARN, "a server is left out", "server", server.name(), "why", why);
            } else {
                servers.add(server);
            }
        }
        if (servers.isEmpty()) {
            throw new ServingException(
                    "servers: none with a command or a url; name one: servers: { files: { command: [npx, …] } }");
        }
        return servers;
    }

    private static String version() {
        return Objects.requireNonNullElse(Gateway.class.getPackage().getImplementationVersion(), "development");
    }

    private static Limits limits(Configuration configuration) {
        Serving serving = configuration.serving();
        return new Limits(
                configuration.maxMessageBytes(),
                serving.maxSessions(),
                serving.sessionIdle(),
                serving.access().traffic().maxInFlight(),
                KEEP_ALIVE);
    }

    public int port() {
        return front.port();
    }

    /** The address of the page that shows what happens; all others are below it. */
    public String dashboard() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (encrypted ? "https://" : "http://") + shown + ":" + port() + "/";
    }

    /** Where all servers are as one, and then where each of them is. */
    public List<String> addresses() {
        String all = dashboard() + "mcp";
        return Stream.concat(Stream.of(all), names.stream().map(name -> all + "/" + name))
                .toList();
    }

    @Override
    public void close() {
        rollingOut.close();
        reloading.close();
        telling.leave();
        front.close();
        engine.close();
        telling.close();
    }
}
