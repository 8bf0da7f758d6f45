package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Fault;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Attempt.Result;
import dev.plimsoll.policy.Policies;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The configuration in force. Another is read, compared and then taken as a whole, or not at all: whatever is wrong with it
 * changes nothing.
 */
public final class Reloading implements AutoCloseable {

    private static final int REMEMBERED = 50;

    private final Source source;
    private final Target target;
    private final Audit audit;
    private final Fixed fixed;
    private final InstantSource clock;
    private final Log log;
    private final List<Overlay> overlays = new CopyOnWriteArrayList<>();
    private final Deque<Attempt> attempts = new ArrayDeque<>();
    private @Nullable Watch watch;
    private volatile Loaded inForce;
    private volatile Instant since;
    private volatile @Nullable Attempt refusal;
    private final AtomicLongArray counts = new AtomicLongArray(Result.values().length);

    /** What becomes of changes that a process that runs does not take. */
    public enum Fixed {
        /** nothing changes then */
        REFUSED,
        /** they wait for the next start, and all others hold */
        LATER
    }

    /**
     * Governs by what was read at the start.
     *
     * @param first in force already
     */
    public Reloading(
            Loaded first, Source source, Target target, Audit audit, Fixed fixed, InstantSource clock, Log log) {
        this.inForce = first;
        this.since = clock.instant();
        this.source = source;
        this.target = target;
        this.audit = audit;
        this.fixed = fixed;
        this.clock = clock;
        this.log = log;
    }

    /** Begins to look at the files. */
    public synchronized Reloading watching() {
        if (watch == null && !source.places().isEmpty()) {
            watch = Watch.of(source.places(), this::fileChanged);
        }
        return this;
    }

    private void fileChanged() {
        try {
            reload("file");
        } catch (RuntimeException e) {
            log.say(Level.ERROR, "a reload failed", "why", e.getClass().getSimpleName());
        }
    }

    /** Lays something over what the configuration says, from now on. */
    public synchronized void lay(Overlay overlay) {
        overlay.configured(inForce);
        overlays.add(overlay);
        refresh();
    }

    /** Asks the overlays again. */
    public synchronized void refresh() {
        put(inForce);
    }

    private void put(Loaded loaded) {
        Policies policies = loaded.configuration().policies();
        for (Overlay overlay : overlays) {
            policies = overlay.over(policies);
        }
        target.take(loaded.configuration(), policies);
    }

    /** What the configuration in force is made of. */
    public Loaded inForce() {
        return inForce;
    }

    /** Since when it is in force. */
    public Instant since() {
        return since;
    }

    /** The last attempt, if it was refused: the files, or what a caller wanted, are not what is in force. */
    public @Nullable Attempt refusal() {
        return refusal;
    }

    /** How often that came of it. */
    @SuppressWarnings("EnumOrdinal")
    public long count(Result result) {
        return counts.get(result.ordinal());
    }

    /** What was tried so far, the newest first. */
    public List<Attempt> attempts() {
        synchronized (attempts) {
            return List.copyOf(attempts);
        }
    }

    /** Reads the configuration again and takes it, if it may; who wants it is written down. */
    public synchronized Attempt reload(String by) {
        long began = System.nanoTime();
        Loaded wanted = null;
        Plan plan = new Plan(List.of());
        List<String> faults;
        try {
            wanted = source.read();
            plan = Plan.of(inForce, wanted);
            faults = faults(plan, wanted);
        } catch (ConfigurationException e) {
            faults = e.faults().stream().map(Fault::toString).toList();
        } catch (IOException | RuntimeException e) {
            faults = List.of("the configuration cannot be read: " + e.getClass().getSimpleName());
        }
        List<Change> changes = fixed == Fixed.LATER ? plan.live() : plan.changes();
        List<Change> later = fixed == Fixed.LATER ? plan.fixed() : List.of();
        Result result = Result.REFUSED;
        if (faults.isEmpty() && wanted != null) {
            result = changes.isEmpty() ? Result.UNCHANGED : Result.APPLIED;
            overlays(wanted);
            inForce = wanted;
            if (result == Result.APPLIED) {
                put(wanted);
            }
        }
        long micros = (System.nanoTime() - began) / 1_000;
        Attempt attempt = new Attempt(clock.instant(), by, result, changes, faults, later, micros);
        remember(attempt);
        if (wanted != null && faults.isEmpty()) {
            wanted.warnings().forEach(warning -> log.say(Level.WARN, "configuration", "says", warning));
        }
        return attempt;
    }

    private void overlays(Loaded wanted) {
        for (Overlay overlay : overlays) {
            overlay.configured(wanted);
        }
    }

    private List<String> faults(Plan plan, Loaded wanted) {
        List<String> faults = new ArrayList<>();
        if (inForce.file() != null && wanted.file() == null) {
            faults.add(inForce.file() + ": is gone; what it said stays in force");
            return faults;
        }
        if (fixed == Fixed.REFUSED) {
            for (Change change : plan.fixed()) {
                faults.add(change.path() + ": cannot change while this runs (" + change.was() + " -> " + change.is()
                        + "); restart, or take it back");
            }
        }
        Configuration now = inForce.configuration();
        faults.addAll(target.objections(now, wanted.configuration()));
        return faults;
    }

    @SuppressWarnings("EnumOrdinal")
    private void remember(Attempt attempt) {
        counts.incrementAndGet(attempt.result().ordinal());
        if (attempt.result() == Result.UNCHANGED) {
            refusal = null;
            return;
        }
        boolean refused = attempt.result() == Result.REFUSED;
        Attempt before = refusal;
        boolean again = refused && before != null && before.faults().equals(attempt.faults());
        refusal = refused ? attempt : null;
        if (again) {
            return;
        }
        if (!refused) {
            since = attempt.at();
        }
        synchronized (attempts) {
            attempts.addFirst(attempt);
            while (attempts.size() > REMEMBERED) {
                attempts.removeLast();
            }
        }
        tell(attempt);
        audit.write(attempt);
    }

    private void tell(Attempt attempt) {
        for (String fault : attempt.faults()) {
            log.say(Level.ERROR, "configuration refused", "by", attempt.by(), "why", fault);
        }
        if (attempt.result() == Result.REFUSED) {
            log.say(Level.ERROR, "the configuration in force stays", "since", since);
            return;
        }
        for (Change change : attempt.changes()) {
            log.say(
                    Level.INFO,
                    "configuration changed",
                    "path",
                    change.path(),
                    "was",
                    change.was(),
                    "is",
                    change.is(),
                    "by",
                    attempt.by());
        }
        for (Change change : attempt.later()) {
            log.say(Level.INFO, "configuration changes with the next start", "path", change.path());
        }
        log.say(Level.INFO, "configuration reloaded", "by", attempt.by(), "micros", attempt.micros());
    }

    @Override
    public void close() {
        Watch begun = watch;
        if (begun != null) {
            begun.close();
        }
    }
}
