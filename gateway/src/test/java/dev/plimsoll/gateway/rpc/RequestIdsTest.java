package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class RequestIdsTest {

    @Test
    void uniqueIdsDifferFromThoseOfOtherGenerators() {
        RequestIds ids = RequestIds.unique();
        RequestIds others = RequestIds.unique();
        assertThat(ids.contains(others.next())).isFalse();

        Slice id = ids.next();

        assertThat(id.utf8()).startsWith("\"plimsoll-").endsWith("-1\"");
        assertThat(ids.next()).isNotEqualTo(id);
        assertThat(ids.contains(id)).isTrue();
        assertThat(others.contains(id)).isFalse();
    }

    @Test
    void containsItsIdsInOtherSpellings() {
        RequestIds ids = RequestIds.unique();
        String id = ids.next().utf8();
        assertThat(ids.contains(Slice.of(id.replace("plimsoll", "\\u0070limsoll"))))
                .isTrue();
        assertThat(ids.contains(Slice.of(id.replace("\"", "")))).isFalse();
        assertThat(ids.contains(Slice.of("1"))).isFalse();
        assertThat(ids.contains(Slice.of("\"\""))).isFalse();
    }

    @Test
    void numbersBeginAtOne() {
        RequestIds ids = RequestIds.numbers();
        assertThat(ids.next()).isEqualTo(Slice.of("1"));
        assertThat(ids.next()).isEqualTo(Slice.of("2"));
        // nobody else sends requests, so a server that spells an id in another way means one of these
        assertThat(ids.contains(Slice.of("\"2\""))).isTrue();
    }

    @Test
    void randomNumbersHaveTheSameNumberOfDigits() {
        for (int i = 0; i < 1_000; i++) {
            RequestIds ids = RequestIds.randomNumbers();
            Slice first = ids.next();
            assertThat(first.utf8()).matches("[1-9][0-9]{11}");
            assertThat(Long.parseLong(ids.next().utf8())).isEqualTo(Long.parseLong(first.utf8()) + 1);
            assertThat(RequestIds.randomNumbers().next()).isNotEqualTo(first);
        }
    }
}
