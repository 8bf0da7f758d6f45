package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.telemetry.store.CountSql;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.json.ByteSink;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;

/** {@code GET /api/v1/stats} and {@code /api/v1/savings}: sums over a time span, grouped by dimensions. */
public final class SumsService implements HttpService {

    private static final String STATS = "/api/v1/stats";
    private static final String SAVINGS = "/api/v1/savings";
    private static final Set<String> PARAMETERS = Parameters.ordered(
            "by",
            "tool",
            "server",
            "endpoint",
            "caller",
            "client",
            "era",
            "style",
            "outcome",
            "arm",
            "from",
            "to",
            "bucket",
            "limit",
            "offset");
    private static final Set<String> DIMENSIONS = Parameters.ordered(
            "tool", "server", "endpoint", "caller", "client", "era", "style", "outcome", "arm", "none");
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final int MOST_BUCKETS = 1_000;
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    private final RequestRecords requestRecords;
    private final IntSupplier active;
    private final ResponseCache cache;
    private final InstantSource clock;

    /** @param active number of snapshots stored at the moment */
    public SumsService(RequestRecords requestRecords, IntSupplier active, ResponseCache cache, InstantSource clock) {
        this.active = active;
        this.cache = cache;
        this.requestRecords = requestRecords;
        this.clock = clock;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals(STATS) || path.equals(SAVINGS);
    }

    @Override
    public boolean open() {
        return false;
    }

    /** The requested time span and grouping. */
    private record Wanted(RequestFilter filter, List<Dimension> by, long bucket) {}

    @Override
    public Reply answer(Asked asked) throws InterruptedException {
        Parameters parameters = new Parameters(asked.query(), PARAMETERS);
        Wanted wanted = wanted(parameters);
        int limit = parameters.whole("limit", 100, 1, 1_000);
        int offset = parameters.whole("offset", 0, 0, 100_000_000);
        boolean savings = asked.path().equals(SAVINGS);
        Map<Group, RequestSums> found = requestRecords.sums(wanted.filter(), wanted.by(), wanted.bucket());
        ByteSink out = new ByteSink(1 << 12);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.text(
                "from", Instant.ofEpochMilli(floor(wanted.filter().from())).toString());
        jsonObjectWriter.text(
                "to", Instant.ofEpochMilli(-floor(-wanted.filter().to())).toString());
        RequestSums total = new RequestSums();
        found.values().forEach(total::add);
        JsonObjectWriter all = new JsonObjectWriter(jsonObjectWriter.name("total"));
        figures(total, savings, all);
        all.end();
        jsonObjectWriter.number("activeCursors", active.getAsInt());
        if (!savings) {
            CacheCounters.write(cache, new JsonObjectWriter(jsonObjectWriter.name("cache")));
        }
        jsonObjectWriter.number("groupCount", found.size());
        List<Map.Entry<Group, RequestSums>> groups = sorted(found);
        jsonObjectWriter.name("groups").ascii("[");
        int end = Math.min(groups.size(), offset + limit);
        for (int i = offset; i < end; i++) {
            group(groups.get(i), wanted, savings, out.ascii(i == offset ? "" : ","));
        }
        out.ascii("]");
        jsonObjectWriter
                .raw("nextOffset", end < groups.size() ? Integer.toString(end) : "null")
                .end();
        return new Reply(200, out.slice());
    }

    private Wanted wanted(Parameters parameters) {
        long to = parameters.time("to", clock.millis() + 1);
        long from = parameters.time("from", Math.max(0, to - DAY));
        long bucket = parameters.length("bucket");
        if (bucket > 0 && (to - from) / bucket > MOST_BUCKETS) {
            throw Parameters.refusal(
                    "bucket",
                    String.valueOf(parameters.find("bucket")),
                    "is too short for this period",
                    "at least " + ((to - from) / MOST_BUCKETS / MINUTE + 1) + "m");
        }
        List<String> words = parameters.words("by", List.of("tool"), DIMENSIONS);
        if (words.contains("none") && words.size() > 1) {
            throw Parameters.refusal("by", String.join(",", words), "contains none and other dimensions", "none by itself");
        }
        List<Dimension> by = new ArrayList<>();
        for (String word : words) {
            if (!word.equals("none")) {
                by.add(Dimension.valueOf(word.toUpperCase(Locale.ROOT)));
            }
        }
        return new Wanted(parameters.filter(from, to), by, bucket);
    }

    private static long floor(long at) {
        return Math.floorDiv(at, MINUTE) * MINUTE;
    }

    /** Sorts groups by time, then the ones with the most tokens first. */
    private static List<Map.Entry<Group, RequestSums>> sorted(Map<Group, RequestSums> found) {
        List<Map.Entry<Group, RequestSums>> groups = new ArrayList<>(found.entrySet());
        groups.sort(Comparator.comparingLong(
                        (Map.Entry<Group, RequestSums> group) -> group.getKey().at())
                .thenComparingLong(group -> -group.getValue().of(CountSql.ORIGINAL_TOKENS))
                .thenComparingLong(group -> -group.getValue().of(CountSql.ANSWER_TOKENS))
                .thenComparing(group -> String.join("\n", group.getKey().names())));
        return groups;
    }

    private static void group(Map.Entry<Group, RequestSums> group, Wanted wanted, boolean savings, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        for (int i = 0; i < wanted.by().size(); i++) {
            jsonObjectWriter.text(
                    wanted.by().get(i).name().toLowerCase(Locale.ROOT),
                    group.getKey().names().get(i));
        }
        if (wanted.bucket() > 0) {
            jsonObjectWriter.text(
                    "time", Instant.ofEpochMilli(group.getKey().at()).toString());
        }
        figures(group.getValue(), savings, jsonObjectWriter);
        jsonObjectWriter.end();
    }

    private static void figures(RequestSums requestSums, boolean savings, JsonObjectWriter jsonObjectWriter) {
        if (savings) {
            CounterTotals.savings(requestSums, jsonObjectWriter);
        } else {
            CounterTotals.stats(requestSums, jsonObjectWriter);
        }
    }
}
