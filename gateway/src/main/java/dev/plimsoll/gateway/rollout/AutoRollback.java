package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.config.model.RolloutConfig.BackOff;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.policy.QuantityParser;
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

    private static final int PARTS = 10;
    private static final int MOST = 2_000;

    private final Map<String, Deque<Tally>> tools = new HashMap<>();
    private final Map<String, Deque<Tally>> servers = new HashMap<>();
    private volatile @Nullable BackOff wanted;

    /** Counts in a part of the window. */
    private static final class Tally {

        private final long begin;
        private long times;
        private long good;
        private long failed;

        Tally(long begin) {
            this.begin = begin;
        }
    }

    /** Sets the thresholds; null turns the search off. */
    synchronized void wants(@Nullable BackOff settings) {
        if (settings == null || !settings.equals(wanted)) {
            tools.clear();
            servers.clear();
        }
        wanted = settings;
    }

    @Override
    public void accept(List<TelemetryEntry> entries) {
        BackOff settings = wanted;
        if (settings != null) {
            long part = Math.max(1, settings.window().toMillis() / PARTS);
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
        if (telemetryEntry.reads() || unusableCursor) {
            Tally reading = now(servers, server, telemetryEntry.at(), part);
            reading.times++;
            reading.failed += unusableCursor || telemetryEntry.outcome().equals(TelemetryEntry.ERROR) ? 1 : 0;
        }
        if (telemetryEntry.reads()) {
            now(tools, tool, telemetryEntry.at(), part).good -= answer;
        } else if (telemetryEntry.oversized()) {
            Tally shaped = now(tools, tool, telemetryEntry.at(), part);
            shaped.times++;
            shaped.good += telemetryEntry.size().originalTokens() - answer;
        }
    }

    private static Tally now(Map<String, Deque<Tally>> all, String name, long at, long part) {
        String known = all.size() < MOST || all.containsKey(name) ? name : "";
        Deque<Tally> tallies = all.computeIfAbsent(known, absent -> new ArrayDeque<>());
        long begin = Math.floorDiv(at, part) * part;
        Tally last = tallies.peekLast();
        if (last == null || last.begin < begin) {
            last = new Tally(begin);
            tallies.addLast(last);
        }
        return last;
    }

    /**
     * Returns the rules to take back now. Removes their counts, so that a tool is found again only if the harm
     * continues.
     */
    synchronized List<TakenBackRule> found(Instant now) {
        BackOff settings = wanted;
        if (settings == null) {
            return List.of();
        }
        List<TakenBackRule> found = new ArrayList<>();
        String window = QuantityParser.text(settings.window());
        look(
                tools,
                settings,
                now,
                sum -> sum.good < 0,
                (name, sum) -> found.add(back(
                        name,
                        now,
                        settings.lasting(),
                        "in " + window + " it cost " + String.format(Locale.ROOT, "%,d", -sum.good)
                                + " tokens more than it saved")));
        look(
                servers,
                settings,
                now,
                sum -> sum.failed > settings.failures() * sum.times,
                (name, sum) -> found.add(back(
                        name + "/*",
                        now,
                        settings.lasting(),
                        "in " + window + " " + sum.failed + " of " + sum.times + " follow-up reads failed")));
        return found;
    }

    private static TakenBackRule back(String glob, Instant now, Duration lasting, String why) {
        return new TakenBackRule(glob, now, TakenBackRule.AUTOMATIC, now.plus(lasting), why);
    }

    private interface Finding {
        void found(String name, Tally sum);
    }

    private static void look(
            Map<String, Deque<Tally>> all, BackOff settings, Instant now, Predicate<Tally> harms, Finding finding) {
        long since = now.minus(settings.window()).toEpochMilli();
        all.entrySet().removeIf(one -> {
            Deque<Tally> tallies = one.getValue();
            tallies.removeIf(tally -> tally.begin < since);
            Tally sum = new Tally(since);
            for (Tally tally : tallies) {
                sum.times += tally.times;
                sum.good += tally.good;
                sum.failed += tally.failed;
            }
            boolean harm = sum.times >= settings.minRequests() && harms.test(sum) && nameable(one.getKey());
            if (harm) {
                finding.found(one.getKey(), sum);
            }
            return harm || tallies.isEmpty();
        });
    }

    /** Returns whether the name is safe as a glob. One that would match other tools too is skipped. */
    private static boolean nameable(String name) {
        return !name.isEmpty()
                && name.indexOf('*') < 0
                && name.indexOf('?') < 0
                && name.indexOf('/') == name.lastIndexOf('/');
    }
}
