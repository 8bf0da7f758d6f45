package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.RolloutConfig;
import dev.plimsoll.gateway.config.model.RolloutConfig.Canary;
import dev.plimsoll.gateway.config.model.RolloutConfig.Step;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ConfigOverlay;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.policy.Policies;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Controls the rollout of a process. Regularly checks whether a step has ended, and whether protection was
 * rolled back or resumed. If the state file cannot be read or written, the last known state stays in effect.
 */
public final class RolloutController implements ConfigOverlay, AutoCloseable {

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);

    private final RolloutStateFile file;
    private final String process;
    private final AutoRollback autoRollback;
    private final InstantSource clock;
    private final Log log;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile RolloutConfig rolloutConfig = RolloutConfig.NONE;
    private volatile RolloutOverlay rolloutOverlay = RolloutOverlay.EMPTY;

    /** The overlay with which the policies in effect were computed. */
    private volatile RolloutOverlay appliedOverlay = RolloutOverlay.EMPTY;

    private volatile RolloutState rolloutState = RolloutState.NONE;
    private String fileVersion = "";
    private @Nullable String lastError;

    /** @param process name of the process in the state file: {@code serve}, or {@code run} and the server's name */
    RolloutController(RolloutStateFile file, String process, AutoRollback autoRollback, InstantSource clock, Log log) {
        this.autoRollback = autoRollback;
        this.file = file;
        this.process = process;
        this.clock = clock;
        this.log = log;
    }

    /** Creates a controller, adds it as an overlay to the configuration, and starts its checks. */
    public static RolloutController start(
            ConfigReloader configReloader, String process, AutoRollback autoRollback, Log log) {
        Path data = configReloader.current().configuration().data();
        RolloutController controller =
                new RolloutController(new RolloutStateFile(data), process, autoRollback, InstantSource.system(), log);
        configReloader.addOverlay(controller);
        return controller.startChecks(configReloader::refresh);
    }

    /** Current changes of rollouts to the configuration: the current steps, and the rollbacks. */
    public record Status(List<RolloutStage> stages, List<RollbackRule> rollbacks) {

        public Status {
            stages = List.copyOf(stages);
            rollbacks = List.copyOf(rollbacks);
        }
    }

    public Status status() {
        RolloutOverlay overlay = rolloutOverlay;
        return new Status(overlay.stages(), overlay.rollbacks());
    }

    @Override
    public Policies applyTo(Policies policies) {
        RolloutOverlay overlay = rolloutOverlay;
        appliedOverlay = overlay;
        return overlay.isEmpty() ? policies : overlay.applyTo(policies);
    }

    @Override
    public void onConfiguration(LoadedConfiguration loadedConfiguration) {
        rolloutConfig = loadedConfiguration.configuration().rollouts();
        autoRollback.setConditions(rolloutConfig.rollbackConditions());
        update();
    }

    /**
     * Starts the checks.
     *
     * @param refresh applies the configuration again, with changed overlays
     */
    private RolloutController startChecks(Runnable refresh) {
        Thread.ofVirtual().name("plimsoll-rollout").start(() -> {
            while (!awaitClosed()) {
                if (update()) {
                    refresh.run();
                }
            }
        });
        return this;
    }

    /** Waits until the next check, and returns whether the controller was closed. */
    private boolean awaitClosed() {
        try {
            return closed.await(CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /**
     * Updates the overlay. Returns whether it differs from the overlay that was applied last, so that it must
     * be applied.
     */
    synchronized boolean update() {
        Instant now = clock.instant();
        try {
            readFile();
            startSteps(now);
            rollBackHarmful(now);
            onRecovered();
        } catch (IOException e) {
            onError(e);
        }
        List<RolloutStage> stages = new ArrayList<>();
        for (Canary canary : rolloutConfig.canaries()) {
            stages.add(RolloutStage.of(canary, rolloutState.findStart(process, canary.glob(), now), now));
        }
        RolloutOverlay oldOverlay = rolloutOverlay;
        RolloutOverlay newOverlay =
                new RolloutOverlay(stages, rolloutState.withoutExpired(now).rollbacks());
        rolloutOverlay = newOverlay;
        logChange(oldOverlay, newOverlay);
        // the new overlay is not compared with the old one, because a reload without changes also updates the
        // overlay, but does not apply it
        return !appliedOverlay.hasSameContent(newOverlay);
    }

    private void readFile() throws IOException {
        String currentVersion = file.version();
        if (!currentVersion.equals(fileVersion)) {
            rolloutState = file.read();
            fileVersion = currentVersion;
        }
    }

    /**
     * Starts the steps that are new or have changed in the configuration, and forgets those that were removed
     * from it.
     */
    private void startSteps(Instant now) throws IOException {
        Set<String> globs = rolloutConfig.canaries().stream().map(Canary::glob).collect(Collectors.toSet());
        if (rolloutState.hasOtherSteps(process, globs)) {
            rolloutState = rolloutState.withoutOtherSteps(process, globs);
            rolloutState = file.change(state -> state.withoutOtherSteps(process, globs));
            fileVersion = file.version();
        }
        for (Canary canary : rolloutConfig.canaries()) {
            String steps = canary.text();
            if (!rolloutState.hasSteps(process, canary.glob(), steps)) {
                RolloutSteps rolloutSteps = new RolloutSteps(process, canary.glob(), steps, now);
                // set before the file is written, so that the step begins even if that fails
                rolloutState = rolloutState.with(rolloutSteps);
                rolloutState = file.change(
                        state -> state.hasSteps(process, canary.glob(), steps) ? state : state.with(rolloutSteps));
                fileVersion = file.version();
            }
        }
    }

    private void rollBackHarmful(Instant now) throws IOException {
        List<RollbackRule> harmful = autoRollback.takeHarmful(now);
        if (!harmful.isEmpty() || rolloutState.hasExpired(now)) {
            rolloutState = file.change(state -> state.withoutExpired(now).withAdditional(harmful));
            fileVersion = file.version();
        }
    }

    private void logChange(RolloutOverlay oldOverlay, RolloutOverlay newOverlay) {
        for (RolloutStage rolloutStage : newOverlay.stages()) {
            if (!oldOverlay.stages().contains(rolloutStage)) {
                logChange(rolloutStage);
            }
        }
        for (RollbackRule rollbackRule : newOverlay.rollbacks()) {
            if (!oldOverlay.rollbacks().contains(rollbackRule)) {
                log.log(
                        LogSeverity.WARN,
                        "protection rolled back",
                        "tools",
                        rollbackRule.glob(),
                        "by",
                        rollbackRule.initiator(),
                        "why",
                        rollbackRule.why());
            }
        }
        for (RollbackRule rollbackRule : oldOverlay.rollbacks()) {
            if (newOverlay.rollbacks().stream().noneMatch(other -> other.glob().equals(rollbackRule.glob()))) {
                log.log(LogSeverity.INFO, "protection resumed", "tools", rollbackRule.glob());
            }
        }
    }

    private void logChange(RolloutStage rolloutStage) {
        String tools = rolloutStage.glob().isEmpty() ? RollbackRule.ALL : rolloutStage.glob();
        Step step = rolloutStage.step();
        if (step == null) {
            log.log(LogSeverity.INFO, "rollout steps completed", "tools", tools, "steps", rolloutStage.stepCount());
            return;
        }
        Instant until = rolloutStage.until();
        log.log(
                LogSeverity.INFO,
                "rollout step",
                "tools",
                tools,
                "step",
                rolloutStage.stepNumber() + "/" + rolloutStage.stepCount(),
                "percent",
                step.percent(),
                "until",
                until == null ? "unlimited" : until);
    }

    private void onError(IOException e) {
        String why = String.valueOf(e.getMessage());
        if (!why.equals(lastError)) {
            log.log(
                    LogSeverity.ERROR,
                    "the rollout state cannot be read or written; the last known state stays in effect",
                    "why",
                    why);
        }
        lastError = why;
    }

    private void onRecovered() {
        lastError = null;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
