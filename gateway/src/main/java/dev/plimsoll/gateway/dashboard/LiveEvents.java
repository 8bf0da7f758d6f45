package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.dashboard.EventFeed.Batch;
import dev.plimsoll.gateway.dashboard.EventFeed.Watcher;
import dev.plimsoll.gateway.http.rest.LiveService;
import dev.plimsoll.gateway.statistics.RequestJson;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;

/** Serves {@code GET /api/v1/live}: requests as they are recorded, at most twice a second. */
public final class LiveEvents implements LiveService {

    private static final long KEEP_ALIVE_MILLIS = Duration.ofSeconds(10).toMillis();
    private static final long MIN_INTERVAL_MILLIS = Duration.ofMillis(500).toMillis();

    private final EventFeed eventFeed;

    public LiveEvents(EventFeed eventFeed) {
        this.eventFeed = eventFeed;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/live");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public void sendEvents(ServiceRequest serviceRequest, EventSink eventSink)
            throws IOException, InterruptedException {
        try (Watcher watcher = eventFeed.watch()) {
            if (watcher == null) {
                throw new RefusedException(
                        ErrorCode.RATE_LIMITED,
                        "too many clients already watch live requests",
                        "close other pages, or poll /api/v1/requests");
            }
            eventSink.sendEvent("begin", Slice.of("{}"));
            Batch batch = watcher.next(KEEP_ALIVE_MILLIS);
            while (batch != null) {
                if (batch.entries().isEmpty()) {
                    eventSink.sendComment();
                } else {
                    eventSink.sendEvent("requests", toJson(batch));
                    watcher.pause(MIN_INTERVAL_MILLIS);
                }
                batch = watcher.next(KEEP_ALIVE_MILLIS);
            }
            eventSink.sendEvent("end", Slice.of("{}"));
        }
    }

    private static Slice toJson(Batch batch) {
        JsonWriter json = new JsonWriter(512 * batch.entries().size() + 64).beginObject();
        json.beginArray("requests");
        for (TelemetryEntry telemetryEntry : batch.entries()) {
            if (!telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
                RequestJson.write(TelemetryRow.of(telemetryEntry), json);
            }
        }
        return json.endArray().number("missed", batch.missed()).endObject().slice();
    }
}
