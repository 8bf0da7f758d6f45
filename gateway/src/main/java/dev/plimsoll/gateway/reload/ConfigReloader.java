package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
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
 * Holds the current configuration. A new one is read, compared, and then applied completely or not at all: an invalid
 * one changes nothing.
 */
public final class ConfigReloader implements AutoCloseable {

    private static final int REMEMBERED = 50;

    private final ConfigSource configSource;
    private final Reloadable reloadable;
    private final ReloadAudit reloadAudit;
    private final Fixed fixed;
    private final InstantSource clock;
    private final Log log;
    private final List<ConfigOverlay> overlays = new CopyOnWriteArrayList<>();
    private final Deque<ReloadAttempt> attempts = new ArrayDeque<>();
    private @Nullable FileWatcher fileWatcher;
    private volatile LoadedConfiguration inForce;
    private volatile Instant since;
    private volatile @Nullable ReloadAttempt refusal;
    private final AtomicLongArray counts = new AtomicLongArray(Result.values().length);

    /** Handling of changes that a running process cannot apply. */
    public enum Fixed {
        /** Refuses the new configuration. */
        REFUSED,
        /** Applies the other changes now, and these at the next start. */
        LATER
    }

    /**
     * Creates a reloader.
     *
     * @param first the configuration that was read at the start and is already applied
     */
    public ConfigReloader(
            LoadedConfiguration first,
            ConfigSource configSource,
            Reloadable reloadable,
            ReloadAudit reloadAudit,
            Fixed restartChangeMode,
            InstantSource clock,
            Log log) {
        this.inForce = first;
        this.since = clock.instant();
        this.configSource = configSource;
        this.reloadable = reloadable;
        this.reloadAudit = reloadAudit;
        this.fixed = restartChangeMode;
        this.clock = clock;
        this.log = log;
    }

    /** Starts to watch the files. */
    public synchronized ConfigReloader watching() {
        if (fileWatcher == null && !configSource.places().isEmpty()) {
            fileWatcher = FileWatcher.of(configSource.places(), this::fileChanged);
        }
        return this;
    }

    private void fileChanged() {
        try {
            reload("file");
        } catch (RuntimeException e) {
            log.log(LogSeverity.ERROR, "reload failed", "why", e.getClass().getSimpleName());
        }
    }

    /** Adds an overlay and applies it. */
    public synchronized void lay(ConfigOverlay configOverlay) {
        configOverlay.configured(inForce);
        overlays.add(configOverlay);
        refresh();
    }

    /** Applies the overlays again. */
    public synchronized void refresh() {
        put(inForce);
    }

    private void put(LoadedConfiguration loadedConfiguration) {
        Policies policies = loadedConfiguration.configuration().policies();
        for (ConfigOverlay configOverlay : overlays) {
            policies = configOverlay.over(policies);
        }
        reloadable.take(loadedConfiguration.configuration(), policies);
    }

    /** Returns the current configuration. */
    public LoadedConfiguration inForce() {
        return inForce;
    }

    /** Returns when the current configuration was applied. */
    public Instant since() {
        return since;
    }

    /**
     * Returns the last attempt if it was refused, so that the files differ from the current configuration; else null.
     */
    public @Nullable ReloadAttempt refusal() {
        return refusal;
    }

    /** Returns the number of attempts with this result. */
    @SuppressWarnings("EnumOrdinal")
    public long count(Result result) {
        return counts.get(result.ordinal());
    }

    /** Returns the attempts so far, the newest first. */
    public List<ReloadAttempt> attempts() {
        synchronized (attempts) {
            return List.copyOf(attempts);
        }
    }

    /**
     * Reads the configuration and applies it if it is valid.
     *
     * @param by the trigger, for log and audit
     */
    public synchronized ReloadAttempt reload(String by) {
        long startNanos = System.nanoTime();
        LoadedConfiguration wanted = null;
        ReloadPlan reloadPlan = new ReloadPlan(List.of());
        List<String> faults;
        try {
            wanted = configSource.read();
            reloadPlan = ReloadPlan.of(inForce, wanted);
            faults = faults(reloadPlan, wanted);
        } catch (ConfigurationException e) {
            faults = e.faults().stream().map(ConfigError::toString).toList();
        } catch (IOException | RuntimeException e) {
            faults = List.of("the configuration cannot be read: " + e.getClass().getSimpleName());
        }
        List<ConfigChange> changes = fixed == Fixed.LATER ? reloadPlan.live() : reloadPlan.changes();
        List<ConfigChange> later = fixed == Fixed.LATER ? reloadPlan.fixed() : List.of();
        Result result = Result.REFUSED;
        if (faults.isEmpty() && wanted != null) {
            result = changes.isEmpty() ? Result.UNCHANGED : Result.APPLIED;
            overlays(wanted);
            inForce = wanted;
            if (result == Result.APPLIED) {
                put(wanted);
            }
        }
        long micros = (System.nanoTime() - startNanos) / 1_000;
        ReloadAttempt reloadAttempt = new ReloadAttempt(clock.instant(), by, result, changes, faults, later, micros);
        remember(reloadAttempt);
        if (wanted != null && faults.isEmpty()) {
            wanted.warnings().forEach(warning -> log.log(LogSeverity.WARN, "configuration", "warning", warning));
        }
        return reloadAttempt;
    }

    private void overlays(LoadedConfiguration wanted) {
        for (ConfigOverlay configOverlay : overlays) {
            configOverlay.configured(wanted);
        }
    }

    private List<String> faults(ReloadPlan reloadPlan, LoadedConfiguration wanted) {
        List<String> faults = new ArrayList<>();
        if (inForce.file() != null && wanted.file() == null) {
            faults.add(inForce.file() + ": the file no longer exists; its configuration stays in effect");
            return faults;
        }
        if (fixed == Fixed.REFUSED) {
            for (ConfigChange configChange : reloadPlan.fixed()) {
                faults.add(configChange.path() + ": cannot change while the program runs (" + configChange.was() + " -> "
                        + configChange.is() + "); restart, or undo the change");
            }
        }
        Configuration now = inForce.configuration();
        faults.addAll(reloadable.objections(now, wanted.configuration()));
        return faults;
    }

    @SuppressWarnings("EnumOrdinal")
    private void remember(ReloadAttempt reloadAttempt) {
        counts.incrementAndGet(reloadAttempt.result().ordinal());
        if (reloadAttempt.result() == Result.UNCHANGED) {
            refusal = null;
            return;
        }
        boolean refused = reloadAttempt.result() == Result.REFUSED;
        ReloadAttempt before = refusal;
        boolean again = refused && before != null && before.faults().equals(reloadAttempt.faults());
        refusal = refused ? reloadAttempt : null;
        if (again) {
            return;
        }
        if (!refused) {
            since = reloadAttempt.at();
        }
        synchronized (attempts) {
            attempts.addFirst(reloadAttempt);
            while (attempts.size() > REMEMBERED) {
                attempts.removeLast();
            }
        }
        tell(reloadAttempt);
        reloadAudit.write(reloadAttempt);
    }

    private void tell(ReloadAttempt reloadAttempt) {
        for (String fault : reloadAttempt.faults()) {
            log.log(LogSeverity.ERROR, "configuration refused", "by", reloadAttempt.by(), "why", fault);
        }
        if (reloadAttempt.result() == Result.REFUSED) {
            log.log(LogSeverity.ERROR, "the current configuration stays in effect", "since", since);
            return;
        }
        for (ConfigChange configChange : reloadAttempt.changes()) {
            log.log(
                    LogSeverity.INFO,
                    "configuration changed",
                    "path",
                    configChange.path(),
                    "was",
                    configChange.was(),
                    "is",
                    configChange.is(),
                    "by",
                    reloadAttempt.by());
        }
        for (ConfigChange configChange : reloadAttempt.later()) {
            log.log(LogSeverity.INFO, "configuration change applies at the next start", "path", configChange.path());
        }
        log.log(LogSeverity.INFO, "configuration reloaded", "by", reloadAttempt.by(), "micros", reloadAttempt.micros());
    }

    @Override
    public void close() {
        FileWatcher watcher = fileWatcher;
        if (watcher != null) {
            watcher.close();
        }
    }
}
