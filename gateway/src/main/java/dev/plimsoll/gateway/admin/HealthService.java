package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.admin.ServerStatus.Standing;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt;
import dev.plimsoll.gateway.telemetry.store.CountSql;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.json.ByteSink;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /health}, {@code /health/live}, and {@code /health/ready}. */
public final class HealthService implements HttpService {

    private static final Set<String> PAGES = Set.of("paginated", "chunked", "read");
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long FRESH = Duration.ofSeconds(5).toMillis();

    private final About about;
    private final ServerStatus serverStatus;
    private final RequestRecords requestRecords;
    private final ConfigReloader configReloader;
    private final InstantSource clock;
    private volatile boolean leaving;
    private volatile @Nullable Usage usage;

    /**
     * Fixed facts about this gateway.
     *
     * @param store the type of the store in use
     * @param degraded whether snapshots are currently not stored as configured: in another store, or not at all
     */
    public record About(String version, String store, BooleanSupplier degraded) {}

    private record Usage(long at, String adoption, String averageBytes) {}

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

    /** Reports status down from now on, so that no new requests are sent here. */
    public void leave() {
        leaving = true;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/health") || path.equals("/health/live") || path.equals("/health/ready");
    }

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public Reply answer(Asked asked) {
        Map<String, Standing> servers = serverStatus.all();
        String status = asked.path().endsWith("/live") ? "up" : status(servers);
        ByteSink out = new ByteSink(512);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out).text("status", status);
        if (asked.path().equals("/health")) {
            jsonObjectWriter.text("version", about.version());
            // only admitted callers may see the list of servers
            if (asked.caller() != null) {
                details(servers, jsonObjectWriter);
            }
        }
        jsonObjectWriter.end();
        return new Reply(status.equals("down") ? 503 : 200, out.slice());
    }

    /**
     * Returns the status: down while shutting down or if no server is reachable, because no requests should come then.
     */
    private String status(Map<String, Standing> servers) {
        boolean none = !servers.isEmpty() && servers.values().stream().allMatch(Standing.DOWN::equals);
        boolean some = servers.containsValue(Standing.DOWN);
        if (leaving || none) {
            return "down";
        }
        boolean refused = configReloader.refusal() != null;
        return some
                        || refused
                        || about.degraded().getAsBoolean()
                        || requestRecords.journal().trouble() != null
                ? "degraded"
                : "up";
    }

    private void details(Map<String, Standing> servers, JsonObjectWriter jsonObjectWriter) {
        jsonObjectWriter
                .name("servers")
                .array(
                        servers.entrySet(),
                        (server, out) -> new JsonObjectWriter(out)
                                .text("name", server.getKey())
                                .text("status", server.getValue().word())
                                .end());
        new JsonObjectWriter(jsonObjectWriter.name("store"))
                .text("type", about.store())
                .text("status", about.degraded().getAsBoolean() ? "degraded" : "up")
                .end();
        new JsonObjectWriter(jsonObjectWriter.name("telemetry"))
                .text("status", requestRecords.journal().trouble() == null ? "up" : "down")
                .number("lost", requestRecords.journal().lost())
                .end();
        configuration(new JsonObjectWriter(jsonObjectWriter.name("configuration")));
        Usage last = usage();
        jsonObjectWriter
                .raw("paginationAdoptionRate", last.adoption())
                .raw("averageResponseBytes", last.averageBytes());
    }

    private void configuration(JsonObjectWriter jsonObjectWriter) {
        ReloadAttempt refusal = configReloader.refusal();
        jsonObjectWriter.text("status", refusal == null ? "up" : "refused");
        jsonObjectWriter.text("since", configReloader.since().toString());
        if (refusal != null) {
            jsonObjectWriter.text("refusedAt", refusal.at().toString());
            jsonObjectWriter.name("faults").strings(refusal.faults());
        }
        jsonObjectWriter.end();
    }

    /** Returns the sums of the last day, which are cached for a few seconds because health checks are frequent. */
    private Usage usage() {
        Usage last = usage;
        if (last == null || clock.millis() - last.at() > FRESH) {
            last = counted();
            usage = last;
        }
        return last;
    }

    private Usage counted() {
        long now = clock.millis();
        try {
            Map<Group, RequestSums> byOutcome = requestRecords
                    .ledger()
                    .sums(new RequestFilter(now - DAY, now + 1, Map.of()), List.of(Dimension.OUTCOME), 0);
            long requests = 0;
            long paged = 0;
            long bytes = 0;
            for (Map.Entry<Group, RequestSums> one : byOutcome.entrySet()) {
                long count = one.getValue().of(CountSql.REQUESTS);
                requests += count;
                paged += PAGES.contains(one.getKey().names().get(0)) ? count : 0;
                bytes += one.getValue().of(CountSql.ANSWER_BYTES);
            }
            return new Usage(
                    now, JsonObjectWriter.share(paged, requests), Long.toString(requests == 0 ? 0 : bytes / requests));
        } catch (IOException e) {
            return new Usage(now, "null", "null");
        }
    }
}
