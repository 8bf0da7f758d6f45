package dev.plimsoll.gateway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.Surroundings;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Attempt.Result;
import dev.plimsoll.gateway.reload.Audit;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.gateway.reload.Reloading.Fixed;
import dev.plimsoll.gateway.reload.Source;
import dev.plimsoll.gateway.reload.Target;
import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Entry.Size;
import dev.plimsoll.gateway.telemetry.Entry.Subject;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
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

/** Rollout settings that change while a process runs. */
class RolloutReloadTest {

    private static final Instant NOW = Instant.parse("2026-11-22T06:00:00Z");

    @TempDir
    private Path folder;

    private final BackingOff backingOff = new BackingOff();
    private Policies laid = Policies.of(Policy.defaults());
    private Reloading reloading;

    @BeforeEach
    void start() throws Exception {
        write("rollout: { steps: [ { percent: 5, for: 3d, pageSize: 200 } ] }\n");
        Surroundings here = new Surroundings(Map.of(), folder, folder, "Linux");
        Source source = new FileSource(new ConfigurationReader(here), DefaultFile.WORKING_FOLDER, null, List.of());
        Log log = new Log(new PrintStream(OutputStream.nullOutputStream()), Level.ERROR);
        Audit audit = new Audit(folder.resolve("data"), log);
        reloading = new Reloading(source.read(), source, new Laying(), audit, Fixed.REFUSED, () -> NOW, log);
        reloading.lay(new RollingOut(new StateFile(folder), "serve", backingOff, () -> NOW, log));
    }

    private final class Laying implements Target {

        @Override
        public List<String> objections(Configuration now, Configuration wanted) {
            return List.of();
        }

        @Override
        public void take(Configuration configuration, Policies policies) {
            laid = policies;
        }
    }

    private void write(String text) throws Exception {
        Files.writeString(folder.resolve("plimsoll.yaml"), text);
    }

    private void reload(String text) throws Exception {
        write(text);
        assertThat(reloading.reload("test").result()).isEqualTo(Result.APPLIED);
    }

    private void isInStep(int percent, int pageSize) {
        Policy policy = laid.of("crm", "list_users").policy();
        assertThat(policy.get(Policy.ROLLOUT_PERCENT)).isEqualTo(percent);
        assertThat(policy.get(Policy.DEFAULT_PAGE_SIZE)).isEqualTo(pageSize);
    }

    @Test
    void appliesChangedStepsAtOnce() throws Exception {
        isInStep(5, 200);
        reload("rollout: { steps: [ { percent: 30, for: 1d, pageSize: 80 } ] }\n");
        isInStep(30, 80);
        reload("rollout: { steps: [] }\n");
        isInStep(100, 50);
    }

    @Test
    void appliesChangedBackOffAtOnce() throws Exception {
        assertThat(backsOff()).isFalse();
        reload("rollout: { backOff: { window: 15m, minRequests: 10 } }\n");
        assertThat(backsOff()).isTrue();
        reload("rollout: { backOff: { window: 15m, minRequests: 1000 } }\n");
        assertThat(backsOff()).isFalse();
        reload("{}\n");
        assertThat(backsOff()).isFalse();
    }

    /** Adds 20 large results that cost more than they save, and looks. */
    private boolean backsOff() {
        Entry dear = new Entry(
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
        backingOff.accept(Collections.nCopies(20, dear));
        return !backingOff.found(NOW).isEmpty();
    }
}
