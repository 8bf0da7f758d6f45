package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.StoredProgram;
import dev.plimsoll.gateway.config.view.EffectiveConfig;
import dev.plimsoll.gateway.config.view.FlatConfig;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.stored.StoredQueries;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the configuration keys for stored queries and stored programs. */
@NullMarked
class StoredTextsTest {

    private static final String FILE = """
            servers: {crm: {command: [cat]}}
            programs:
              mode: read
              stored:
                total: 'call("list"; {}) | length'
                teams:
                  program: 'call("list"; {state: $state}) | length'
                  description: Counts teams
                  server: crm
                  parameters: {state: {default: open}, min: {type: integer, default: 3, description: the least}}
                  expose: true
            policy:
              queries: {whole: .}
            tools:
              "crm/*":
                queries:
                  stale: {query: '.[] | select(.days > $days)', parameters: {days: {type: integer, default: 30}}}
              "crm/list":
                queries:
                  total: length
                  stale: '.[] | select(.old)'
            """;

    @TempDir
    Path folder;

    private StoredQueries queries(String tool) {
        Configuration configuration =
                new ConfigSandbox(folder).file(FILE).read().configuration();
        return StoredQueries.parse(
                configuration.policies().forTool("crm", tool).policy().get(Policy.QUERIES));
    }

    @Test
    void rulesAddQueriesAndReplaceThoseOfTheSameName() {
        assertThat(queries("get").signatures()).isEqualTo("whole; stale {days: 30}");
        assertThat(queries("list").signatures()).isEqualTo("whole; stale; total");
    }

    @Test
    void programsHaveParametersAndAServer() {
        Configuration configuration =
                new ConfigSandbox(folder).file(FILE).read().configuration();
        StoredProgram teams = Objects.requireNonNull(configuration.programs().find("teams"));
        assertThat(teams.isExposed()).isTrue();
        assertThat(teams.text().signature()).isEqualTo("teams {state: \"open\", min: 3}");
        assertThat(configuration.programs().forServer("crm", false).stored())
                .extracting(StoredProgram::name)
                .containsExactly("teams");
        assertThat(configuration.programs().forServer("other", true).stored())
                .extracting(StoredProgram::name)
                .containsExactly("total");
    }

    @Test
    void effectiveAndFlatConfigurationHaveQueriesAndPrograms() {
        LoadedConfiguration loadedConfiguration =
                new ConfigSandbox(folder).file(FILE).read();
        assertThat(new EffectiveConfig(loadedConfiguration).yaml())
                .contains(
                        "    teams:\n      program: ",
                        "          default: \"3\"",
                        "  crm/list:\n    queries:\n      total:");
        assertThat(FlatConfig.of(loadedConfiguration))
                .containsKeys(
                        "programs.stored.\"teams\".parameters.\"min\".type",
                        "tools.\"crm/*\".queries.\"stale\".parameters.\"days\".default");
        assertThat(FlatConfig.of(loadedConfiguration)
                        .get("tools.\"crm/*\".queries.\"stale\".parameters.\"days\".default"))
                .extracting(FlatConfig.Value::isReloadable)
                .isEqualTo(true);
    }

    @Test
    void environmentVariablesSetQueriesAndPrograms() {
        LoadedConfiguration loadedConfiguration = new ConfigSandbox(folder)
                .variable(
                        "PLIMSOLL_POLICY_QUERIES",
                        "{\"a\": \".x\", \"b\": {\"query\": \".[$i]\", \"parameters\": {\"i\": {\"type\": \"integer\"}}}}")
                .variable("PLIMSOLL_PROGRAMS_STORED", "{\"p\": \"tools\"}")
                .read();
        assertThat(StoredQueries.parse(loadedConfiguration
                                .configuration()
                                .policies()
                                .base()
                                .get(Policy.QUERIES))
                        .signatures())
                .isEqualTo("a; b {i}");
        assertThat(loadedConfiguration.configuration().programs().find("p")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "length: . | is a function or keyword of jq",
                "call: . | is a function or keyword of jq",
                "a b: . | names must be 1 to 64 letters",
                "a: '.[ + b' | query: unexpected '+', expected an expression at character 4",
                "a: '.[$x]' | $x is not defined at character 3",
                "a: {description: b} | query is missing",
                "a: {query: ., parameters: {original: {}}} | $original is the original result",
                "a: {query: ., parameters: {d: {type: integer, default: x}}} | must be an integer as JSON",
                "a: {query: ., parameters: {d: {type: int}}} | must be one of string, integer",
                "a: [1] | must be a map with keys",
                "a: {qury: .} | did you mean query?",
            })
    void reportsErrorsInQueries(String entry, String message) {
        List<String> errors = new ConfigSandbox(folder)
                .file("tools: { \"crm/*\": { queries: {" + entry + "} } }")
                .errors();
        assertThat(errors).singleElement().asString().contains(message);
    }

    @Test
    void reportsLineAndColumnOfErrors() {
        List<String> errors = new ConfigSandbox(folder).file("""
                tools:
                  "crm/*":
                    queries:
                      old: |
                        .[]
                        | select(.days > $day)
                """).errors();
        assertThat(errors)
                .singleElement()
                .asString()
                .contains(
                        ":4:12: tools.\"crm/*\".queries.old.query: query: $day is not defined at line 2, character 18");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plimsoll_x: tools | must not begin with plimsoll_",
                "a__b: tools | or contain __",
                "a: 'call(' | unexpected end",
                "a: {program: '$s', parameters: {t: {}}} | $s is not defined",
            })
    void reportsErrorsInPrograms(String entry, String message) {
        List<String> errors = new ConfigSandbox(folder)
                .file("programs: {mode: read, stored: {" + entry + "}}")
                .errors();
        assertThat(errors).singleElement().asString().contains(message);
    }

    @Test
    void warnsAboutProgramsThatNobodyCanCall() {
        List<ConfigError> warnings = new ConfigSandbox(folder).file("""
                servers: {crm: {command: [cat]}}
                programs: {stored: {a: {program: tools, server: crmm}}}
                """).read().warnings();
        assertThat(warnings.toString())
                .contains("programs.mode is off", "there is no server crmm", "did you mean crm?");
    }
}
