package dev.plimsoll.gateway.alert;

import dev.plimsoll.gateway.alert.RuleState.Figure;
import dev.plimsoll.gateway.alert.SlidingWindow.Counted;
import dev.plimsoll.gateway.config.model.AlertsConfig;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.log.Log;
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

/** Watches all rules and tells of each episode when it begins and when it ends. Safe for use by many threads. */
public final class AlertMonitor implements Consumer<List<TelemetryEntry>>, AutoCloseable {

    private static final int REMEMBERED = 100;
    /** Few results are counted exactly: it takes longer until there are enough of them. */
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
     * What has to be known besides what is written down.
     *
     * @param storeFailures how often the store has failed since the start; only grows
     * @param storeDegraded whether another stands in for it
     */
    public record Sources(LongSupplier storeFailures, BooleanSupplier storeDegraded) {}

    /**
     * A rule as it stands.
     *
     * @param value null where there is nothing to measure
     */
    public record Standing(
            AlertRule rule, double threshold, @Nullable Double value, boolean firing) {}

    /** @param telling hears of each beginning and end; must not take long */
    public AlertMonitor(AlertsConfig settings, Sources sources, Consumer<Episode> telling, InstantSource clock, Log log) {
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
            long grown = failures.look() + (sources.storeDegraded().getAsBoolean() ? 1 : 0);
            return new Figure(grown, true, false);
        }));
    }

    private static Figure shared(double share, Counted counted, AlertsConfig settings) {
        return new Figure(share, counted.results() >= settings.minRequests(), counted.results() == 0);
    }

    /** Begins to look now and then. */
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
                    "internal error, alerts were not looked at",
                    "error",
                    e.getClass().getName());
        }
    }

    /** Looks at all rules. */
    void look() {
        List<Episode> news = new ArrayList<>();
        synchronized (this) {
            for (RuleState ruleState : watches) {
                Episode changed = ruleState.look(clock.instant());
                if (changed != null) {
                    news.add(changed);
                    note(changed);
                }
            }
        }
        for (Episode one : news) {
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
                one.lasts() ? "alert" : "alert is over",
                "rule",
                one.rule().word(),
                "value",
                one.rule().shown(one.value()),
                "threshold",
                one.rule().shown(one.threshold()),
                "says",
                one.message());
    }

    /** Those that last. */
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

    /** The last ones that are over, the newest first. */
    public synchronized List<Episode> past() {
        return List.copyOf(past);
    }

    public synchronized List<Standing> standings() {
        return watches.stream()
                .map(ruleState -> new Standing(ruleState.rule(), ruleState.threshold(), ruleState.value(), ruleState.episode() != null))
                .toList();
    }

    /** How many episodes of a rule have begun since the start. */
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
