package dev.plimsoll.gateway.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigReplayTest {

    @TempDir
    private Path folder;

    private final FakeTerminal terminal = new FakeTerminal("");

    @BeforeEach
    void writeSpool() throws IOException {
        try (EntrySpool entrySpool = EntrySpool.create(folder, 1 << 20)) {
            entrySpool.write(List.of(
                    entry(1, "list", "paginated", 3_000, 40_000, -1),
                    entry(2, "list", "read", 2_000, 0, -1),
                    entry(3, "many", "passed", 900, 900, 80),
                    entry(4, "get", "passed", 600, 600, -1),
                    entry(5, "get", "passed", 400, 400, -1),
                    entry(6, "get", "error", 50, 50, -1),
                    entry(7, "tools/list", TelemetryEntry.LISTED, 250, 0, -1)));
        }
    }

    private static TelemetryEntry entry(
            long id, String tool, String outcome, long answerTokens, long originalTokens, long items) {
        return new TelemetryEntry(
                System.currentTimeMillis() - 120_000,
                id,
                new Subject("crm", tool, "tool", "me", "probe", "legacy", "auto"),
                outcome,
                "",
                new Size(answerTokens, 4 * answerTokens, originalTokens, 4 * originalTokens, items),
                10,
                10,
                0,
                outcome.equals("paginated"));
    }

    private int check(String configuration, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("new.yaml"), "data: " + folder + "\n" + configuration);
        String[] arguments = new String[options.length + 3];
        System.arraycopy(options, 0, arguments, 3, options.length);
        arguments[0] = "config";
        arguments[1] = "check";
        arguments[2] = file.toString();
        return CommandLineProgram.run(terminal.terminal(), arguments);
    }

    private JsonNode replay(String configuration) throws IOException {
        assertThat(check(configuration, "--replay", "--json")).isEqualTo(ExitCode.SUCCESS);
        return JsonMapper.shared().readTree(terminal.out());
    }

    private static JsonNode tool(JsonNode replay, String name) {
        for (JsonNode entry : replay.get("tools")) {
            if (entry.get("tool").asString().equals(name)) {
                return entry;
            }
        }
        throw new AssertionError(name + " in " + replay);
    }

    @Test
    void countsPassedResultsThatASmallerBudgetShapes() throws IOException {
        JsonNode replay = replay("policy: { tokenBudgetThreshold: 500 }\n");

        assertThat(replay.get("requests").asInt()).isEqualTo(4);
        assertThat(tool(replay, "get").get("calls").asInt()).isEqualTo(2);
        assertThat(tool(replay, "get").get("newlyShaped").asInt()).isEqualTo(1);
        assertThat(tool(replay, "get").get("answerTokensAtMost").asInt()).isEqualTo(500 + 400);
        assertThat(tool(replay, "list").get("shaped").asInt()).isEqualTo(1);
        assertThat(tool(replay, "list").get("answerTokensAtMost").asInt()).isEqualTo(500);
    }

    @Test
    void countsTokensOfAToolThatWouldPass() throws IOException {
        JsonNode list = tool(replay("tools: { 'crm/list': { enabled: false } }\n"), "list");

        assertThat(list.get("noMoreShaped").asInt()).isEqualTo(1);
        assertThat(list.get("answerTokensAtMost").asInt()).isEqualTo(40_000);
    }

    @Test
    void countsListsShapedByTheirLength() throws IOException {
        JsonNode replay = replay("policy: { pageByCount: true }\n");

        assertThat(tool(replay, "many").get("newlyShaped").asInt()).isEqualTo(1);
        assertThat(tool(replay, "get").get("newlyShaped").asInt()).isZero();
    }

    @Test
    void printsATableAndASummary() throws IOException {
        assertThat(check("policy: { tokenBudgetThreshold: 500 }\n", "--replay", "--since", "1h"))
                .isEqualTo(ExitCode.SUCCESS);

        assertThat(terminal.out())
                .startsWith("valid: ")
                .contains("4 results.", "would be at most")
                .endsWith("2 more results would be shaped, and 0 would no longer be shaped.\n");
    }

    @Test
    void rejectsOptionsWithoutEffect() throws IOException {
        assertThat(check("", "--since", "1h")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("--since: valid only with --replay");
    }
}
