package dev.plimsoll.gateway.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.telemetry.ReplacedHandles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportCommandTest {

    @TempDir
    private Path folder;

    private final FakeTerminal terminal = new FakeTerminal("");

    @BeforeEach
    void writeSpool() throws IOException {
        try (EntrySpool entrySpool = EntrySpool.create(folder, 1 << 20)) {
            entrySpool.write(List.of(
                    entry("list", "paginated", 3_000, 40_000),
                    entry("list", "read", 2_000, 0),
                    entry("get|1\u001b[2J", "passed", 100, 100),
                    entry("tools/list", TelemetryEntry.LISTED, 250, 0)));
        }
    }

    private static TelemetryEntry entry(String tool, String outcome, long answerTokens, long originalTokens) {
        return new TelemetryEntry(
                System.currentTimeMillis() - 120_000,
                // the number of tokens is also the ID: it is different in each entry
                answerTokens,
                new Subject("crm", tool, "tool", "me", "probe", "legacy", "auto"),
                outcome,
                "",
                new Size(answerTokens, 4 * answerTokens, originalTokens, 4 * originalTokens, -1),
                10,
                10,
                0,
                outcome.equals("paginated"));
    }

    private int report(String... options) {
        List<String> arguments = new ArrayList<>(List.of("report", "--data", folder.toString()));
        arguments.addAll(List.of(options));
        return CommandLineProgram.run(terminal.terminal(), arguments.toArray(String[]::new));
    }

    @Test
    void tableSubtractsFollowUpReadsAndListings() {
        assertThat(report()).isEqualTo(ExitCode.SUCCESS);
        assertThat(terminal.out())
                .containsPattern("crm +list +1 +1 +40,000 +3,000 +2,000 +0 +35,000")
                .containsPattern("crm +tools/list +0 +0 +0 +0 +0 +250 +-250")
                .containsPattern("all +2 +1 +40,100 +3,100 +2,000 +250 +34,750")
                .contains("Net savings: about 34,750 tokens (86.7 % of the results).")
                .contains("get?1?[2J")
                .doesNotContain("\u001b");
    }

    @Test
    void reportsValuesOfHandlesApartFromSavings() throws IOException {
        assertThat(report()).isEqualTo(ExitCode.SUCCESS);
        assertThat(terminal.out()).doesNotContain("Handles");
        TelemetryEntry plain = entry("write", "passed", 10, 10);
        Size size = new Size(10, 40, 10, 40, -1, false, new ReplacedHandles(3, 80_000, 20_700));
        try (EntrySpool entrySpool = EntrySpool.create(folder, 1 << 20)) {
            entrySpool.write(List.of(new TelemetryEntry(
                    plain.atMillis(), 5, plain.subject(), plain.outcome(), "", size, 10, 10, 0, false)));
        }
        assertThat(report()).isEqualTo(ExitCode.SUCCESS);
        assertThat(terminal.out())
                .contains(
                        "Handles: 1 call took 3 values of earlier results, about 20,700 tokens that no model wrote; the net"
                                + " savings do not include them.")
                .contains("Net savings: about 34,750 tokens");
        assertThat(report("--json")).isEqualTo(ExitCode.SUCCESS);
        assertThat(terminal.out()).contains("\"handles\":{\"calls\":1,\"values\":3,\"bytes\":80000,\"tokens\":20700}");
    }

    @Test
    void jsonHasTheSameNumbers() {
        report("--json", "--by", "client");
        JsonNode report = JsonMapper.shared().readTree(terminal.out());
        assertThat(report.at("/total/netTokens").asLong()).isEqualTo(34_750);
        assertThat(report.at("/groups/0/client").asString()).isEqualTo("probe");
        assertThat(report.at("/groups/0/followUpTokens").asLong()).isEqualTo(2_000);
    }

    @Test
    void printsAMarkdownTable() {
        report("--markdown");
        assertThat(terminal.out()).contains("| server | tool | calls |").contains("|---|---|---:|");
    }

    @Test
    void secondRunPrintsTheSameTotals() {
        report("--json");
        String firstOutput = terminal.out();
        report("--json");
        String bothOutputs = terminal.out();
        assertThat(JsonMapper.shared()
                        .readTree(bothOutputs.substring(firstOutput.length()))
                        .get("total"))
                .isEqualTo(JsonMapper.shared().readTree(firstOutput).get("total"));
    }

    @Test
    void excludesRequestsOutsideThePeriod() {
        report("--since", "2020-01-01", "--until", "2020-02-01");
        assertThat(terminal.out()).contains("Nothing was recorded in this period.");
    }

    @Test
    void distinguishesInvalidUsageFromFailure() throws IOException {
        assertThat(report("--since", "yesterday")).isEqualTo(ExitCode.USAGE);
        assertThat(report("--by", "colour")).isEqualTo(ExitCode.USAGE);
        assertThat(report("--json", "--markdown")).isEqualTo(ExitCode.USAGE);
        assertThat(report("--since", "1d", "--until", "2d")).isEqualTo(ExitCode.USAGE);
        Path unusableData = Files.createDirectory(folder.resolve("other"));
        Files.writeString(unusableData.resolve("telemetry"), "in the way");
        assertThat(report("--data", unusableData.toString())).isNotEqualTo(ExitCode.SUCCESS);
    }
}
