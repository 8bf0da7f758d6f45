package dev.plimsoll.gateway.alert;

import dev.plimsoll.gateway.alert.RuleState.Measurement;
import dev.plimsoll.gateway.alert.SlidingWindow.WindowCounts;
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

    private static final int MAX_PAST_EPISODES = 100;
    /**
     * Length of the window for errors of estimates, as a multiple of the configured window. It is longer because few
     * results are counted exactly.
     */
    private static final int SAMPLE_WINDOW_FACTOR = 12;

    private static final int MIN_SAMPLES = 5;
    private static final Duration MAX_CHECK_INTERVAL = Duration.ofSeconds(5);

    private final InstantSource clock;
    private final Log log;
    private final Consumer<Episode> episodeListener;
    private final SlidingWindow slidingWindow;
    private final SlidingWindow sampleWindow;
    private final List<RuleState> ruleStates = new ArrayList<>();
    private final Deque<Episode> pastEpisodes = new ArrayDeque<>();
    private final Map<AlertRule, Long> episodeCounts = new EnumMap<>(AlertRule.class);
    private final long checkIntervalMillis;
    private @Nullable ScheduledExecutorService scheduler;

    /**
     * Sources of values that are not in telemetry.
     *
     * @param storeFailures number of store failures since the start; never decreases
     * @param isStoreDegraded whether another store is used as a fallback
     */
    public record Sources(LongSupplier storeFailures, BooleanSupplier isStoreDegraded) {}

    /**
     * Current state of a rule.
     *
     * @param value null if there is nothing to measure
     */
    public record RuleStatus(
            AlertRule rule, double threshold, @Nullable Double value, boolean isFiring) {}

    /** @param episodeListener receives the beginning and the end of each episode; must be fast */
    public AlertMonitor(
            AlertsConfig settings, Sources sources, Consumer<Episode> episodeListener, InstantSource clock, Log log) {
        this.clock = clock;
        this.log = log;
        this.episodeListener = episodeListener;
        this.slidingWindow = new SlidingWindow(settings.window(), clock);
        this.sampleWindow = new SlidingWindow(settings.window().multipliedBy(SAMPLE_WINDOW_FACTOR), clock);
        this.checkIntervalMillis = Math.clamp(settings.window().toMillis() / 10, 100, MAX_CHECK_INTERVAL.toMillis());
        CounterGrowth failures = new CounterGrowth(sources.storeFailures(), settings.window(), clock);
        ruleStates.add(new RuleState(AlertRule.OVERSIZED_SHARE, settings.oversizedShare(), () -> {
            WindowCounts windowCounts = slidingWindow.counts();
            return measureShare(windowCounts.oversizedShare(), windowCounts, settings);
        }));
        ruleStates.add(new RuleState(AlertRule.UPSTREAM_ERROR_SHARE, settings.upstreamErrorShare(), () -> {
            WindowCounts windowCounts = slidingWindow.counts();
            return measureShare(windowCounts.unansweredShare(), windowCounts, settings);
        }));
        ruleStates.add(new RuleState(AlertRule.ESTIMATOR_ERROR, settings.estimatorError(), () -> {
            WindowCounts windowCounts = sampleWindow.counts();
            return new Measurement(
                    windowCounts.estimatorError(), windowCounts.samples() >= MIN_SAMPLES, windowCounts.samples() == 0);
        }));
        ruleStates.add(new RuleState(AlertRule.STORE_FAILURE, 0, () -> {
            long growth = failures.measure() + (sources.isStoreDegraded().getAsBoolean() ? 1 : 0);
            return new Measurement(growth, true, false);
        }));
    }

    private static Measurement measureShare(double share, WindowCounts windowCounts, AlertsConfig settings) {
        return new Measurement(share, windowCounts.results() >= settings.minRequests(), windowCounts.results() == 0);
    }

    /** Starts the periodic checks. */
    public synchronized void start() {
        if (scheduler == null) {
            ScheduledExecutorService newScheduler = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("plimsoll-alerts").factory());
            var _ = newScheduler.scheduleWithFixedDelay(
                    this::checkSafely, checkIntervalMillis, checkIntervalMillis, TimeUnit.MILLISECONDS);
            scheduler = newScheduler;
        }
    }

    @Override
    public void accept(List<TelemetryEntry> entries) {
        slidingWindow.accept(entries);
        sampleWindow.accept(entries);
    }

    private void checkSafely() {
        try {
            check();
        } catch (RuntimeException e) {
            log.log(
                    LogSeverity.ERROR,
                    "internal error: alerts were not checked",
                    "error",
                    e.getClass().getName());
        }
    }

    /** Checks all rules. */
    void check() {
        List<Episode> changes = new ArrayList<>();
        synchronized (this) {
            for (RuleState ruleState : ruleStates) {
                Episode changedEpisode = ruleState.check(clock.instant());
                if (changedEpisode != null) {
                    changes.add(changedEpisode);
                    record(changedEpisode);
                }
            }
        }
        for (Episode episode : changes) {
            logEpisode(episode);
            episodeListener.accept(episode);
        }
    }

    private void record(Episode episode) {
        if (episode.isActive()) {
            episodeCounts.merge(episode.rule(), 1L, Long::sum);
            return;
        }
        pastEpisodes.addFirst(episode);
        if (pastEpisodes.size() > MAX_PAST_EPISODES) {
            pastEpisodes.removeLast();
        }
    }

    private void logEpisode(Episode episode) {
        log.log(
                episode.isActive() ? LogSeverity.WARN : LogSeverity.INFO,
                episode.isActive() ? "alert" : "alert ended",
                "rule",
                episode.rule().label(),
                "value",
                episode.rule().format(episode.value()),
                "threshold",
                episode.rule().format(episode.threshold()),
                "message",
                episode.message());
    }

    /** Returns the current episodes. */
    public synchronized List<Episode> activeEpisodes() {
        List<Episode> episodes = new ArrayList<>();
        for (RuleState ruleState : ruleStates) {
            Episode episode = ruleState.episode();
            if (episode != null) {
                episodes.add(episode);
            }
        }
        return episodes;
    }

    /** Returns the latest past episodes, the newest first. */
    public synchronized List<Episode> pastEpisodes() {
        return List.copyOf(pastEpisodes);
    }

    public synchronized List<RuleStatus> ruleStatuses() {
        return ruleStates.stream()
                .map(ruleState -> new RuleStatus(
                        ruleState.rule(), ruleState.threshold(), ruleState.value(), ruleState.episode() != null))
                .toList();
    }

    /** Returns how many episodes of a rule have begun since the start. */
    public synchronized long episodeCount(AlertRule alertRule) {
        return episodeCounts.getOrDefault(alertRule, 0L);
    }

    @Override
    public synchronized void close() {
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
    }
}
