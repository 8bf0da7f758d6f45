package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SnapshotIdTest {

    @Test
    void formatsAs32HexDigits() {
        assertThat(new SnapshotId(0x0123456789abcdefL, -1)).hasToString("0123456789abcdefffffffffffffffff");
        assertThat(new SnapshotId(0, 1)).hasToString("00000000000000000000000000000001");
    }

    @Test
    void takesAll128BitsFromTheSource() {
        SnapshotId id = SnapshotId.random(new SplittableRandom(1));
        SplittableRandom equalSource = new SplittableRandom(1);
        assertThat(id).isEqualTo(new SnapshotId(equalSource.nextLong(), equalSource.nextLong()));
        assertThat(id.high()).isNotEqualTo(id.low());
    }
}
