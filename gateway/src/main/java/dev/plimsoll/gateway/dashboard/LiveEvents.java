package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.admin.RequestsService;
import dev.plimsoll.gateway.dashboard.EventFeed.News;
import dev.plimsoll.gateway.dashboard.EventFeed.Watcher;
import dev.plimsoll.gateway.http.LiveService;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;

/** Serves {@code GET /api/v1/live}: requests as they are recorded, at most twice a second. */
public final class LiveEvents implements LiveService {

    private static final long BEAT = Duration.ofSeconds(10).toMillis();
    private static final long BETWEEN = Duration.ofMillis(500).toMillis();

    private final EventFeed eventFeed;

    public LiveEvents(EventFeed eventFeed) {
        this.eventFeed = eventFeed;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/live");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public void tell(Asked asked, Events to) throws IOException, InterruptedException {
        try (Watcher watcher = eventFeed.watch()) {
            if (watcher == null) {
                throw new RefusedException(
                        ErrorCode.RATE_LIMITED, "too many clients already watch live requests", "close other pages, or poll /api/v1/requests");
            }
            to.event("begin", Slice.of("{}"));
            News news = watcher.next(BEAT);
            while (news != null) {
                if (news.entries().isEmpty()) {
                    to.beat();
                } else {
                    to.event("requests", json(news));
                    watcher.rest(BETWEEN);
                }
                news = watcher.next(BEAT);
            }
            to.event("end", Slice.of("{}"));
        }
    }

    private static Slice json(News news) {
        ByteSink out = new ByteSink(512 * news.entries().size() + 64).ascii("{\"requests\":[");
        String before = "";
        for (TelemetryEntry telemetryEntry : news.entries()) {
            if (!telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
                RequestsService.write(TelemetryRow.of(telemetryEntry), out.ascii(before));
                before = ",";
            }
        }
        return out.ascii("],\"missed\":").number(news.missed()).ascii("}").slice();
    }
}
