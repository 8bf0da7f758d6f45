package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.model.CatalogConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.StyleId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationReaderTest {

    @TempDir
    private Path folder;

    private ConfigSandbox sandbox() {
        return new ConfigSandbox(folder);
    }

    @Test
    void returnsDefaultsWithoutSettings() {
        LoadedConfiguration loadedConfiguration = sandbox().read();

        assertThat(loadedConfiguration.configuration())
                .isEqualTo(
                        Configuration.defaults(folder.resolve("home/.local/share/plimsoll"), StoreConfig.Type.MEMORY));
        assertThat(loadedConfiguration.warnings()).isEmpty();
        assertThat(loadedConfiguration.file()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing",
                "---",
                "null",
                "{}",
                "policy:",
                "servers: {}\npolicy: { ttl: null, limits: ~ }\nlogLevel: \npreset: null\nstore: { spill: { dir: } }"
            })
    void returnsDefaultsForAFileWithoutValues(String text) {
        LoadedConfiguration loadedConfiguration = sandbox().file(text).read();

        assertThat(loadedConfiguration.configuration())
                .isEqualTo(
                        Configuration.defaults(folder.resolve("home/.local/share/plimsoll"), StoreConfig.Type.MEMORY));
        assertThat(loadedConfiguration.file()).isNotNull();
    }

    @Test
    void laterSourcesOverrideEarlierOnes() {
        ConfigSandbox configSandbox = sandbox();
        assertThat(ttl(configSandbox)).isEqualTo(Duration.ofMinutes(15));
        configSandbox.file("preset: probe");
        assertThat(ttl(configSandbox)).isEqualTo(Duration.ofMinutes(5));
        configSandbox.file("preset: probe\npolicy: { ttl: 4m, tokenBudgetThreshold: 1 }");
        assertThat(ttl(configSandbox)).isEqualTo(Duration.ofMinutes(4));
        configSandbox.variable("PLIMSOLL_POLICY_TTL", "3m").variable("PLIMSOLL_POLICY_TOKEN_BUDGET_THRESHOLD", "2");
        assertThat(ttl(configSandbox)).isEqualTo(Duration.ofMinutes(3));
        assertThat(configSandbox
                        .read(CommandLineValue.budget("3"))
                        .configuration()
                        .policies()
                        .base()
                        .get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(3);
        assertThat(configSandbox
                        .read(CommandLineValue.preset("strict"))
                        .configuration()
                        .preset())
                .isEqualTo("strict");
    }

    private static Duration ttl(ConfigSandbox configSandbox) {
        return configSandbox.read().configuration().policies().base().get(Policy.TTL);
    }

    @ParameterizedTest
    @EnumSource
    void presetInTheConfigurationEqualsThePresetOfTheLibrary(Preset preset) {
        Configuration configuration =
                sandbox().read(CommandLineValue.preset(preset.configName())).configuration();

        assertThat(configuration.policies().base()).isEqualTo(preset.applyTo(Policy.defaults()));
        assertThat(configuration.cursor().bind())
                .isEqualTo(preset == Preset.CURSOR ? CursorConfig.Bind.SESSION : CursorConfig.Bind.CALLER);
    }

    @Test
    void nullReplacesAPresetValueByTheDefault() {
        Policy policy = sandbox()
                .file("preset: probe\npolicy: { autoNegotiateThreshold: null, ttl: ~ }")
                .read()
                .configuration()
                .policies()
                .base();

        assertThat(policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD)).isNull();
        assertThat(policy.get(Policy.TTL)).isEqualTo(Duration.ofMinutes(15));
        assertThat(policy.get(Policy.STYLE)).isEqualTo(StyleId.of("probe"));
    }

    @Test
    void laterRulesOverrideEarlierOnes() {
        Configuration configuration = sandbox()
                .file("""
            tools:
              "*": { style: summary, limits: { depth: 3 } }
              "crm/list_*": { style: page, keepFields: [owner, team] }
            """)
                .variable("PLIMSOLL_TOOLS", "{\"crm/*\": {ttl: 1m}}")
                .read()
                .configuration();
        Policy listUsers = configuration.policies().forTool("crm", "list_users").policy();
        Policy readFile = configuration.policies().forTool("files", "read").policy();

        assertThat(listUsers.get(Policy.STYLE)).isEqualTo(StyleId.of("page"));
        assertThat(listUsers.get(Policy.KEEP_FIELDS)).containsExactly("owner", "team");
        assertThat(listUsers.get(Policy.LIMIT_DEPTH)).isEqualTo(3);
        assertThat(listUsers.get(Policy.TTL)).isEqualTo(Duration.ofMinutes(1));
        assertThat(readFile.get(Policy.STYLE)).isEqualTo(StyleId.of("summary"));
        assertThat(readFile.get(Policy.TTL)).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void readsServers() {
        Configuration configuration = sandbox()
                .file("""
            servers:
              files:
                command: npx
                args: [-y, "@modelcontextprotocol/server-filesystem", 1]
                env: { DEBUG: 1, NOTHING: null, TOKEN: "${T}" }
                cwd: work
                timeouts: { start: 5s, stop: 0 }
              crm: { url: "https://crm.example/mcp", headers: { Authorization: "Bearer ${T}" } }
            """)
                .variable("T", "sesame")
                .variable("PLIMSOLL_SERVERS_CRM_TIMEOUTS_REQUEST", "9s")
                .variable("PLIMSOLL_SERVERS_OLD_ONE", "{command: [old, one]}")
                .read()
                .configuration();
        ServerConfig files = configuration.servers().get(0);
        ServerConfig crmServer = configuration.server("crm").orElseThrow();

        assertThat(files.command()).containsExactly("npx", "-y", "@modelcontextprotocol/server-filesystem", "1");
        assertThat(files.env()).containsExactly(Map.entry("DEBUG", "1"), Map.entry("TOKEN", "sesame"));
        assertThat(files.cwd()).isEqualTo(folder.resolve("home/.local/share/plimsoll/work"));
        assertThat(files.timeouts())
                .isEqualTo(new TimeoutConfig(Duration.ofSeconds(5), TimeoutConfig.DEFAULT.request(), Duration.ZERO));
        assertThat(crmServer.url()).hasToString("https://crm.example/mcp");
        assertThat(crmServer.headers()).containsEntry("Authorization", "Bearer sesame");
        assertThat(crmServer.timeouts().request()).isEqualTo(Duration.ofSeconds(9));
        assertThat(configuration.server("old-one").orElseThrow().command()).containsExactly("old", "one");
        assertThat(configuration.toString()).doesNotContain("sesame");
    }

    @Test
    void defaultsOfAServerInTheFileEqualThoseOfServerConfig() {
        ServerConfig read = sandbox()
                .file("servers: { a: { command: x } }")
                .read()
                .configuration()
                .servers()
                .get(0);

        assertThat(read).isEqualTo(ServerConfig.of("a", List.of("x")));
    }

    @Test
    void relativePathsStartInTheDataFolder() {
        Configuration configuration = sandbox()
                .file("data: ignored\nstore: { spill: { dir: s } }")
                .variable("PLIMSOLL_DATA", "also-ignored")
                .read(CommandLineValue.data("d"))
                .configuration();

        assertThat(configuration.data()).isEqualTo(folder.resolve("d"));
        assertThat(configuration.store().spill().dir()).isEqualTo(folder.resolve("d/s"));
        assertThat(sandbox().file("data: ~/x").read().configuration().data()).isEqualTo(folder.resolve("home/x"));
    }

    /** Checks that servers, ordered rules, and rollout steps have the same meaning in both formats. */
    @Test
    void yamlAndJsonAreEquivalent() throws Exception {
        String yaml = """
                # two servers
                servers:
                  crm: { url: "https://crm.example/mcp", headers: { X-Team: "Zürich" }, rateLimit: 600 }
                  files:
                    command: [npx, -y, "@m/server", /data]
                    env: { LANG: de_CH }
                preset: hardening
                policy:
                  ttl: 12m
                  keepFields: [owner, 顧客]
                  limits: { depth: 3 }
                tools:
                  "crm/list_*": { heavy: true, tokenBudgetThreshold: 900 }
                  "crm/list_all": { chunkSize: 100 }
                rollout: { steps: [ { percent: 5, for: 3d, pageSize: 200 }, { percent: 100 } ] }
                """;
        String json = """
                {"servers": {"crm": {"url": "https://crm.example/mcp", "headers": {"X-Team": "Z\\u00fcrich"}, "rateLimit": 600},
                 "files": {"command": ["npx", "-y", "@m/server", "/data"], "env": {"LANG": "de_CH"}}},
                 "preset": "hardening", "policy": {"ttl": "12m", "keepFields": ["owner", "顧客"], "limits": {"depth": 3}},
                 "tools": {"crm/list_*": {"heavy": true, "tokenBudgetThreshold": 900}, "crm/list_all": {"chunkSize": 100}},
                 "rollout": {"steps": [{"percent": 5, "for": "3d", "pageSize": 200}, {"percent": 100}]}}
                """;
        Path yamlFolder = Files.createDirectories(folder.resolve("one"));
        Path jsonFolder = Files.createDirectories(folder.resolve("other"));
        Configuration fromYaml =
                new ConfigSandbox(yamlFolder).file("plimsoll.yaml", yaml).read().configuration();
        Configuration fromJson =
                new ConfigSandbox(jsonFolder).file("plimsoll.json", json).read().configuration();

        assertThat(fromJson.policies().base()).isEqualTo(fromYaml.policies().base());
        for (String tool : List.of("list_all", "list_some", "get")) {
            assertThat(fromJson.policies().forTool("crm", tool).policy())
                    .isEqualTo(fromYaml.policies().forTool("crm", tool).policy());
        }
        Policy policyOfListAll = fromJson.policies().forTool("crm", "list_all").policy();
        assertThat(policyOfListAll.get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(900);
        assertThat(policyOfListAll.find(Policy.CHUNK_SIZE)).isEqualTo(100);
        assertThat(policyOfListAll.get(Policy.KEEP_FIELDS)).containsExactly("owner", "顧客");
        assertThat(fromJson.servers()).isEqualTo(fromYaml.servers()).hasSize(2);
        assertThat(fromJson.rollouts()).isEqualTo(fromYaml.rollouts());
    }

    @Test
    void readsJson() {
        Configuration configuration =
                sandbox().file("plimsoll.json", """
            {
            \t"policy":\t{"ttl":"5m","keepFields":["a\\u00e4\\/\\ud83d\\ude00"],"limits":{"depth":2}},
            \t"logLevel":"debug"
            }
            """).read().configuration();

        assertThat(configuration.policies().base().get(Policy.TTL)).isEqualTo(Duration.ofMinutes(5));
        assertThat(configuration.policies().base().get(Policy.KEEP_FIELDS)).containsExactly("aä/😀");
        assertThat(configuration.logLevel()).isEqualTo(LogLevel.DEBUG);
    }

    @Test
    void prefersWorkingFolderOverUserFolder() throws Exception {
        ConfigSandbox configSandbox = new ConfigSandbox(folder);
        ConfigurationReader reader = new ConfigurationReader(configSandbox.hostEnvironment());
        assertThat(reader.readNearest(null, List.of()).file()).isNull();
        Path userFolder = Files.createDirectories(folder.resolve("home/.config/plimsoll"));
        Files.writeString(userFolder.resolve("plimsoll.yaml"), "data: own\n");
        assertThat(reader.readNearest(null, List.of()).configuration().data().toString())
                .endsWith("own");
        configSandbox.file("data: near\n");
        assertThat(reader.readNearest(null, List.of()).configuration().data().toString())
                .endsWith("near");
    }

    @Test
    void runIgnoresWorkingFolder() throws Exception {
        ConfigSandbox configSandbox = sandbox().file("not even yaml: [");
        Path userFolder = Files.createDirectories(folder.resolve("home/.config/plimsoll"));
        LoadedConfiguration withoutUserFile =
                new ConfigurationReader(configSandbox.hostEnvironment()).read(DefaultFile.USER, null, List.of());
        Files.writeString(userFolder.resolve("plimsoll.yaml"), "logLevel: error");
        LoadedConfiguration withUserFile =
                new ConfigurationReader(configSandbox.hostEnvironment()).read(DefaultFile.USER, null, List.of());

        assertThat(withoutUserFile.file()).isNull();
        assertThat(withUserFile.file()).isEqualTo(userFolder.resolve("plimsoll.yaml"));
        assertThat(withUserFile.configuration().logLevel()).isEqualTo(LogLevel.ERROR);
    }

    @Test
    void namedFileMustExist() {
        ConfigSandbox configSandbox = sandbox().file("other.yaml", "logLevel: warn");
        ConfigurationReader reader = new ConfigurationReader(configSandbox.hostEnvironment());

        assertThatThrownBy(() -> reader.read(DefaultFile.USER, "missing.yaml", List.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("missing.yaml: there is no such file");
        configSandbox.variable("PLIMSOLL_CONFIG", "other.yaml");
        assertThat(configSandbox.read().configuration().logLevel()).isEqualTo(LogLevel.WARN);
    }

    @Test
    void warnsAboutIgnoredSecondFile() {
        LoadedConfiguration loadedConfiguration =
                sandbox().file("logLevel: warn").file("plimsoll.json", "{}").read();

        assertThat(loadedConfiguration.warnings())
                .singleElement()
                .hasToString("plimsoll.json: is ignored because plimsoll.yaml exists");
        assertThat(loadedConfiguration.configuration().logLevel()).isEqualTo(LogLevel.WARN);
    }

    @Test
    void doesNotWarnAboutKeysThatHaveAnEffect() {
        assertThat(sandbox().file("""
            catalog: slim
            servers: { crm: { url: http://crm, catalog: dispatch } }
            telemetry: { capture: true }
            tools: { a: { sessionBudget: 500 } }
            cluster: { peers: [http://other] }
            """).read().warnings()).isEmpty();
    }

    @Test
    void readsCatalogsByServer() {
        CatalogConfig catalogConfig = sandbox()
                .file("catalog: slim\nservers: { crm: { url: http://crm, catalog: dispatch } }")
                .read()
                .configuration()
                .catalogs();
        assertThat(catalogConfig.forServer("crm")).isEqualTo(Catalog.DISPATCH);
        assertThat(catalogConfig.forServer("files")).isEqualTo(Catalog.SLIM);
    }

    @Test
    void emptyVariablesSetNothing() {
        assertThat(sandbox()
                        .variable("PLIMSOLL_PRESET", "")
                        .read()
                        .configuration()
                        .preset())
                .isEqualTo("balanced");
    }

    @Test
    void variableOfOneKeyOverridesVariableOfItsSection() {
        Policy policy = sandbox()
                .variable("PLIMSOLL_POLICY", "{ttl: 2m, maxTtl: 3m}")
                .variable("PLIMSOLL_POLICY_TTL", "1m")
                .variable("PLIMSOLL_POLICY_KEEP_FIELDS", "[a, b]")
                .variable("PLIMSOLL_POLICY_SUMMARY_FIELDS", "c,d")
                .variable("PLIMSOLL_POLICY_HARD_BYTE_LIMIT", "auto")
                .read()
                .configuration()
                .policies()
                .base();

        assertThat(policy.get(Policy.TTL)).isEqualTo(Duration.ofMinutes(1));
        assertThat(policy.get(Policy.MAX_TTL)).isEqualTo(Duration.ofMinutes(3));
        assertThat(policy.get(Policy.KEEP_FIELDS)).containsExactly("a", "b");
        assertThat(policy.get(Policy.SUMMARY_FIELDS)).containsExactly("c", "d");
    }

    @Test
    void rulesForPagingMergeKeyByKey() {
        Configuration configuration = sandbox()
                .file("tools: { 'a/*': { paging: { argument: p=0, next: m.next, size: 50 } },"
                        + " 'a/b': { paging: { next: null, total: /m/n } } }")
                .read()
                .configuration();
        Policy policy = configuration.policies().forTool("a", "b").policy();
        assertThat(policy.find(PagingKeys.ARGUMENT)).isEqualTo("p=0");
        assertThat(policy.find(PagingKeys.SIZE)).isEqualTo("50");
        assertThat(policy.find(PagingKeys.NEXT)).isNull();
        assertThat(policy.find(PagingKeys.TOTAL)).isEqualTo("/m/n");
    }
}
