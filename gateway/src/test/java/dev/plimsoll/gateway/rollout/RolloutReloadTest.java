package dev.plimsoll.gateway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ConfigReloader.RestartChangeMode;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import dev.plimsoll.gateway.reload.ReloadAudit;
import dev.plimsoll.gateway.reload.Reloadable;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.RolloutMode;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that changes of the rollout settings take effect by a reload. */
class RolloutReloadTest {

    private static final Instant NOW = Instant.parse("2026-11-22T06:00:00Z");

    @TempDir
    private Path folder;

    private final AutoRollback autoRollback = new AutoRollback();
    private Policies applied = Policies.of(Policy.defaults());
    private ConfigReloader configReloader;
    private RolloutController controller;

    @BeforeEach
    void start() throws Exception {
        write("rollout: { steps: [ { percent: 5, for: 3d, pageSize: 200 } ] }\n");
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        ConfigSource configSource =
                new FileSource(new ConfigurationReader(hostEnvironment), DefaultFile.WORKING_FOLDER, null, List.of());
        Log log = new Log(new PrintStream(OutputStream.nullOutputStream()), LogSeverity.ERROR);
        ReloadAudit reloadAudit = new ReloadAudit(folder.resolve("data"), log);
        configReloader = new ConfigReloader(
                configSource.read(),
                configSource,
                new RecordingReloadable(),
                reloadAudit,
                RestartChangeMode.REFUSE,
                () -> NOW,
                log);
        controller = new RolloutController(new RolloutStateFile(folder), "serve", autoRollback, () -> NOW, log);
        configReloader.addOverlay(controller);
    }

    private final class RecordingReloadable implements Reloadable {

        @Override
        public List<String> findObstacles(Configuration current, Configuration newConfiguration) {
            return List.of();
        }

        @Override
        public void apply(Configuration configuration, Policies policies) {
            applied = policies;
        }
    }

    private void write(String text) throws Exception {
        Files.writeString(folder.resolve("plimsoll.yaml"), text);
    }

    private void reload(String text) throws Exception {
        write(text);
        assertThat(configReloader.reload("test").result()).isEqualTo(Result.APPLIED);
    }

    private void assertStep(int percent, int pageSize) {
        Policy policy = applied.forTool("crm", "list_users").policy();
        assertThat(policy.get(Policy.ROLLOUT_PERCENT)).isEqualTo(percent);
        assertThat(policy.get(Policy.DEFAULT_PAGE_SIZE)).isEqualTo(pageSize);
    }

    @Test
    void appliesChangedStepsImmediately() throws Exception {
        assertStep(5, 200);
        reload("rollout: { steps: [ { percent: 30, for: 1d, pageSize: 80 } ] }\n");
        assertStep(30, 80);
        reload("rollout: { steps: [] }\n");
        assertStep(100, 50);
    }

    @Test
    void appliesChangedBackOffImmediately() throws Exception {
        assertThat(rollsBackAfterCostlyResults()).isFalse();
        reload("rollout: { backOff: { window: 15m, minRequests: 10 } }\n");
        assertThat(rollsBackAfterCostlyResults()).isTrue();
        reload("rollout: { backOff: { window: 15m, minRequests: 1000 } }\n");
        assertThat(rollsBackAfterCostlyResults()).isFalse();
        reload("{}\n");
        assertThat(rollsBackAfterCostlyResults()).isFalse();
    }

    @Test
    void appliesRollbackAfterReloadWithoutChanges() throws Exception {
        assertThat(controller.update()).isFalse();
        new RolloutStateFile(folder)
                .change(state -> state.with(new RollbackRule("crm/*", NOW, "anna", null, "a test")));
        assertThat(configReloader.reload("file").result()).isEqualTo(Result.UNCHANGED);
        assertThat(controller.update()).isTrue();
        configReloader.refresh();
        assertThat(applied.forTool("crm", "list_users").policy().get(Policy.ROLLOUT_MODE))
                .isEqualTo(RolloutMode.OFF);
        assertThat(controller.update()).isFalse();
    }

    /** Adds 20 large results that cost more than they save, and returns whether this causes a rollback. */
    private boolean rollsBackAfterCostlyResults() {
        TelemetryEntry costlyEntry = new TelemetryEntry(
                NOW.toEpochMilli(),
                7,
                new Subject("crm", "list_users", "tool", "me", "probe", "legacy", "auto"),
                "probed",
                "a heavy tool",
                new Size(900, 3_600, 100, 400, -1),
                10,
                10,
                0,
                true);
        autoRollback.accept(Collections.nCopies(20, costlyEntry));
        return !autoRollback.takeHarmful(NOW).isEmpty();
    }
}
