package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.NewToken;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.Isolation;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.config.model.Serving;
import dev.plimsoll.gateway.config.model.Sharing;
import dev.plimsoll.gateway.config.model.Traffic;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.reload.Source;
import dev.plimsoll.gateway.trace.Traces;
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

/** {@code plimsoll serve} in this JVM, on a port that is free, in front of real processes. */
@NullMarked
final class Served implements AutoCloseable {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Gateway gateway;

    private Served(Configuration configuration, @Nullable Traces traces) throws Exception {
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        Loaded loaded = new Loaded(configuration, List.of(), null, null);
        gateway = Gateway.open(loaded, () -> loaded, traces, new Log(err, Level.DEBUG));
    }

    private Served(Source source) throws Exception {
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        gateway = Gateway.open(source.read(), source, null, new Log(err, Level.INFO));
    }

    /** By a file, which may change; all it has lies in that folder. */
    static Served by(Path folder, Path file) throws Exception {
        ConfigurationReader reader = new ConfigurationReader(new Surroundings(Map.of(), folder, folder, "Linux"));
        List<Flag> flags = List.of(
                Flag.listen("127.0.0.1:0"), Flag.data(folder.resolve("data").toString()));
        return new Served(new FileSource(reader, DefaultFile.WORKING_FOLDER, file.toString(), flags));
    }

    /** What a file says that has the fixture server, under the name {@code fixture}, and these settings. */
    static String settings(String others, Isolation isolation) {
        JsonMapper json = JsonMapper.shared();
        ObjectNode all = (ObjectNode) json.readTree(others);
        ArrayNode command = all.putObject("servers").putObject("fixture").putArray("command");
        FixtureServer.command().forEach(command::add);
        all.put("isolation", isolation.name().toLowerCase(Locale.ROOT));
        return json.writeValueAsString(all);
    }

    /** The fixture server, under the name {@code fixture}. */
    static Served fixture(Path data) throws Exception {
        return of(configuration(data, "127.0.0.1:0", CursorSettings.Bind.CALLER, Access.open())
                .with(Server.of("fixture", FixtureServer.command())));
    }

    /** One caller who may do everything, and one who may only read. */
    static Access access(NewToken admin, NewToken reader) {
        List<CallerToken> tokens = List.of(
                new CallerToken("boss", admin.hash(), Tier.ADMIN, null),
                new CallerToken("reader", reader.hash(), Tier.READ, null));
        return new Access(tokens, null, null, null, Traffic.defaults());
    }

    static Served of(Configuration configuration) throws Exception {
        return of(configuration, null);
    }

    static Served of(Configuration configuration, @Nullable Traces traces) throws Exception {
        return new Served(configuration, traces);
    }

    static Configuration configuration(Path data, String listen, CursorSettings.Bind bind, Access access) {
        Configuration plain = Configuration.defaults(data);
        Serving serving = new Serving(
                listen, List.of(), false, 100, Duration.ofMinutes(5), 20, Sharing.defaults(), access, List.of());
        return new Configuration(
                plain.servers(),
                plain.preset(),
                plain.policies(),
                plain.store(),
                new CursorSettings(bind, null, List.of()),
                plain.maxMessageBytes(),
                serving,
                plain.telemetry(),
                plain.logLevel(),
                plain.data());
    }

    /** The fixture server, of which so many processes may run. */
    static Served withProcesses(Path data, int most) throws Exception {
        return with(data, most, Sharing.defaults(), FixtureServer.command());
    }

    /** The fixture server, shared like this. */
    static Served shared(Path data, Isolation isolation, Duration idle) throws Exception {
        return with(data, 20, new Sharing(isolation, Map.of(), idle), FixtureServer.command());
    }

    static Served with(Path data, int mostProcesses, Sharing sharing, List<String> command) throws Exception {
        Configuration plain = configuration(data, "127.0.0.1:0", CursorSettings.Bind.CALLER, Access.open());
        Serving serving = new Serving(
                "127.0.0.1:0",
                List.of(),
                false,
                100,
                Duration.ofMinutes(5),
                mostProcesses,
                sharing,
                Access.open(),
                List.of());
        return of(new Configuration(
                        plain.servers(),
                        plain.preset(),
                        plain.policies(),
                        plain.store(),
                        plain.cursor(),
                        plain.maxMessageBytes(),
                        serving,
                        plain.telemetry(),
                        plain.logLevel(),
                        plain.data())
                .with(Server.of("fixture", command)));
    }

    URI address() {
        return URI.create(gateway.addresses().get(1));
    }

    String base() {
        return "http://127.0.0.1:" + gateway.port();
    }

    String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        gateway.close();
    }
}
