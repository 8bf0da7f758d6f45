package dev.plimsoll.gateway.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Attempt.Result;
import dev.plimsoll.gateway.reload.Reloading.Fixed;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Rule;
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

class ReloadingTest {

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

    private final class Taking implements Target {

        @Override
        public List<String> objections(Configuration now, Configuration wanted) {
            return objections;
        }

        @Override
        public void take(Configuration configuration, Policies policies) {
            taken.add(policies);
        }
    }

    private Reloading governing(String text, Fixed fixed) throws Exception {
        write(text);
        Surroundings here = new Surroundings(Map.of(), folder, folder, "Linux");
        ConfigurationReader reader = new ConfigurationReader(here);
        Source source = new FileSource(reader, DefaultFile.WORKING_FOLDER, null, List.of());
        Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8), Level.DEBUG);
        Audit audit = new Audit(folder.resolve("data"), log);
        return new Reloading(source.read(), source, new Taking(), audit, fixed, () -> now, log);
    }

    private Reloading governing(String text) throws Exception {
        return governing(text, Fixed.REFUSED);
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
    }

    private String audit() throws IOException {
        Path trail = folder.resolve("data").resolve(Audit.NAME);
        return Files.exists(trail) ? Files.readString(trail) : "";
    }

    private int budget() {
        return taken.get(taken.size() - 1).base().get(Policy.TOKEN_BUDGET_THRESHOLD);
    }

    @Test
    void takesWhatMayChangeAndTellsOldAndNew() throws Exception {
        Reloading reloading = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        write("policy: { tokenBudgetThreshold: 8000 }\nlogLevel: debug\n");

        Attempt attempt = reloading.reload("test");

        assertThat(attempt.result()).isEqualTo(Result.APPLIED);
        assertThat(attempt.changes())
                .extracting(Change::toString)
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
    void refusesTheWholeWhenOneSettingCannotChangeNow() throws Exception {
        Reloading reloading = governing("listen: 127.0.0.1:8080\n");
        write("listen: 127.0.0.1:9090\npolicy: { tokenBudgetThreshold: 8000 }\n");

        Attempt attempt = reloading.reload("test");

        assertThat(attempt.result()).isEqualTo(Result.REFUSED);
        assertThat(attempt.faults())
                .singleElement()
                .asString()
                .startsWith("listen: cannot change while this runs (127.0.0.1:8080 -> 127.0.0.1:9090); restart");
        assertThat(taken).isEmpty();
        assertThat(reloading.refusal()).isEqualTo(attempt);
        assertThat(audit()).contains("\"result\":\"refused\"");
    }

    @Test
    void whatCannotChangeNowWaitsWhereOthersShareTheFile() throws Exception {
        Reloading reloading = governing("listen: 127.0.0.1:8080\n", Fixed.LATER);
        write("listen: 127.0.0.1:9090\npolicy: { tokenBudgetThreshold: 8000 }\n");

        Attempt attempt = reloading.reload("test");

        assertThat(attempt.result()).isEqualTo(Result.APPLIED);
        assertThat(attempt.changes()).extracting(Change::path).containsExactly("policy.tokenBudgetThreshold");
        assertThat(attempt.later()).extracting(Change::path).containsExactly("listen");
        assertThat(budget()).isEqualTo(8000);
    }

    @Test
    void aBadFileChangesNothingAndIsToldOnce() throws Exception {
        Reloading reloading = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        write("policy: { tokenBudgetThreshold: -3, nonsense: 1 }\n");

        Attempt attempt = reloading.reload("test");
        reloading.reload("test");

        assertThat(attempt.result()).isEqualTo(Result.REFUSED);
        assertThat(attempt.faults()).hasSize(2);
        assertThat(String.join("\n", attempt.faults())).contains("tokenBudgetThreshold", "nonsense");
        assertThat(taken).isEmpty();
        assertThat(reloading.attempts()).hasSize(1);
        assertThat(reloading.count(Result.REFUSED)).isEqualTo(2);
        assertThat(audit().lines()).hasSize(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("ERROR plimsoll: configuration refused");
    }

    @Test
    void aFileThatIsAsItWasEndsTheRefusal() throws Exception {
        Reloading reloading = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        write("{{{\n");
        assertThat(reloading.reload("test").result()).isEqualTo(Result.REFUSED);
        write("policy:\n  tokenBudgetThreshold: 4000\n");

        assertThat(reloading.reload("test").result()).isEqualTo(Result.UNCHANGED);
        assertThat(reloading.refusal()).isNull();
        assertThat(taken).isEmpty();
    }

    @Test
    void aFileThatIsGoneTakesNothingAway() throws Exception {
        Reloading reloading = governing("policy: { tokenBudgetThreshold: 100 }\n");
        Files.delete(file);

        Attempt attempt = reloading.reload("test");

        assertThat(attempt.faults()).singleElement().asString().endsWith("is gone; what it said stays in force");
        assertThat(taken).isEmpty();
    }

    @Test
    void theOrderOfRulesIsAChange() throws Exception {
        Reloading reloading = governing("tools: { 'a*': { ttl: 5m }, '*b': { ttl: 6m } }\n");
        write("tools: { '*b': { ttl: 6m }, 'a*': { ttl: 5m } }\n");

        Attempt attempt = reloading.reload("test");

        assertThat(attempt.changes())
                .extracting(Change::toString)
                .containsExactly("tools: in the order a*, *b -> in the order *b, a*");
        Policies now = taken.get(0);
        assertThat(now.of("s", "ab").policy().get(Policy.TTL)).hasMinutes(5);
    }

    @Test
    void namesWithCommasAreNamesToo() throws Exception {
        Reloading reloading = governing("tools: { 'a, b, a': { ttl: 5m }, 'c': { ttl: 6m } }\n");
        write("tools: { 'c': { ttl: 6m }, 'a, b, a': { ttl: 5m } }\n");

        Attempt attempt = reloading.reload("test");

        assertThat(attempt.faults()).isEmpty();
        assertThat(attempt.changes()).hasSize(1);
    }

    @Test
    void ofRulesItIsToldWhatIsNewAndWhatIsGone() throws Exception {
        Reloading reloading = governing("tools: { 'a*': { ttl: 5m } }\n");
        write("tools: { 'c*': { heavy: true } }\n");

        assertThat(reloading.reload("test").changes())
                .extracting(Change::toString)
                .containsExactlyInAnyOrder(
                        "tools: a* -> c*",
                        "tools.\"a*\".ttl: 5m -> (not set)",
                        "tools.\"c*\".heavy: (not set) -> true");
    }

    @Test
    void anotherSecretIsToldWithoutShowingIt() throws Exception {
        Reloading reloading = governing("auth: { tokens: [{ id: ci, hash: '" + HASH + "' }] }\n");
        write("auth: { tokens: [{ id: ci, hash: '" + OTHER_HASH + "' }] }\n");

        Attempt attempt = reloading.reload("test");

        assertThat(attempt.result()).isEqualTo(Result.APPLIED);
        assertThat(attempt.changes()).singleElement().asString().startsWith("auth.tokens: ");
        assertThat(audit() + said.toString(StandardCharsets.UTF_8) + attempt)
                .contains("auth.tokens")
                .doesNotContain("abab", "cdcd");
    }

    @Test
    void onlyTheOwnerMayReadTheTrail() throws Exception {
        Reloading reloading = governing("logLevel: info\n");
        write("logLevel: warn\n");
        reloading.reload("test");

        Path trail = folder.resolve("data").resolve(Audit.NAME);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(trail)))
                .isEqualTo("rw-------");
    }

    @Test
    void overlaysChangeWhatIsInForceWhateverTheFileSays() throws Exception {
        Reloading reloading = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        reloading.lay(policies -> {
            List<Rule> rules = new ArrayList<>(policies.rules());
            rules.add(new Rule("*", policy -> policy.with(Policy.ENABLED, false)));
            return new Policies(policies.base(), rules, policies.profiles());
        });
        write("policy: { tokenBudgetThreshold: 5000 }\n");
        reloading.reload("test");

        Policy now = taken.get(taken.size() - 1).of("any", "tool").policy();
        assertThat(now.get(Policy.ENABLED)).isFalse();
        assertThat(now.get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(5000);
    }

    // --- what is told of it

    private String told() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void saysSinceWhenWhatIsInForce() throws Exception {
        Reloading reloading = governing("logLevel: info\n");
        now = START.plusSeconds(10);
        write("logLevel: nonsense\n");
        reloading.reload("test");
        assertThat(reloading.since()).isEqualTo(START);
        assertThat(reloading.inForce().configuration().logLevel()).isEqualTo(LogLevel.INFO);
        assertThat(told()).contains("the configuration in force stays since=2026-11-22T06:00:00Z");

        write("logLevel: warn\n");
        reloading.reload("test");
        assertThat(reloading.since()).isEqualTo(now);
        assertThat(reloading.inForce().configuration().logLevel()).isEqualTo(LogLevel.WARN);
        assertThat(told()).contains("configuration reloaded by=test");

        now = now.plusSeconds(10);
        reloading.reload("test");
        assertThat(reloading.since()).as("unchanged").isEqualTo(START.plusSeconds(10));
    }

    @Test
    void tellsTheSameFaultAgainOnceItWasGone() throws Exception {
        Reloading reloading = governing("logLevel: info\n");
        for (String text : List.of("{{{\n", "logLevel: info\n", "{{{\n", "{{{\n", "logLevel: 7\n")) {
            write(text);
            reloading.reload("test");
        }
        assertThat(reloading.attempts()).hasSize(3).allMatch(attempt -> attempt.result() == Result.REFUSED);
        assertThat(reloading.attempts().getFirst()).isEqualTo(reloading.refusal());
        assertThat(reloading.count(Result.UNCHANGED)).isEqualTo(1);
    }

    @Test
    void whatTheProcessObjectsToIsAFault() throws Exception {
        Reloading reloading = governing("logLevel: info\n");
        objections = List.of("servers.files: is in use");
        write("logLevel: warn\n");

        assertThat(reloading.reload("test").faults()).isEqualTo(objections);
        assertThat(taken).isEmpty();
    }

    @Test
    void warnsOfWhatItTakesAndNotOfWhatItRefuses() throws Exception {
        Reloading reloading = governing("logLevel: info\n");
        Files.writeString(folder.resolve("plimsoll.json"), "{}");
        objections = List.of("not now");
        reloading.reload("test");
        assertThat(told()).doesNotContain("WARN");
        objections = List.of();
        reloading.reload("test");
        assertThat(told()).contains("WARN plimsoll: configuration says=\"plimsoll.json: is not read");
    }

    @Test
    void remembersTheLastFifty() throws Exception {
        Reloading reloading = governing("policy: { tokenBudgetThreshold: 4000 }\n");
        for (int i = 1; i <= 51; i++) {
            write("policy: { tokenBudgetThreshold: " + (4000 + i) + " }\n");
            reloading.reload("caller " + i);
        }
        assertThat(reloading.attempts()).hasSize(50);
        assertThat(reloading.attempts().getFirst().by()).isEqualTo("caller 51");
        assertThat(reloading.attempts().getLast().by()).isEqualTo("caller 2");
    }

    @Test
    void theTrailSaysWhatWaitsAndWhatWasWrong() throws Exception {
        Reloading reloading = governing("listen: 127.0.0.1:8080\n", Fixed.LATER);
        write("listen: 127.0.0.1:9090\nlogLevel: warn\n");
        reloading.reload("test");
        write("{{{\n");
        reloading.reload("test");

        List<String> lines = audit().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .contains("\"result\":\"applied\"", "\"fromNextStart\":[{\"path\":\"listen\"")
                .doesNotContain("faults");
        assertThat(lines.get(1))
                .contains("\"result\":\"refused\",\"changes\":[]", "\"faults\":[\"")
                .doesNotContain("fromNextStart");
        assertThat(told()).contains("configuration changes with the next start path=listen");
    }

    @Test
    void theTrailBeginsAnewAtFourMegabytes() throws Exception {
        Path trail = folder.resolve("data").resolve(Audit.NAME);
        Path earlier = trail.resolveSibling(Audit.NAME + ".1");
        Files.createDirectories(trail.getParent());
        Reloading reloading = governing("logLevel: info\n");
        Files.write(trail, new byte[4 << 20]);
        write("logLevel: warn\n");
        reloading.reload("test");
        assertThat(earlier).doesNotExist();

        write("logLevel: info\n");
        reloading.reload("test");
        assertThat(earlier).exists();
        assertThat(audit().lines()).singleElement().asString().contains("\"is\":\"info\"");
    }

    @Test
    void aTrailThatCannotBeWrittenKeepsNothingFromBeingTaken() throws Exception {
        Reloading reloading = governing("logLevel: info\n");
        Files.writeString(folder.resolve("data"), "no folder");
        write("logLevel: warn\n");

        assertThat(reloading.reload("test").result()).isEqualTo(Result.APPLIED);
        assertThat(told()).contains("a change of configuration could not be written down");
    }

    @Test
    void longValuesAreCut() {
        String most = "é".repeat(200);
        assertThat(new Change("path", most, most + "é", true).toString())
                .isEqualTo("path: " + most + " -> " + most + "…");
    }

    @Test
    void ofAListTheItemsAreToldAndNotAnOrderOfNames() throws Exception {
        Reloading reloading = governing("policy: { production: { strip: [/a, /b] } }\n");
        write("policy: { production: { strip: [/b, /a] } }\n");
        assertThat(reloading.reload("test").changes())
                .singleElement()
                .asString()
                .doesNotContain("order");
    }

    // --- by itself

    @Test
    void takesWhatIsWrittenWhileItWatches() throws Exception {
        now = Instant.now();
        try (Reloading reloading = governing("policy: { tokenBudgetThreshold: 4000 }\n")) {
            assertThat(reloading.watching()).isSameAs(reloading.watching());
            for (int budget : new int[] {5000, 6000}) {
                Path aside = Files.writeString(
                        folder.resolve("aside"), "policy: { tokenBudgetThreshold: " + budget + " }\n");
                Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
                Await.until("the file is taken", Duration.ofSeconds(20), () -> !taken.isEmpty() && budget() == budget);
            }
            Files.delete(file);
            Await.until("it is told", Duration.ofSeconds(20), () -> reloading.refusal() != null);
            assertThat(reloading.attempts().getFirst().by()).isEqualTo("file");
        }
    }
}
