package dev.plimsoll.gateway;

import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.serve.Gateway;
import dev.plimsoll.gateway.serve.ServingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Walks through what a way of use does first, so that its AOT cache knows the classes it needs. Run by the launcher's
 * build step only; what it prints is thrown away.
 */
public final class Rehearsal {

    private static final String RECORDS = "{\"id\":1,\"name\":\"a record\"},".repeat(200);

    /** What a client says first. */
    private static final List<String> REQUESTS = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"rehearsal\",\"version\":\"1\"}}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"small\",\"arguments\":{}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"big\",\"arguments\":{}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"plimsoll_read\","
                    + "\"arguments\":{\"cursor\":\"none\"}}}");

    /** What a server answers. */
    private static final List<String> RESULTS = List.of(
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"rehearsal\",\"version\":\"1\"}}",
            "{\"tools\":[{\"name\":\"small\",\"inputSchema\":{\"type\":\"object\"},"
                    + "\"outputSchema\":{\"type\":\"object\"}}]}",
            "{\"content\":[{\"type\":\"text\",\"text\":\"a few words\"}]}",
            "{\"content\":[{\"type\":\"text\",\"text\":\"[" + RECORDS.replace("\"", "\\\"") + "null]\"}]}");

    private static final String MODERN_HEADERS =
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: small\r\n";

    /** The same in the newest revision, which has no sessions. */
    private static final String MODERN =
            "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/call\",\"params\":{\"name\":\"small\","
                    + "\"arguments\":{},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"rehearsal\",\"version\":\"1\"},"
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

    private Rehearsal() {}

    /** Takes the launcher's name for the way of use. */
    public static void main(String[] args) throws IOException {
        Terminal terminal = Terminal.system();
        if ("run".equals(args[0])) {
            terminal.finish(Main.run(terminal, "--version"));
            run(terminal);
            return;
        }
        if ("serve".equals(args[0])) {
            terminal.finish(Main.run(terminal, "serve", "--help"));
            serve(terminal);
            return;
        }
        Terminal typing = typing(terminal, "[" + RECORDS + "null]");
        for (List<String> step : commands()) {
            typing.finish(Main.run(typing, step.toArray(String[]::new)));
        }
    }

    private static void run(Terminal terminal) throws IOException {
        Path data = Files.createTempDirectory("plimsoll");
        try {
            Path file = Files.writeString(data.resolve("plimsoll.yaml"), "policy: { ttl: 15m }\n");
            List<String> arguments = new ArrayList<>(
                    List.of("--config", file.toString(), "--data", data.toString(), "--", "sh", "-c", script()));
            RunCommand command = new RunCommand(
                    typing(terminal, String.join("\n", REQUESTS) + "\n"),
                    OutputStream.nullOutputStream(),
                    Surroundings.ofThisProcess());
            command.run(arguments.toArray(String[]::new));
        } finally {
            clear(data);
        }
    }

    /** A server that has its answers by heart. */
    private static String script() {
        StringBuilder script = new StringBuilder("read a; read b; ");
        for (int i = 0; i < RESULTS.size(); i++) {
            script.append(answer(i));
        }
        return script.append("cat >/dev/null").toString();
    }

    private static void serve(Terminal terminal) throws IOException {
        Path data = Files.createTempDirectory("plimsoll");
        try (RehearsedServer far = new RehearsedServer(RESULTS)) {
            serve(
                    terminal,
                    data,
                    List.of("/mcp/rehearsal"),
                    Server.of("rehearsal", List.of("sh", "-c", asking())),
                    "{}");
            // all as one as well, which asks each server when it likes
            serve(terminal, data, List.of("/mcp/far", "/mcp"), null, "{ far: { url: \"" + far.url() + "\" } }");
        } catch (ConfigurationException | ServingException e) {
            throw new IOException(e);
        } finally {
            clear(data);
        }
    }

    private static void serve(Terminal terminal, Path data, List<String> paths, @Nullable Server server, String servers)
            throws IOException, ConfigurationException, ServingException {
        Path file =
                Files.writeString(data.resolve("plimsoll.yaml"), "policy: { ttl: 15m }\nservers: " + servers + "\n");
        List<Flag> flags = List.of(Flag.listen("127.0.0.1:0"), Flag.data(data.toString()));
        Configuration read = new ConfigurationReader(Surroundings.ofThisProcess())
                .read(DefaultFile.WORKING_FOLDER, file.toString(), flags)
                .configuration();
        Configuration configuration = server == null ? read : read.with(server);
        try (Gateway gateway = Gateway.open(configuration, new Log(terminal.err(), Level.INFO))) {
            for (String path : paths) {
                String session = "";
                for (String request : REQUESTS) {
                    String named = path.equals("/mcp") ? request.replace("{\"name\":\"", "{\"name\":\"far__") : request;
                    session = session + post(gateway.port(), path, session, named);
                }
            }
            if (server == null) {
                var _ = post(gateway.port(), paths.get(0), MODERN_HEADERS, MODERN);
            }
        }
    }

    /** Posts a message; the line with the session's id, if one came. */
    private static String post(int port, String path, String headers, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Accept: application/json, text/event-stream\r\n" + headers + "Connection: close\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.lines()
                    .filter(line -> line.startsWith("Mcp-Session-Id:"))
                    .map(line -> line + "\r\n")
                    .findFirst()
                    .orElse("");
        }
    }

    /** The same server for a client that waits for each answer. */
    private static String asking() {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < RESULTS.size(); i++) {
            script.append("read a; ").append(answer(i)).append(i == 0 ? "read a; " : "");
        }
        return script.append("cat >/dev/null").toString();
    }

    private static String answer(int i) {
        return "printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":" + (i + 1) + ",\"result\":" + RESULTS.get(i) + "}'; ";
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static List<List<String>> commands() {
        return List.of(List.of("--help"), List.of("no-such-command"), List.of("try", "-", "--budget", "500", "--walk"));
    }

    private static Terminal typing(Terminal terminal, String typed) {
        InputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        return new Terminal(in, terminal.out(), terminal.err(), true, false);
    }
}
