package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ByteSinkTest {

    @Test
    void appendsAllTypesOfContent() {
        ByteSink out = new ByteSink(1)
                .ascii("{\"a\":")
                .number(Long.MIN_VALUE)
                .raw((byte) ',')
                .string("q\"é\n")
                .ascii(":")
                .string(Slice.of("x\\"))
                .raw(Slice.of(",é").sub(0, 1))
                .rawString(Slice.of("\\n"))
                .ascii("}");
        assertThat(out.slice().utf8()).isEqualTo("{\"a\":-9223372036854775808,\"q\\\"é\\n\":\"x\\\\\",\"\\n\"}");
        assertThat(out.size()).isEqualTo(out.toByteArray().length);
    }

    @Test
    void writesArrays() {
        assertThat(new ByteSink().strings(List.of()).slice().utf8()).isEqualTo("[]");
        assertThat(new ByteSink().strings(List.of("a", "", "\"")).slice().utf8())
                .isEqualTo("[\"a\",\"\",\"\\\"\"]");
        List<List<Integer>> rows = List.of(List.of(1, 2), List.of(), List.of(3));
        ByteSink nested = new ByteSink(1).array(rows, (row, out) -> out.array(row, (n, inner) -> inner.number(n)));
        assertThat(nested.slice().utf8()).isEqualTo("[[1,2],[],[3]]");
    }

    @Test
    void refusesTextThatIsNotAscii() {
        assertThatThrownBy(() -> new ByteSink().ascii("aé"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("index 1");
    }

    @Test
    void growsToTheNeededCapacity() {
        ByteSink out = new ByteSink();
        for (int i = 0; i < 10_000; i++) {
            out.ascii("0123456789");
        }
        assertThat(out.size()).isEqualTo(100_000);
        assertThat(out.slice(99_995, 100_000).utf8()).isEqualTo("56789");
        assertThatThrownBy(() -> out.slice(0, 100_001)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void truncateRemovesBytesAtTheEnd() {
        ByteSink out = new ByteSink().ascii("abcdef");
        out.truncate(3);
        assertThat(out.ascii("X").slice().utf8()).isEqualTo("abcX");
        assertThatThrownBy(() -> out.truncate(5)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void insertsAtAnyOffset() {
        ByteSink out = new ByteSink().ascii("ad");
        out.insert(1, Slice.of("bc"));
        out.insert(4, Slice.of("e"));
        out.insert(0, Slice.of("x".repeat(500)));
        assertThat(out.slice().utf8()).isEqualTo("x".repeat(500) + "abcde");
        assertThatThrownBy(() -> out.insert(506, Slice.of(""))).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void insertsASliceOfItself() {
        ByteSink out = new ByteSink().ascii("0123456789");
        out.insert(5, out.slice(3, 8));
        assertThat(out.slice().utf8()).isEqualTo("012343456756789");
    }

    @Test
    void appendingDoesNotChangeSlices() {
        ByteSink out = new ByteSink().ascii("abc");
        Slice before = out.slice();
        out.ascii("d".repeat(1000));
        assertThat(before.utf8()).isEqualTo("abc");
    }
}
