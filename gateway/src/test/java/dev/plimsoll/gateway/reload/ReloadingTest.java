package dev.plimsoll.gateway.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Attempt.Result;
import dev.plimsoll.gateway.reload.Reloading.Fixed;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Rule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadingTest {

    private static final String HASH = "sha256:" + "ab".repeat(32);
    private static final String OTHER_HASH = "sha256:" + "cd".repeat(32);

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<Policies> taken = new ArrayList<>();
    private Path file;

    @BeforeEach
    void places() {
        file = folder.resolve("plimsoll.yaml");
    }

    private final class Taking implements Target {

        @Override
        public List<String> objections(Configuration now, Configuration wanted) {
            return List.of();
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
        return new Reloading(source.read(), source, new Taking(), audit, fixed, InstantSource.system(), log);
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
        assertThat(audit()).contains("\"path\":\"policy.tokenBudgetThreshold\",\"was\":\"4000\",\"is\":\"8000\"");
        assertThat(audit()).endsWith("\n");
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
}
