package dev.plimsoll.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** What somebody else may have written into Redis. */
class HeadFuzzTest {

    @FuzzTest
    void anyBytesAreAHeadOrNone(byte[] data) {
        Head head = Head.decoded(data);
        if (head != null) {
            assertThat(head.bytes()).isNotNegative();
            assertThat(head.chunks()).isNotNegative();
            assertThat(head.lengths()).allMatch(length -> length >= 0);
            assertThat(Head.decoded(head.encoded())).isEqualTo(head);
        }
    }
}
