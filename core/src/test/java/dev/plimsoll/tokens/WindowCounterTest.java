package dev.plimsoll.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class WindowCounterTest {

    private static final int LENGTH = 400_000;

    private final TokenCounter windowCounter = new WindowCounter();
    private final TokenCounter classes = TokenCounter.classes();

    private static String repeat(String part, int length) {
        return part.repeat(length / part.length() + 1).substring(0, length);
    }

    private static Slice escape(String text) {
        ByteSink escaped = new ByteSink(text.length());
        JsonText.escape(Slice.of(text), escaped);
        return escaped.slice();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21T10:00:00Z INFO a request for some words took 17 ms\n",
                "{\"id\":12345,\"name\":\"a record of some words\",\"open\":true},",
                "{\n    \"a\": [\n        1,\n        2\n    ]\n}\n",
                "Der Zähler schätzt Größen über Längen, auch für Öl und Übermaß. ",
                "限制工具结果的大小，以免模型的上下文窗口溢出。",
                "محتوى النتيجة كبير جدا "
            })
    void estimatesLikeTheWholeText(String part) {
        String text = repeat(part, LENGTH);
        Slice plain = Slice.of(text);
        assertThat(windowCounter.count(plain)).isCloseTo(classes.count(plain), Percentage.withPercentage(3));
        Slice escaped = escape(text);
        assertThat(windowCounter.countEscaped(escaped))
                .isCloseTo(classes.countEscaped(escaped), Percentage.withPercentage(3));
    }

    @Test
    void estimatesTextsWhosePartsDiffer() {
        String lines = IntStream.range(0, 9_000)
                .mapToObj(i -> "line " + i * 31 + " with words " + Integer.toHexString(i * 7919))
                .collect(Collectors.joining("\n"));
        Slice text = Slice.of(lines + repeat("限制工具结果", 60_000) + repeat("QUJDREVGR0hJSktMTU5P", 90_000));
        assertThat(windowCounter.count(text)).isCloseTo(classes.count(text), Percentage.withPercentage(6));
    }

    @Test
    void estimatesShorterTextsAsAWhole() {
        Slice text = Slice.of(repeat("a few words, and 12 numbers. ", 60_000));
        assertThat(windowCounter.count(text)).isEqualTo(classes.count(text));
        assertThat(windowCounter.countEscaped(text)).isEqualTo(classes.countEscaped(text));
    }

    @Test
    void comparesTheEstimateWithALimit() {
        Slice text = Slice.of(repeat("a few words, and 12 numbers. ", LENGTH));
        int estimate = windowCounter.count(text);
        assertThat(windowCounter.exceeds(text, estimate)).isFalse();
        assertThat(windowCounter.exceeds(text, estimate - 1)).isTrue();
    }
}
