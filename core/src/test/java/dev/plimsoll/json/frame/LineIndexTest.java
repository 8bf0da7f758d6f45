package dev.plimsoll.json.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineIndexTest {

    @Test
    void anEmptyTextHasNoLines() {
        assertThat(LineIndex.of(Slice.of("")).count()).isZero();
        assertThat(LineIndex.of(Slice.of("")).lineAt(0)).isZero();
    }

    @Test
    void theNewlineBelongsToItsLine() {
        assertThat(lines("a\r\n\nb")).containsExactly("a\r\n", "\n", "b");
        assertThat(lines("a\n")).containsExactly("a\n");
        assertThat(lines("\n")).containsExactly("\n");
        assertThat(lines("a\rb")).containsExactly("a\rb");
    }

    @Test
    void offsetsCountFromTheStartOfTheSlice() {
        LineIndex lines = LineIndex.of(Slice.of("xx\nyy\nzz").sub(3, 8));
        assertThat(lines.start(1)).isEqualTo(3);
        assertThat(lines.end(1)).isEqualTo(5);
        assertThatThrownBy(() -> lines.start(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> lines.lineAt(6)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void findsTheLineOfAnOffset() {
        LineIndex lines = LineIndex.of(Slice.of("ab\n\ncd"));
        int[] expected = {0, 0, 0, 1, 2, 2, 2};
        for (int offset = 0; offset < expected.length; offset++) {
            assertThat(lines.lineAt(offset)).isEqualTo(expected[offset]);
        }
        assertThat(LineIndex.of(Slice.of("ab\n")).lineAt(3)).isZero();
    }

    @Test
    void joinedLinesAreTheText() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(80); i > 0; i--) {
                text.append("ab\n\r\u0a0aé".charAt(random.nextInt(6)));
            }
            List<String> lines = lines(text.toString());
            assertThat(String.join("", lines)).isEqualTo(text.toString());
            assertThat(lines).allMatch(line -> line.indexOf('\n') == line.length() - 1 || line.indexOf('\n') < 0);
            long newlines = text.chars().filter(c -> c == '\n').count();
            boolean isLastLineOpen = text.length() > 0 && text.charAt(text.length() - 1) != '\n';
            assertThat(lines).hasSize((int) newlines + (isLastLineOpen ? 1 : 0));
        }
    }

    private static List<String> lines(String text) {
        Slice slice = Slice.of(text);
        LineIndex index = LineIndex.of(slice);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < index.count(); i++) {
            lines.add(slice.sub(index.start(i), index.end(i)).utf8());
        }
        return lines;
    }
}
