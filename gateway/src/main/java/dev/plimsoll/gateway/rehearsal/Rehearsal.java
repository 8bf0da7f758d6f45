package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.daemon.DaemonRehearsal;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.serve.GatewayServer;
import dev.plimsoll.gateway.serve.ServeException;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.json.ByteSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Exercises one mode of Plimsoll ({@code run}, {@code serve}, or other commands) while the JVM records an AOT
 * cache, so that the cache contains the classes that this mode needs. Only the launcher starts this class, in
 * builds and for {@code plimsoll warm}; it then deletes the temporary files.
 */
public final class Rehearsal {

    /** Time after which a rehearsal is ended, so that a build never waits forever. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /**
     * Rounds of calls after which the JIT compiler has profiles of the busy methods. On a slow machine,
     * {@code WARM_UP_TIME} ends the rounds earlier.
     */
    private static final int ROUNDS = 40;

    private static final Duration WARM_UP_TIME = Duration.ofSeconds(20);

    private static final int SMALL_CALLS_PER_ROUND = 80;
    private static final int MODERN_CALLS_PER_ROUND = 20;

    /** Number of rounds from one with large results to the next: large results take long. */
    private static final int LARGE_RESULT_INTERVAL = 2;

    /** Responses of the scripted server, in this order. */
    private static final List<String> RESULTS = List.of(
            RehearsalScript.INITIALIZE_RESULT,
            RehearsalScript.TOOLS_RESULT,
            RehearsalScript.SMALL_RESULT,
            RehearsalScript.LARGE_RESULT,
            RehearsalScript.LIST_RESULT);

    /** Arguments of follow-up reads: one read with only a cursor. */
    private static final List<Map<String, String>> NEXT_PAGE = List.of(Map.of());

    private static final List<String> REQUESTS = List.of(
            RehearsalScript.INITIALIZE,
            RehearsalScript.INITIALIZED,
            RehearsalScript.LIST_TOOLS,
            RehearsalScript.call(3, "small", Map.of()),
            RehearsalScript.call(4, "big", Map.of()),
            RehearsalScript.call(5, "list", Map.of()),
            RehearsalScript.call(6, "plimsoll_read", Map.of("cursor", "none")));

    /** Number of responses to {@code REQUESTS}: one for each result, and one for the read. */
    private static final int RESPONSE_COUNT = RESULTS.size() + 1;

    private Rehearsal() {}

    /**
     * Runs a rehearsal. The only argument is the launcher's name of the mode: {@code run}, {@code serve}, or
     * another name for the other commands.
     */
    public static void main(String[] args) throws IOException {
        Thread watchdog = Thread.ofPlatform().daemon().start(Rehearsal::haltAfterTimeout);
        runMode(args[0], Terminal.system());
        watchdog.interrupt();
    }

    private static void runMode(String mode, Terminal terminal) throws IOException {
        if ("run".equals(mode)) {
            runStep(ExitCode.SUCCESS, terminal, "--version");
            exerciseRun(terminal);
            exerciseDaemon(terminal);
            return;
        }
        if ("serve".equals(mode)) {
            runStep(ExitCode.SUCCESS, terminal, "serve", "--help");
            exerciseServe();
            return;
        }
        runStep(ExitCode.SUCCESS, terminal, "--help");
        runStep(ExitCode.USAGE, terminal, "no-such-command");
        runStep(
                ExitCode.SUCCESS,
                withInput(terminal, new ByteArrayInputStream(RehearsalScript.RECORDS.getBytes(StandardCharsets.UTF_8))),
                "try",
                "-",
                "--budget",
                "500",
                "--walk");
    }

    /** Runs a command. Throws if its exit code is not the expected one. */
    private static void runStep(int expected, Terminal terminal, String... arguments) throws IOException {
        int status = terminal.finish(Main.run(terminal, arguments));
        if (status != expected) {
            throw new IOException(String.join(" ", arguments) + " ended with " + status);
        }
    }

    private static void haltAfterTimeout() {
        try {
            Thread.sleep(TIMEOUT);
        } catch (InterruptedException e) {
            return;
        }
        System.err.println("the rehearsal did not end within " + TIMEOUT);
        Runtime.getRuntime().halt(ExitCode.FAILURE);
    }

    /** Exercises {@code run} twice with one data folder: the second time, it finds the pins of the first time. */
    private static void exerciseRun(Terminal terminal) throws IOException {
        Path dataDirectory = Files.createTempDirectory("plimsoll");
        exerciseRun(terminal, dataDirectory);
        exerciseRun(terminal, dataDirectory);
    }

    private static void exerciseRun(Terminal terminal, Path dataDirectory) throws IOException {
        Path file = Files.writeString(dataDirectory.resolve("plimsoll.yaml"), "policy: { ttl: 15m }\n");
        List<String> arguments = List.of(
                "--config",
                file.toString(),
                "--data",
                dataDirectory.toString(),
                "--",
                "sh",
                "-c",
                createServerScript(dataDirectory));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        InputStream input =
                new RehearsalInput(String.join("\n", REQUESTS) + "\n", () -> countLines(output) >= RESPONSE_COUNT);
        RunCommand command = new RunCommand(withInput(terminal, input), output, HostEnvironment.current());
        int status = command.run(arguments.toArray(String[]::new));
        requireResponses(status, output.toString(StandardCharsets.UTF_8));
    }

    /**
     * Runs a session in a daemon, so that the cache contains the classes of the daemon: the first {@code run} after a
     * boot waits until its daemon has started. If no daemon can start on this system, the cache contains only the
     * classes that {@code run} needs without one.
     */
    private static void exerciseDaemon(Terminal terminal) {
        if (!DaemonRehearsal.isPossible()) {
            return;
        }
        try {
            Path folder = Files.createTempDirectory("plimsoll");
            List<String> arguments = List.of(
                    "run", "--data", folder.resolve("data").toString(), "--", "sh", "-c", createServerScript(folder));
            String input = String.join("\n", REQUESTS) + "\n";
            requireResponses(ExitCode.SUCCESS, DaemonRehearsal.run(terminal, folder, arguments, input, RESPONSE_COUNT));
        } catch (IOException e) {
            terminal.err().println("the rehearsal had no daemon: " + e.getMessage());
        }
    }

    private static void requireResponses(int status, String responses) throws IOException {
        long refusalCount = responses.lines().filter(RehearsalScript::isRefusal).count();
        boolean isCut = responses.contains(RehearsalClient.CURSOR_FIELD);
        // each request must have a response; only the read with an invalid cursor must be refused; the list
        // must be cut
        if (status != ExitCode.SUCCESS
                || refusalCount != 1
                || !isCut
                || responses.lines().count() != RESPONSE_COUNT) {
            throw new IOException("run ended with " + status + " and printed " + RehearsalScript.excerpt(responses));
        }
    }

    private static void exerciseServe() throws IOException {
        Path dataDirectory = Files.createTempDirectory("plimsoll");
        try (RehearsalServer rehearsalServer = new RehearsalServer(RehearsalScript.results())) {
            String script = new ByteSink()
                    .string(createServerScript(dataDirectory))
                    .slice()
                    .utf8();
            try (GatewayServer gatewayServer =
                    openGateway(dataDirectory, "{ near: { command: [sh, -c, " + script + "] } }")) {
                callOnce(gatewayServer, "/mcp/near", "small", "big", "list");
            }
            try (GatewayServer gatewayServer =
                    openGateway(dataDirectory, "{ far: { url: \"" + rehearsalServer.url() + "\" } }")) {
                // the hub opens its own connections to the servers
                callOnce(gatewayServer, "/mcp", "far__small", "far__big");
                warmUp(gatewayServer.port());
            }
        } catch (ConfigurationException | ServeException e) {
            throw new IOException(e);
        }
    }

    private static GatewayServer openGateway(Path dataDirectory, String servers)
            throws IOException, ConfigurationException, ServeException {
        Path file = Files.writeString(
                dataDirectory.resolve("plimsoll.yaml"), "policy: { ttl: 15m }\nservers: " + servers + "\n");
        List<CommandLineValue> flags =
                List.of(CommandLineValue.listen("127.0.0.1:0"), CommandLineValue.data(dataDirectory.toString()));
        Configuration configuration = new ConfigurationReader(HostEnvironment.current())
                .read(DefaultFile.WORKING_FOLDER, file.toString(), flags)
                .configuration();
        // a line is logged for each call, as in normal use, but discarded
        PrintStream discardedOutput = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return GatewayServer.open(configuration, new Log(discardedOutput, LogSeverity.INFO));
    }

    private static void callOnce(GatewayServer gatewayServer, String path, String... tools) throws IOException {
        try (RehearsalClient rehearsalClient = new RehearsalClient(gatewayServer.port(), path)) {
            rehearsalClient.initialize();
            for (String tool : tools) {
                rehearsalClient.call(tool, List.of());
            }
        }
    }

    /**
     * Calls tools like an agent: most results are small, some are cut and followed by further reads, and a
     * few are very large.
     */
    private static void warmUp(int port) throws IOException {
        try (RehearsalClient rehearsalClient = new RehearsalClient(port, "/mcp/far")) {
            rehearsalClient.initialize();
            long deadlineNanos = System.nanoTime() + WARM_UP_TIME.toNanos();
            for (int round = 0; round < ROUNDS && System.nanoTime() - deadlineNanos < 0; round++) {
                for (int i = 0; i < SMALL_CALLS_PER_ROUND; i++) {
                    rehearsalClient.call("small", List.of());
                }
                for (int i = 0; i < MODERN_CALLS_PER_ROUND; i++) {
                    var _ = rehearsalClient.send(RehearsalScript.MODERN_HEADERS, RehearsalScript.MODERN_CALL);
                }
                rehearsalClient.call("records", NEXT_PAGE);
                if (round % LARGE_RESULT_INTERVAL == 0) {
                    Map<String, String> outline = Map.of("mode", "outline");
                    rehearsalClient.call(
                            "list", List.of(Map.of(), Map.of("query", "map(select(.state == \"missing\")) | length")));
                    rehearsalClient.call("structured", List.of(Map.of(), Map.of("find", "missing"), outline));
                    rehearsalClient.call("log", List.of(Map.of(), Map.of("find", "ERROR")));
                    rehearsalClient.call("manual", List.of(Map.of(), outline));
                    rehearsalClient.call("table", NEXT_PAGE);
                }
            }
        }
    }

    /** Writes fixed responses to files in this folder, and returns a shell script that acts as a server with them. */
    static String createServerScript(Path folder) throws IOException {
        // for folders such as o'brien: ' becomes '\'' (end of the quoted text, an escaped quote, beginning of
        // the next)
        String quotedFolder = folder.toString().replace("'", "'\\''");
        StringBuilder script = new StringBuilder("cd '" + quotedFolder + "'; ");
        for (int i = 0; i < RESULTS.size(); i++) {
            String response = RehearsalScript.response(i + 1, RESULTS.get(i)) + "\n";
            Files.writeString(folder.resolve("response" + i), response);
            script.append("read a; cat response").append(i).append(i == 0 ? "; read a; " : "; ");
        }
        return script.append("cat >/dev/null").toString();
    }

    private static long countLines(ByteArrayOutputStream output) {
        return output.toString(StandardCharsets.UTF_8)
                .chars()
                .filter(c -> c == '\n')
                .count();
    }

    private static Terminal withInput(Terminal terminal, InputStream in) {
        return new Terminal(in, terminal.out(), terminal.err(), true, false);
    }
}
