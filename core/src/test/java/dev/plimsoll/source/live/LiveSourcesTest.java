package dev.plimsoll.source.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceRow;
import dev.plimsoll.store.SnapshotId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests the row cache of sources, and how sources are closed. */
@NullMarked
class LiveSourcesTest {

    private final List<Integer> rows =
            new ArrayList<>(IntStream.range(0, 1_000).boxed().toList());
    private final AtomicInteger closed = new AtomicInteger();
    private Runnable onFetch = () -> {};

    private final PageSource source = new PageSource() {
        @Override
        public SourceCount count() {
            return SourceCount.exactly(rows.size());
        }

        @Override
        public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
            onFetch.run();
            int start = (int) fetchPosition.offset();
            return rows.subList(start, Math.min(rows.size(), start + maxRows)).stream()
                    .map(SourceRow::of)
                    .toList();
        }

        @Override
        public String order() {
            return "number";
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    };

    private static Slice toJson(@org.jspecify.annotations.Nullable Object value) {
        return Slice.of(String.valueOf(value));
    }

    private LiveSources liveSources() {
        return new LiveSources(() -> Instant.EPOCH, task -> {}, 300);
    }

    @Test
    void fetchesEvictedRowsAgain() {
        LiveRows all = liveSources().open(source, LiveSourcesTest::toJson, "").rows();
        for (int i = 0; i < 1_000; i++) {
            assertThat(all.at(i).utf8()).isEqualTo(Integer.toString(i));
        }
        assertThat(all.at(3).utf8()).isEqualTo("3");
        assertThat(all.at(777).utf8()).isEqualTo("777");
        assertThat(all.at(4).utf8()).isEqualTo("4");
    }

    @Test
    void refusesEvictedRowsThatHaveChanged() {
        LiveRows all = liveSources().open(source, LiveSourcesTest::toJson, "").rows();
        // reads all rows, so that the first chunk is evicted
        all.has(999);
        // changes a row of the chunk that also contains row 3
        rows.set(7, -7);
        assertThatThrownBy(() -> all.at(3))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CURSOR_EXPIRED))
                .hasMessage("these items are no longer in memory, and their source now returns others");
    }

    @Test
    void closingDoesNotWaitForABlockedReader() throws Exception {
        LiveSources liveSources = liveSources();
        LiveSource liveSource = liveSources.open(source, LiveSourcesTest::toJson, "");
        SnapshotId id = new SnapshotId(1, 2);
        liveSources.add(id, liveSource, "", Duration.ofMinutes(1), Duration.ofMinutes(1));
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        onFetch = () -> {
            blocked.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        Thread reader = new Thread(() -> liveSource.rows().has(500));
        reader.start();
        blocked.await();
        liveSources.remove(id);
        assertThat(closed).hasValue(0);
        released.countDown();
        reader.join();
        assertThat(closed).hasValue(1);
        assertThat(liveSources.count()).isZero();
    }
}
