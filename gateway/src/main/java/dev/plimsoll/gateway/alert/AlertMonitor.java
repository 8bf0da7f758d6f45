package dev.plimsoll.gateway.alert;

import dev.plimsoll.gateway.alert.RuleState.Figure;
import dev.plimsoll.gateway.alert.SlidingWindow.Counted;
import dev.plimsoll.gateway.config.model.AlertsConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Watches all rules and reports the beginning and the end of each episode. Thread-safe. */
public final class AlertMonitor implements Consumer<List<TelemetryEntry>>, AutoCloseable {

    private static final int REMEMBERED = 100;
    /** Window for estimates, as a multiple of the normal one, because few results are counted exactly. */
    private static final int SAMPLED_WINDOWS = 12;

    private static final int FEWEST_SAMPLES = 5;
    private static final Duration OFTEN = Duration.ofSeconds(5);

    private final InstantSource clock;
    private final Log log;
    private final Consumer<Episode> telling;
    private final SlidingWindow slidingWindow;
    private final SlidingWindow samples;
    private final List<RuleState> watches = new ArrayList<>();
    private final Deque<Episode> past = new ArrayDeque<>();
    private final Map<AlertRule, Long> begun = new EnumMap<>(AlertRule.class);
    private final long tickMillis;
    private @Nullable ScheduledExecutorService ticking;

    /**
     * Sources of values that are not in telemetry.
     *
     * @param storeFailures number of store failures since the start; never decreases
     * @param storeDegraded whether another store is used as a fallback
     */
    public record Sources(LongSupplier storeFailures, BooleanSupplier storeDegraded) {}

    /**
     * Current state of a rule.
     *
     * @param value null if there is nothing to measure
     */
    public record Standing(
            AlertRule rule, double threshold, @Nullable Double value, boolean firing) {}

    /** @param telling receives the beginning and the end of each episode; must be fast */
    public AlertMonitor(
            AlertsConfig settings, Sources sources, Consumer<Episode> telling, InstantSource clock, Log log) {
        this.clock = clock;
        this.log = log;
        this.telling = telling;
        this.slidingWindow = new SlidingWindow(settings.window(), clock);
        this.samples = new SlidingWindow(settings.window().multipliedBy(SAMPLED_WINDOWS), clock);
        this.tickMillis = Math.clamp(settings.window().toMillis() / 10, 100, OFTEN.toMillis());
        CounterGrowth failures = new CounterGrowth(sources.storeFailures(), settings.window(), clock);
        watches.add(new RuleState(AlertRule.OVERSIZED_SHARE, settings.oversizedShare(), () -> {
            Counted counted = slidingWindow.counted();
            return shared(counted.oversizedShare(), counted, settings);
        }));
        watches.add(new RuleState(AlertRule.UPSTREAM_ERROR_SHARE, settings.upstreamErrorShare(), () -> {
            Counted counted = slidingWindow.counted();
            return shared(counted.silentShare(), counted, settings);
        }));
        watches.add(new RuleState(AlertRule.ESTIMATOR_ERROR, settings.estimatorError(), () -> {
            Counted counted = samples.counted();
            return new Figure(counted.estimatorError(), counted.samples() >= FEWEST_SAMPLES, counted.samples() == 0);
        }));
        watches.add(new RuleState(AlertRule.STORE_FAILURE, 0, () -> {
            long growth = failures.look() + (sources.storeDegraded().getAsBoolean() ? 1 : 0);
            return new Figure(growth, true, false);
        }));
    }

    private static Figure shared(double share, Counted counted, AlertsConfig settings) {
        return new Figure(share, counted.results() >= settings.minRequests(), counted.results() == 0);
    }

    /** Starts the periodic checks. */
    public synchronized void begin() {
        if (ticking == null) {
            ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("plimsoll-alerts").factory());
            var _ = made.scheduleWithFixedDelay(this::looked, tickMillis, tickMillis, TimeUnit.MILLISECONDS);
            ticking = made;
        }
    }

    @Override
    public void accept(List<TelemetryEntry> entries) {
        slidingWindow.accept(entries);
        samples.accept(entries);
    }

    private void looked() {
        try {
            look();
        } catch (RuntimeException e) {
            log.log(
                    LogSeverity.ERROR,
                    "internal error: alerts were not checked",
                    "error",
                    e.getClass().getName());
        }
    }

    /** Checks all rules. */
    void look() {
        List<Episode> changes = new ArrayList<>();
        synchronized (this) {
            for (RuleState ruleState : watches) {
                Episode changed = ruleState.look(clock.instant());
                if (changed != null) {
                    changes.add(changed);
                    note(changed);
                }
            }
        }
        for (Episode one : changes) {
            say(one);
            telling.accept(one);
        }
    }

    private void note(Episode changed) {
        if (changed.lasts()) {
            begun.merge(changed.rule(), 1L, Long::sum);
            return;
        }
        past.addFirst(changed);
        if (past.size() > REMEMBERED) {
            past.removeLast();
        }
    }

    private void say(Episode one) {
        log.log(
                one.lasts() ? LogSeverity.WARN : LogSeverity.INFO,
                one.lasts() ? "alert" : "alert ended",
                "rule",
                one.rule().word(),
                "value",
                one.rule().shown(one.value()),
                "threshold",
                one.rule().shown(one.threshold()),
                "message",
                one.message());
    }

    /** Returns the current episodes. */
    public synchronized List<Episode> active() {
        List<Episode> active = new ArrayList<>();
        for (RuleState ruleState : watches) {
            Episode episode = ruleState.episode();
            if (episode != null) {
                active.add(episode);
            }
        }
        return active;
    }

    /** Returns the latest past episodes, the newest first. */
    public synchronized List<Episode> past() {
        return List.copyOf(past);
    }

    public synchronized List<Standing> standings() {
        return watches.stream()
                .map(ruleState -> new Standing(
                        ruleState.rule(), ruleState.threshold(), ruleState.value(), ruleState.episode() != null))
                .toList();
    }

    /** Returns how many episodes of a rule have begun since the start. */
    public synchronized long begun(AlertRule alertRule) {
        return begun.getOrDefault(alertRule, 0L);
    }

    @Override
    public synchronized void close() {
        if (ticking != null) {
            ticking.shutdownNow();
        }
    }
}
