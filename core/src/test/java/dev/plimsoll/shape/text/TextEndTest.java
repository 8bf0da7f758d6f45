package dev.plimsoll.shape.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import org.junit.jupiter.api.Test;

class TextEndTest {

    private static TextEnd end(String text) {
        Slice bytes = Slice.of(text);
        return TextEnd.of(bytes, LineIndex.of(bytes), 0);
    }

    @Test
    void hasTheLastThreeLinesThatAreNotBlank() {
        TextEnd end = end("one\ntwo\nthree\nfour\nfive\n\n \n");

        assertThat(end.line()).isEqualTo(3);
        assertThat(end.text().utf8()).isEqualTo("three\nfour\nfive");
    }

    @Test
    void hasFewerLinesIfTheyAreLong() {
        TextEnd end = end("one\n" + "a".repeat(150) + "\n" + "b".repeat(150));

        assertThat(end.line()).isEqualTo(3);
        assertThat(end.text().utf8()).isEqualTo("b".repeat(150));
    }

    @Test
    void hasOnlyTheEndOfAVeryLongLine() {
        TextEnd end = end("one\n" + "ä".repeat(5_000) + "z\n");

        assertThat(end.line()).isEqualTo(2);
        assertThat(end.text().utf8()).startsWith("…ä").endsWith("äz").hasSize(241);
    }

    @Test
    void countsTheLinesBeforeASection() {
        Slice text = Slice.of("one\ntwo");

        assertThat(TextEnd.of(text, LineIndex.of(text), 40).line()).isEqualTo(41);
    }

    @Test
    void isEmptyForABlankText() {
        assertThat(end("\n\n").text().isEmpty()).isTrue();
    }
}
