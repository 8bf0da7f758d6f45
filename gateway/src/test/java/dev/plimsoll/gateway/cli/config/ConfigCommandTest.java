package dev.plimsoll.gateway.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigCommandTest {

    @TempDir
    private Path folder;

    private FakeTerminal run(int status, String... args) {
        FakeTerminal terminal = new FakeTerminal("");
        HostEnvironment hostEnvironment =
                new HostEnvironment(Map.of("T", "sesame"), folder, folder.resolve("home"), "Linux");
        assertThat(CommandLineProgram.run(
                        terminal.terminal(),
                        List.of(ConfigCommand.createCommandLine(terminal.terminal(), hostEnvironment)),
                        args))
                .as(terminal.err())
                .isEqualTo(status);
        return terminal;
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("plimsoll.yaml"), text);
    }

    @Test
    void checkSummarizesAValidConfiguration() throws IOException {
        assertThat(run(ExitCode.SUCCESS, "config", "check").out())
                .isEqualToNormalizingNewlines("valid: 0 servers, preset balanced, 0 rules (no file)\n");
        write("servers: { a: { command: x }, b: { command: y } }\ntools: { c: { style: page } }\n");
        FakeTerminal terminal = run(ExitCode.SUCCESS, "config", "check", "--preset", "strict");

        assertThat(terminal.out())
                .isEqualToNormalizingNewlines("valid: 2 servers, preset strict, 1 rule (plimsoll.yaml)\n");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void checkPrintsEveryError() throws IOException {
        write("policy: { ttl: 1, style: 2 }");
        FakeTerminal terminal = run(ExitCode.USAGE, "config", "check", "plimsoll.yaml", "--budget", "none");

        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err().lines()).hasSize(3).allMatch(line -> line.startsWith("plimsoll: "));
        assertThat(run(ExitCode.USAGE, "config", "show").err().lines()).hasSize(2);
    }

    @Test
    void showPrintsEffectiveValuesWithTheirSources() throws IOException {
        write("servers: { a: { command: x, env: { K: '${T}' } } }\npolicy: { keepFields: [b] }");
        String output = run(ExitCode.SUCCESS, "config", "show", "--preset", "probe", "--budget", "7")
                .out();

        assertThat(output)
                .contains(
                        "  tokenBudgetThreshold: 7  # --budget",
                        "  style: probe  # preset probe",
                        "  keepFields: [b]  # plimsoll.yaml:2",
                        "    env:  # plimsoll.yaml:1, ${T}\n      K: \"***\"",
                        "  maxTtl: 24h\n")
                .doesNotContain("sesame");
    }

    @Test
    void showPrintsJson() throws IOException {
        write("tools: { 'a/*': { limits: { depth: 3 } } }\nlogLevel: warn");
        JsonNode output = JsonMapper.shared()
                .readTree(run(ExitCode.SUCCESS, "config", "show", "--json").out());

        assertThat(output.at("/configuration/tools/a~1*/limits/depth").asInt()).isEqualTo(3);
        assertThat(output.at("/configuration/policy/enabled").asBoolean()).isTrue();
        assertThat(output.at("/sources/logLevel").asString()).isEqualTo("plimsoll.yaml:2");
        assertThat(output.at("/sources").has("tools.\"a/*\".limits.depth")).isTrue();
    }

    @Test
    void printsTheSchema() {
        JsonNode schema = JsonMapper.shared()
                .readTree(run(ExitCode.SUCCESS, "config", "schema").out());

        assertThat(schema.at("/$schema").asString()).contains("2020-12");
    }

    @Test
    void rejectsInvalidUsage() {
        assertThat(run(ExitCode.USAGE, "config").err()).contains("no command given; use config check");
        assertThat(run(ExitCode.USAGE, "config", "chekc").err()).contains("did you mean");
        assertThat(run(ExitCode.USAGE, "config", "check", "a", "--config", "b").err())
                .contains("two files given: a and --config b");
        assertThat(run(ExitCode.USAGE, "config", "check", "missing.yaml").err())
                .contains("missing.yaml: there is no such file");
    }
}
