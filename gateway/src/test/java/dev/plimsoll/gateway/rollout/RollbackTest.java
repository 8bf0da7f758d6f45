package dev.plimsoll.gateway.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ConfigReloader.RestartChangeMode;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.reload.ReloadAudit;
import dev.plimsoll.gateway.reload.Reloadable;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests manual and automatic rollbacks, and their effect in other processes and after a restart. */
class RollbackTest {

    private static final Instant START = Instant.parse("2026-11-22T06:00:00Z");
    private static final String BACK_OFF = "rollout: { backOff: { window: 10m, for: 1h, minRequests: 5 } }\n";

    @TempDir
    private Path folder;

    private Instant now = START;
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO);
    private final AutoRollback autoRollback = new AutoRollback();
    private volatile Policies applied = Policies.of(Policy.defaults());

    private ConfigSource source(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("plimsoll.yaml"), text);
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        return new FileSource(
                new ConfigurationReader(hostEnvironment), DefaultFile.WORKING_FOLDER, file.toString(), List.of());
    }

    private RolloutController controller(String name, AutoRollback rollback, String configuration) throws Exception {
        RolloutController controller =
                new RolloutController(new RolloutStateFile(folder), name, rollback, () -> now, log);
        controller.onConfiguration(source(configuration).read());
        return controller;
    }

    private static RolloutMode mode(RolloutController controller, String tool) {
        return mode(controller.applyTo(Policies.of(Policy.defaults())), tool);
    }

    private static RolloutMode mode(Policies policies, String tool) {
        return policies.forTool("crm", tool).policy().get(Policy.ROLLOUT_MODE);
    }

    private void addCostlyResults(int times, String tool) {
        TelemetryEntry costlyEntry = new TelemetryEntry(
                now.toEpochMilli(),
                7,
                new Subject("crm", tool, "tool", "me", "probe", "legacy", "auto"),
                "probed",
                "a heavy tool",
                new Size(900, 3_600, 100, 400, -1),
                10,
                10,
                0,
                true);
        autoRollback.accept(Collections.nCopies(times, costlyEntry));
    }

    private String logText() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    private String state() throws IOException {
        return Files.readString(folder.resolve("rollout").resolve("state"));
    }

    private RollbackService rollbackService() {
        return RollbackService.forDataFolder(folder, new PrintStream(logBytes, true, StandardCharsets.UTF_8));
    }

    // --- automatic rollbacks

    @Test
    void automaticRollbackAppliesToAllProcesses() throws Exception {
        RolloutController serve = controller("serve", autoRollback, BACK_OFF);
        RolloutController run = controller("run files", new AutoRollback(), "{}\n");
        addCostlyResults(5, "list");
        assertThat(serve.update()).isTrue();
        assertThat(mode(serve, "list")).isEqualTo(RolloutMode.OFF);
        assertThat(mode(serve, "get")).isEqualTo(RolloutMode.ENFORCE);
        assertThat(serve.status().rollbacks()).singleElement().returns(true, RollbackRule::isAutomatic);
        assertThat(run.update()).isTrue();
        assertThat(mode(run, "list")).isEqualTo(RolloutMode.OFF);
        assertThat(logText())
                .contains("protection rolled back tools=crm/list by=automatic why=\"in 10m it cost 4,000 tokens");

        now = START.plus(Duration.ofHours(1)).minusMillis(1);
        assertThat(serve.update()).isFalse();
        now = START.plus(Duration.ofHours(1));
        assertThat(serve.update()).isTrue();
        assertThat(mode(serve, "list")).isEqualTo(RolloutMode.ENFORCE);
        assertThat(state()).as("the file does not grow").doesNotContain("crm/list");
        assertThat(logText()).contains("protection resumed tools=crm/list");
    }

    /** Checks that an automatic rollback, which ends after an hour, does not replace a permanent rollback. */
    @Test
    void automaticRollbackDoesNotReplaceManualOne() throws Exception {
        RolloutController serve = controller("serve", autoRollback, BACK_OFF);
        rollbackService().rollBack(new RollbackRule("crm/list", now, "anna", null, "they complain"));
        addCostlyResults(5, "list");
        addCostlyResults(5, "get");
        serve.update();
        assertThat(serve.status().rollbacks())
                .extracting(RollbackRule::initiator)
                .containsExactly("anna", "automatic");
        now = START.plus(Duration.ofHours(2));
        serve.update();
        assertThat(mode(serve, "list")).isEqualTo(RolloutMode.OFF);
        assertThat(mode(serve, "get")).isEqualTo(RolloutMode.ENFORCE);
    }

    // --- manual rollbacks

    @Test
    void repeatedRollbackDoesNotResume() throws Exception {
        RolloutController serve = controller("serve", autoRollback, "{}\n");
        rollbackService().rollBack(new RollbackRule("crm/list", now, "anna", null, "they complain"));
        serve.update();
        rollbackService().rollBack(new RollbackRule("crm/list", now, "bert", null, "still"));
        rollbackService().rollBack(new RollbackRule("crm/get", now, "bert", null, ""));
        serve.update();
        assertThat(logText()).contains("by=bert why=still").doesNotContain("resumed");
        assertThat(rollbackService().resume("crm/list", "bert")).containsExactly("crm/list");
        serve.update();
        assertThat(logText()).contains("protection resumed tools=crm/list").doesNotContain("resumed tools=crm/get");
    }

    @Test
    void auditLogNamesOnlyResumedRules() throws Exception {
        Path auditFile = folder.resolve(ReloadAudit.FILE_NAME);
        assertThat(rollbackService().resume("crm/list", "bert")).isEmpty();
        assertThat(auditFile).doesNotExist();
        rollbackService().rollBack(new RollbackRule("crm/list", now, "anna", null, ""));
        rollbackService().resume(null, "bert");
        assertThat(Files.readAllLines(auditFile))
                .hasSize(2)
                .last()
                .asString()
                .contains(
                        "\"by\":\"rollout by bert\"",
                        "\"rollout crm/list\",\"was\":\"taken back\",\"is\":\"protected\"");
    }

    @Test
    void rejectsControlCharactersInGlob() throws Exception {
        assertThatThrownBy(() -> rollbackService().rollBack(new RollbackRule("crm/li\nst", now, "anna", null, "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("control characters");
        rollbackService().rollBack(new RollbackRule("crm/li st", now, "anna", null, ""));
        assertThat(state()).contains("crm/li st");
    }

    /** Checks that a process applies the rollback of another process within seconds, without a reload. */
    @Test
    void processAppliesRollbackOfAnother() throws Exception {
        ConfigSource configSource = source("{}\n");
        LoadedConfiguration first = configSource.read();
        Reloadable reloadable = new Reloadable() {

            @Override
            public List<String> findObstacles(Configuration oldConfiguration, Configuration newConfiguration) {
                return List.of();
            }

            @Override
            public void apply(Configuration configuration, Policies policies) {
                applied = policies;
            }
        };
        ConfigReloader configReloader = new ConfigReloader(
                first,
                configSource,
                reloadable,
                new ReloadAudit(folder, log),
                RestartChangeMode.REFUSE,
                () -> now,
                log);
        Path data = first.configuration().data();
        try (RolloutController controller = RolloutController.start(configReloader, "serve", autoRollback, log)) {
            assertThat(controller.status().rollbacks()).isEmpty();
            new RolloutStateFile(data)
                    .change(rolloutState -> rolloutState.with(new RollbackRule("crm/list", now, "anna", null, "")));
            Await.until(
                    "the rollback is applied", Duration.ofSeconds(20), () -> mode(applied, "list") == RolloutMode.OFF);
            new RolloutStateFile(data).change(RolloutState::withoutRollbacks);
            Await.until(
                    "the rollback has ended",
                    Duration.ofSeconds(20),
                    () -> mode(applied, "list") == RolloutMode.ENFORCE);
        }
    }

    // --- one state file for several processes and rules

    @Test
    void stepsStartPerProcessAndRule() throws Exception {
        String steps = "{ rollout: { steps: [ { percent: 5, for: 2h }, { percent: 25 } ] } }";
        controller("serve", autoRollback, "tools: { a: " + steps + " }\n");
        now = START.plus(Duration.ofHours(1));
        controller("run files", autoRollback, "tools: { a: " + steps + " }\n");
        controller("serve", autoRollback, "tools: { a: " + steps + ", b: " + steps + " }\n");
        now = START.plus(Duration.ofHours(2));

        RolloutController serve = controller("serve", autoRollback, "tools: { a: " + steps + ", b: " + steps + " }\n");
        RolloutController run = controller("run files", autoRollback, "tools: { a: " + steps + " }\n");
        assertThat(serve.status().stages()).extracting(RolloutStage::stepNumber).containsExactly(2, 1);
        assertThat(run.status().stages()).extracting(RolloutStage::stepNumber).containsExactly(1);
        assertThat(logText()).contains("rollout step tools=a step=2/2 percent=25 until=unlimited");
    }

    @Test
    void logsUnreadableStateAgainAfterRecovery() throws Exception {
        RolloutController serve = controller("serve", autoRollback, "rollout: { steps: [ { percent: 5 } ] }\n");
        String validState = state();
        Path file = folder.resolve("rollout").resolve("state");
        for (String text : List.of("a letter\n", "a letter!\n", validState, "a letter\n")) {
            Files.writeString(file, text);
            serve.update();
        }
        assertThat(logText().lines().filter(line -> line.contains("is not a rollout state file")))
                .as("one log line for each period with an unreadable file")
                .hasSize(2);
    }
}
