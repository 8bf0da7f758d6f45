package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.ManagementConfig;
import dev.plimsoll.gateway.config.model.ServeConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.SharingConfig;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.policy.Tier;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs {@code plimsoll serve} in this JVM on a free port, in front of real processes. */
@NullMarked
final class ServeFixture implements AutoCloseable {

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final GatewayServer gatewayServer;

    private ServeFixture(Configuration configuration, @Nullable TraceSpans traceSpans) throws Exception {
        PrintStream err = new PrintStream(logBytes, true, StandardCharsets.UTF_8);
        LoadedConfiguration loadedConfiguration = new LoadedConfiguration(configuration, List.of(), null, null);
        gatewayServer = GatewayServer.open(
                loadedConfiguration, () -> loadedConfiguration, traceSpans, new Log(err, LogSeverity.DEBUG));
    }

    private ServeFixture(ConfigSource configSource) throws Exception {
        PrintStream err = new PrintStream(logBytes, true, StandardCharsets.UTF_8);
        gatewayServer = GatewayServer.open(configSource.read(), configSource, null, new Log(err, LogSeverity.INFO));
    }

    /** Starts the gateway with a configuration file, which the test may change. All data is in the folder. */
    static ServeFixture withFile(Path folder, Path file) throws Exception {
        return new ServeFixture(source(folder, file));
    }

    /** Starts the gateway with a configuration file and spans. */
    static ServeFixture withFile(Path folder, Path file, TraceSpans traceSpans) throws Exception {
        return of(source(folder, file).read().configuration(), traceSpans);
    }

    private static ConfigSource source(Path folder, Path file) {
        ConfigurationReader reader = new ConfigurationReader(new HostEnvironment(Map.of(), folder, folder, "Linux"));
        List<CommandLineValue> flags = List.of(
                CommandLineValue.listen("127.0.0.1:0"),
                CommandLineValue.data(folder.resolve("data").toString()));
        return new FileSource(reader, DefaultFile.WORKING_FOLDER, file.toString(), flags);
    }

    /** Returns the text of a configuration file with these settings and the fixture server, named {@code fixture}. */
    static String configurationText(String settings, IsolationMode isolationMode) {
        JsonMapper json = JsonMapper.shared();
        ObjectNode file = (ObjectNode) json.readTree(settings);
        ArrayNode command = file.putObject("servers").putObject("fixture").putArray("command");
        FixtureServer.command().forEach(command::add);
        file.put("isolation", isolationMode.name().toLowerCase(Locale.ROOT));
        return json.writeValueAsString(file);
    }

    /** Starts the gateway with the fixture server, which is named {@code fixture}. */
    static ServeFixture withFixtureServer(Path data) throws Exception {
        return of(configuration(data, "127.0.0.1:0", CursorConfig.Bind.CALLER, AccessConfig.open())
                .with(ServerConfig.of("fixture", FixtureServer.command())));
    }

    /** Creates an access configuration with an admin and a caller of tier {@code read}. */
    static AccessConfig access(NewToken admin, NewToken reader) {
        List<CallerToken> tokens = List.of(
                new CallerToken("boss", admin.hash(), Tier.ADMIN, null),
                new CallerToken("reader", reader.hash(), Tier.READ, null));
        return new AccessConfig(tokens, null, null, null, TrafficConfig.defaults(), AccessRules.NONE);
    }

    static ServeFixture of(Configuration configuration) throws Exception {
        return of(configuration, null);
    }

    static ServeFixture of(Configuration configuration, @Nullable TraceSpans traceSpans) throws Exception {
        return new ServeFixture(configuration, traceSpans);
    }

    static Configuration configuration(Path data, String listen, CursorConfig.Bind bind, AccessConfig accessConfig) {
        Configuration defaults = Configuration.defaults(data, StoreConfig.Type.MEMORY);
        ServeConfig serveConfig = new ServeConfig(
                listen,
                null,
                List.of(),
                false,
                100,
                Duration.ofMinutes(5),
                20,
                SharingConfig.defaults(),
                accessConfig,
                List.of(),
                ManagementConfig.defaults());
        return new Configuration(
                defaults.servers(),
                defaults.preset(),
                defaults.policies(),
                defaults.store(),
                new CursorConfig(bind, null, List.of()),
                defaults.maxMessageBytes(),
                serveConfig,
                defaults.telemetry(),
                defaults.logLevel(),
                defaults.data());
    }

    /** Starts the gateway with the fixture server, and limits the number of processes. */
    static ServeFixture withProcesses(Path data, int maxProcesses) throws Exception {
        return withCommand(data, maxProcesses, SharingConfig.defaults(), FixtureServer.command());
    }

    /** Starts the gateway with the fixture server, which clients share in this mode. */
    static ServeFixture shared(Path data, IsolationMode isolationMode, Duration idleTimeout) throws Exception {
        return withCommand(data, 20, new SharingConfig(isolationMode, Map.of(), idleTimeout), FixtureServer.command());
    }

    static ServeFixture withCommand(Path data, int maxProcesses, SharingConfig sharing, List<String> command)
            throws Exception {
        return withServer(data, maxProcesses, sharing, ServerConfig.of("fixture", command));
    }

    /** Starts the gateway in front of a server that is called by URL, and that clients share as configured. */
    static ServeFixture withUrl(Path data, SharingConfig sharing, URI url) throws Exception {
        return withServer(data, 20, sharing, ServerConfig.of("upstream", url));
    }

    private static ServeFixture withServer(Path data, int maxProcesses, SharingConfig sharing, ServerConfig server)
            throws Exception {
        Configuration defaults = configuration(data, "127.0.0.1:0", CursorConfig.Bind.CALLER, AccessConfig.open());
        ServeConfig serveConfig = new ServeConfig(
                "127.0.0.1:0",
                null,
                List.of(),
                false,
                100,
                Duration.ofMinutes(5),
                maxProcesses,
                sharing,
                AccessConfig.open(),
                List.of(),
                ManagementConfig.defaults());
        return of(new Configuration(
                        defaults.servers(),
                        defaults.preset(),
                        defaults.policies(),
                        defaults.store(),
                        defaults.cursor(),
                        defaults.maxMessageBytes(),
                        serveConfig,
                        defaults.telemetry(),
                        defaults.logLevel(),
                        defaults.data())
                .with(server));
    }

    /** Returns the URL of the endpoint of the first server. */
    URI endpoint() {
        return URI.create(gatewayServer.urls().get(1));
    }

    String baseUrl() {
        return "http://127.0.0.1:" + gatewayServer.port();
    }

    String log() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        gatewayServer.close();
    }
}
