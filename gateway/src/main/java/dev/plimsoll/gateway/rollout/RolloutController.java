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
 * Controls the rollout of a process: regularly checks whether a step has ended and whether protection was taken back.
 * Files that cannot be read or written change nothing.
 */
public final class RolloutController implements ConfigOverlay, AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(250);

    private final RolloutStateFile file;
    private final String process;
    private final AutoRollback autoRollback;
    private final InstantSource clock;
    private final Log log;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile RolloutConfig wanted = RolloutConfig.NONE;
    private volatile RolloutOverlay rolloutOverlay = RolloutOverlay.NOTHING;
    private volatile RolloutState rolloutState = RolloutState.NONE;
    private String mark = "";
    private @Nullable String trouble;

    /** @param process {@code serve}, or {@code run} and the server's name */
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
        Path data = configReloader.inForce().configuration().data();
        RolloutController controller =
                new RolloutController(new RolloutStateFile(data), process, autoRollback, InstantSource.system(), log);
        configReloader.lay(controller);
        return controller.watching(configReloader::refresh);
    }

    /** Current changes to the configuration: steps, and taken-back rules. */
    public record Now(List<RolloutStage> stages, List<TakenBackRule> backs) {

        public Now {
            stages = List.copyOf(stages);
            backs = List.copyOf(backs);
        }
    }

    public Now now() {
        RolloutOverlay known = rolloutOverlay;
        return new Now(known.stages(), known.backs());
    }

    @Override
    public Policies over(Policies policies) {
        RolloutOverlay known = rolloutOverlay;
        return known.isNothing() ? policies : known.over(policies);
    }

    @Override
    public void configured(LoadedConfiguration loadedConfiguration) {
        wanted = loadedConfiguration.configuration().rollouts();
        autoRollback.wants(wanted.backOff());
        look();
    }

    /** Starts the checks. {@code refresh} applies the overlays again. */
    private RolloutController watching(Runnable refresh) {
        Thread.ofVirtual().name("plimsoll-rollout").start(() -> {
            while (!pause()) {
                if (look()) {
                    refresh.run();
                }
            }
        });
        return this;
    }

    private boolean pause() {
        try {
            return closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Updates the overlay, and returns whether it has changed. */
    synchronized boolean look() {
        Instant now = clock.instant();
        try {
            read();
            begin(now);
            backOff(now);
            recovered();
        } catch (IOException e) {
            troubled(e);
        }
        List<RolloutStage> stages = new ArrayList<>();
        for (Canary canary : wanted.canaries()) {
            stages.add(RolloutStage.of(canary, rolloutState.began(process, canary.glob(), now), now));
        }
        RolloutOverlay before = rolloutOverlay;
        RolloutOverlay after = new RolloutOverlay(stages, rolloutState.at(now).backs());
        rolloutOverlay = after;
        tell(before, after);
        return !before.isSame(after);
    }

    private void read() throws IOException {
        String found = file.mark();
        if (!found.equals(mark)) {
            rolloutState = file.read();
            mark = found;
        }
    }

    /** Starts steps that are new or have changed. */
    private void begin(Instant now) throws IOException {
        Set<String> globs = wanted.canaries().stream().map(Canary::glob).collect(Collectors.toSet());
        if (rolloutState.hasOthers(process, globs)) {
            rolloutState = rolloutState.keeping(process, globs);
            rolloutState = file.change(known -> known.keeping(process, globs));
            mark = file.mark();
        }
        for (Canary canary : wanted.canaries()) {
            String steps = canary.text();
            if (!rolloutState.has(process, canary.glob(), steps)) {
                RolloutSteps rolloutSteps = new RolloutSteps(process, canary.glob(), steps, now);
                // before writing, so that the step begins even if the file cannot be written
                rolloutState = rolloutState.with(rolloutSteps);
                rolloutState = file.change(
                        known -> known.has(process, canary.glob(), steps) ? known : known.with(rolloutSteps));
                mark = file.mark();
            }
        }
    }

    private void backOff(Instant now) throws IOException {
        List<TakenBackRule> found = autoRollback.found(now);
        if (!found.isEmpty() || !rolloutState.holds(now)) {
            rolloutState = file.change(known -> known.at(now).withNew(found));
            mark = file.mark();
        }
    }

    private void tell(RolloutOverlay before, RolloutOverlay after) {
        for (RolloutStage rolloutStage : after.stages()) {
            if (!before.stages().contains(rolloutStage)) {
                tell(rolloutStage);
            }
        }
        for (TakenBackRule takenBackRule : after.backs()) {
            if (!before.backs().contains(takenBackRule)) {
                log.log(
                        LogSeverity.WARN,
                        "protection rolled back",
                        "tools",
                        takenBackRule.glob(),
                        "by",
                        takenBackRule.by(),
                        "why",
                        takenBackRule.why());
            }
        }
        for (TakenBackRule takenBackRule : before.backs()) {
            if (after.backs().stream().noneMatch(other -> other.glob().equals(takenBackRule.glob()))) {
                log.log(LogSeverity.INFO, "protection resumed", "tools", takenBackRule.glob());
            }
        }
    }

    private void tell(RolloutStage rolloutStage) {
        String tools = rolloutStage.glob().isEmpty() ? TakenBackRule.ALL : rolloutStage.glob();
        Step step = rolloutStage.step();
        if (step == null) {
            log.log(LogSeverity.INFO, "rollout steps completed", "tools", tools, "steps", rolloutStage.of());
            return;
        }
        Instant until = rolloutStage.until();
        log.log(
                LogSeverity.INFO,
                "rollout step",
                "tools",
                tools,
                "step",
                rolloutStage.number() + "/" + rolloutStage.of(),
                "percent",
                step.percent(),
                "until",
                until == null ? "unlimited" : until);
    }

    private void troubled(IOException e) {
        String why = String.valueOf(e.getMessage());
        if (!why.equals(trouble)) {
            log.log(LogSeverity.ERROR, "the rollout state cannot be read or written; the last known state stays in effect", "why", why);
        }
        trouble = why;
    }

    private void recovered() {
        trouble = null;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
