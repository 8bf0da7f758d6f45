package dev.plimsoll.gateway.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code plimsoll try --show}. */
class TryShowTest {

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+/[0-9a-f]{32}/");

    @TempDir
    Path folder;

    private String file() throws Exception {
        return Files.writeString(folder.resolve("rows.json"), "[{\"a\":1},{\"a\":2}]")
                .toString();
    }

    @Test
    void servesPayloadUntilItIsStopped() throws Exception {
        FakeTerminal terminal = new FakeTerminal("");
        String file = file();
        int[] status = {-1};
        Thread running = new Thread(() -> status[0] = CommandLineProgram.run(
                terminal.terminal(),
                List.of(new TryCommand(terminal.terminal(), "plimsoll")),
                "try",
                file,
                "--show",
                "--no-browser"));
        running.start();
        Await.until("the address", () -> ADDRESS.matcher(terminal.out()).find());
        Matcher address = ADDRESS.matcher(terminal.out());
        assertThat(address.find()).isTrue();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address.group() + "result"))
                    .build();
            assertThat(http.send(request, BodyHandlers.ofString()).body())
                    .contains("Shown to the person: 2 items from rows.json.");
        }
        running.interrupt();
        running.join();
        assertThat(status[0]).isZero();
        assertThat(terminal.out()).contains("Open it in a browser on this machine.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--json|--show opens a page: remove --json",
                "--walk|--show opens a page: remove --walk",
                "--raw|--show opens a page: remove --raw",
                "--find x|only --path and --query select a part of the payload",
                "--mode summary|only --path and --query select a part of the payload",
                "--path /7|/7 does not exist",
                "--query .[|query: unexpected end",
            })
    void refusesWhatItCannotShow(String options, String error) throws Exception {
        FakeTerminal terminal = new FakeTerminal("");
        List<String> words = new ArrayList<>(List.of("try", file(), "--show", "--no-browser"));
        words.addAll(List.of(options.split(" ", -1)));
        int status = CommandLineProgram.run(
                terminal.terminal(),
                List.of(new TryCommand(terminal.terminal(), "plimsoll")),
                words.toArray(String[]::new));
        assertThat(status).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains(error);
    }
}
