package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SliceTest {

    /** The multiplier in the hash function of {@link Slice}. */
    private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;

    /** Applies a step of the hash function of {@link Slice}, to create bytes that all have the same hash code. */
    private static long mix(long hash) {
        long product = hash * MIXER;
        return product ^ (product >>> 32);
    }

    @Test
    void comparesUnsignedBytes() {
        assertThat(List.of(Slice.of("b"), Slice.of("é"), Slice.of("a"), Slice.of("ab"), Slice.of("")))
                .isNotEmpty()
                .satisfies(slices ->
                        assertThat(slices.stream().sorted().map(Slice::utf8)).containsExactly("", "a", "ab", "b", "é"));
        assertThat(Slice.of("xaby").sub(1, 3)).isEqualByComparingTo(Slice.of("ab"));
    }

    /**
     * Checks slices that all have the same hash code, such as keys that a hostile server chose. A hash set then finds
     * them by their order; otherwise the test would take hours.
     */
    @Test
    void hashSetFindsManySlicesWithEqualHashCodes() {
        Random random = new Random(37);
        Set<Slice> slices = new HashSet<>();
        for (int i = 0; i < 200_000; i++) {
            long first = random.nextLong();
            ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
            slices.add(Slice.of(
                    bytes.putLong(first).putLong(mix(16 ^ first) ^ 0x1234_5678L).array()));
        }
        assertThat(slices).hasSize(200_000);
        assertThat(slices.stream().mapToInt(Slice::hashCode).distinct()).hasSize(1);
    }
}
