package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.model.Rollouts;
import dev.plimsoll.gateway.config.model.Rollouts.Canary;
import dev.plimsoll.gateway.config.model.Rollouts.Step;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Overlay;
import dev.plimsoll.gateway.reload.Reloading;
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
 * The rollout of a process: looks again and again whether a step is over, and whether somebody has taken something back. What
 * cannot be read or written changes nothing.
 */
public final class RollingOut implements Overlay, AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(250);

    private final StateFile file;
    private final String process;
    private final BackingOff backingOff;
    private final InstantSource clock;
    private final Log log;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Rollouts wanted = Rollouts.NONE;
    private volatile Laid laid = Laid.NOTHING;
    private volatile State state = State.NONE;
    private String mark = "";
    private @Nullable String trouble;

    /** @param process {@code serve}, or {@code run} and the server's name */
    RollingOut(StateFile file, String process, BackingOff backingOff, InstantSource clock, Log log) {
        this.backingOff = backingOff;
        this.file = file;
        this.process = process;
        this.clock = clock;
        this.log = log;
    }

    /** Lays it over what is in force, and looks from then on. */
    public static RollingOut over(Reloading reloading, String process, BackingOff backingOff, Log log) {
        Path data = reloading.inForce().configuration().data();
        RollingOut made = new RollingOut(new StateFile(data), process, backingOff, InstantSource.system(), log);
        reloading.lay(made);
        return made.watching(reloading::refresh);
    }

    /** What is laid over the configuration: steps, and what was taken back. */
    public record Now(List<Stage> stages, List<Back> backs) {

        public Now {
            stages = List.copyOf(stages);
            backs = List.copyOf(backs);
        }
    }

    public Now now() {
        Laid known = laid;
        return new Now(known.stages(), known.backs());
    }

    @Override
    public Policies over(Policies policies) {
        Laid known = laid;
        return known.isNothing() ? policies : known.over(policies);
    }

    @Override
    public void configured(Loaded loaded) {
        wanted = loaded.configuration().rollouts();
        backingOff.wants(wanted.backOff());
        look();
    }

    /** Looks from now on; {@code refresh} has the policies laid anew. */
    private RollingOut watching(Runnable refresh) {
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

    /** Whether something else is laid over than before. */
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
        List<Stage> stages = new ArrayList<>();
        for (Canary canary : wanted.canaries()) {
            stages.add(Stage.of(canary, state.began(process, canary.glob(), now), now));
        }
        Laid before = laid;
        Laid after = new Laid(stages, state.at(now).backs());
        laid = after;
        tell(before, after);
        return !before.isSame(after);
    }

    private void read() throws IOException {
        String found = file.mark();
        if (!found.equals(mark)) {
            state = file.read();
            mark = found;
        }
    }

    /** Steps that are new, or others than before, begin now. */
    private void begin(Instant now) throws IOException {
        Set<String> globs = wanted.canaries().stream().map(Canary::glob).collect(Collectors.toSet());
        if (state.hasOthers(process, globs)) {
            state = state.keeping(process, globs);
            state = file.change(known -> known.keeping(process, globs));
            mark = file.mark();
        }
        for (Canary canary : wanted.canaries()) {
            String steps = canary.text();
            if (!state.has(process, canary.glob(), steps)) {
                Begun begun = new Begun(process, canary.glob(), steps, now);
                // even where it cannot be written down
                state = state.with(begun);
                state = file.change(known -> known.has(process, canary.glob(), steps) ? known : known.with(begun));
                mark = file.mark();
            }
        }
    }

    private void backOff(Instant now) throws IOException {
        List<Back> found = backingOff.found(now);
        if (!found.isEmpty() || !state.holds(now)) {
            state = file.change(known -> known.at(now).withNew(found));
            mark = file.mark();
        }
    }

    private void tell(Laid before, Laid after) {
        for (Stage stage : after.stages()) {
            if (!before.stages().contains(stage)) {
                tell(stage);
            }
        }
        for (Back back : after.backs()) {
            if (!before.backs().contains(back)) {
                log.say(
                        Level.WARN,
                        "protection is taken back",
                        "tools",
                        back.glob(),
                        "by",
                        back.by(),
                        "why",
                        back.why());
            }
        }
        for (Back back : before.backs()) {
            if (after.backs().stream().noneMatch(other -> other.glob().equals(back.glob()))) {
                log.say(Level.INFO, "protection is resumed", "tools", back.glob());
            }
        }
    }

    private void tell(Stage stage) {
        String tools = stage.glob().isEmpty() ? Back.ALL : stage.glob();
        Step step = stage.step();
        if (step == null) {
            log.say(Level.INFO, "rollout is past its steps", "tools", tools, "steps", stage.of());
            return;
        }
        Instant until = stage.until();
        log.say(
                Level.INFO,
                "rollout step",
                "tools",
                tools,
                "step",
                stage.number() + "/" + stage.of(),
                "percent",
                step.percent(),
                "until",
                until == null ? "further notice" : until);
    }

    private void troubled(IOException e) {
        String why = String.valueOf(e.getMessage());
        if (!why.equals(trouble)) {
            log.say(Level.ERROR, "the state of the rollout stays as it was known", "why", why);
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
