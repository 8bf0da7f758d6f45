package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.config.model.RolloutConfig.RollbackConditions;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.policy.setting.QuantityParser;
import dev.plimsoll.telemetry.Arm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds tools whose protection does harm: it costs more tokens than it saves, or follow-up reads fail. Does nothing
 * unless it is configured. Thread-safe.
 */
public final class AutoRollback implements Consumer<List<TelemetryEntry>> {

    private static final int WINDOW_PARTS = 10;
    private static final int MAX_NAMES = 2_000;

    private final Map<String, Deque<Counts>> tools = new HashMap<>();
    private final Map<String, Deque<Counts>> servers = new HashMap<>();
    private volatile @Nullable RollbackConditions thresholds;

    /** Counts in a part of the window. */
    private static final class Counts {

        private final long beginMillis;
        private long count;
        private long savedTokens;
        private long failedReads;

        Counts(long begin) {
            this.beginMillis = begin;
        }
    }

    /** Sets the thresholds; null turns the search off. */
    synchronized void setThresholds(@Nullable RollbackConditions settings) {
        if (settings == null || !settings.equals(thresholds)) {
            tools.clear();
            servers.clear();
        }
        thresholds = settings;
    }

    @Override
    public void accept(List<TelemetryEntry> entries) {
        RollbackConditions settings = thresholds;
        if (settings != null) {
            long part = Math.max(1, settings.window().toMillis() / WINDOW_PARTS);
            synchronized (this) {
                entries.forEach(telemetryEntry -> add(telemetryEntry, part));
            }
        }
    }

    private void add(TelemetryEntry telemetryEntry, long part) {
        Arm arm = telemetryEntry.rollout().arm();
        if (telemetryEntry.outcome().equals(TelemetryEntry.LISTED) || arm == Arm.CONTROL || arm == Arm.SHADOW) {
            return;
        }
        String server = telemetryEntry.subject().server();
        String tool = server + "/" + telemetryEntry.subject().tool();
        long answer = telemetryEntry.size().answerTokens();
        boolean unusableCursor = telemetryEntry.why().startsWith("CURSOR_EXPIRED")
                || telemetryEntry.why().startsWith("CURSOR_INVALID");
        if (telemetryEntry.isFollowUpRead() || unusableCursor) {
            Counts reading = currentCounts(servers, server, telemetryEntry.at(), part);
            reading.count++;
            reading.failedReads += unusableCursor || telemetryEntry.outcome().equals(TelemetryEntry.ERROR) ? 1 : 0;
        }
        if (telemetryEntry.isFollowUpRead()) {
            currentCounts(tools, tool, telemetryEntry.at(), part).savedTokens -= answer;
        } else if (telemetryEntry.isOversized()) {
            Counts shaped = currentCounts(tools, tool, telemetryEntry.at(), part);
            shaped.count++;
            shaped.savedTokens += telemetryEntry.size().originalTokens() - answer;
        }
    }

    private static Counts currentCounts(Map<String, Deque<Counts>> all, String name, long at, long part) {
        String known = all.size() < MAX_NAMES || all.containsKey(name) ? name : "";
        Deque<Counts> tallies = all.computeIfAbsent(known, absent -> new ArrayDeque<>());
        long begin = Math.floorDiv(at, part) * part;
        Counts last = tallies.peekLast();
        if (last == null || last.beginMillis < begin) {
            last = new Counts(begin);
            tallies.addLast(last);
        }
        return last;
    }

    /**
     * Returns the rules to take back now. Removes their counts, so that a tool is found again only if the harm
     * continues.
     */
    synchronized List<RollbackRule> takeHarmful(Instant now) {
        RollbackConditions settings = thresholds;
        if (settings == null) {
            return List.of();
        }
        List<RollbackRule> found = new ArrayList<>();
        String window = QuantityParser.formatDuration(settings.window());
        findHarm(
                tools,
                settings,
                now,
                sum -> sum.savedTokens < 0,
                (name, sum) -> found.add(createRule(
                        name,
                        now,
                        settings.duration(),
                        "in " + window + " it cost " + String.format(Locale.ROOT, "%,d", -sum.savedTokens)
                                + " tokens more than it saved")));
        findHarm(
                servers,
                settings,
                now,
                sum -> sum.failedReads > settings.maxFailureShare() * sum.count,
                (name, sum) -> found.add(createRule(
                        name + "/*",
                        now,
                        settings.duration(),
                        "in " + window + " " + sum.failedReads + " of " + sum.count + " follow-up reads failed")));
        return found;
    }

    private static RollbackRule createRule(String glob, Instant now, Duration lasting, String why) {
        return new RollbackRule(glob, now, RollbackRule.AUTOMATIC, now.plus(lasting), why);
    }

    private interface HarmListener {
        void onHarm(String name, Counts sum);
    }

    private static void findHarm(
            Map<String, Deque<Counts>> all,
            RollbackConditions settings,
            Instant now,
            Predicate<Counts> harms,
            HarmListener harmListener) {
        long since = now.minus(settings.window()).toEpochMilli();
        all.entrySet().removeIf(one -> {
            Deque<Counts> tallies = one.getValue();
            tallies.removeIf(tally -> tally.beginMillis < since);
            Counts sum = new Counts(since);
            for (Counts tally : tallies) {
                sum.count += tally.count;
                sum.savedTokens += tally.savedTokens;
                sum.failedReads += tally.failedReads;
            }
            boolean harm = sum.count >= settings.minRequests() && harms.test(sum) && isSafeGlob(one.getKey());
            if (harm) {
                harmListener.onHarm(one.getKey(), sum);
            }
            return harm || tallies.isEmpty();
        });
    }

    /** Returns whether the name is safe as a glob. One that would match other tools too is skipped. */
    private static boolean isSafeGlob(String name) {
        return !name.isEmpty()
                && name.indexOf('*') < 0
                && name.indexOf('?') < 0
                && name.indexOf('/') == name.lastIndexOf('/');
    }
}
