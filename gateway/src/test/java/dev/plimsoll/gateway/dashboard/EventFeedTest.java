package dev.plimsoll.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.dashboard.EventFeed.Batch;
import dev.plimsoll.gateway.dashboard.EventFeed.Watcher;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.gateway.http.rest.LiveService.EventSink;
import dev.plimsoll.gateway.telemetry.SampleEntries;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventFeedTest {

    private final EventFeed eventFeed = new EventFeed();

    private static ServiceRequest request() {
        return new ServiceRequest("/api/v1/live", null, null, null);
    }

    @Test
    void slowWatcherGetsLatestEntries() throws InterruptedException {
        try (Watcher watcher = Objects.requireNonNull(eventFeed.watch())) {
            eventFeed.accept(IntStream.range(0, 250)
                    .mapToObj(i -> SampleEntries.entry(i, "list", "passed"))
                    .toList());
            Batch batch = Objects.requireNonNull(watcher.next(1_000));
            assertThat(batch.missed()).isEqualTo(150);
            assertThat(batch.entries())
                    .hasSize(100)
                    .last()
                    .extracting(TelemetryEntry::atMillis)
                    .isEqualTo(249L);
            assertThat(Objects.requireNonNull(watcher.next(1)).entries()).isEmpty();
        }
    }

    @Test
    void limitsWatchers() {
        List<Watcher> watchers = new ArrayList<>();
        for (Watcher watcher = eventFeed.watch(); watcher != null; watcher = eventFeed.watch()) {
            watchers.add(watcher);
        }
        assertThat(watchers).hasSize(32);
        assertThatThrownBy(() -> new LiveEvents(eventFeed).sendEvents(request(), new RecordedEvents()))
                .isInstanceOf(RefusedException.class);
        watchers.getFirst().close();
        assertThat(eventFeed.watch()).isNotNull();
    }

    @Test
    void closeEndsAllStreams() throws Exception {
        RecordedEvents recordedEvents = new RecordedEvents();
        eventFeed.close();
        new LiveEvents(eventFeed).sendEvents(request(), recordedEvents);
        assertThat(recordedEvents.names).containsExactly("begin", "end");
    }

    @Test
    void streamsRequestsWithoutListings() throws Exception {
        RecordedEvents recordedEvents = new RecordedEvents() {
            @Override
            public void sendEvent(String name, Slice json) {
                super.sendEvent(name, json);
                if (name.equals("begin")) {
                    eventFeed.accept(List.of(
                            SampleEntries.entry(1, "list", "passed"),
                            SampleEntries.entry(2, "tools/list", TelemetryEntry.LISTED)));
                } else {
                    eventFeed.close();
                }
            }
        };
        new LiveEvents(eventFeed).sendEvents(request(), recordedEvents);
        assertThat(recordedEvents.names).containsExactly("begin", "requests", "end");
        assertThat(recordedEvents.bodies.get(1)).contains("\"tool\":\"list\"").doesNotContain("tools/list");
    }

    private static class RecordedEvents implements EventSink {

        final List<String> names = new ArrayList<>();
        final List<String> bodies = new ArrayList<>();

        @Override
        public void sendEvent(String name, Slice json) {
            names.add(name);
            bodies.add(json.utf8());
        }

        @Override
        public void sendComment() {}
    }
}
