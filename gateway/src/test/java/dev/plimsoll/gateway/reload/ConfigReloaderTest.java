package dev.plimsoll.gateway.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigReloader.RestartChangeMode;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigReloaderTest {

    private static final String HASH = "sha256:" + "ab".repeat(32);
    private static final String OTHER_HASH = "sha256:" + "cd".repeat(32);

    private static final Instant START = Instant.parse("2026-11-22T06:00:00Z");

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final List<Policies> applied = new CopyOnWriteArrayList<>();
    private Instant now = START;
    private List<String> obstacles = List.of();
    private Path file;

    @BeforeEach
    void setUpFile() {
        file = folder.resolve("plimsoll.yaml");
    }

    private final class RecordingReloadable implements Reloadable {

        @Override
        public List<String> findObstacles(Configuration current, Configuration newConfiguration) {
            return obstacles;
        }

        @Override
        public void apply(Configuration configuration, Policies policies) {
            applied.add(policies);
        }
    }

    private ConfigReloader reloader(String text, RestartChangeMode restartChangeMode) throws Exception {
        write(text);
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        ConfigurationReader reader = new ConfigurationReader(hostEnvironment);
        ConfigSource configSource = new FileSource(reader, DefaultFile.WORKING_FOLDER, null, List.of());
        Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        ReloadAudit reloadAudit = new ReloadAudit(folder.resolve("data"), log);
        return new ConfigReloader(
                configSource.read(),
                configSource,
                new RecordingReloadable(),
                reloadAudit,
                restartChangeMode,
                () -> now,
                log);
    }

    private ConfigReloader reloader(String text) throws Exception {
        return reloader(text, RestartChangeMode.REFUSE);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
    }

    private String audit() throws IOException {
        Path auditFile = folder.resolve("data").resolve(ReloadAudit.FILE_NAME);
        return Files.exists(auditFile) ? Files.readString(auditFile) : "";
    }

    private int appliedBudget() {
        return applied.get(applied.size() - 1).base().get(Policy.TOKEN_BUDGET_THRESHOLD);
    }

    @Test
    void appliesReloadableChangesAndLogsThem() throws Exception {
        ConfigReloader configReloader = reloader("policy: { tokenBudgetThreshold: 4000 }\n");
        write("policy: { tokenBudgetThreshold: 8000 }\nlogLevel: debug\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.APPLIED);
        assertThat(reloadAttempt.changes())
                .extracting(ConfigChange::toString)
                .containsExactlyInAnyOrder("policy.tokenBudgetThreshold: 4000 -> 8000", "logLevel: info -> debug");
        assertThat(appliedBudget()).isEqualTo(8000);
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains("configuration changed path=policy.tokenBudgetThreshold was=4000 is=8000 by=test");
        JsonNode line = JsonMapper.shared().readTree(audit());
        assertThat(audit()).hasLineCount(1).endsWith("\n");
        assertThat(line.get("at").asString()).isEqualTo(now.toString());
        assertThat(line.get("by").asString()).isEqualTo("test");
        assertThat(line.get("result").asString()).isEqualTo("applied");
        assertThat(line.get("changes").valueStream().map(JsonNode::toString))
                .containsExactlyInAnyOrder(
                        "{\"path\":\"policy.tokenBudgetThreshold\",\"was\":\"4000\",\"is\":\"8000\"}",
                        "{\"path\":\"logLevel\",\"was\":\"info\",\"is\":\"debug\"}");
    }

    @Test
    void refusesAllChangesIfOneNeedsRestart() throws Exception {
        ConfigReloader configReloader = reloader("listen: 127.0.0.1:8080\n");
        write("listen: 127.0.0.1:9090\npolicy: { tokenBudgetThreshold: 8000 }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.REFUSED);
        assertThat(reloadAttempt.errors())
                .singleElement()
                .asString()
                .startsWith("listen: cannot change while the program runs (127.0.0.1:8080 -> 127.0.0.1:9090); restart");
        assertThat(applied).isEmpty();
        assertThat(configReloader.lastRefusal()).isEqualTo(reloadAttempt);
        assertThat(audit()).contains("\"result\":\"refused\"");
    }

    @Test
    void defersChangesThatNeedRestart() throws Exception {
        ConfigReloader configReloader = reloader("listen: 127.0.0.1:8080\n", RestartChangeMode.DEFER);
        write("listen: 127.0.0.1:9090\npolicy: { tokenBudgetThreshold: 8000 }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.APPLIED);
        assertThat(reloadAttempt.changes())
                .extracting(ConfigChange::path)
                .containsExactly("policy.tokenBudgetThreshold");
        assertThat(reloadAttempt.deferredChanges())
                .extracting(ConfigChange::path)
                .containsExactly("listen");
        assertThat(appliedBudget()).isEqualTo(8000);
    }

    @Test
    void invalidFileChangesNothingAndIsLoggedOnce() throws Exception {
        ConfigReloader configReloader = reloader("policy: { tokenBudgetThreshold: 4000 }\n");
        write("policy: { tokenBudgetThreshold: -3, nonsense: 1 }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");
        configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.REFUSED);
        assertThat(reloadAttempt.errors()).hasSize(2);
        assertThat(String.join("\n", reloadAttempt.errors())).contains("tokenBudgetThreshold", "nonsense");
        assertThat(applied).isEmpty();
        assertThat(configReloader.attempts()).hasSize(1);
        assertThat(configReloader.count(Result.REFUSED)).isEqualTo(2);
        assertThat(audit().lines()).hasSize(1);
        assertThat(logBytes.toString(StandardCharsets.UTF_8)).contains("ERROR plimsoll: configuration refused");
    }

    @Test
    void restoredFileClearsRefusal() throws Exception {
        ConfigReloader configReloader = reloader("policy: { tokenBudgetThreshold: 4000 }\n");
        write("{{{\n");
        assertThat(configReloader.reload("test").result()).isEqualTo(Result.REFUSED);
        write("policy:\n  tokenBudgetThreshold: 4000\n");

        assertThat(configReloader.reload("test").result()).isEqualTo(Result.UNCHANGED);
        assertThat(configReloader.lastRefusal()).isNull();
        assertThat(applied).isEmpty();
    }

    @Test
    void deletedFileChangesNothing() throws Exception {
        ConfigReloader configReloader = reloader("policy: { tokenBudgetThreshold: 100 }\n");
        Files.delete(file);

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.errors())
                .singleElement()
                .asString()
                .endsWith("the file no longer exists; its configuration stays in effect");
        assertThat(applied).isEmpty();
    }

    @Test
    void reportsChangedRuleOrder() throws Exception {
        ConfigReloader configReloader = reloader("tools: { 'a*': { ttl: 5m }, '*b': { ttl: 6m } }\n");
        write("tools: { '*b': { ttl: 6m }, 'a*': { ttl: 5m } }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.changes())
                .extracting(ConfigChange::toString)
                .containsExactly("tools: order: a*, *b -> order: *b, a*");
        Policies reloaded = applied.get(0);
        assertThat(reloaded.forTool("s", "ab").policy().get(Policy.TTL)).hasMinutes(5);
    }

    @Test
    void comparesNamesWithCommas() throws Exception {
        ConfigReloader configReloader = reloader("tools: { 'a, b, a': { ttl: 5m }, 'c': { ttl: 6m } }\n");
        write("tools: { 'c': { ttl: 6m }, 'a, b, a': { ttl: 5m } }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.errors()).isEmpty();
        assertThat(reloadAttempt.changes()).hasSize(1);
    }

    @Test
    void reportsAddedAndRemovedRules() throws Exception {
        ConfigReloader configReloader = reloader("tools: { 'a*': { ttl: 5m } }\n");
        write("tools: { 'c*': { heavy: true } }\n");

        assertThat(configReloader.reload("test").changes())
                .extracting(ConfigChange::toString)
                .containsExactlyInAnyOrder(
                        "tools: a* -> c*",
                        "tools.\"a*\".ttl: 5m -> (not set)",
                        "tools.\"c*\".heavy: (not set) -> true");
    }

    @Test
    void masksChangedSecrets() throws Exception {
        ConfigReloader configReloader = reloader("auth: { tokens: [{ id: ci, hash: '" + HASH + "' }] }\n");
        write("auth: { tokens: [{ id: ci, hash: '" + OTHER_HASH + "' }] }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.APPLIED);
        assertThat(reloadAttempt.changes()).singleElement().asString().startsWith("auth.tokens: ");
        assertThat(audit() + logBytes.toString(StandardCharsets.UTF_8) + reloadAttempt)
                .contains("auth.tokens")
                .doesNotContain("abab", "cdcd");
    }

    @Test
    void auditLogIsReadableOnlyByOwner() throws Exception {
        ConfigReloader configReloader = reloader("logLevel: info\n");
        write("logLevel: warn\n");
        configReloader.reload("test");

        Path auditFile = folder.resolve("data").resolve(ReloadAudit.FILE_NAME);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(auditFile)))
                .isEqualTo("rw-------");
    }

    @Test
    void overlaysOverrideTheFile() throws Exception {
        ConfigReloader configReloader = reloader("policy: { tokenBudgetThreshold: 4000 }\n");
        configReloader.addOverlay(policies -> {
            List<PolicyRule> rules = new ArrayList<>(policies.rules());
            rules.add(new PolicyRule("*", policy -> policy.with(Policy.ENABLED, false)));
            return new Policies(policies.base(), rules, policies.profiles());
        });
        write("policy: { tokenBudgetThreshold: 5000 }\n");
        configReloader.reload("test");

        Policy policy = applied.get(applied.size() - 1).forTool("any", "tool").policy();
        assertThat(policy.get(Policy.ENABLED)).isFalse();
        assertThat(policy.get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(5000);
    }

    // --- messages

    private String logText() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsWhenCurrentConfigurationWasApplied() throws Exception {
        ConfigReloader configReloader = reloader("logLevel: info\n");
        now = START.plusSeconds(10);
        write("logLevel: nonsense\n");
        configReloader.reload("test");
        assertThat(configReloader.appliedAt()).isEqualTo(START);
        assertThat(configReloader.current().configuration().logLevel()).isEqualTo(LogLevel.INFO);
        assertThat(logText()).contains("the current configuration stays in effect since=2026-11-22T06:00:00Z");

        write("logLevel: warn\n");
        configReloader.reload("test");
        assertThat(configReloader.appliedAt()).isEqualTo(now);
        assertThat(configReloader.current().configuration().logLevel()).isEqualTo(LogLevel.WARN);
        assertThat(logText()).contains("configuration reloaded by=test");

        now = now.plusSeconds(10);
        configReloader.reload("test");
        assertThat(configReloader.appliedAt()).as("unchanged").isEqualTo(START.plusSeconds(10));
    }

    @Test
    void logsSameErrorAgainAfterItWasFixed() throws Exception {
        ConfigReloader configReloader = reloader("logLevel: info\n");
        for (String text : List.of("{{{\n", "logLevel: info\n", "{{{\n", "{{{\n", "logLevel: 7\n")) {
            write(text);
            configReloader.reload("test");
        }
        assertThat(configReloader.attempts())
                .hasSize(3)
                .allMatch(reloadAttempt -> reloadAttempt.result() == Result.REFUSED);
        assertThat(configReloader.attempts().getFirst()).isEqualTo(configReloader.lastRefusal());
        assertThat(configReloader.count(Result.UNCHANGED)).isEqualTo(1);
    }

    @Test
    void obstaclesRefuseTheChange() throws Exception {
        ConfigReloader configReloader = reloader("logLevel: info\n");
        obstacles = List.of("servers.files: is in use");
        write("logLevel: warn\n");

        assertThat(configReloader.reload("test").errors()).isEqualTo(obstacles);
        assertThat(applied).isEmpty();
    }

    @Test
    void logsWarningsOnlyForAppliedFiles() throws Exception {
        ConfigReloader configReloader = reloader("logLevel: info\n");
        Files.writeString(folder.resolve("plimsoll.json"), "{}");
        obstacles = List.of("not now");
        configReloader.reload("test");
        assertThat(logText()).doesNotContain("WARN");
        obstacles = List.of();
        configReloader.reload("test");
        assertThat(logText()).contains("WARN plimsoll: configuration warning=\"plimsoll.json: is ignored");
    }

    @Test
    void keepsLastFiftyAttempts() throws Exception {
        ConfigReloader configReloader = reloader("policy: { tokenBudgetThreshold: 4000 }\n");
        for (int i = 1; i <= 51; i++) {
            write("policy: { tokenBudgetThreshold: " + (4000 + i) + " }\n");
            configReloader.reload("caller " + i);
        }
        assertThat(configReloader.attempts()).hasSize(50);
        assertThat(configReloader.attempts().getFirst().trigger()).isEqualTo("caller 51");
        assertThat(configReloader.attempts().getLast().trigger()).isEqualTo("caller 2");
    }

    @Test
    void auditLogHasDeferredChangesAndErrors() throws Exception {
        ConfigReloader configReloader = reloader("listen: 127.0.0.1:8080\n", RestartChangeMode.DEFER);
        write("listen: 127.0.0.1:9090\nlogLevel: warn\n");
        configReloader.reload("test");
        write("{{{\n");
        configReloader.reload("test");

        List<String> lines = audit().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .contains("\"result\":\"applied\"", "\"fromNextStart\":[{\"path\":\"listen\"")
                .doesNotContain("faults");
        assertThat(lines.get(1))
                .contains("\"result\":\"refused\",\"changes\":[]", "\"faults\":[\"")
                .doesNotContain("fromNextStart");
        assertThat(logText()).contains("configuration change applies at the next start path=listen");
    }

    @Test
    void namesDeferredChangesIfNothingElseChanges() throws Exception {
        ConfigReloader configReloader = reloader("listen: 127.0.0.1:8080\n", RestartChangeMode.DEFER);
        now = START.plusSeconds(10);
        write("listen: 127.0.0.1:9090\n");

        assertThat(configReloader.reload("test").result()).isEqualTo(Result.UNCHANGED);
        configReloader.reload("test");

        assertThat(applied).isEmpty();
        assertThat(configReloader.appliedAt()).isEqualTo(START);
        assertThat(logText()).containsOnlyOnce("configuration change applies at the next start path=listen");
        assertThat(audit().lines())
                .singleElement()
                .asString()
                .contains("\"result\":\"unchanged\"", "\"fromNextStart\":[{\"path\":\"listen\"");
    }

    @Test
    void auditLogRotatesAtFourMegabytes() throws Exception {
        Path auditFile = folder.resolve("data").resolve(ReloadAudit.FILE_NAME);
        Path rotatedFile = auditFile.resolveSibling(ReloadAudit.FILE_NAME + ".1");
        Files.createDirectories(auditFile.getParent());
        ConfigReloader configReloader = reloader("logLevel: info\n");
        Files.write(auditFile, new byte[4 << 20]);
        write("logLevel: warn\n");
        configReloader.reload("test");
        assertThat(rotatedFile).doesNotExist();

        write("logLevel: info\n");
        configReloader.reload("test");
        assertThat(rotatedFile).exists();
        assertThat(audit().lines()).singleElement().asString().contains("\"is\":\"info\"");
    }

    @Test
    void auditLogFailureDoesNotPreventReload() throws Exception {
        ConfigReloader configReloader = reloader("logLevel: info\n");
        Files.writeString(folder.resolve("data"), "no folder");
        write("logLevel: warn\n");

        assertThat(configReloader.reload("test").result()).isEqualTo(Result.APPLIED);
        assertThat(logText()).contains("a configuration change was not written to the audit log");
    }

    @Test
    void truncatesLongValues() {
        String longest = "é".repeat(200);
        assertThat(new ConfigChange("path", longest, longest + "é", true).toString())
                .isEqualTo("path: " + longest + " -> " + longest + "…");
    }

    @Test
    void reportsChangedListItems() throws Exception {
        ConfigReloader configReloader = reloader("policy: { production: { strip: [/a, /b] } }\n");
        write("policy: { production: { strip: [/b, /a] } }\n");
        assertThat(configReloader.reload("test").changes())
                .singleElement()
                .asString()
                .doesNotContain("order");
    }

    // --- automatic reload

    @Test
    void appliesChangesOfWatchedFile() throws Exception {
        now = Instant.now();
        try (ConfigReloader configReloader = reloader("policy: { tokenBudgetThreshold: 4000 }\n")) {
            assertThat(configReloader.startWatching()).isSameAs(configReloader.startWatching());
            for (int budget : new int[] {5000, 6000}) {
                Path newFile = Files.writeString(
                        folder.resolve("aside"), "policy: { tokenBudgetThreshold: " + budget + " }\n");
                Files.move(newFile, file, StandardCopyOption.REPLACE_EXISTING);
                Await.until(
                        "the file is applied",
                        Duration.ofSeconds(20),
                        () -> !applied.isEmpty() && appliedBudget() == budget);
            }
            Files.delete(file);
            Await.until("the refusal is recorded", Duration.ofSeconds(20), () -> configReloader.lastRefusal() != null);
            assertThat(configReloader.attempts().getFirst().trigger()).isEqualTo("file");
        }
    }
}
