package dev.plimsoll.gateway.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.fixture.FileToolServer;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests {@code plimsoll watch} and {@code plimsoll saved} with a real server. */
@NullMarked
class WatchCommandTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder;

    private Path file;
    private Path config;

    @BeforeEach
    void writeView() throws Exception {
        file = folder.resolve("file.json");
        write("{\"id\":1,\"open\":true,\"n\":1},{\"id\":2,\"open\":true,\"n\":1}");
        config = folder.resolve("plimsoll.json");
        ObjectNode settings = JSON.createObjectNode();
        settings.put("data", folder.resolve("data").toString())
                .putObject("policy")
                .put("saved", true)
                .put("tokenBudgetThreshold", 300);
        ArrayNode command = settings.putObject("servers").putObject("files").putArray("command");
        FileToolServer.command(file).forEach(command::add);
        Files.writeString(config, settings.toString());
        SavedViewWriter.save(folder, config, "open", "map(select(.open))");
    }

    /** Writes these open records, and many closed records, which make the result long. */
    private void write(String openRecords) throws Exception {
        StringBuilder json = new StringBuilder("[").append(openRecords);
        for (int i = 100; i < 300; i++) {
            json.append(",{\"id\":").append(i).append(",\"open\":false,\"n\":1}");
        }
        Files.writeString(file, json.append("]"));
    }

    private CommandLine watch(Terminal terminal) {
        return new CommandLine(new WatchCommand(terminal, host()));
    }

    private HostEnvironment host() {
        return new HostEnvironment(Map.of(), folder, folder, "Linux");
    }

    private int runSaved(FakeTerminal terminal, String... arguments) {
        String[] all = Stream.concat(Stream.of(arguments), Stream.of("--config", config.toString()))
                .toArray(String[]::new);
        ErrorPrinter printer = new ErrorPrinter(terminal.terminal().err());
        return SavedCommands.createCommandLine(terminal.terminal(), host())
                .setParameterExceptionHandler(printer)
                .setExecutionExceptionHandler(printer)
                .execute(all);
    }

    @Test
    void printsTheValueOnce() {
        FakeTerminal terminal = new FakeTerminal("");
        assertThat(watch(terminal.terminal()).execute("open", "--once", "--config", config.toString()))
                .as(terminal.err())
                .isZero();
        assertThat(terminal.out().strip())
                .isEqualTo("[{\"id\":1,\"open\":true,\"n\":1},{\"id\":2,\"open\":true,\"n\":1}]");
    }

    @Test
    void printsChangesUntilTheViewIsRemoved() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                System.in,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        CompletableFuture<Integer> exitCode = CompletableFuture.supplyAsync(
                () -> watch(terminal).execute("open", "--json", "--every", "2s", "--config", config.toString()));
        awaitLines(out, 1);
        write("{\"id\":1,\"open\":true,\"n\":2},{\"id\":3,\"open\":true,\"n\":1}");
        awaitLines(out, 4);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.getFirst()).contains("\"change\":\"none\"", "\"view\":\"open\"");
        assertThat(lines.stream()
                        .skip(1)
                        .map(line -> JSON.readTree(line).get("change").asString()))
                .containsExactlyInAnyOrder("changed", "removed", "added");
        assertThat(runSaved(new FakeTerminal(""), "remove", "open")).isZero();
        assertThat(exitCode.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("you have no saved view 'open' here");
    }

    private static void awaitLines(ByteArrayOutputStream out, int count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (out.toString(StandardCharsets.UTF_8).lines().count() < count && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
    }

    @Test
    void listsShowsAndRemovesViews() {
        FakeTerminal terminal = new FakeTerminal("");
        assertThat(runSaved(terminal, "list")).isZero();
        assertThat(terminal.out()).contains("open  files/list {}  {\"query\":\"map(select(.open))\"}");
        FakeTerminal shown = new FakeTerminal("");
        assertThat(runSaved(shown, "show", "open")).isZero();
        assertThat(JSON.readTree(shown.out()).get("tool").asString()).isEqualTo("list");
        assertThat(runSaved(new FakeTerminal(""), "remove", "open")).isZero();
        FakeTerminal terminalAfterRemoval = new FakeTerminal("");
        assertThat(runSaved(terminalAfterRemoval, "remove", "open")).isEqualTo(ExitCode.USAGE);
        assertThat(terminalAfterRemoval.err()).contains("there is no saved view 'open'");
    }

    @Test
    void wrongArgumentsSayWhatIsAllowed() {
        assertThat(usageError("open", "--every", "1s")).contains("must be a time from 2s to 24h");
        assertThat(usageError("../open")).contains("1 to 63 characters of a-z");
        assertThat(usageError("nope", "--config", config.toString()))
                .contains("there is no saved view nope of a configured server");
    }

    private String usageError(String... arguments) {
        FakeTerminal terminal = new FakeTerminal("");
        ErrorPrinter printer = new ErrorPrinter(terminal.terminal().err());
        int status = watch(terminal.terminal())
                .setParameterExceptionHandler(printer)
                .setExecutionExceptionHandler(printer)
                .execute(arguments);
        assertThat(status).isEqualTo(ExitCode.USAGE);
        return terminal.err();
    }
}
