package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatheredTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7})
    void allThatWasAddedIsThere(long seed) throws IOException {
        Random random = new Random(seed);
        // one beyond what is gathered in parts
        byte[] all = new byte[seed == 7 ? 40_000_000 : random.nextInt(seed % 2 == 0 ? 100 : 3_000_000)];
        random.nextBytes(all);
        Gathered gathered = new Gathered();
        int at = 0;
        while (at < all.length) {
            int part = Math.min(all.length - at, random.nextInt(random.nextBoolean() ? 10 : 400_000));
            if (random.nextBoolean()) {
                gathered.add(all, at, at + part);
            } else {
                part = Math.max(0, gathered.read(new ByteArrayInputStream(all, at, part), 1000));
            }
            at += part;
            assertThat(gathered.size()).isEqualTo(at);
        }

        assertThat(gathered.slice().toByteArray()).isEqualTo(all);
        int edge = Math.min(1024, all.length);
        assertThat(gathered.edges().head().toByteArray()).isEqualTo(Arrays.copyOf(all, edge));
        assertThat(gathered.edges().tail().toByteArray())
                .isEqualTo(Arrays.copyOfRange(all, all.length - edge, all.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 70_000})
    void onePieceTakesAsMuchAsItHas(int bytes) {
        Gathered gathered = new Gathered();
        gathered.add(new byte[bytes + 2], 1, bytes + 1);

        assertThat(gathered.slice().bytes()).hasSize(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void theEndOfAStreamIsTold(int bytes) throws IOException {
        Gathered gathered = new Gathered();
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[bytes]);
        assertThat(gathered.read(in, 10)).isEqualTo(bytes == 0 ? -1 : bytes);
        assertThat(gathered.read(in, 10)).isEqualTo(-1);
        assertThat(gathered.size()).isEqualTo(bytes);
    }
}
