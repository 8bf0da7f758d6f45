package dev.plimsoll.gateway.cli.serve;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.json.JsonWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code plimsoll demo}: runs {@code serve} with the sample server, to show how Plimsoll works. */
@Command(
        name = "demo",
        description = "Starts a sample server with oversized results; needs no configuration.",
        footer = {"", "Examples:", "  plimsoll demo", "  plimsoll demo --listen 127.0.0.1:9000"})
public final class DemoCommand implements Callable<Integer> {

    private static final String SAMPLE_JAR = "plimsoll-sample.jar";

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;
    private final @Nullable Path sampleServer;

    @Mixin
    private ListenOptions options = new ListenOptions();

    /** @param sampleServer the jar of the sample server; null if this build has none */
    public DemoCommand(Terminal terminal, HostEnvironment hostEnvironment, @Nullable Path sampleServer) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
        this.sampleServer = sampleServer;
    }

    /**
     * Returns the jar of the sample server, which is in the folder {@code sample} beside the jar of this
     * program; null if there is none. Finds that folder by the class path, because a class from an AOT cache
     * does not always know its own jar.
     */
    public static @Nullable Path findSampleServer() {
        String program = System.getProperty("java.class.path", "").split(File.pathSeparator, 2)[0];
        Path sample = Path.of(program).resolveSibling("sample").resolve(SAMPLE_JAR);
        return Files.isReadable(sample) ? sample : null;
    }

    @Override
    public Integer call() throws InterruptedException {
        Path sampleJar = sampleServer;
        if (sampleJar == null) {
            ErrorPrinter.print(
                    terminal.err(), "demo: this build has no sample server; start ./plimsoll from its folder");
            return ExitCode.FAILURE;
        }
        TemporaryFolder folder;
        try {
            folder = TemporaryFolder.create("plimsoll-demo");
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), "demo: cannot create a temporary folder: " + e.getMessage());
            return ExitCode.FAILURE;
        }
        return ServeLoop.run(
                () -> loadConfiguration(sampleJar, folder.path()),
                terminal,
                gatewayServer -> printWelcome(gatewayServer.dashboardUrl()),
                folder::close);
    }

    private LoadedConfiguration loadConfiguration(Path sampleJar, Path folder)
            throws IOException, ConfigurationException {
        Path file = folder.resolve("demo.json");
        Files.writeString(file, configurationJson(sampleJar, folder), StandardCharsets.UTF_8);
        return new ConfigurationReader(hostEnvironment).read(DefaultFile.WORKING_FOLDER, file.toString(), flags());
    }

    /**
     * Returns the configuration of the demo. The demo has its own data folder, so that its savings do not appear in the
     * user's reports.
     */
    private static String configurationJson(Path sampleJar, Path folder) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        JsonWriter json = new JsonWriter(512).beginObject().string("data", folder.toString());
        json.beginObject("servers").beginObject("inventory").string("command", java);
        json.strings("args", List.of("-XX:+UseSerialGC", "-Xmx512m", "-jar", sampleJar.toString(), "--unguarded"));
        json.string("isolation", "shared").endObject().endObject();
        return json.endObject().slice().utf8();
    }

    private List<CommandLineValue> flags() {
        // the answers show what happens, so the log has only warnings unless the user sets its level
        List<CommandLineValue> flags = new ArrayList<>(List.of(CommandLineValue.logLevel("warn")));
        flags.addAll(options.flags());
        return flags;
    }

    private void printWelcome(String root) {
        terminal.out().print("""
                An inventory of 12,000 devices, 30,000 bookings and 60,000 lines of log, with Plimsoll in front.

                   Dashboard: %1$s   the savings and the largest results; keep it open for these steps:

                1. Call a tool that returns 800,000 tokens, and see the answer instead:
                     curl -s %1$sapi/v1/tools/inventory/list_devices -H 'Content-Type: application/json' -d '{}'

                2. Add it to an agent, and ask which devices are missing in Hamburg:
                     claude mcp add --transport http demo %1$smcp/inventory

                3. Explore it with the inspector:
                     npx @modelcontextprotocol/inspector --cli %1$smcp/inventory --transport http --method tools/list

                Press Ctrl+C to stop.
                """.formatted(root));
        terminal.out().flush();
    }
}
