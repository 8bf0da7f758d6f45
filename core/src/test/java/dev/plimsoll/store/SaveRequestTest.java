package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SaveRequestTest {

    private static final SnapshotOrigin ORIGIN =
            new SnapshotOrigin("secret caller", "server", "tool", "secret tier", "secret hash");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void toStringShowsNoSecrets() {
        SnapshotId id = new SnapshotId(0x1234_5678, 0x9abc_def0);
        SaveRequest saveRequest =
                new SaveRequest(ORIGIN, Slice.of("secret"), List.of(Slice.of("secret")), MINUTE, MINUTE);
        Snapshot snapshot = new Snapshot(id, ORIGIN, Instant.EPOCH, Slice.of("secret"), List.of());
        assertThat(ORIGIN).hasToString("SnapshotOrigin[server/tool]");
        assertThat(saveRequest.toString()).contains("server/tool").doesNotContain("secret");
        assertThat(snapshot.toString()).contains("server/tool").doesNotContain("secret", id.toString());
    }

    @Test
    void refusesTimesOfZeroOrLess() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(Duration.ZERO, MINUTE))
                .withMessage("ttl: must be above zero, got PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(MINUTE, Duration.ofSeconds(-1)))
                .withMessage("maxTtl: must be above zero, got PT-1S");
    }

    @Test
    void refusesLimitsBelowOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoreLimits(0, 1, 1))
                .withMessage("maxBytes: must be at least 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoreLimits(1, -1, 1))
                .withMessage("maxBytesPerCaller: must be at least 1, got -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoreLimits(1, 1, 0))
                .withMessage("maxSnapshots: must be at least 1, got 0");
    }

    @Test
    void copiesTheList() {
        List<Slice> segments = new ArrayList<>(List.of(Slice.of("a")));
        SaveRequest saveRequest = new SaveRequest(ORIGIN, Slice.of(""), segments, MINUTE, MINUTE);
        segments.clear();
        assertThat(saveRequest.segments()).containsExactly(Slice.of("a"));
    }

    private static SaveRequest request(Duration ttl, Duration maxTtl) {
        return new SaveRequest(ORIGIN, Slice.of(""), List.of(), ttl, maxTtl);
    }
}
