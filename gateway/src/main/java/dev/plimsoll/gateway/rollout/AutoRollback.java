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
 * Finds tools for which protection does harm: it costs more tokens than it saves, or too many follow-up reads
 * fail. Does nothing unless it is configured. Thread-safe.
 */
public final class AutoRollback implements Consumer<List<TelemetryEntry>> {

    /** Number of parts of the time window. The oldest part is dropped when a new part begins. */
    private static final int WINDOW_PARTS = 10;

    private static final int MAX_NAMES = 2_000;

    private final Map<String, Deque<Counts>> tools = new HashMap<>();
    private final Map<String, Deque<Counts>> servers = new HashMap<>();
    private volatile @Nullable RollbackConditions currentConditions;

    /**
     * Counts in a part of the window. For a tool, {@code count} is the number of oversized results; for a
     * server, the number of follow-up reads.
     */
    private static final class Counts {

        private final long beginMillis;
        private long count;
        private long savedTokens;
        private long failedReads;

        Counts(long beginMillis) {
            this.beginMillis = beginMillis;
        }
    }

    /** Sets the conditions of an automatic rollback; null turns the search off. */
    synchronized void setConditions(@Nullable RollbackConditions conditions) {
        if (conditions == null || !conditions.equals(currentConditions)) {
            tools.clear();
            servers.clear();
        }
        currentConditions = conditions;
    }

    @Override
    public void accept(List<TelemetryEntry> entries) {
        RollbackConditions conditions = currentConditions;
        if (conditions != null) {
            long partMillis = Math.max(1, conditions.window().toMillis() / WINDOW_PARTS);
            synchronized (this) {
                entries.forEach(telemetryEntry -> countEntry(telemetryEntry, partMillis));
            }
        }
    }

    private void countEntry(TelemetryEntry telemetryEntry, long partMillis) {
        Arm arm = telemetryEntry.rollout().arm();
        if (telemetryEntry.outcome().equals(TelemetryEntry.LISTED) || arm == Arm.CONTROL || arm == Arm.SHADOW) {
            return;
        }
        String server = telemetryEntry.subject().server();
        String tool = server + "/" + telemetryEntry.subject().tool();
        long answerTokens = telemetryEntry.size().answerTokens();
        boolean hasUnusableCursor = telemetryEntry.why().startsWith("CURSOR_EXPIRED")
                || telemetryEntry.why().startsWith("CURSOR_INVALID");
        if (telemetryEntry.isFollowUpRead() || hasUnusableCursor) {
            Counts readCounts = currentCounts(servers, server, telemetryEntry.atMillis(), partMillis);
            readCounts.count++;
            readCounts.failedReads +=
                    hasUnusableCursor || telemetryEntry.outcome().equals(TelemetryEntry.ERROR) ? 1 : 0;
        }
        if (telemetryEntry.isFollowUpRead()) {
            currentCounts(tools, tool, telemetryEntry.atMillis(), partMillis).savedTokens -= answerTokens;
        } else if (telemetryEntry.isOversized()) {
            Counts resultCounts = currentCounts(tools, tool, telemetryEntry.atMillis(), partMillis);
            resultCounts.count++;
            resultCounts.savedTokens += telemetryEntry.size().originalTokens() - answerTokens;
        }
    }

    /**
     * Returns the counts of a name in the part of the window that contains a time. Names beyond the limit
     * share one entry.
     */
    private static Counts currentCounts(
            Map<String, Deque<Counts>> countsByName, String name, long atMillis, long partMillis) {
        String key = countsByName.size() < MAX_NAMES || countsByName.containsKey(name) ? name : "";
        Deque<Counts> parts = countsByName.computeIfAbsent(key, absent -> new ArrayDeque<>());
        long beginMillis = Math.floorDiv(atMillis, partMillis) * partMillis;
        Counts last = parts.peekLast();
        if (last == null || last.beginMillis < beginMillis) {
            last = new Counts(beginMillis);
            parts.addLast(last);
        }
        return last;
    }

    /**
     * Returns rollback rules for the tools whose protection does harm at the moment. Their counts are
     * removed, so that a tool is only found again if the harm continues.
     */
    synchronized List<RollbackRule> takeHarmful(Instant now) {
        RollbackConditions conditions = currentConditions;
        if (conditions == null) {
            return List.of();
        }
        List<RollbackRule> rules = new ArrayList<>();
        String window = QuantityParser.formatDuration(conditions.window());
        findHarm(
                tools,
                conditions,
                now,
                sum -> sum.savedTokens < 0,
                (name, sum) -> rules.add(createRule(
                        name,
                        now,
                        conditions.duration(),
                        "in " + window + " it cost " + String.format(Locale.ROOT, "%,d", -sum.savedTokens)
                                + " tokens more than it saved")));
        findHarm(
                servers,
                conditions,
                now,
                sum -> sum.failedReads > conditions.maxFailureShare() * sum.count,
                (name, sum) -> rules.add(createRule(
                        name + "/*",
                        now,
                        conditions.duration(),
                        "in " + window + " " + sum.failedReads + " of " + sum.count + " follow-up reads failed")));
        return rules;
    }

    private static RollbackRule createRule(String glob, Instant now, Duration duration, String why) {
        return new RollbackRule(glob, now, RollbackRule.AUTOMATIC, now.plus(duration), why);
    }

    private interface HarmListener {
        void onHarm(String name, Counts sum);
    }

    /** Passes each name whose counts in the window are harmful to a listener, and removes its counts. */
    private static void findHarm(
            Map<String, Deque<Counts>> countsByName,
            RollbackConditions conditions,
            Instant now,
            Predicate<Counts> isHarmful,
            HarmListener harmListener) {
        long since = now.minus(conditions.window()).toEpochMilli();
        countsByName.entrySet().removeIf(entry -> {
            Deque<Counts> parts = entry.getValue();
            parts.removeIf(part -> part.beginMillis < since);
            Counts sum = new Counts(since);
            for (Counts part : parts) {
                sum.count += part.count;
                sum.savedTokens += part.savedTokens;
                sum.failedReads += part.failedReads;
            }
            boolean isFound =
                    sum.count >= conditions.minRequests() && isHarmful.test(sum) && isSafeGlob(entry.getKey());
            if (isFound) {
                harmListener.onHarm(entry.getKey(), sum);
            }
            return isFound || parts.isEmpty();
        });
    }

    /** Returns whether a name can be used as a glob that matches nothing else. */
    private static boolean isSafeGlob(String name) {
        return !name.isEmpty()
                && name.indexOf('*') < 0
                && name.indexOf('?') < 0
                && name.indexOf('/') == name.lastIndexOf('/');
    }
}
