package dev.plimsoll.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.dashboard.EventFeed.News;
import dev.plimsoll.gateway.dashboard.EventFeed.Watcher;
import dev.plimsoll.gateway.http.HttpService.Asked;
import dev.plimsoll.gateway.http.LiveService.Events;
import dev.plimsoll.gateway.telemetry.Made;
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

    private static Asked asked() {
        return new Asked("/api/v1/live", null, null, null);
    }

    @Test
    void slowWatcherGetsLatestEntries() throws InterruptedException {
        try (Watcher watcher = Objects.requireNonNull(eventFeed.watch())) {
            eventFeed.accept(IntStream.range(0, 250)
                    .mapToObj(i -> Made.entry(i, "list", "passed"))
                    .toList());
            News news = Objects.requireNonNull(watcher.next(1_000));
            assertThat(news.missed()).isEqualTo(150);
            assertThat(news.entries())
                    .hasSize(100)
                    .last()
                    .extracting(TelemetryEntry::at)
                    .isEqualTo(249L);
            assertThat(Objects.requireNonNull(watcher.next(1)).entries()).isEmpty();
        }
    }

    @Test
    void limitsWatchers() {
        List<Watcher> watchers = new ArrayList<>();
        for (Watcher one = eventFeed.watch(); one != null; one = eventFeed.watch()) {
            watchers.add(one);
        }
        assertThat(watchers).hasSize(32);
        assertThatThrownBy(() -> new LiveEvents(eventFeed).tell(asked(), new Told()))
                .isInstanceOf(RefusedException.class);
        watchers.getFirst().close();
        assertThat(eventFeed.watch()).isNotNull();
    }

    @Test
    void closeEndsAllStreams() throws Exception {
        Told told = new Told();
        eventFeed.close();
        new LiveEvents(eventFeed).tell(asked(), told);
        assertThat(told.names).containsExactly("begin", "end");
    }

    @Test
    void streamsRequestsWithoutListings() throws Exception {
        Told told = new Told() {
            @Override
            public void event(String name, Slice json) {
                super.event(name, json);
                if (name.equals("begin")) {
                    eventFeed.accept(List.of(
                            Made.entry(1, "list", "passed"), Made.entry(2, "tools/list", TelemetryEntry.LISTED)));
                } else {
                    eventFeed.close();
                }
            }
        };
        new LiveEvents(eventFeed).tell(asked(), told);
        assertThat(told.names).containsExactly("begin", "requests", "end");
        assertThat(told.bodies.get(1)).contains("\"tool\":\"list\"").doesNotContain("tools/list");
    }

    private static class Told implements Events {

        final List<String> names = new ArrayList<>();
        final List<String> bodies = new ArrayList<>();

        @Override
        public void event(String name, Slice json) {
            names.add(name);
            bodies.add(json.utf8());
        }

        @Override
        public void beat() {}
    }
}
