package dev.plimsoll.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.testkit.CacheIndexContract;
import dev.plimsoll.testkit.FakeClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class InMemoryCacheIndexTest extends CacheIndexContract {

    @Override
    protected CacheIndex index(CacheLimits limits, InstantSource clock, Consumer<Held> gone) {
        return CacheIndex.inMemory(limits, clock, gone);
    }

    @Test
    void tellsOfAllThatIsThereNoMore() {
        FakeClock clock = new FakeClock();
        List<Held> gone = new ArrayList<>();
        CacheIndex index = CacheIndex.inMemory(new CacheLimits(2, 100, 2, 100), clock, gone::add);
        List<Held> put = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Held held = new Held(
                    new SnapshotId(1, i),
                    Form.OLD,
                    10,
                    clock.instant(),
                    clock.instant().plus(Duration.ofMinutes(1)),
                    0);
            put.add(held);
            CacheKey key = new CacheKey("ann", "main", "get", Integer.toString(i == 1 ? 0 : i));
            assertThat(index.put(key, held, index.mark("main"))).isTrue();
        }
        // one was replaced, two gave way
        assertThat(gone).containsExactlyElementsOf(put.subList(0, 3));
        assertThat(index.usage().evicted()).isEqualTo(2);
        index.drop(new Drop(null, "get", null));
        assertThat(gone).hasSize(5);
        Held last = new Held(
                new SnapshotId(2, 0),
                Form.OLD,
                10,
                clock.instant(),
                clock.instant().plus(Duration.ofMinutes(1)),
                0);
        index.put(new CacheKey("ann", "main", "get", "9"), last, index.mark("main"));
        clock.advance(Duration.ofMinutes(1));
        assertThat(index.usage().entries()).isZero();
        assertThat(gone).endsWith(last);
    }

    @Test
    void saysNothingOfCallersAndArguments() {
        assertThat(new CacheKey("secret-caller", "main", "get", "secret-arguments").toString())
                .doesNotContain("secret");
    }
}
