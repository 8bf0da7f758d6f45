package dev.plimsoll.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests pages that are prefetched. */
@NullMarked
class FetchedAheadTest {

    private final Desk desk = new Desk(policy -> policy.with(Policy.PREFETCH, 2));
    private final List<Runnable> tasks = new ArrayList<>();
    private final Generated source = new Generated(5_000_000);

    private void work() {
        tasks.forEach(Runnable::run);
        tasks.clear();
    }

    @Test
    void prefetchesTheNextPages() {
        desk.engine.prefetchWith(tasks::add);
        String cursor = Desk.cursor(desk.open(source));
        work();
        long fetched = source.fetched;
        assertThat(fetched).isBetween(150L, 200L);
        assertThat(desk.read(cursor, "")).contains("\"range\":[51,100]");
        assertThat(source.fetched).isEqualTo(fetched);
    }

    @Test
    void prefetchesNothingByDefault() {
        Desk plain = new Desk();
        plain.engine.prefetchWith(tasks::add);
        plain.open(source);
        assertThat(tasks).isEmpty();
    }

    @Test
    void skipsPrefetchAfterTheSourceIsClosed() {
        desk.engine.prefetchWith(tasks::add);
        desk.open(source);
        desk.engine.endSources();
        long fetched = source.fetched;
        work();
        assertThat(source.fetched).isEqualTo(fetched);
        assertThat(source.closes).isEqualTo(1);
    }

    @Test
    void reportsPrefetchFailureOnlyToTheReadThatNeedsTheRows() {
        desk.engine.prefetchWith(tasks::add);
        PageSource broken = new Generated(500) {
            @Override
            public List<SourceRow> fetch(FetchPosition fetchPosition, int most) {
                if (fetchPosition.offset() >= 100) {
                    throw new IllegalStateException("down");
                }
                return super.fetch(fetchPosition, most);
            }
        };
        String cursor = Desk.cursor(desk.open(broken));
        work();
        assertThat(desk.read(cursor, "\"page_size\":10")).contains("\"range\":[51,60]");
        assertThat(desk.read(cursor, "\"page\":3")).contains("UPSTREAM_UNAVAILABLE");
    }
}
