package dev.plimsoll.shape.outline.text;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.tokens.ParallelRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts of all lines of a log: levels, sources, statuses of requests, and the time span. */
public final class LogOutline {

    private static final int PART_LINES = 20_000;
    private static final int MAX_PARTS = 16;
    private static final int MAX_SOURCES = 1_000;
    private static final int MAX_GROUPS = 100;
    private static final int STATUS_CLASS_SIZE = 100;
    private static final List<String> SEVERE = List.of("FATAL", "ERROR", "WARN");

    private final int[] levelCounts = new int[LogEntry.LEVELS.size()];
    private final int[] statusCounts = new int[10];
    private final Map<Slice, int[]> sources = new LinkedHashMap<>();
    private final TimeRange times = new TimeRange();
    private @Nullable Slice firstTime;
    private @Nullable Slice lastTime;
    private final PairNames pairs = new PairNames();
    private int otherSources;
    private int lineCount;

    private LogOutline() {}

    /** Counts all lines, in parts that do not depend on the number of processors. */
    public static LogOutline of(Slice text, LineIndex lines, ParallelRunner parallelRunner) {
        int count = lines.count();
        int parts = Math.max(1, Math.min(MAX_PARTS, count / PART_LINES));
        LogOutline[] outlines = new LogOutline[parts];
        parallelRunner.runAll(parts, part -> {
            LogOutline outline = new LogOutline();
            int to = (int) ((long) count * (part + 1) / parts);
            for (int i = (int) ((long) count * part / parts); i < to; i++) {
                outline.add(text.sub(lines.start(i), lines.end(i)));
            }
            outlines[part] = outline;
        });
        for (int part = 1; part < parts; part++) {
            outlines[0].merge(outlines[part]);
        }
        return outlines[0];
    }

    private void add(Slice line) {
        LogEntry entry = LogEntry.of(line);
        lineCount++;
        pairs.add(line);
        if (entry.level() >= 0) {
            levelCounts[entry.level()]++;
        }
        statusCounts[entry.status() / STATUS_CLASS_SIZE]++;
        Slice source = entry.source();
        if (source != null) {
            addSource(source, 1);
        }
        Slice time = entry.time();
        if (time != null) {
            firstTime = firstTime == null ? time : firstTime;
            lastTime = time;
            times.add(time.bytes(), time.from(), time.to());
        }
    }

    private void addSource(Slice source, int entries) {
        int[] existingCount = sources.get(source);
        if (existingCount != null) {
            existingCount[0] += entries;
        } else if (sources.size() < MAX_SOURCES) {
            sources.put(source, new int[] {entries});
        } else {
            otherSources += entries;
        }
    }

    private void merge(LogOutline nextPart) {
        for (int i = 0; i < levelCounts.length; i++) {
            levelCounts[i] += nextPart.levelCounts[i];
        }
        for (int i = 0; i < statusCounts.length; i++) {
            statusCounts[i] += nextPart.statusCounts[i];
        }
        nextPart.sources.forEach((source, entries) -> addSource(source, entries[0]));
        otherSources += nextPart.otherSources;
        lineCount += nextPart.lineCount;
        pairs.merge(nextPart.pairs);
        times.merge(nextPart.times);
        firstTime = firstTime == null ? nextPart.firstTime : firstTime;
        lastTime = nextPart.lastTime == null ? lastTime : nextPart.lastTime;
    }

    private boolean hasLevels() {
        for (int count : levelCounts) {
            if (count > 0) {
                return true;
            }
        }
        return false;
    }

    private List<Map.Entry<Slice, int[]>> frequentSources(int max) {
        List<Map.Entry<Slice, int[]>> sorted = new ArrayList<>(sources.entrySet());
        sorted.sort(Comparator.comparingInt((Map.Entry<Slice, int[]> entry) -> entry.getValue()[0])
                .reversed());
        return sorted.subList(0, Math.min(max, sorted.size()));
    }

    /**
     * Returns the earliest and the latest time if times can be compared; otherwise the times of the first and the
     * last entry that has one.
     */
    private Slice @Nullable [] span() {
        Slice[] ends = times.ends();
        return ends != null ? ends : firstTime != null && lastTime != null ? new Slice[] {firstTime, lastTime} : null;
    }

    /** Writes the members of an outline, each after a comma. */
    void writeTo(AnswerDraft out, int maxSources) {
        if (hasLevels()) {
            out.member("levels").ascii("{");
            for (int i = 0; i < levelCounts.length; i++) {
                if (levelCounts[i] > 0) {
                    out.member(LogEntry.LEVELS.get(i)).number(levelCounts[i]);
                }
            }
            out.ascii("}");
        }
        Slice[] timeSpan = span();
        if (timeSpan != null) {
            out.member(times.ends() == null ? "firstAndLastTime" : "times").ascii("[");
            out.string(timeSpan[0]).ascii(",").string(timeSpan[1]).ascii("]");
        }
        writeStatuses(out);
        // with more sources than are stored, the counts are not exact
        if (!sources.isEmpty() && maxSources > 0 && otherSources == 0) {
            out.member("sources").ascii("{");
            String separator = "";
            for (Map.Entry<Slice, int[]> source : frequentSources(maxSources)) {
                out.ascii(separator).string(source.getKey()).ascii(":").number(source.getValue()[0]);
                separator = ",";
            }
            out.ascii("}");
            if (sources.size() > maxSources) {
                out.member("moreSources").number(sources.size() - maxSources);
            }
        }
    }

    private void writeStatuses(AnswerDraft out) {
        if (Arrays.stream(statusCounts).skip(1).noneMatch(count -> count > 0)) {
            return;
        }
        out.member("statuses").ascii("{");
        for (int i = 1; i < statusCounts.length; i++) {
            if (statusCounts[i] > 0) {
                out.member(i + "xx").number(statusCounts[i]);
            }
        }
        out.ascii("}");
    }

    /** Writes the outline for the header of a first chunk, if it fits; returns whether it was written. */
    public boolean writeShortTo(AnswerDraft out, int maxTokens) {
        for (int maxSources = 12; maxSources >= 0; maxSources -= 4) {
            AnswerDraft draft = new AnswerDraft(out.counter());
            Slice members = phrases(maxSources);
            if (members.isEmpty()) {
                return false;
            }
            draft.ascii("{").raw(members).ascii("}");
            if (draft.tokens() <= maxTokens) {
                out.append(draft);
                return true;
            }
        }
        return false;
    }

    /**
     * Returns a query over the lines with the most severe level, if this is WARN or worse, or over failed requests;
     * empty if there are no such lines.
     */
    public String errorQuery() {
        for (String level : SEVERE) {
            if (levelCounts[LogEntry.LEVELS.indexOf(level)] > 0) {
                boolean hasFewSources = sources.size() > 1 && sources.size() <= MAX_GROUPS && otherSources == 0;
                return "map(fromlog | select(.level == \"" + level + "\")) | "
                        + (hasFewSources ? "count_by(.source)" : ".[-5:]");
            }
        }
        return statusCounts[5] == 0 ? "" : "map(fromlog | select(.status >= 500)) | count_by(.status)";
    }

    private Slice phrases(int maxSources) {
        ByteSink out = new ByteSink(256);
        Slice[] timeSpan = span();
        if (timeSpan != null) {
            boolean isOrdered = times.ends() != null;
            ByteSink phrase = new ByteSink(64).raw(timeSpan[0]).ascii(isOrdered ? ".." : " (first) to ");
            out.member("time")
                    .string(phrase.raw(timeSpan[1])
                            .ascii(isOrdered ? "" : " (last)")
                            .slice());
        }
        List<String> frequencies = new ArrayList<>();
        for (int i = 0; i < levelCounts.length; i++) {
            if (levelCounts[i] > 0) {
                frequencies.add(LogEntry.LEVELS.get(i) + " " + levelCounts[i]);
            }
        }
        writePhrase("level", frequencies, out);
        frequencies.clear();
        for (int i = 1; i < statusCounts.length; i++) {
            if (statusCounts[i] > 0) {
                frequencies.add(i + "xx " + statusCounts[i]);
            }
        }
        writePhrase("status", frequencies, out);
        writeSourcePhrase(out, maxSources);
        writeLineMembers(out, maxSources);
        return out.slice();
    }

    /** Writes the names of the members that {@code fromlog} returns for a line, if there are pairs among them. */
    private void writeLineMembers(ByteSink out, int max) {
        List<String> names = pairs.frequent(max, lineCount);
        if (!names.isEmpty()) {
            List<String> members = new ArrayList<>();
            members.addAll(firstTime == null ? List.of() : List.of("time"));
            members.addAll(hasLevels() ? List.of("level") : List.of());
            members.addAll(sources.isEmpty() ? List.of() : List.of("source"));
            members.add("message");
            members.addAll(names);
            out.member("fromlog").string(String.join(", ", members));
        }
    }

    private static void writePhrase(String name, List<String> frequencies, ByteSink out) {
        if (!frequencies.isEmpty()) {
            out.member(name).string(String.join(", ", frequencies));
        }
    }

    private void writeSourcePhrase(ByteSink out, int maxSources) {
        if (sources.isEmpty()) {
            return;
        }
        ByteSink phrase = new ByteSink(128);
        int shownSources = 0;
        // with more sources than are stored, the counts are not exact
        for (Map.Entry<Slice, int[]> source : frequentSources(otherSources > 0 ? 0 : maxSources)) {
            phrase.ascii(shownSources++ == 0 ? "" : ", ").raw(source.getKey());
            phrase.ascii(" ").number(source.getValue()[0]);
        }
        if (otherSources > 0) {
            phrase.ascii("more than ").number(sources.size()).ascii(" sources");
        } else if (sources.size() > shownSources) {
            phrase.ascii(shownSources == 0 ? "" : ", ")
                    .number(sources.size() - shownSources)
                    .ascii(shownSources == 0 ? " sources" : " more");
        }
        out.member("source").string(phrase.slice());
    }
}
