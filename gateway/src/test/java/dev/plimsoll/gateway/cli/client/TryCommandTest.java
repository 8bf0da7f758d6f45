package dev.plimsoll.gateway.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.ShellWords;
import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.testkit.sample.Payloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TryCommandTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    @TempDir
    private Path folder;

    private String file = "";

    @BeforeEach
    void writeOrders() throws IOException {
        Path orders = folder.resolve("orders.json");
        Files.write(orders, Payloads.orders(200));
        file = orders.toString();
    }

    private static FakeTerminal run(int status, String... args) {
        return run(status, new FakeTerminal(""), args);
    }

    private static FakeTerminal run(int status, FakeTerminal terminal, String... args) {
        List<String> arguments = new ArrayList<>(List.of("try"));
        arguments.addAll(Arrays.asList(args));
        int actual = CommandLineProgram.run(terminal.terminal(), arguments.toArray(String[]::new));
        assertThat(actual).as(terminal.err()).isEqualTo(status);
        return terminal;
    }

    private static JsonNode json(String... args) {
        return MAPPER.readTree(run(ExitCode.SUCCESS, args).out());
    }

    @Test
    void printsBeforeAfterAnswerAndNextCommands() {
        FakeTerminal terminal = run(ExitCode.SUCCESS, file, "--budget", "1000");

        assertThat(terminal.out())
                .contains("BEFORE   " + file + "  bare JSON document")
                .contains("json: array of 200 objects with id, orderId, status, customer, total, …")
                .contains("AFTER    paginated: items 1-")
                .contains(" of 1,000 · ")
                .contains("\nItems 1-")
                .contains("  totalCount 200   range [1,")
                .contains("    \"orderId\": \"ORD-1000001\",\n")
                .contains("NEXT     plimsoll try " + file + " --budget 1000 --page 2\n")
                .contains(" --budget 1000 --query 'sort_by(.total) | reverse[:5] | map({id, total})'\n");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void searchesAndQueries() {
        assertThat(run(ExitCode.SUCCESS, file, "--find", "Núñez", "--budget", "600")
                        .out())
                .contains("READ     matches 1-")
                .contains("\nmatches\n[\n")
                .contains("\"text\": \"José Núñez\"");
        assertThat(run(ExitCode.SUCCESS, file, "--find", "nowhere", "--budget", "600")
                        .out())
                .contains("READ     no matches · ");
        assertThat(run(ExitCode.SUCCESS, file, "--query", ".[].id", "--budget", "300")
                        .out())
                .contains("READ     results 1-")
                .contains(" of 200 · ")
                .contains("\nresults\n[\n");
        assertThat(run(ExitCode.SUCCESS, file, "--query", "length").out()).contains("{\"results\": [200]}");
        assertThat(run(ExitCode.SUCCESS, file, "--mode", "outline", "--budget", "800")
                        .out())
                .contains("\noutline\n{\n");
        assertThat(run(ExitCode.USAGE, file, "--query", ".[").err()).contains("query: unexpected end");
    }

    @Test
    void printsNoColorsToAPipe() {
        assertThat(run(ExitCode.SUCCESS, file).out()).doesNotContain("\u001b");
    }

    @Test
    void printsTheSameTextInColorOnATerminal() {
        FakeTerminal withoutColors = run(ExitCode.SUCCESS, file);
        FakeTerminal coloredTerminal = new FakeTerminal("");
        Terminal delegate = coloredTerminal.terminal();
        int status = CommandLineProgram.run(
                new Terminal(delegate.in(), delegate.out(), delegate.err(), true, false), "try", file);

        assertThat(status).isZero();
        assertThat(coloredTerminal.out()).contains("\u001b[");
        assertThat(coloredTerminal.out().replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(withoutColors.out());
    }

    @Test
    void replacesControlCharactersOfThePayload() {
        FakeTerminal terminal = new FakeTerminal("red \u001b[31m and \u009b31m\u202e " + "word ".repeat(4_000));

        assertThat(run(ExitCode.SUCCESS, terminal, "-", "--budget", "300").out())
                .contains("red ␛[31m")
                .doesNotContain("\u001b")
                .doesNotContain("\u009b")
                .doesNotContain("\u202e");
    }

    @Test
    void reportsAPassedResultInOneLine() {
        assertThat(run(ExitCode.SUCCESS, new FakeTerminal("[1,2,3]"), "-").out())
                .endsWith("AFTER    passes unchanged: within the budget (4,000 tokens)\n");
    }

    @Test
    void recognizesTextOfSeveralFiles() {
        String files = "==> a.txt <==\nsome words\n\n==> b.txt <==\nother words\n";
        assertThat(run(ExitCode.SUCCESS, new FakeTerminal(files), "-").out()).contains("files: 5 lines");
    }

    @Test
    void printsOneJsonObject() {
        JsonNode report = json(file, "--json", "--budget", "1000", "--walk", "--mode", "full", "--mode", "summary");

        JsonNode before = report.get("before");
        assertThat(before.get("kind").asString()).isEqualTo("json");
        assertThat(before.get("items").asInt()).isEqualTo(200);
        assertThat(before.get("bytes").asLong()).isEqualTo(Payloads.orders(200).length);
        assertThat(before.get("tokens").asInt()).isGreaterThan(10_000);
        JsonNode after = report.get("after");
        assertThat(after.get("outcome").asString()).isEqualTo("paginated");
        assertThat(after.get("tokens").asInt()).isBetween(500, 1_000);
        assertThat(after.get("exactTokens").asInt()).isBetween(500, 1_000);
        assertThat(after.get("savedPercent").asDouble()).isBetween(90.0, 100.0);
        JsonNode page = MAPPER.readTree(
                report.get("answer").get("content").get(0).get("text").asString());
        assertThat(page.get("totalCount").asInt()).isEqualTo(200);
        assertThat(report.get("readings")).hasSize(2);
        assertThat(report.get("readings").get(0).get("arguments").get("mode").asString())
                .isEqualTo("full");
        assertThat(report.get("walk").get("equal").asBoolean()).isTrue();
        assertThat(report.get("next").get(0).asString()).startsWith("plimsoll try " + file);
    }

    @Test
    void rawPrintsOnlyTheResultObject() {
        String raw = run(ExitCode.SUCCESS, file, "--raw").out();

        assertThat(MAPPER.readTree(raw))
                .isEqualTo(withTimeOf(json(file, "--json").get("answer"), raw));
        assertThat(run(ExitCode.SUCCESS, file, "--raw", "--mode", "summary", "--mode", "full")
                        .out()
                        .lines())
                .hasSize(2);
    }

    /** Replaces the time of the snapshot by that of another run, because the times of two runs differ. */
    private static JsonNode withTimeOf(JsonNode answer, String otherRun) {
        String time =
                answer.get("_meta").get("dev.plimsoll/page").get("snapshotAt").asString();
        String otherTime = MAPPER.readTree(otherRun)
                .get("_meta")
                .get("dev.plimsoll/page")
                .get("snapshotAt")
                .asString();
        return MAPPER.readTree(answer.toString().replace(time, otherTime));
    }

    @Test
    void everyNextCommandWorks() {
        for (JsonNode next : json(file, "--json", "--budget", "1000").get("next")) {
            String[] words = ShellWords.of(next.asString().replace("plimsoll try ", ""));
            assertThat(run(ExitCode.SUCCESS, words).out()).contains("AFTER");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--as text", "--style summary", "--style chunk", "--mode outline", "--find Núñez"})
    void everyNextCommandWorksWithReadOptions(String options) {
        List<String> arguments = new ArrayList<>(List.of(file, "--json", "--budget", "900"));
        arguments.addAll(Arrays.asList(options.split(" ", -1)));
        JsonNode nextCommands = json(arguments.toArray(String[]::new)).get("next");

        assertThat(nextCommands).isNotEmpty();
        for (JsonNode next : nextCommands) {
            String[] words = ShellWords.of(next.asString().replace("plimsoll try ", ""));
            assertThat(run(ExitCode.SUCCESS, words).out()).contains("AFTER");
        }
    }

    @Test
    void nextCommandsUseTheNameOfTheProgram() {
        FakeTerminal terminal = new FakeTerminal("");
        TryCommand command = new TryCommand(terminal.terminal(), "./plimsoll");

        assertThat(CommandLineProgram.run(
                        terminal.terminal(), List.of(command), "try", file, "--budget", "900", "--as", "json"))
                .isZero();
        assertThat(terminal.out())
                .contains("\nNEXT     ./plimsoll try " + file + " --budget 900 --as json --page 2\n")
                .contains("\n         ./plimsoll try " + file + " --budget 900 --as json --walk\n");
    }

    @Test
    void nextCommandsMentionStandardInput() {
        String payload = new String(Payloads.orders(200), StandardCharsets.UTF_8);

        assertThat(run(ExitCode.SUCCESS, new FakeTerminal(payload), "-", "--budget", "900")
                        .out())
                .contains("\nNEXT     with the same standard input:\n         plimsoll try - --budget 900 --page 2\n");
    }

    @Test
    void endsWithASummary() {
        assertThat(run(ExitCode.SUCCESS, file, "--budget", "1000").out())
                .containsPattern("\n\nSUMMARY  paginated: items 1-[0-9]+ of 200 · [0-9,]+ tokens instead of [0-9,]+ ·"
                        + " [0-9]+ % saved\n$");
        assertThat(run(ExitCode.SUCCESS, file, "--mode", "summary", "--fields", "id", "--mode", "filtered")
                        .out())
                .containsPattern("\n\nSUMMARY  items 1-[0-9]+ of 200 · [0-9,]+ tokens instead of [0-9,]+ · [^\n]+\n$");
    }

    @Test
    void aCursorIsValidInTheNextRun() {
        String text = json(file, "--json")
                .get("answer")
                .get("content")
                .get(0)
                .get("text")
                .asString();
        JsonNode page = MAPPER.readTree(text);
        String cursor = page.get("nextCursor").asString();
        int lastItem = page.get("range").get(1).asInt();

        JsonNode reading =
                json(file, "--json", "--cursor", cursor).get("readings").get(0);
        String second = reading.get("answer").get("content").get(0).get("text").asString();
        assertThat(MAPPER.readTree(second).get("range").get(0).asInt()).isEqualTo(lastItem + 1);
        assertThat(run(ExitCode.USAGE, file, "--budget", "900", "--cursor", cursor)
                        .err())
                .startsWith("plimsoll: --cursor: not a cursor of this payload with these options");
    }

    @Test
    void readsAPassedResultWithArguments() {
        JsonNode report = MAPPER.readTree(
                run(ExitCode.SUCCESS, new FakeTerminal("[{\"a\":1,\"b\":2}]"), "-", "--json", "--mode", "full")
                        .out());

        assertThat(report.get("after").get("outcome").asString()).isEqualTo("passed");
        assertThat(report.get("readings")).hasSize(1);
    }

    @Test
    void printsTheResultOfReadingEverything() {
        assertThat(run(ExitCode.SUCCESS, file, "--walk").out())
                .containsPattern("WALK     [0-9,]+ answers · [0-9,]+ tokens · [0-9,]+ bytes")
                .contains("all pages together equal the original");
    }

    @Test
    void setsAnyPolicyKey() {
        JsonNode report = json(file, "--json", "--set", "lookBudget=null", "--set", "defaultPageSize=7");

        assertThat(report.get("answer")
                        .get("_meta")
                        .get("dev.plimsoll/page")
                        .get("range")
                        .get(1)
                        .asInt())
                .isEqualTo(7);
        assertThat(report.get("next").get(0).asString()).contains("--set lookBudget=null --set defaultPageSize=7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--budget 0|--budget: must be a whole number from 1 to 10000000, got 0",
                "--budget -5|--budget: must be a whole number from 1 to 10000000, got -5",
                "--budget 1000000000000|--budget: must be a whole number from 1 to 10000000, got 1000000000000",
                "--style fancy|--style: must be one of auto, page, summary, chunk, trim, probe, list, guide, cursor, receipt,"
                        + " pass, got fancy",
                "--mode fancy|mode fancy does not exist – one of paginated, summary",
                "--mode filtered|mode filtered needs fields – such as --fields \"id,name\"",
                "--estimator fancy|--estimator: must be one of chars, classes, bpe, got fancy",
                "--client fancy|--client: must be one of old, current, modern, got fancy",
                "--as fancy|--as: must be one of result, json, text, got fancy",
                "--set fancy=1|--set: unknown key fancy; known keys: enabled, style",
                "--set ttl|--set: must be KEY=VALUE, got ttl",
                "--set defaultPageSize=0|--set defaultPageSize: must be a whole number from 1 to 1000000, got 0",
                "--page 9999|page 9999 is after the last page",
                "--page-size 2000|page_size exceeds maximum of 1000 – such as --page-size 1000",
                "--pages 3|pages must be a range such as 1-3, got 3",
                "--lines x|--lines: must be a range such as 10-20, got x",
                "--path /9999|path /9999 does not exist in this result",
                "--direction up|direction must be next or previous, got up",
                "--cursor forged|--cursor: not a cursor of this payload with these options",
                "--raw --json|--raw prints only a result object: remove --json"
            })
    void reportsAnInvalidOptionInOneLine(String options, String error) {
        List<String> args = new ArrayList<>(List.of(file));
        args.addAll(Arrays.asList(options.split(" ", -1)));

        FakeTerminal terminal = run(ExitCode.USAGE, args.toArray(String[]::new));

        assertThat(terminal.err()).startsWith("plimsoll: " + error).hasLineCount(1);
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void reportsAnUnreadableFileInOneLine() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));
        Path binary = Files.write(folder.resolve("binary"), new byte[] {1, 2, 0, 3});

        assertThat(run(ExitCode.USAGE, folder.resolve("none").toString()).err()).endsWith("none does not exist\n");
        assertThat(run(ExitCode.USAGE, folder.toString()).err())
                .contains("is a directory")
                .hasLineCount(1);
        assertThat(run(ExitCode.USAGE, empty.toString()).err()).endsWith("is empty\n");
        assertThat(run(ExitCode.USAGE, binary.toString()).err())
                .contains("is binary")
                .hasLineCount(1);
    }

    @Test
    void treatsMalformedJsonAsTextWithANote() {
        String payload = new String(Payloads.named("truncated-json").bytes(), StandardCharsets.UTF_8);

        assertThat(run(ExitCode.SUCCESS, new FakeTerminal(payload), "-").out())
                .containsPattern("note: not valid JSON \\(line 1, column [0-9]+\\): treated as text")
                .contains("chunked: chunk 1 of ");
    }
}
