package dev.plimsoll.bench.answers.program;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Client of {@code plimsoll run} in front of the tracker; both are separate processes. */
public final class GatewayClient implements AutoCloseable {

    static final String PROGRAM_TOOL = "plimsoll_run";
    private static final int MAX_LINE = 64 << 20;

    private final Process process;
    private final OutputStream stdin;
    private final LineFramer stdout;
    private int lastId;

    private GatewayClient(Process process) {
        this.process = process;
        this.stdin = process.getOutputStream();
        this.stdout = new LineFramer(process.getInputStream(), MAX_LINE);
    }

    /** Starts both processes, and initializes a session. */
    public static GatewayClient start(Path configuration, Path dataFolder, Path callLog) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> javaCommand = List.of(java, "-cp", System.getProperty("java.class.path"));
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(javaCommand));
        builder.command().addAll(List.of("dev.plimsoll.gateway.Main", "run", "--log-level", "error"));
        builder.command().addAll(List.of("--config", configuration.toString(), "--"));
        builder.command().addAll(javaCommand);
        builder.command().addAll(List.of(TrackerServer.class.getName(), callLog.toString()));
        builder.environment().put("PLIMSOLL_DATA", dataFolder.toString());
        GatewayClient client =
                new GatewayClient(builder.redirectError(Redirect.INHERIT).start());
        ObjectNode params = JsonMapper.shared().createObjectNode().put("protocolVersion", "2025-11-25");
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "bench").put("version", "1");
        client.request("initialize", params);
        return client;
    }

    /** Returns the entry of a tool in the listing. */
    public String toolEntry(String name) throws IOException {
        return request("tools/list", JsonMapper.shared().createObjectNode())
                .path("tools")
                .valueStream()
                .filter(tool -> tool.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow()
                .toString();
    }

    /** Runs a program with {@code plimsoll_run}, and returns the text of its answer. */
    String runProgram(String program) throws IOException {
        return call(PROGRAM_TOOL, JsonMapper.shared().createObjectNode().put("program", program))
                .path("content")
                .path(0)
                .path("text")
                .asString();
    }

    /** Calls a tool, and returns the result of the call. */
    public JsonNode call(String tool, ObjectNode arguments) throws IOException {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.set("arguments", arguments);
        return request("tools/call", params);
    }

    private JsonNode request(String method, ObjectNode params) throws IOException {
        ObjectNode request = JsonMapper.shared().createObjectNode().put("jsonrpc", "2.0");
        request.put("id", ++lastId).put("method", method).set("params", params);
        stdin.write((request + "\n").getBytes(StandardCharsets.UTF_8));
        stdin.flush();
        for (Slice line = stdout.next(); line != null; line = stdout.next()) {
            JsonNode response = JsonMapper.shared().readTree(line.utf8());
            if (response.path("id").asInt(0) == lastId) {
                return response.path("result");
            }
        }
        throw new IOException("plimsoll run ended before it answered " + method);
    }

    /** Deletes a folder and its files. */
    public static void deleteFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        stdin.close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
