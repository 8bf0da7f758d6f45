package dev.plimsoll.bench.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.payload.GeneratedPayloads;
import dev.plimsoll.bench.answers.program.ProgramReport;
import dev.plimsoll.bench.answers.program.ProgramRow;
import dev.plimsoll.bench.answers.reader.Solution;
import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import dev.plimsoll.policy.Policy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AnswersBenchTest {

    /** The smallest payloads: the whole benchmark would take too long here. */
    private static final List<TaskPayload> PAYLOADS = GeneratedPayloads.all().stream()
            .filter(payload ->
                    payload.tool().equals("list_customers") || payload.tool().equals("read_handbook"))
            .toList();

    private static final ProgramReport PROGRAMS =
            new ProgramReport(List.of(new ProgramRow("How many?", true, 20, 5, 30, 300, 9_000)), 150);

    private static final KeyReport KEYS = new KeyReport(List.of(new KeyReport.Row(
            "sql",
            "issues",
            2,
            new KeyReport.Measurement(2, 3, 10, 200),
            new KeyReport.Measurement(1, 4, 20, 300),
            70)));

    @TempDir
    private Path project;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @BeforeEach
    void writeTotals() throws IOException {
        Files.createDirectories(project.resolve("bench"));
        report(PAYLOADS).totals().write(ReportFiles.totalsFile(project));
    }

    @Test
    void succeedsWithRightSolutionsAndEqualTotals() throws IOException {
        assertThat(run(PAYLOADS)).isZero();
        assertThat(output()).contains("| Plimsoll, query | 8 | 8 | 0 | 0 |").contains("Handbook: Markdown");
    }

    @Test
    void failsIfATotalIsHigherThanInTheFile() throws IOException {
        Map<String, Long> lower = new LinkedHashMap<>(report(PAYLOADS).totals().values());
        lower.compute("query tokens", (name, value) -> value == null ? 0 : value - 1);
        new Totals(lower).write(ReportFiles.totalsFile(project));

        assertThat(run(PAYLOADS)).isEqualTo(1);
        assertThat(output()).contains("bench answers: FAILED: query tokens: ");
    }

    @Test
    void failsIfASolutionIsWrong() throws IOException {
        List<TaskPayload> wrong =
                PAYLOADS.stream().map(AnswersBenchTest::withAnotherTruth).toList();

        assertThat(run(wrong)).isEqualTo(1);
        assertThat(AnswersBench.describeFailures(report(wrong).taskResults()))
                .hasSizeGreaterThan(wrong.size())
                .allSatisfy(failure -> assertThat(failure).contains(": wrong: "));
    }

    @Test
    void printsOneJsonObject() throws IOException {
        assertThat(run(PAYLOADS, "--json")).isZero();
        JsonNode json = JsonMapper.shared().readTree(output());

        assertThat(json.path("tasks").size()).isEqualTo(8);
        assertThat(json.at("/tasks/0/ways/0/way").asString()).isEqualTo("query");
        assertThat(json.at("/totals/query tokens").asLong()).isPositive();
    }

    @Test
    void writesPayloadsAndTasksForOtherPrograms() throws IOException {
        Path folder = project.resolve("payloads");

        assertThat(run(PAYLOADS, "--payloads", folder.toString())).isZero();
        JsonNode tasks = JsonMapper.shared().readTree(Files.readString(folder.resolve("tasks.json")));
        assertThat(tasks.size()).isEqualTo(8);
        assertThat(tasks.at("/0/tool").asString()).isEqualTo(PAYLOADS.get(0).tool());
        assertThat(tasks.at("/0/truth").isMissingNode()).isFalse();
        for (TaskPayload payload : PAYLOADS) {
            assertThat(Files.readString(folder.resolve(payload.tool() + ".json")))
                    .isEqualTo(payload.result().utf8());
        }
    }

    @Test
    void listsTheOptionsAfterAnUnknownOption() throws IOException {
        assertThat(run(PAYLOADS, "--fast")).isEqualTo(2);
        assertThat(output()).contains("--write").contains("--fast");
    }

    @Test
    void writesTotalsTablesAndChart() throws IOException {
        Files.createDirectories(project.resolve("docs/reference"));
        Files.createDirectories(project.resolve("docs/images"));
        Path document = project.resolve("docs/reference/economy.md");
        Files.copy(Path.of("..", "docs/reference/economy.md"), document);
        Files.writeString(ReportFiles.totalsFile(project), "query tokens = 1\n");

        assertThat(run(PAYLOADS, "--write")).isZero();
        assertThat(Totals.read(ReportFiles.totalsFile(project)))
                .isEqualTo(report(PAYLOADS).totals());
        assertThat(Files.readString(document)).contains("| Handbook: Markdown, 40 sections | 4 |");
        assertThat(Files.readString(project.resolve("docs/images/economy.svg")))
                .startsWith("<svg ")
                .contains("8 of 8 right");
    }

    @Test
    void countsSolutionsByStatus() {
        Tally tally = Tally.of(List.of(
                new Solution(Solution.Status.RIGHT, 2, 100, ""),
                new Solution(Solution.Status.WRONG, 1, 10, "7"),
                new Solution(Solution.Status.MISSING, 3, 40, "nothing found")));

        assertThat(tally).isEqualTo(new Tally(3, 1, 1, 1, 6, 150));
        assertThat(tally.meanTokens()).isEqualTo(50);
    }

    private static AnswersReport report(List<TaskPayload> payloads) {
        Policy policy = Policy.defaults();
        return new AnswersReport(
                TaskResult.measure(payloads, policy), BestScript.run(payloads, policy), PROGRAMS, KEYS);
    }

    private static TaskPayload withAnotherTruth(TaskPayload payload) {
        AnswerTask task = payload.tasks().get(0);
        AnswerTask other = new AnswerTask(task.kind(), task.text(), task.question(), Truth.of("another"));
        return new TaskPayload(
                payload.tool() + "_2",
                payload.title(),
                payload.format(),
                payload.result(),
                payload.text(),
                List.of(other));
    }

    private int run(List<TaskPayload> payloads, String... options) throws IOException {
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        int code = new AnswersBench(project, out, out).run(payloads, () -> PROGRAMS, () -> KEYS, List.of(options));
        out.flush();
        return code;
    }

    private String output() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
