package dev.plimsoll.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests pages that are prefetched. */
@NullMarked
class PrefetchTest {

    private final List<Runnable> tasks = new ArrayList<>();
    private final SourceFixture sourceFixture =
            new SourceFixture(policy -> policy.with(Policy.PREFETCH, 2), tasks::add);
    private final GeneratedSource source = new GeneratedSource(5_000_000);

    private void runTasks() {
        tasks.forEach(Runnable::run);
        tasks.clear();
    }

    @Test
    void prefetchesTheNextPages() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        runTasks();
        long fetched = source.fetched;
        assertThat(fetched).isBetween(150L, 200L);
        assertThat(sourceFixture.read(cursor, "")).contains("\"range\":[51,100]");
        assertThat(source.fetched).isEqualTo(fetched);
    }

    @Test
    void prefetchesNothingByDefault() {
        SourceFixture withoutPrefetch = new SourceFixture(policy -> policy, tasks::add);
        withoutPrefetch.callTool(source);
        assertThat(tasks).isEmpty();
    }

    @Test
    void skipsPrefetchAfterTheSourceIsClosed() {
        sourceFixture.callTool(source);
        sourceFixture.engine.closeSources();
        long fetched = source.fetched;
        runTasks();
        assertThat(source.fetched).isEqualTo(fetched);
        assertThat(source.closes).isEqualTo(1);
    }

    @Test
    void reportsPrefetchFailureOnlyToTheReadThatNeedsTheRows() {
        PageSource failingSource = new GeneratedSource(500) {
            @Override
            public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
                if (fetchPosition.offset() >= 100) {
                    throw new IllegalStateException("down");
                }
                return super.fetch(fetchPosition, maxRows);
            }
        };
        String cursor = SourceFixture.cursor(sourceFixture.callTool(failingSource));
        runTasks();
        assertThat(sourceFixture.read(cursor, "\"page_size\":10")).contains("\"range\":[51,60]");
        assertThat(sourceFixture.read(cursor, "\"page\":3")).contains("UPSTREAM_UNAVAILABLE");
    }
}
