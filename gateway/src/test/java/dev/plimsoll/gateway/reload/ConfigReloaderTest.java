package dev.plimsoll.gateway.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigReloader.Fixed;
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

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<Policies> taken = new CopyOnWriteArrayList<>();
    private Instant now = START;
    private List<String> objections = List.of();
    private Path file;

    @BeforeEach
    void places() {
        file = folder.resolve("plimsoll.yaml");
    }

    private final class Taking implements Reloadable {

        @Override
        public List<String> objections(Configuration now, Configuration wanted) {
            return objections;
        }

        @Override
        public void take(Configuration configuration, Policies policies) {
            taken.add(policies);
        }
    }

    private ConfigReloader governing(String text, Fixed fixed) throws Exception {
        write(text);
        HostEnvironment here = new HostEnvironment(Map.of(), folder, folder, "Linux");
        ConfigurationReader reader = new ConfigurationReader(here);
        ConfigSource configSource = new FileSource(reader, DefaultFile.WORKING_FOLDER, null, List.of());
        Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        ReloadAudit reloadAudit = new ReloadAudit(folder.resolve("data"), log);
        return new ConfigReloader(configSource.read(), configSource, new Taking(), reloadAudit, fixed, () -> now, log);
    }

    private ConfigReloader governing(String text) throws Exception {
        return governing(text, Fixed.REFUSED);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
    }

    private String audit() throws IOException {
        Path auditFile = folder.resolve("data").resolve(ReloadAudit.NAME);
        return Files.exists(auditFile) ? Files.readString(auditFile) : "";
    }

    private int budget() {
        return taken.get(taken.size() - 1).base().get(Policy.TOKEN_BUDGET_THRESHOLD);
    }

    @Test
    void appliesReloadableChangesAndLogsThem() throws Exception {
        ConfigReloader configReloader = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        write("policy: { tokenBudgetThreshold: 8000 }\nlogLevel: debug\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.APPLIED);
        assertThat(reloadAttempt.changes())
                .extracting(ConfigChange::toString)
                .containsExactlyInAnyOrder("policy.tokenBudgetThreshold: 4000 -> 8000", "logLevel: info -> debug");
        assertThat(budget()).isEqualTo(8000);
        assertThat(said.toString(StandardCharsets.UTF_8))
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
        ConfigReloader configReloader = governing("listen: 127.0.0.1:8080\n");
        write("listen: 127.0.0.1:9090\npolicy: { tokenBudgetThreshold: 8000 }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.REFUSED);
        assertThat(reloadAttempt.faults())
                .singleElement()
                .asString()
                .startsWith("listen: cannot change while the program runs (127.0.0.1:8080 -> 127.0.0.1:9090); restart");
        assertThat(taken).isEmpty();
        assertThat(configReloader.refusal()).isEqualTo(reloadAttempt);
        assertThat(audit()).contains("\"result\":\"refused\"");
    }

    @Test
    void defersChangesThatNeedRestart() throws Exception {
        ConfigReloader configReloader = governing("listen: 127.0.0.1:8080\n", Fixed.LATER);
        write("listen: 127.0.0.1:9090\npolicy: { tokenBudgetThreshold: 8000 }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.APPLIED);
        assertThat(reloadAttempt.changes())
                .extracting(ConfigChange::path)
                .containsExactly("policy.tokenBudgetThreshold");
        assertThat(reloadAttempt.later()).extracting(ConfigChange::path).containsExactly("listen");
        assertThat(budget()).isEqualTo(8000);
    }

    @Test
    void invalidFileChangesNothingAndIsLoggedOnce() throws Exception {
        ConfigReloader configReloader = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        write("policy: { tokenBudgetThreshold: -3, nonsense: 1 }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");
        configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.REFUSED);
        assertThat(reloadAttempt.faults()).hasSize(2);
        assertThat(String.join("\n", reloadAttempt.faults())).contains("tokenBudgetThreshold", "nonsense");
        assertThat(taken).isEmpty();
        assertThat(configReloader.attempts()).hasSize(1);
        assertThat(configReloader.count(Result.REFUSED)).isEqualTo(2);
        assertThat(audit().lines()).hasSize(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("ERROR plimsoll: configuration refused");
    }

    @Test
    void restoredFileClearsRefusal() throws Exception {
        ConfigReloader configReloader = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        write("{{{\n");
        assertThat(configReloader.reload("test").result()).isEqualTo(Result.REFUSED);
        write("policy:\n  tokenBudgetThreshold: 4000\n");

        assertThat(configReloader.reload("test").result()).isEqualTo(Result.UNCHANGED);
        assertThat(configReloader.refusal()).isNull();
        assertThat(taken).isEmpty();
    }

    @Test
    void deletedFileChangesNothing() throws Exception {
        ConfigReloader configReloader = governing("policy: { tokenBudgetThreshold: 100 }\n");
        Files.delete(file);

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.faults()).singleElement().asString().endsWith("the file no longer exists; its configuration stays in effect");
        assertThat(taken).isEmpty();
    }

    @Test
    void reportsChangedRuleOrder() throws Exception {
        ConfigReloader configReloader = governing("tools: { 'a*': { ttl: 5m }, '*b': { ttl: 6m } }\n");
        write("tools: { '*b': { ttl: 6m }, 'a*': { ttl: 5m } }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.changes())
                .extracting(ConfigChange::toString)
                .containsExactly("tools: order: a*, *b -> order: *b, a*");
        Policies now = taken.get(0);
        assertThat(now.of("s", "ab").policy().get(Policy.TTL)).hasMinutes(5);
    }

    @Test
    void comparesNamesWithCommas() throws Exception {
        ConfigReloader configReloader = governing("tools: { 'a, b, a': { ttl: 5m }, 'c': { ttl: 6m } }\n");
        write("tools: { 'c': { ttl: 6m }, 'a, b, a': { ttl: 5m } }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.faults()).isEmpty();
        assertThat(reloadAttempt.changes()).hasSize(1);
    }

    @Test
    void reportsAddedAndRemovedRules() throws Exception {
        ConfigReloader configReloader = governing("tools: { 'a*': { ttl: 5m } }\n");
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
        ConfigReloader configReloader = governing("auth: { tokens: [{ id: ci, hash: '" + HASH + "' }] }\n");
        write("auth: { tokens: [{ id: ci, hash: '" + OTHER_HASH + "' }] }\n");

        ReloadAttempt reloadAttempt = configReloader.reload("test");

        assertThat(reloadAttempt.result()).isEqualTo(Result.APPLIED);
        assertThat(reloadAttempt.changes()).singleElement().asString().startsWith("auth.tokens: ");
        assertThat(audit() + said.toString(StandardCharsets.UTF_8) + reloadAttempt)
                .contains("auth.tokens")
                .doesNotContain("abab", "cdcd");
    }

    @Test
    void auditLogIsReadableOnlyByOwner() throws Exception {
        ConfigReloader configReloader = governing("logLevel: info\n");
        write("logLevel: warn\n");
        configReloader.reload("test");

        Path auditFile = folder.resolve("data").resolve(ReloadAudit.NAME);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(auditFile)))
                .isEqualTo("rw-------");
    }

    @Test
    void overlaysOverrideTheFile() throws Exception {
        ConfigReloader configReloader = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        configReloader.lay(policies -> {
            List<PolicyRule> rules = new ArrayList<>(policies.rules());
            rules.add(new PolicyRule("*", policy -> policy.with(Policy.ENABLED, false)));
            return new Policies(policies.base(), rules, policies.profiles());
        });
        write("policy: { tokenBudgetThreshold: 5000 }\n");
        configReloader.reload("test");

        Policy now = taken.get(taken.size() - 1).of("any", "tool").policy();
        assertThat(now.get(Policy.ENABLED)).isFalse();
        assertThat(now.get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(5000);
    }

    // --- messages

    private String told() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsWhenCurrentConfigurationWasApplied() throws Exception {
        ConfigReloader configReloader = governing("logLevel: info\n");
        now = START.plusSeconds(10);
        write("logLevel: nonsense\n");
        configReloader.reload("test");
        assertThat(configReloader.since()).isEqualTo(START);
        assertThat(configReloader.inForce().configuration().logLevel()).isEqualTo(LogLevel.INFO);
        assertThat(told()).contains("the current configuration stays in effect since=2026-11-22T06:00:00Z");

        write("logLevel: warn\n");
        configReloader.reload("test");
        assertThat(configReloader.since()).isEqualTo(now);
        assertThat(configReloader.inForce().configuration().logLevel()).isEqualTo(LogLevel.WARN);
        assertThat(told()).contains("configuration reloaded by=test");

        now = now.plusSeconds(10);
        configReloader.reload("test");
        assertThat(configReloader.since()).as("unchanged").isEqualTo(START.plusSeconds(10));
    }

    @Test
    void logsSameErrorAgainAfterItWasFixed() throws Exception {
        ConfigReloader configReloader = governing("logLevel: info\n");
        for (String text : List.of("{{{\n", "logLevel: info\n", "{{{\n", "{{{\n", "logLevel: 7\n")) {
            write(text);
            configReloader.reload("test");
        }
        assertThat(configReloader.attempts())
                .hasSize(3)
                .allMatch(reloadAttempt -> reloadAttempt.result() == Result.REFUSED);
        assertThat(configReloader.attempts().getFirst()).isEqualTo(configReloader.refusal());
        assertThat(configReloader.count(Result.UNCHANGED)).isEqualTo(1);
    }

    @Test
    void obstaclesRefuseTheChange() throws Exception {
        ConfigReloader configReloader = governing("logLevel: info\n");
        objections = List.of("servers.files: is in use");
        write("logLevel: warn\n");

        assertThat(configReloader.reload("test").faults()).isEqualTo(objections);
        assertThat(taken).isEmpty();
    }

    @Test
    void logsWarningsOnlyForAppliedFiles() throws Exception {
        ConfigReloader configReloader = governing("logLevel: info\n");
        Files.writeString(folder.resolve("plimsoll.json"), "{}");
        objections = List.of("not now");
        configReloader.reload("test");
        assertThat(told()).doesNotContain("WARN");
        objections = List.of();
        configReloader.reload("test");
        assertThat(told()).contains("WARN plimsoll: configuration warning=\"plimsoll.json: is ignored");
    }

    @Test
    void keepsLastFiftyAttempts() throws Exception {
        ConfigReloader configReloader = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        for (int i = 1; i <= 51; i++) {
            write("policy: { tokenBudgetThreshold: " + (4000 + i) + " }\n");
            configReloader.reload("caller " + i);
        }
        assertThat(configReloader.attempts()).hasSize(50);
        assertThat(configReloader.attempts().getFirst().by()).isEqualTo("caller 51");
        assertThat(configReloader.attempts().getLast().by()).isEqualTo("caller 2");
    }

    @Test
    void auditLogHasDeferredChangesAndErrors() throws Exception {
        ConfigReloader configReloader = governing("listen: 127.0.0.1:8080\n", Fixed.LATER);
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
        assertThat(told()).contains("configuration change applies at the next start path=listen");
    }

    @Test
    void auditLogRotatesAtFourMegabytes() throws Exception {
        Path auditFile = folder.resolve("data").resolve(ReloadAudit.NAME);
        Path earlier = auditFile.resolveSibling(ReloadAudit.NAME + ".1");
        Files.createDirectories(auditFile.getParent());
        ConfigReloader configReloader = governing("logLevel: info\n");
        Files.write(auditFile, new byte[4 << 20]);
        write("logLevel: warn\n");
        configReloader.reload("test");
        assertThat(earlier).doesNotExist();

        write("logLevel: info\n");
        configReloader.reload("test");
        assertThat(earlier).exists();
        assertThat(audit().lines()).singleElement().asString().contains("\"is\":\"info\"");
    }

    @Test
    void auditLogFailureDoesNotPreventReload() throws Exception {
        ConfigReloader configReloader = governing("logLevel: info\n");
        Files.writeString(folder.resolve("data"), "no folder");
        write("logLevel: warn\n");

        assertThat(configReloader.reload("test").result()).isEqualTo(Result.APPLIED);
        assertThat(told()).contains("a configuration change was not written to the audit log");
    }

    @Test
    void truncatesLongValues() {
        String longest = "é".repeat(200);
        assertThat(new ConfigChange("path", longest, longest + "é", true).toString())
                .isEqualTo("path: " + longest + " -> " + longest + "…");
    }

    @Test
    void reportsChangedListItems() throws Exception {
        ConfigReloader configReloader = governing("policy: { production: { strip: [/a, /b] } }\n");
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
        try (ConfigReloader configReloader = governing("policy: { tokenBudgetThreshold: 4000 }\n")) {
            assertThat(configReloader.watching()).isSameAs(configReloader.watching());
            for (int budget : new int[] {5000, 6000}) {
                Path newFile = Files.writeString(
                        folder.resolve("aside"), "policy: { tokenBudgetThreshold: " + budget + " }\n");
                Files.move(newFile, file, StandardCopyOption.REPLACE_EXISTING);
                Await.until("the file is applied", Duration.ofSeconds(20), () -> !taken.isEmpty() && budget() == budget);
            }
            Files.delete(file);
            Await.until("the refusal is recorded", Duration.ofSeconds(20), () -> configReloader.refusal() != null);
            assertThat(configReloader.attempts().getFirst().by()).isEqualTo("file");
        }
    }
}
