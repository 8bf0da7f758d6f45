package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ConfigError;
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
 * Holds the current configuration, and replaces it by a new one. A new configuration is read, checked, and
 * compared with the current one; then it is applied completely. If it is not valid, nothing changes.
 */
public final class ConfigReloader implements AutoCloseable {

    private static final int MAX_ATTEMPTS = 50;

    private final ConfigSource configSource;
    private final Reloadable reloadable;
    private final ReloadAudit reloadAudit;
    private final RestartChangeMode restartChangeMode;
    private final InstantSource clock;
    private final Log log;
    private final List<ConfigOverlay> overlays = new CopyOnWriteArrayList<>();
    private final Deque<ReloadAttempt> attempts = new ArrayDeque<>();
    private @Nullable FileWatcher fileWatcher;
    private volatile LoadedConfiguration current;
    private volatile Instant appliedAt;
    private volatile @Nullable ReloadAttempt lastRefusal;
    private final AtomicLongArray counts = new AtomicLongArray(Result.values().length);

    /** Handling of changes that a running process cannot apply. */
    public enum RestartChangeMode {
        /** Refuses the new configuration. */
        REFUSE,
        /** Applies all other changes now. Changes that need a restart apply at the next start. */
        DEFER
    }

    /**
     * Creates a reloader.
     *
     * @param initial the configuration that was read at the start and is already applied
     */
    public ConfigReloader(
            LoadedConfiguration initial,
            ConfigSource configSource,
            Reloadable reloadable,
            ReloadAudit reloadAudit,
            RestartChangeMode restartChangeMode,
            InstantSource clock,
            Log log) {
        this.current = initial;
        this.appliedAt = clock.instant();
        this.configSource = configSource;
        this.reloadable = reloadable;
        this.reloadAudit = reloadAudit;
        this.restartChangeMode = restartChangeMode;
        this.clock = clock;
        this.log = log;
    }

    /** Starts to watch the files. */
    public synchronized ConfigReloader startWatching() {
        if (fileWatcher == null && !configSource.files().isEmpty()) {
            fileWatcher = FileWatcher.start(configSource.files(), this::onFileChanged);
        }
        return this;
    }

    private void onFileChanged() {
        try {
            reload("file");
        } catch (RuntimeException e) {
            log.log(LogSeverity.ERROR, "reload failed", "why", e.getClass().getSimpleName());
        }
    }

    /** Adds an overlay and applies it. */
    public synchronized void addOverlay(ConfigOverlay configOverlay) {
        configOverlay.onConfiguration(current);
        overlays.add(configOverlay);
        refresh();
    }

    /** Applies the current configuration again, because an overlay has changed. */
    public synchronized void refresh() {
        apply(current);
    }

    private void apply(LoadedConfiguration loadedConfiguration) {
        Policies policies = loadedConfiguration.configuration().policies();
        for (ConfigOverlay configOverlay : overlays) {
            policies = configOverlay.applyTo(policies);
        }
        reloadable.apply(loadedConfiguration.configuration(), policies);
    }

    /**
     * Returns why a configuration cannot be applied, one sentence for each reason; empty if it can.
     *
     * @param candidate a valid configuration
     */
    public synchronized List<String> findErrors(LoadedConfiguration candidate) {
        return findErrors(ReloadPlan.of(current, candidate, reloadable::canApply), candidate);
    }

    /** Returns the paths at which a configuration differs from the current one. */
    public synchronized List<String> findDifferences(LoadedConfiguration other) {
        return ReloadPlan.of(current, other, reloadable::canApply).changes().stream()
                .map(ConfigChange::path)
                .toList();
    }

    /** Returns the source of the configuration. */
    public ConfigSource source() {
        return configSource;
    }

    /**
     * Writes an action that changes no setting, such as the restart of a server, to the log and the audit
     * log.
     *
     * @param trigger the caller
     * @param path what the action is about, such as {@code servers.crm}
     */
    public void recordAction(String trigger, String path, String action) {
        log.log(LogSeverity.INFO, action, "path", path, "by", trigger);
        ConfigChange change = new ConfigChange(path, "", action, true);
        reloadAudit.write(
                new ReloadAttempt(clock.instant(), trigger, Result.APPLIED, List.of(change), List.of(), List.of(), 0));
    }

    /** Returns the current configuration. */
    public LoadedConfiguration current() {
        return current;
    }

    /** Returns when the current configuration was applied. */
    public Instant appliedAt() {
        return appliedAt;
    }

    /**
     * Returns the last attempt if it was refused, so that the files differ from the current configuration; else null.
     */
    public @Nullable ReloadAttempt lastRefusal() {
        return lastRefusal;
    }

    /** Returns the number of attempts with this result. */
    @SuppressWarnings("EnumOrdinal")
    public long count(Result result) {
        return counts.get(result.ordinal());
    }

    /**
     * Returns the last 50 attempts that applied, deferred, or refused changes, the newest first. Of consecutive
     * refusals for the same reasons, only the first is included.
     */
    public List<ReloadAttempt> attempts() {
        synchronized (attempts) {
            return List.copyOf(attempts);
        }
    }

    /**
     * Reads the configuration, and applies it if it is valid.
     *
     * @param trigger what caused the reload (file, signal, or a caller), for the log and the audit log
     */
    public synchronized ReloadAttempt reload(String trigger) {
        long startNanos = System.nanoTime();
        LoadedConfiguration newConfiguration = null;
        ReloadPlan reloadPlan = new ReloadPlan(List.of());
        List<String> errors;
        try {
            newConfiguration = configSource.read();
            reloadPlan = ReloadPlan.of(current, newConfiguration, reloadable::canApply);
            errors = findErrors(reloadPlan, newConfiguration);
        } catch (ConfigurationException e) {
            errors = e.errors().stream().map(ConfigError::toString).toList();
        } catch (IOException | RuntimeException e) {
            errors = List.of("the configuration cannot be read: " + e.getClass().getSimpleName());
        }
        List<ConfigChange> changes =
                restartChangeMode == RestartChangeMode.DEFER ? reloadPlan.reloadableChanges() : reloadPlan.changes();
        List<ConfigChange> deferredChanges =
                restartChangeMode == RestartChangeMode.DEFER ? reloadPlan.restartChanges() : List.of();
        Result result = Result.REFUSED;
        if (errors.isEmpty() && newConfiguration != null) {
            result = changes.isEmpty() ? Result.UNCHANGED : Result.APPLIED;
            notifyOverlays(newConfiguration);
            current = newConfiguration;
            if (result == Result.APPLIED) {
                apply(newConfiguration);
            }
        }
        long micros = (System.nanoTime() - startNanos) / 1_000;
        ReloadAttempt reloadAttempt =
                new ReloadAttempt(clock.instant(), trigger, result, changes, errors, deferredChanges, micros);
        record(reloadAttempt);
        if (newConfiguration != null && errors.isEmpty()) {
            newConfiguration
                    .warnings()
                    .forEach(warning -> log.log(LogSeverity.WARN, "configuration", "warning", warning));
        }
        return reloadAttempt;
    }

    private void notifyOverlays(LoadedConfiguration newConfiguration) {
        for (ConfigOverlay configOverlay : overlays) {
            configOverlay.onConfiguration(newConfiguration);
        }
    }

    private List<String> findErrors(ReloadPlan reloadPlan, LoadedConfiguration newConfiguration) {
        List<String> errors = new ArrayList<>();
        if (current.file() != null && newConfiguration.file() == null) {
            errors.add(current.file() + ": the file no longer exists; its configuration stays in effect");
            return errors;
        }
        if (restartChangeMode == RestartChangeMode.REFUSE) {
            for (ConfigChange configChange : reloadPlan.restartChanges()) {
                errors.add(configChange.path() + ": cannot change while the program runs (" + configChange.oldValue()
                        + " -> " + configChange.newValue() + "); restart, or undo the change");
            }
        }
        errors.addAll(reloadable.findObstacles(current.configuration(), newConfiguration.configuration()));
        return errors;
    }

    /**
     * Counts, logs, and stores an attempt. An attempt that neither applied nor deferred changes, or was refused for the
     * same reasons as the previous one, is only counted.
     */
    @SuppressWarnings("EnumOrdinal")
    private void record(ReloadAttempt reloadAttempt) {
        counts.incrementAndGet(reloadAttempt.result().ordinal());
        boolean hasDeferredChanges = !reloadAttempt.deferredChanges().isEmpty();
        if (reloadAttempt.result() == Result.UNCHANGED && !hasDeferredChanges) {
            lastRefusal = null;
            return;
        }
        boolean isRefused = reloadAttempt.result() == Result.REFUSED;
        ReloadAttempt previousRefusal = lastRefusal;
        boolean isRepeated =
                isRefused && previousRefusal != null && previousRefusal.errors().equals(reloadAttempt.errors());
        lastRefusal = isRefused ? reloadAttempt : null;
        if (isRepeated) {
            return;
        }
        if (reloadAttempt.result() == Result.APPLIED) {
            appliedAt = reloadAttempt.at();
        }
        synchronized (attempts) {
            attempts.addFirst(reloadAttempt);
            while (attempts.size() > MAX_ATTEMPTS) {
                attempts.removeLast();
            }
        }
        logAttempt(reloadAttempt);
        reloadAudit.write(reloadAttempt);
    }

    private void logAttempt(ReloadAttempt reloadAttempt) {
        for (String error : reloadAttempt.errors()) {
            log.log(LogSeverity.ERROR, "configuration refused", "by", reloadAttempt.trigger(), "why", error);
        }
        if (reloadAttempt.result() == Result.REFUSED) {
            log.log(LogSeverity.ERROR, "the current configuration stays in effect", "since", appliedAt);
            return;
        }
        for (ConfigChange configChange : reloadAttempt.changes()) {
            log.log(
                    LogSeverity.INFO,
                    "configuration changed",
                    "path",
                    configChange.path(),
                    "was",
                    configChange.oldValue(),
                    "is",
                    configChange.newValue(),
                    "by",
                    reloadAttempt.trigger());
        }
        for (ConfigChange configChange : reloadAttempt.deferredChanges()) {
            log.log(LogSeverity.INFO, "configuration change applies at the next start", "path", configChange.path());
        }
        log.log(
                LogSeverity.INFO,
                "configuration reloaded",
                "by",
                reloadAttempt.trigger(),
                "micros",
                reloadAttempt.micros());
    }

    @Override
    public void close() {
        FileWatcher watcher = fileWatcher;
        if (watcher != null) {
            watcher.close();
        }
    }
}
