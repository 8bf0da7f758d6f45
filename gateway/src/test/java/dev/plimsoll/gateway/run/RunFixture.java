package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs {@code plimsoll run} in this JVM. The test controls the client's pipes; the server is a real process. */
@NullMarked
final class RunFixture implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long TIMEOUT_SECONDS = 20;

    /** Starts a thread for each line, because the common pool has only one thread on a machine with two processors. */
    private static final Executor READERS = Thread::startVirtualThread;

    private final OutputStream clientOut;
    private final InputStream clientIn;
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    private RunFixture(Path folder, Map<String, String> environment, List<String> arguments) throws IOException {
        Pipe in = Pipe.open();
        Pipe out = Pipe.open();
        clientOut = Channels.newOutputStream(in.sink());
        clientIn = Channels.newInputStream(out.source());
        PrintStream err = new PrintStream(logBytes, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(Channels.newInputStream(in.source()), err, err, false, false);
        HostEnvironment hostEnvironment = new HostEnvironment(environment, folder, folder, "Linux");
        OutputStream standardOutput = Channels.newOutputStream(out.sink());
        Thread runThread = new Thread(() -> {
            exitCode.complete(
                    new RunCommand(terminal, standardOutput, hostEnvironment).run(arguments.toArray(String[]::new)));
            try {
                standardOutput.close();
            } catch (IOException e) {
                // the test has already closed the pipe
            }
        });
        runThread.setDaemon(true);
        runThread.start();
    }

    /** Starts {@code run} with a shell script as the server. */
    static RunFixture startScript(Path folder, String script, String... options) throws IOException {
        return start(folder, List.of("sh", "-c", script), options);
    }

    static RunFixture start(Path folder, List<String> command, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add("--");
        arguments.addAll(command);
        return new RunFixture(folder, Map.of(), arguments);
    }

    /** Starts {@code run} with these environment variables. */
    static RunFixture start(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--data", "data", "--"));
        arguments.addAll(command);
        return new RunFixture(folder, environment, arguments);
    }

    static RunFixture startWithArguments(Path folder, String... arguments) throws IOException {
        return new RunFixture(folder, Map.of(), List.of(arguments));
    }

    /** Starts {@code run} with these environment variables and arguments. */
    static RunFixture startWithArguments(Path folder, Map<String, String> environment, List<String> arguments)
            throws IOException {
        return new RunFixture(folder, environment, arguments);
    }

    RunFixture send(String line) throws IOException {
        clientOut.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        clientOut.flush();
        return this;
    }

    RunFixture request(int id, String method, String params) throws IOException {
        return send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    RunFixture call(int id, String tool) throws IOException {
        return request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}");
    }

    /** Returns the next line on standard output, or an empty string at its end. */
    String nextLine() throws Exception {
        CompletableFuture<String> next = CompletableFuture.supplyAsync(this::readLine, READERS);
        return next.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private String readLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int b = clientIn.read();
            while (b >= 0 && b != '\n') {
                line.write(b);
                b = clientIn.read();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Returns the next message to the client: a response, or a request or notification. */
    JsonNode nextMessage() throws Exception {
        String line = nextLine();
        assertThat(line).as("a message to the client; log: %s", log()).isNotEmpty();
        return JSON.readTree(line);
    }

    /** Returns the next message to the client, which must be a response. */
    JsonNode response() throws Exception {
        JsonNode message = nextMessage();
        assertThat(message.has("method")).as("%s", message).isFalse();
        return message;
    }

    /** Returns Plimsoll's error in the result of a tool call. */
    static JsonNode toolError(JsonNode response) {
        JsonNode result = response.get("result");
        assertThat(result.get("isError").asBoolean()).as("%s", response).isTrue();
        return JSON.readTree(result.get("content").get(0).get("text").asString())
                .get("error");
    }

    RunFixture endInput() throws IOException {
        clientOut.close();
        return this;
    }

    int exitCode() throws InterruptedException, ExecutionException, TimeoutException {
        return exitCode.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    boolean endsWithin(Duration timeout) throws InterruptedException, ExecutionException {
        try {
            exitCode.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    String log() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        clientOut.close();
        exitCode.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
        clientIn.close();
    }
}
