package dev.plimsoll.gateway.run;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.BreakerConfig;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.ServerRestart;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.pin.PinRegistry;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.line.LinePeer;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.trace.OtelVariables;
import dev.plimsoll.gateway.trace.ServerSpans;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.gateway.trace.otel.BackgroundSpanFactory;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.process.ServerHost;
import dev.plimsoll.gateway.upstream.process.ServerProcess;
import dev.plimsoll.gateway.upstream.process.ServerProcess.StopTimeouts;
import dev.plimsoll.json.frame.LineFramer;
import dev.plimsoll.policy.SavedKeys;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code plimsoll run}: reads options and configuration, starts the server or connects to it, and relays
 * messages until the client or the server ends.
 */
public final class RunCommand {

    /**
     * Maximum time for the server to exit after its input was closed, even if the configuration allows more:
     * {@code run} must end within two seconds.
     */
    private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(1);

    /** Time after SIGTERM until the server is killed. */
    private static final Duration TERMINATE_TIMEOUT = Duration.ofMillis(400);

    private static final int WORKER_COUNT = 4;

    private final Terminal terminal;
    private final OutputStream protocolOut;
    private final HostEnvironment hostEnvironment;
    private final ServerHost serverHost;
    private final ExitHooks exitHooks;
    private final RunResources resources;

    /**
     * Creates the command of this process.
     *
     * @param terminal input, and output for people
     * @param protocolOut unbuffered standard output for the protocol
     */
    public RunCommand(Terminal terminal, OutputStream protocolOut, HostEnvironment hostEnvironment) {
        this(new RunContext(
                terminal,
                protocolOut,
                hostEnvironment,
                ServerHost.ofProcess(),
                ExitHooks.ofProcess(),
                RunResources.ofProcess()));
    }

    /** Creates a command with the given streams, environment, and hooks. */
    public RunCommand(RunContext context) {
        this.terminal = context.terminal();
        this.protocolOut = context.protocolOut();
        this.hostEnvironment = context.hostEnvironment();
        this.serverHost = context.serverHost();
        this.exitHooks = context.exitHooks();
        this.resources = context.resources();
    }

    /** Kind of a server, as far as the arguments show it. */
    public enum ServerKind {

        /** No server: the arguments are not valid, or ask for help. */
        NONE,

        /** A command that starts a server. */
        COMMAND,

        /** A server with a URL, or a server whose command or URL is in the configuration. */
        URL_OR_CONFIGURED
    }

    /** Returns the kind of the server that arguments after {@code run} name. */
    public static ServerKind serverKind(List<String> arguments) {
        try {
            RunOptions options = RunOptions.parse(arguments);
            if (options.isHelp()) {
                return ServerKind.NONE;
            }
            return options.command().isEmpty() ? ServerKind.URL_OR_CONFIGURED : ServerKind.COMMAND;
        } catch (UsageException e) {
            return ServerKind.NONE;
        }
    }

    /** Returns the name of the server in rules and records, for valid arguments after {@code run}. */
    public static String serverName(List<String> arguments) {
        return RunOptions.parse(arguments).name();
    }

    /** Runs the command with the arguments after {@code run}, and returns the exit code. */
    public int run(String... arguments) {
        try {
            // called before the arguments are parsed, because the start of a server process waits for this preparation
            if (!Arrays.asList(arguments).contains("--url")) {
                ServerProcess.prepareFirstStart();
            }
            RunOptions options = RunOptions.parse(Arrays.asList(arguments));
            if (options.isHelp()) {
                terminal.out().print(RunOptions.HELP);
                return ExitCode.SUCCESS;
            }
            RunOptions.requireDaemonMode(hostEnvironment.environment());
            ConfigSource configSource = new FileSource(
                    new ConfigurationReader(hostEnvironment), DefaultFile.USER, options.config(), options.flags());
            LoadedConfiguration loadedConfiguration = configSource.read();
            return run(
                    resolveServer(options, loadedConfiguration.configuration()),
                    options.isBridge(),
                    loadedConfiguration,
                    configSource);
        } catch (UsageException e) {
            return printErrors(ExitCode.USAGE, List.of(String.valueOf(e.getMessage()), "try 'plimsoll run --help'"));
        } catch (ConfigurationException e) {
            return printErrors(
                    ExitCode.USAGE,
                    e.errors().stream().map(ConfigError::toString).toList());
        } catch (IOException e) {
            return printErrors(ExitCode.FAILURE, List.of(String.valueOf(e.getMessage())));
        }
    }

    private ServerConfig resolveServer(RunOptions options, Configuration configuration) throws IOException {
        ServerConfig configured = configuration.server(options.name()).orElse(null);
        URI url = options.readUrl(hostEnvironment.environment());
        if (url != null) {
            Map<String, String> headers = options.variables().readHeaders(hostEnvironment.environment());
            return createHttpServer(options.name(), url, headers, configured);
        }
        if (!options.command().isEmpty()) {
            return configured == null
                    ? ServerConfig.of(options.name(), options.command())
                    : new ServerConfig(
                            configured.name(),
                            options.command(),
                            configured.env(),
                            configured.cwd(),
                            null,
                            Map.of(),
                            configured.timeouts(),
                            configured.rateLimit(),
                            null,
                            BreakerConfig.DEFAULT);
        }
        if (configured == null || (configured.command().isEmpty() && configured.url() == null)) {
            throw new UsageException(
                    "no command and no url: plimsoll run -- COMMAND [ARGUMENT...], or plimsoll run --url URL");
        }
        return configured;
    }

    /**
     * Creates the settings of a server with a URL. Headers of the configuration may contain secrets, so they
     * are only used if the configured URL has the same origin.
     *
     * @param headers headers of the command line; if there are any, the configured headers are not used
     * @param configured the configured server with this name; null if there is none
     */
    private static ServerConfig createHttpServer(
            String name, URI url, Map<String, String> headers, @Nullable ServerConfig configured) {
        URI configuredUrl = configured == null ? null : configured.url();
        boolean isSameOrigin = configuredUrl != null
                && url.getScheme().equalsIgnoreCase(configuredUrl.getScheme())
                && url.getRawAuthority().equalsIgnoreCase(configuredUrl.getRawAuthority());
        return new ServerConfig(
                name,
                List.of(),
                Map.of(),
                null,
                url,
                headers.isEmpty() && isSameOrigin && configured != null ? configured.headers() : headers,
                configured == null ? TimeoutConfig.DEFAULT : configured.timeouts(),
                configured == null ? null : configured.rateLimit(),
                isSameOrigin && configured != null ? configured.login() : null,
                BreakerConfig.DEFAULT);
    }

    private int run(
            ServerConfig serverConfig,
            boolean isBridge,
            LoadedConfiguration loadedConfiguration,
            ConfigSource configSource) {
        Configuration configuration = loadedConfiguration.configuration();
        Log log = new Log(
                terminal.err(), LogSeverity.valueOf(configuration.logLevel().name()));
        for (ConfigError warning : loadedConfiguration.warnings()) {
            log.log(LogSeverity.WARN, "configuration", "warning", warning);
        }
        Upstream upstream;
        try {
            upstream = serverConfig.url() == null
                    ? start(serverConfig, configuration)
                    : HttpUpstreamFactory.connect(
                            serverConfig, configuration, hostEnvironment.environment(), resources.messageMemory(), log);
        } catch (UpstreamException e) {
            boolean isConfigured = configuration
                    .server(serverConfig.name())
                    .filter(serverConfig::equals)
                    .isPresent();
            return new RunRefusal(terminal.in(), protocolOut, log, configuration.maxMessageBytes())
                    .respond(serverConfig.name(), isConfigured, String.valueOf(e.getMessage()));
        }
        TraceSpans traceSpans = OtelVariables.hasSpansEnabled(hostEnvironment.environment())
                ? new TraceSpans(BackgroundSpanFactory.start(hostEnvironment.environment(), version(), log))
                : null;
        Upstream tracedUpstream = withSpans(upstream, serverConfig, traceSpans);
        ServerRestart serverRestart = serverConfig.url() != null
                ? ServerRestart.NEVER
                : () -> withSpans(start(serverConfig, configuration), serverConfig, traceSpans);
        Upstream translatedUpstream = isBridge
                ? TranslationFactory.createDetectingBoth(
                        tracedUpstream, serverRestart, serverConfig.timeouts().start(), log)
                : TranslationFactory.createDetectingServer(tracedUpstream, new KnownEra(), serverRestart);
        return relay(serverConfig, translatedUpstream, loadedConfiguration, configSource, traceSpans, log);
    }

    private static Upstream withSpans(Upstream upstream, ServerConfig serverConfig, @Nullable TraceSpans traceSpans) {
        return traceSpans == null
                ? upstream
                : FilterChain.of(upstream, List.of(traceSpans.filter(serverConfig.name(), serverConfig.url())));
    }

    private static String version() {
        return Objects.requireNonNullElse(RunCommand.class.getPackage().getImplementationVersion(), "development");
    }

    private Upstream start(ServerConfig serverConfig, Configuration configuration) throws UpstreamException {
        Duration stopTimeout = serverConfig.timeouts().stop();
        return ServerProcess.start(
                serverConfig,
                configuration.maxMessageBytes(),
                new StopTimeouts(
                        stopTimeout.compareTo(EXIT_TIMEOUT) < 0 ? stopTimeout : EXIT_TIMEOUT, TERMINATE_TIMEOUT),
                serverHost);
    }

    private int relay(
            ServerConfig serverConfig,
            Upstream upstream,
            LoadedConfiguration loadedConfiguration,
            ConfigSource configSource,
            @Nullable TraceSpans traceSpans,
            Log log) {
        Configuration configuration = loadedConfiguration.configuration();
        exitHooks.add(upstream::close);
        Catalog catalog = configuration.catalogs().forServer(serverConfig.name());
        ResultFields fields = findFields(serverConfig, configuration, log);
        RunPrograms programs = fields == null || !configuration.programs().isEnabled()
                ? null
                : new RunPrograms(serverConfig, configuration, fields, resources, log);
        try (RunEngine runEngine =
                        new RunEngine(serverConfig, loadedConfiguration, configSource, fields, resources, log);
                WorkerPool workerPool = new WorkerPool(WORKER_COUNT)) {
            LinePeer client = new LinePeer(protocolOut);
            ServerKnowledge serverKnowledge = new ServerKnowledge(
                    catalog,
                    new PinRegistry(configuration.data(), InstantSource.system(), log).forConnection(serverConfig),
                    tool -> fields == null ? null : fields.find(serverConfig.name(), tool));
            RunSavedViews saved = findSaved(serverConfig, configuration, client, log);
            Peer relayClient = saved == null ? client : saved.client();
            Relay relay =
                    new Relay(relayClient, upstream, runEngine, serverConfig.name(), serverKnowledge, workerPool, log);
            runEngine.enableListChangeNotifications(serverConfig.name(), serverKnowledge, client, workerPool);
            RunSession runSession = new RunSession(
                    new LineFramer(
                            terminal.in(),
                            configuration.maxMessageBytes(),
                            resources.messageMemory().openReservation()),
                    upstream,
                    relay,
                    workerPool,
                    configuration.maxMessageBytes(),
                    serverConfig.timeouts().request(),
                    log);
            EndpointSession relaySession = new RelayEndpointSession(relay);
            EndpointSession savedSession = saved == null ? relaySession : saved.createSession(relaySession, runEngine);
            EndpointSession innerSession =
                    programs == null ? savedSession : programs.createSession(savedSession, runEngine, client);
            EndpointSession session = configuration.isShowEnabled()
                    ? RunShow.createSession(innerSession, serverConfig.name(), runEngine, workerPool, log)
                    : innerSession;
            boolean isRelayOnly = saved == null && programs == null && !configuration.isShowEnabled();
            ServerSpans.MessageHandler handler =
                    isRelayOnly ? relay::onClientMessages : toSessionIfValid(session, relay);
            setClientHandler(runSession, handler, client, serverConfig.name(), traceSpans);
            runEngine.start();
            try (session) {
                return relayAll(runSession, session);
            }
        } finally {
            upstream.close();
            if (traceSpans != null) {
                traceSpans.close();
            }
        }
    }

    private static int relayAll(RunSession runSession, EndpointSession session) {
        boolean isEndedByClient = runSession.relayAll();
        if (isEndedByClient) {
            // like the relay, programs that still run do not answer any more
            session.cancel();
        }
        return isEndedByClient ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    /** Returns a handler that passes invalid messages to the relay, which refuses them, and all others to the session. */
    private static ServerSpans.MessageHandler toSessionIfValid(EndpointSession session, Relay relay) {
        return (received, requester) -> {
            Message message = received.single();
            if (message != null && message.fault() != null) {
                relay.onClientMessages(received, requester);
            } else {
                session.handle(received, requester);
            }
        };
    }

    private static void setClientHandler(
            RunSession runSession,
            ServerSpans.MessageHandler handler,
            Peer client,
            String server,
            @Nullable TraceSpans traceSpans) {
        if (traceSpans != null) {
            ServerSpans serverSpans = traceSpans.serverSpans(server);
            runSession.setClientHandler(received -> serverSpans.handle(received, client, handler));
        } else {
            runSession.setClientHandler(received -> handler.handle(received, client));
        }
    }

    /** Returns the saved views; null if no policy allows views. */
    private static @Nullable RunSavedViews findSaved(
            ServerConfig serverConfig, Configuration configuration, Peer client, Log log) {
        return SavedKeys.isSavingAllowed(configuration.policies())
                ? new RunSavedViews(serverConfig.name(), configuration.data(), client, log)
                : null;
    }

    /** Returns the store of the fields of results; null if neither programs nor the search for tools need it. */
    private static @Nullable ResultFields findFields(ServerConfig serverConfig, Configuration configuration, Log log) {
        boolean isUsed = configuration.programs().isEnabled()
                || configuration.catalogs().forServer(serverConfig.name()) == Catalog.DISPATCH;
        return isUsed ? ResultFields.ofFolder(configuration.data(), List.of(serverConfig), log) : null;
    }

    private int printErrors(int status, List<String> lines) {
        for (String line : lines) {
            terminal.err().println("plimsoll: " + line);
        }
        return status;
    }
}
