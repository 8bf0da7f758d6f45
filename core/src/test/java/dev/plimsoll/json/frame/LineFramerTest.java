package dev.plimsoll.json.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineFramerTest {

    @Test
    void returnsLinesInOrder() throws IOException {
        assertThat(lines("{\"a\":1}\n[2]\r\nlast")).containsExactly("{\"a\":1}", "[2]", "last");
        assertThat(lines("")).isEmpty();
        assertThat(lines("x\n")).containsExactly("x");
    }

    @Test
    void skipsBlankLines() throws IOException {
        assertThat(lines("\n\r\n  \na\n\n\t\nb\n\n")).containsExactly("a", "b");
    }

    @Test
    void keepsEarlierLinesUnchanged() throws IOException {
        LineFramer framer = framer("first\nsecond\n", 100);
        Slice first = next(framer);
        assertThat(next(framer).utf8()).isEqualTo("second");
        assertThat(first.utf8()).isEqualTo("first");
        assertThat(framer.next()).isNull();
        assertThat(framer.next()).isNull();
    }

    @Test
    void readsLinesOfAnySizeInPartsOfAnySize() throws IOException {
        Random random = new Random(3);
        List<String> expected = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            String line = "é".repeat(1 + random.nextInt(i % 5 == 0 ? 120_000 : 300));
            expected.add(line);
            text.append(line).append(i % 2 == 0 ? "\n" : "\r\n");
        }
        InputStream in = new SlowInputStream(text.toString().getBytes(StandardCharsets.UTF_8), random);
        assertThat(lines(new LineFramer(in, 1_000_000))).isEqualTo(expected);
    }

    @Test
    void skipsALineAboveTheLimitAndContinues() throws IOException {
        String giant = "x".repeat(300_000);
        LineFramer framer = framer("a\n" + giant + "\nb\n" + giant, 1000);
        assertThat(next(framer).utf8()).isEqualTo("a");
        assertThatThrownBy(framer::next)
                .isInstanceOfSatisfying(
                        LineTooLongException.class, e -> assertThat(e.length()).isEqualTo(300_000));
        assertThat(next(framer).utf8()).isEqualTo("b");
        assertThatThrownBy(framer::next)
                .isInstanceOf(LineTooLongException.class)
                .hasMessageContaining("1000");
        assertThat(framer.next()).isNull();
    }

    @Test
    void returnsHeadAndTailOfASkippedLine() {
        assertThatThrownBy(() ->
                        framer("head" + "x".repeat(300_000) + "tail\n", 1000).next())
                .isInstanceOfSatisfying(LineTooLongException.class, e -> {
                    assertThat(e.head().utf8()).isEqualTo("head" + "x".repeat(1020));
                    assertThat(e.tail().utf8()).isEqualTo("x".repeat(1020) + "tail");
                });
        assertThatThrownBy(() -> framer("123456", 5).next()).isInstanceOfSatisfying(LineTooLongException.class, e -> {
            assertThat(e.head().utf8()).isEqualTo("123456");
            assertThat(e.tail().utf8()).isEqualTo("123456");
        });
    }

    @Test
    void doesNotCountTheLineBreakTowardTheLimit() throws IOException {
        assertThat(next(framer("12345\r\n", 5)).utf8()).isEqualTo("12345");
        assertThat(next(framer("12345\n", 5)).utf8()).isEqualTo("12345");
        assertThat(next(framer("12345", 5)).utf8()).isEqualTo("12345");
        assertThatThrownBy(() -> framer("123456\n", 5).next()).isInstanceOf(LineTooLongException.class);
        assertThatThrownBy(() -> framer("123456\r\n", 5).next()).isInstanceOf(LineTooLongException.class);
        assertThatThrownBy(() -> framer("12345\r\r\n", 5).next()).isInstanceOf(LineTooLongException.class);
    }

    @Test
    void refusesALimitBelowOne() {
        assertThatThrownBy(() -> framer("", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void reservesMemoryForLongLines() throws IOException {
        String text = "short\n" + "x".repeat(3 << 20) + "\n" + "y".repeat(5 << 20) + "\nend\n";
        List<Long> reserved = new ArrayList<>();
        LineFramer framer =
                new LineFramer(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 1 << 24, bytes -> {
                    reserved.add(bytes);
                    return bytes < 8 << 20;
                });
        assertThat(next(framer).utf8()).isEqualTo("short");
        assertThat(reserved).containsOnly(0L);
        assertThat(next(framer).length()).isEqualTo(3 << 20);
        assertThat(reserved).as("memory of the returned line").endsWith(3L << 20);
        assertThat(reserved).as("memory while the array doubles").anyMatch(bytes -> bytes > 5 << 20);
        assertThatThrownBy(framer::next).isInstanceOfSatisfying(LineTooLongException.class, e -> {
            assertThat(e.length()).isEqualTo(5 << 20);
            assertThat(e.head().utf8()).startsWith("yyy");
        });
        assertThat(reserved).as("memory after a skipped line").endsWith(0L);
        assertThat(next(framer).utf8()).isEqualTo("end");
    }

    private static LineFramer framer(String text, int maxBytes) {
        return new LineFramer(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), maxBytes);
    }

    private static Slice next(LineFramer framer) throws IOException {
        Slice line = framer.next();
        assertThat(line).isNotNull();
        return line;
    }

    private static List<String> lines(String text) throws IOException {
        return lines(framer(text, 1000));
    }

    private static List<String> lines(LineFramer framer) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Slice line = framer.next(); line != null; line = framer.next()) {
            lines.add(line.utf8());
        }
        return lines;
    }

    /** Supplies a few bytes at a time, like a pipe. */
    private static final class SlowInputStream extends InputStream {

        private final byte[] bytes;
        private final Random random;
        private int offset;

        SlowInputStream(byte[] bytes, Random random) {
            this.bytes = bytes;
            this.random = random;
        }

        @Override
        public int read() {
            return offset == bytes.length ? -1 : bytes[offset++] & 0xFF;
        }

        @Override
        public int read(byte[] b, int off, int len) {
            if (offset == bytes.length) {
                return -1;
            }
            int readLength = Math.min(Math.min(len, bytes.length - offset), 1 + random.nextInt(5000));
            System.arraycopy(bytes, offset, b, off, readLength);
            offset += readLength;
            return readLength;
        }
    }
}
