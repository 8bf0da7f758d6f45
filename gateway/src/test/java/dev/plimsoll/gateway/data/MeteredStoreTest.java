package dev.plimsoll.gateway.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.testkit.FakeClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MeteredStoreTest {

    private final FakeClock clock = new FakeClock();
    private final MeteredStore store = new MeteredStore(refusingStore(), clock);
    private @Nullable StoreException refusal;

    /** Creates a store that accepts each result without storing it, or throws {@link #refusal} if that is not null. */
    private SnapshotStore refusingStore() {
        Class<?>[] type = {SnapshotStore.class};
        return (SnapshotStore) Proxy.newProxyInstance(getClass().getClassLoader(), type, (self, method, arguments) -> {
            if (method.getName().equals("save")) {
                if (refusal != null) {
                    throw refusal;
                }
                SnapshotOrigin origin = ((SaveRequest) arguments[0]).origin();
                return new Snapshot(new SnapshotId(1, 2), origin, clock.instant(), Slice.of(""), List.of());
            }
            return null;
        });
    }

    private void save(int bytes) {
        SnapshotOrigin origin = new SnapshotOrigin("ann", "main", "get", "read", "");
        Duration ttl = Duration.ofMinutes(10);
        store.save(new SaveRequest(origin, Slice.of(""), List.of(Slice.of(new byte[bytes])), ttl, ttl));
    }

    private void refuse(Reason reason, int bytes) {
        refusal = new StoreException(reason, "no space");
        assertThatThrownBy(() -> save(bytes)).isSameAs(refusal);
        refusal = null;
    }

    @Test
    void reportsRefusalUntilResultOfThatSizeIsStored() {
        assertThat(store.diagnose()).isNull();
        refuse(Reason.FULL, 1_000);
        assertThat(store.diagnose()).isEqualTo("no space");
        save(999);
        assertThat(store.diagnose()).isEqualTo("no space");
        save(1_000);
        assertThat(store.diagnose()).isNull();
    }

    @Test
    void forgetsRefusalAfterOneMinute() {
        refuse(Reason.FULL, 1_000);
        clock.advance(Duration.ofMillis(59_999));
        assertThat(store.diagnose()).isEqualTo("no space");
        clock.advance(Duration.ofMillis(1));
        assertThat(store.diagnose()).isNull();
    }

    @Test
    void ignoresRefusalsDueToLimitsOfOneCaller() {
        refuse(Reason.CALLER_FULL, 1_000);
        refuse(Reason.TOO_LARGE, 1_000);
        assertThat(store.diagnose()).isNull();
    }
}
