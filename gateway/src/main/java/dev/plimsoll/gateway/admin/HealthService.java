package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.admin.ServerStatus.Status;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.statistics.Decimals;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /health}, {@code /health/live}, and {@code /health/ready}. */
public final class HealthService implements HttpService {

    private static final Set<String> PAGE_OUTCOMES = Set.of("paginated", "chunked", "read");
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
    private static final long MAX_SUMMARY_AGE_MILLIS = Duration.ofSeconds(5).toMillis();

    /** The response to {@code /health/live}. It is constant: a process that can send it is live. */
    private static final Slice LIVE =
            new JsonWriter(32).beginObject().string("status", "up").endObject().slice();

    private final About about;
    private final ServerStatus serverStatus;
    private final RequestRecords requestRecords;
    private final ConfigReloader configReloader;
    private final InstantSource clock;
    private volatile Supplier<List<PoolUsage>> pools = List::of;
    private volatile boolean isShuttingDown;
    private volatile @Nullable DaySummary daySummary;

    /**
     * Facts about this gateway.
     *
     * @param store the type of the store in use
     * @param storeError returns why snapshots are currently not stored as configured; null if they are
     */
    public record About(String version, String store, Supplier<@Nullable String> storeError) {}

    /** Figures of the last day, as JSON values. */
    private record DaySummary(long atMillis, String adoption, String averageBytes) {}

    public HealthService(
            About about,
            ServerStatus serverStatus,
            RequestRecords requestRecords,
            ConfigReloader configReloader,
            InstantSource clock) {
        this.about = about;
        this.serverStatus = serverStatus;
        this.requestRecords = requestRecords;
        this.configReloader = configReloader;
        this.clock = clock;
    }

    /** Sets the source of the usage of the pools that callers share, such as sessions and processes. */
    public void setPools(Supplier<List<PoolUsage>> usages) {
        pools = usages;
    }

    /** Reports the status as down from now on, so that load balancers send no new requests to this process. */
    public void announceShutdown() {
        isShuttingDown = true;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/health") || path.equals("/health/live") || path.equals("/health/ready");
    }

    @Override
    public boolean isPublic() {
        return true;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        if (serviceRequest.path().endsWith("/live")) {
            return new ServiceResponse(200, LIVE);
        }
        Map<String, Status> servers = serverStatus.statusByServer();
        List<String> reasons = degradedReasons(servers, serviceRequest.caller());
        String status = status(servers, reasons);
        JsonWriter json = new JsonWriter(512).beginObject().string("status", status);
        if (serviceRequest.path().equals("/health")) {
            json.string("version", about.version());
            // only admitted callers may see the list of servers
            if (serviceRequest.caller() != null) {
                if (!reasons.isEmpty()) {
                    json.strings("reasons", reasons);
                }
                writeDetails(servers, json);
            }
        }
        json.endObject();
        return new ServiceResponse(status.equals("down") ? 503 : 200, json.slice());
    }

    /**
     * Returns the status. It is down during shutdown and if no server is reachable, so that load balancers send no
     * requests.
     */
    private String status(Map<String, Status> servers, List<String> degradedReasons) {
        boolean isEveryServerDown =
                !servers.isEmpty() && servers.values().stream().allMatch(Status.DOWN::equals);
        if (isShuttingDown || isEveryServerDown) {
            return "down";
        }
        return degradedReasons.isEmpty() ? "up" : "degraded";
    }

    /**
     * Returns the reasons why the status is degraded. Only administrators see details of the store, which can name
     * machines and folders.
     */
    private List<String> degradedReasons(Map<String, Status> servers, @Nullable AuthenticatedCaller caller) {
        List<String> reasons = new ArrayList<>();
        servers.forEach((server, status) -> {
            if (status == Status.DOWN) {
                reasons.add("server " + server + " is not reachable");
            }
        });
        String storeError = about.storeError().get();
        if (storeError != null) {
            boolean isAdmin = caller != null && caller.tier() == Tier.ADMIN;
            reasons.add("results are not stored as configured" + (isAdmin ? ": " + storeError : ""));
        }
        if (requestRecords.journal().lastError() != null) {
            reasons.add("requests are not recorded");
        }
        if (configReloader.lastRefusal() != null) {
            reasons.add("the configuration file was refused");
        }
        for (PoolUsage pool : pools.get()) {
            if (pool.refusalReason() != null) {
                reasons.add("requests were refused in the last minute: " + pool.refusalReason());
            }
        }
        return reasons;
    }

    private void writeDetails(Map<String, Status> servers, JsonWriter json) {
        json.array("servers", servers.entrySet(), (server, list) -> {
            list.beginObject()
                    .string("name", server.getKey())
                    .string("status", server.getValue().label());
            long seconds = serverStatus.circuits().secondsToWait(server.getKey());
            if (seconds > 0) {
                list.number("retryAfterSeconds", seconds);
            }
            list.endObject();
        });
        json.beginObject("store")
                .string("type", about.store())
                .string("status", about.storeError().get() == null ? "up" : "degraded")
                .endObject();
        json.array(
                "pools",
                pools.get(),
                (pool, list) -> list.beginObject()
                        .string("name", pool.key())
                        .number("limit", pool.limit())
                        .number("used", pool.used())
                        .number("holders", pool.holders())
                        .endObject());
        json.beginObject("telemetry")
                .string("status", requestRecords.journal().lastError() == null ? "up" : "down")
                .number("lost", requestRecords.journal().lostEntries())
                .endObject();
        writeConfiguration(json.name("configuration"));
        DaySummary lastDay = daySummary();
        json.raw("paginationAdoptionRate", lastDay.adoption()).raw("averageResponseBytes", lastDay.averageBytes());
    }

    private void writeConfiguration(JsonWriter json) {
        ReloadAttempt refusal = configReloader.lastRefusal();
        json.beginObject().string("status", refusal == null ? "up" : "refused");
        json.string("since", configReloader.appliedAt().toString());
        if (refusal != null) {
            json.string("refusedAt", refusal.at().toString());
            json.strings("faults", refusal.errors());
        }
        json.endObject();
    }

    /** Returns the sums of the last day, which are cached for a few seconds because health checks are frequent. */
    private DaySummary daySummary() {
        DaySummary last = daySummary;
        if (last == null || clock.millis() - last.atMillis() > MAX_SUMMARY_AGE_MILLIS) {
            last = computeDaySummary();
            daySummary = last;
        }
        return last;
    }

    private DaySummary computeDaySummary() {
        long now = clock.millis();
        try {
            Map<Group, RequestSums> byOutcome = requestRecords
                    .ledger()
                    .sums(new RequestFilter(now - DAY_MILLIS, now + 1, Map.of()), List.of(Dimension.OUTCOME), 0);
            long requests = 0;
            long pagedRequests = 0;
            long bytes = 0;
            for (Map.Entry<Group, RequestSums> entry : byOutcome.entrySet()) {
                long count = entry.getValue().count(RequestCounter.REQUESTS);
                requests += count;
                pagedRequests += PAGE_OUTCOMES.contains(entry.getKey().names().get(0)) ? count : 0;
                bytes += entry.getValue().count(RequestCounter.ANSWER_BYTES);
            }
            return new DaySummary(
                    now, Decimals.share(pagedRequests, requests), Long.toString(requests == 0 ? 0 : bytes / requests));
        } catch (IOException e) {
            return new DaySummary(now, "null", "null");
        }
    }
}
