package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.statistics.CacheCountsJson;
import dev.plimsoll.gateway.statistics.RequestSumsJson;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.json.JsonWriter;
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
final class SumsService implements HttpService {

    private static final String STATS = "/api/v1/stats";
    private static final String SAVINGS = "/api/v1/savings";
    private static final Set<String> PARAMETERS = Parameters.orderedSet(
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
    private static final Set<String> DIMENSIONS = Parameters.orderedSet(
            "tool", "server", "endpoint", "caller", "client", "era", "style", "outcome", "arm", "none");
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
    private static final int MAX_BUCKETS = 1_000;
    private static final long MINUTE_MILLIS = Duration.ofMinutes(1).toMillis();

    private final RequestRecords requestRecords;
    private final IntSupplier activeCursors;
    private final ResponseCache cache;
    private final InstantSource clock;

    /** @param activeCursors returns the current number of stored snapshots */
    SumsService(RequestRecords requestRecords, IntSupplier activeCursors, ResponseCache cache, InstantSource clock) {
        this.activeCursors = activeCursors;
        this.cache = cache;
        this.requestRecords = requestRecords;
        this.clock = clock;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals(STATS) || path.equals(SAVINGS);
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    /** Requested period, groups, and length of the time buckets. */
    private record SumsRequest(RequestFilter filter, List<Dimension> dimensions, long bucketMillis) {}

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) throws InterruptedException {
        Parameters parameters = new Parameters(serviceRequest.query(), PARAMETERS);
        SumsRequest sumsRequest = parseRequest(parameters);
        int limit = parameters.integer("limit", 100, 1, 1_000);
        int offset = parameters.integer("offset", 0, 0, 100_000_000);
        boolean isSavings = serviceRequest.path().equals(SAVINGS);
        Map<Group, RequestSums> sumsByGroup =
                requestRecords.sums(sumsRequest.filter(), sumsRequest.dimensions(), sumsRequest.bucketMillis());
        JsonWriter json = new JsonWriter(1 << 12).beginObject();
        // requests are summed by minute, so the period has full minutes; the two negations round up
        json.string(
                "from",
                Instant.ofEpochMilli(floorToMinute(sumsRequest.filter().from())).toString());
        json.string(
                "to",
                Instant.ofEpochMilli(-floorToMinute(-sumsRequest.filter().to())).toString());
        RequestSums total = new RequestSums();
        sumsByGroup.values().forEach(total::add);
        json.beginObject("total");
        writeFigures(total, isSavings, json);
        json.endObject();
        json.number("activeCursors", activeCursors.getAsInt());
        if (!isSavings) {
            CacheCountsJson.write(cache, json.name("cache"));
        }
        json.number("groupCount", sumsByGroup.size());
        List<Map.Entry<Group, RequestSums>> groups = sort(sumsByGroup);
        json.beginArray("groups");
        int end = Math.min(groups.size(), offset + limit);
        for (int i = offset; i < end; i++) {
            writeGroup(groups.get(i), sumsRequest, isSavings, json);
        }
        json.endArray();
        json.raw("nextOffset", end < groups.size() ? Integer.toString(end) : "null")
                .endObject();
        return new ServiceResponse(200, json.slice());
    }

    private SumsRequest parseRequest(Parameters parameters) {
        long to = parameters.time("to", clock.millis() + 1);
        long from = parameters.time("from", Math.max(0, to - DAY_MILLIS));
        long bucketMillis = parameters.durationMillis("bucket");
        if (bucketMillis > 0 && (to - from) / bucketMillis > MAX_BUCKETS) {
            throw Parameters.refusal(
                    "bucket",
                    String.valueOf(parameters.find("bucket")),
                    "is too short for this period",
                    "at least " + ((to - from) / MAX_BUCKETS / MINUTE_MILLIS + 1) + "m");
        }
        List<String> names = parameters.list("by", List.of("tool"), DIMENSIONS);
        if (names.contains("none") && names.size() > 1) {
            throw Parameters.refusal(
                    "by", String.join(",", names), "contains none and other dimensions", "none by itself");
        }
        List<Dimension> dimensions = new ArrayList<>();
        for (String name : names) {
            if (!name.equals("none")) {
                dimensions.add(Dimension.valueOf(name.toUpperCase(Locale.ROOT)));
            }
        }
        return new SumsRequest(parameters.filter(from, to), dimensions, bucketMillis);
    }

    private static long floorToMinute(long millis) {
        return Math.floorDiv(millis, MINUTE_MILLIS) * MINUTE_MILLIS;
    }

    /**
     * Sorts groups by time, and groups with the same time by their tokens, the group with the most tokens
     * first.
     */
    private static List<Map.Entry<Group, RequestSums>> sort(Map<Group, RequestSums> sumsByGroup) {
        List<Map.Entry<Group, RequestSums>> groups = new ArrayList<>(sumsByGroup.entrySet());
        groups.sort(Comparator.comparingLong(
                        (Map.Entry<Group, RequestSums> group) -> group.getKey().startMillis())
                .thenComparingLong(group -> -group.getValue().count(RequestCounter.ORIGINAL_TOKENS))
                .thenComparingLong(group -> -group.getValue().count(RequestCounter.ANSWER_TOKENS))
                .thenComparing(group -> String.join("\n", group.getKey().names())));
        return groups;
    }

    private static void writeGroup(
            Map.Entry<Group, RequestSums> group, SumsRequest sumsRequest, boolean isSavings, JsonWriter json) {
        json.beginObject();
        for (int i = 0; i < sumsRequest.dimensions().size(); i++) {
            json.string(
                    sumsRequest.dimensions().get(i).name().toLowerCase(Locale.ROOT),
                    group.getKey().names().get(i));
        }
        if (sumsRequest.bucketMillis() > 0) {
            json.string(
                    "time", Instant.ofEpochMilli(group.getKey().startMillis()).toString());
        }
        writeFigures(group.getValue(), isSavings, json);
        json.endObject();
    }

    private static void writeFigures(RequestSums requestSums, boolean isSavings, JsonWriter json) {
        if (isSavings) {
            RequestSumsJson.writeSavings(requestSums, json);
        } else {
            RequestSumsJson.writeStats(requestSums, json);
        }
    }
}
