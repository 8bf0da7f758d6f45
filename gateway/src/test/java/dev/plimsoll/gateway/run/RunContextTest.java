package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.gateway.upstream.process.ServerHost;
import dev.plimsoll.testkit.Await;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests {@code run} with a context that replaces the streams, the server's environment, and the threads for
 * heavy work.
 */
class RunContextTest {

    private static final String SERVER = "echo \"$WHO in $PWD\" >&2; while read line; do id=${line#*'\"id\":'};"
            + " id=${id%%[,\\}]*}; printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\","
            + "\"text\":\"%01200000d\"}]}}\\n' $id 1; done";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream serverErrors = new ByteArrayOutputStream();
    private final List<String> heavyWork = new ArrayList<>();
    private final List<TelemetryEntry> entries = new CopyOnWriteArrayList<>();
    private final List<Runnable> exitHooks = new ArrayList<>();

    private final class Host implements ServerHost {

        @Override
        public Map<String, String> environment() {
            return Map.of("PATH", System.getenv("PATH"), "WHO", "somebody");
        }

        @Override
        public File folder() {
            return folder.toFile();
        }

        @Override
        public OutputStream errorOutput() {
            return serverErrors;
        }

        @Override
        public Process start(ProcessBuilder builder) throws IOException {
            return builder.start();
        }
    }

    private RunContext context(InputStream input, OutputStream output, FairPool programMemory) {
        return new RunContext(
                Terminal.of(input, output, new ByteArrayOutputStream(), "", Map.of()),
                output,
                HostEnvironment.of(Map.of(), folder),
                new Host(),
                exitHooks::add,
                new RunResources(
                        (holder, bytes, work) -> {
                            heavyWork.add(holder);
                            work.run();
                        },
                        MessageMemory.HEAP,
                        () -> programMemory,
                        null,
                        entries::addAll,
                        AnswerListener.NONE));
    }

    @Test
    void usesOnlyTheServicesOfItsContext() {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        String input = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}\n";
        RunContext context = context(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), output, new FairPool("programs", 1));
        int exitCode = new RunCommand(context).run("--data", "data", "--", "sh", "-c", SERVER);
        assertThat(exitCode).isEqualTo(ExitCode.SUCCESS);
        assertThat(output.toString(StandardCharsets.UTF_8)).contains("\"id\":7,", "nextCursor");
        assertThat(serverErrors.toString(StandardCharsets.UTF_8)).isEqualTo("somebody in " + folder + "\n");
        assertThat(heavyWork).isNotEmpty();
        assertThat(entries).hasSize(1);
        assertThat(exitHooks).hasSize(1);
        assertThat(folder.resolve("data")).isDirectory();
    }

    @Test
    void endsItsProgramsWithTheSession() throws Exception {
        String server = "while read line; do id=${line#*'\"id\":'}; id=${id%%[,\\}]*}; case $line in"
                + " *initialize\\\"*) result='{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;"
                + " *tools/list*) result='{\"tools\":[{\"name\":\"wait\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"annotations\":{\"readOnlyHint\":true}}]}';;"
                + " *tools/call*) : > called; continue;; *) continue;; esac;"
                + " printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$result\"; done";
        Files.writeString(folder.resolve("p.yaml"), "programs: read\n");
        FairPool programMemory = new FairPool("programs", 1 << 30);
        Pipe input = Pipe.open();
        RunCommand command = new RunCommand(
                context(Channels.newInputStream(input.source()), OutputStream.nullOutputStream(), programMemory));
        Thread run = Thread.ofVirtual()
                .start(() -> command.run("--config", "p.yaml", "--data", "data", "--", "sh", "-c", server));
        try (OutputStream client = Channels.newOutputStream(input.sink())) {
            client.write(("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                            + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n"
                            + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
                            + "\"plimsoll_run\",\"arguments\":{\"program\":\"call(\\\"wait\\\")\"}}}\n")
                    .getBytes(StandardCharsets.UTF_8));
            Await.until("the program calls a tool", () -> Files.exists(folder.resolve("called")));
            assertThat(programMemory.used()).isPositive();
        }
        run.join();
        Await.until("the program has ended", () -> programMemory.used() == 0);
    }
}
