package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.cli.Exit;
import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.cli.UsageException;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Fault;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.config.model.Timeouts;
import dev.plimsoll.gateway.era.Bridges;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.Restart;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Known;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.Workers;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.reload.Source;
import dev.plimsoll.gateway.trace.Incoming;
import dev.plimsoll.gateway.trace.Traces;
import dev.plimsoll.gateway.trace.Wanted;
import dev.plimsoll.gateway.trace.otel.AsideTracing;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.wire.LinePeer;
import dev.plimsoll.json.LineFramer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads options and configuration, starts the server, relays until the end. */
public final class RunCommand {

    /** All has to be over within two seconds: no configuration may give a server more than the first of these. */
    private static final Duration LEAVE = Duration.ofSeconds(1);

    private static final Duration TERMINATE = Duration.ofMillis(400);
    private static final int WORKERS = 4;

    private final Terminal terminal;
    private final OutputStream wire;
    private final Surroundings surroundings;

    /**
     * A run.
     *
     * @param terminal for input, and for what people read
     * @param wire standard output without any buffer: where the protocol goes
     */
    public RunCommand(Terminal terminal, OutputStream wire, Surroundings surroundings) {
        this.terminal = terminal;
        this.wire = wire;
        this.surroundings = surroundings;
    }

    /** Takes what stands behind {@code run}; the exit code. */
    public int run(String... arguments) {
        try {
            RunOptions options = RunOptions.of(Arrays.asList(arguments));
            if (options.help()) {
                terminal.out().print(RunOptions.HELP);
                return Exit.GOOD;
            }
            if (options.url() == null) {
                ServerProcess.prepare();
            }
            Source source = new FileSource(
                    new ConfigurationReader(surroundings), DefaultFile.USER, options.config(), options.flags());
            Loaded loaded = source.read();
            return run(server(options, loaded.configuration()), options.bridge(), loaded, source);
        } catch (UsageException e) {
            return complain(Exit.USAGE, List.of(String.valueOf(e.getMessage()), "try 'plimsoll run --help'"));
        } catch (ConfigurationException e) {
            return complain(Exit.USAGE, e.faults().stream().map(Fault::toString).toList());
        } catch (IOException e) {
            return complain(Exit.FAILED, List.of(String.valueOf(e.getMessage())));
        }
    }

    private Server server(RunOptions options, Configuration configuration) throws IOException {
        Server known = configuration.server(options.name()).orElse(null);
        URI url = options.url();
        if (url != null) {
            return called(options.name(), url, known);
        }
        if (!options.command().isEmpty()) {
            return known == null
                    ? Server.of(options.name(), options.command())
                    : new Server(
                            known.name(),
                            options.command(),
                            known.env(),
                            known.cwd(),
                            null,
                            Map.of(),
                            known.timeouts(),
                            known.rateLimit());
        }
        if (known == null || (known.command().isEmpty() && known.url() == null)) {
            throw new UsageException(
                    "no command and no url: plimsoll run -- COMMAND [ARGUMENT...], or plimsoll run --url URL");
        }
        return known;
    }

    /** The headers of a configured server go to its own place alone: they hold secrets. */
    private static Server called(String name, URI url, @Nullable Server known) {
        URI usual = known == null ? null : known.url();
        boolean same = usual != null
                && url.getScheme().equalsIgnoreCase(usual.getScheme())
                && url.getRawAuthority().equalsIgnoreCase(usual.getRawAuthority());
        return new Server(
                name,
                List.of(),
                Map.of(),
                null,
                url,
                same && known != null ? known.headers() : Map.of(),
                known == null ? Timeouts.DEFAULT : known.timeouts(),
                known == null ? null : known.rateLimit(),
                same && known != null ? known.login() : null);
    }

    private int run(Server server, boolean bridge, Loaded loaded, Source source) {
        Configuration configuration = loaded.configuration();
        Log log = new Log(terminal.err(), Level.valueOf(configuration.logLevel().name()));
        for (Fault warning : loaded.warnings()) {
            log.say(Level.WARN, "configuration", "says", warning);
        }
        Upstream upstream;
        try {
            upstream = server.url() == null ? start(server, configuration) : Called.connect(server, configuration, log);
        } catch (UpstreamException e) {
            return new Refusal(terminal.in(), wire, log, configuration.maxMessageBytes())
                    .answer(server.name(), String.valueOf(e.getMessage()));
        }
        Traces traces = Wanted.spans(surroundings.environment())
                ? new Traces(AsideTracing.of(surroundings.environment(), version(), log))
                : null;
        Upstream seen = seen(upstream, server, traces);
        Restart restart =
                server.url() != null ? Restart.NEVER : () -> seen(start(server, configuration), server, traces);
        Upstream bridged = bridge
                ? Bridges.any(seen, restart, server.timeouts().start(), log)
                : Bridges.either(seen, new KnownEra(), restart);
        return relay(server, bridged, loaded, source, traces, log);
    }

    private static Upstream seen(Upstream upstream, Server server, @Nullable Traces traces) {
        return traces == null ? upstream : traces.of(upstream, server.name(), server.url());
    }

    private static String version() {
        return Objects.requireNonNullElse(RunCommand.class.getPackage().getImplementationVersion(), "development");
    }

    private static Upstream start(Server server, Configuration configuration) throws UpstreamException {
        Duration stop = server.timeouts().stop();
        return ServerProcess.start(
                server,
                configuration.maxMessageBytes(),
                new Patience(stop.compareTo(LEAVE) < 0 ? stop : LEAVE, TERMINATE));
    }

    private int relay(
            Server server, Upstream upstream, Loaded loaded, Source source, @Nullable Traces traces, Log log) {
        Configuration configuration = loaded.configuration();
        Thread atExit = new Thread(upstream::close, "plimsoll-exit");
        Runtime.getRuntime().addShutdownHook(atExit);
        try (Engine engine = new Engine(server, loaded, source, traces, log);
                Workers workers = new Workers(WORKERS)) {
            LinePeer client = new LinePeer(wire);
            Known known = new Known(configuration.catalogs().of(server.name()));
            Relay relay = new Relay(client, upstream, engine, server.name(), known, workers, log);
            engine.relisting(server.name(), known, client, workers);
            Session session = new Session(
                    new LineFramer(terminal.in(), configuration.maxMessageBytes()),
                    upstream,
                    relay,
                    workers,
                    configuration.maxMessageBytes(),
                    server.timeouts().request(),
                    engine::begin,
                    log);
            if (traces != null) {
                Incoming incoming = traces.ofProcess(server.name());
                session.by(line -> incoming.hear(line, client, relay::fromClient));
            }
            return session.relayAll() ? Exit.GOOD : Exit.FAILED;
        } finally {
            upstream.close();
            if (traces != null) {
                traces.close();
            }
        }
    }

    private int complain(int status, List<String> lines) {
        for (String line : lines) {
            terminal.err().println("plimsoll: " + line);
        }
        return status;
    }
}
