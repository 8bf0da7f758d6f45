package dev.plimsoll.json.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteCollectorTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7})
    void collectsAllAddedBytes(long seed) throws IOException {
        Random random = new Random(seed);
        // 40 MB are more than the collector keeps in separate parts
        byte[] bytes = new byte[seed == 7 ? 40_000_000 : random.nextInt(seed % 2 == 0 ? 100 : 3_000_000)];
        random.nextBytes(bytes);
        ByteCollector byteCollector = new ByteCollector();
        int offset = 0;
        while (offset < bytes.length) {
            int partLength = Math.min(bytes.length - offset, random.nextInt(random.nextBoolean() ? 10 : 400_000));
            if (random.nextBoolean()) {
                byteCollector.add(bytes, offset, offset + partLength);
            } else {
                partLength = Math.max(0, byteCollector.read(new ByteArrayInputStream(bytes, offset, partLength), 1000));
            }
            offset += partLength;
            assertThat(byteCollector.size()).isEqualTo(offset);
        }

        assertThat(byteCollector.slice().toByteArray()).isEqualTo(bytes);
        int edgeLength = Math.min(1024, bytes.length);
        assertThat(byteCollector.edges().head().toByteArray()).isEqualTo(Arrays.copyOf(bytes, edgeLength));
        assertThat(byteCollector.edges().tail().toByteArray())
                .isEqualTo(Arrays.copyOfRange(bytes, bytes.length - edgeLength, bytes.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 70_000})
    void allocatesOnlyTheLengthOfASinglePart(int bytes) {
        ByteCollector byteCollector = new ByteCollector();
        byteCollector.add(new byte[bytes + 2], 1, bytes + 1);

        assertThat(byteCollector.slice().bytes()).hasSize(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void readReturnsMinusOneAtTheEndOfTheStream(int bytes) throws IOException {
        ByteCollector byteCollector = new ByteCollector();
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[bytes]);
        assertThat(byteCollector.read(in, 10)).isEqualTo(bytes == 0 ? -1 : bytes);
        assertThat(byteCollector.read(in, 10)).isEqualTo(-1);
        assertThat(byteCollector.size()).isEqualTo(bytes);
    }
}
