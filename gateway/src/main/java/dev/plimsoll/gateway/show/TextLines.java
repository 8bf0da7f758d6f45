package dev.plimsoll.gateway.show;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.util.Arrays;

/**
 * Lines of a text, without their line ends. A very long line is split into several parts, so that the app
 * page can read each part.
 */
final class TextLines {

    private static final int MAX_PART_BYTES = 16 << 10;

    private final Slice text;
    private final int[] starts;
    private final int[] ends;

    /** Numbers of the lines to which the parts belong, from 1; empty if each line has one part. */
    private final int[] numbers;

    private TextLines(Slice text, int[] starts, int[] ends, int[] numbers) {
        this.text = text;
        this.starts = starts;
        this.ends = ends;
        this.numbers = numbers;
    }

    static TextLines of(Slice text) {
        LineIndex index = LineIndex.of(text);
        int[] starts = new int[index.count()];
        int[] ends = new int[index.count()];
        int[] numbers = new int[index.count()];
        int count = 0;
        for (int i = 0; i < index.count(); i++) {
            int end = trimLineEnd(text, index.start(i), index.end(i));
            int partStart = index.start(i);
            do {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                    ends = Arrays.copyOf(ends, 2 * count);
                    numbers = Arrays.copyOf(numbers, 2 * count);
                }
                starts[count] = partStart;
                partStart = end - partStart <= MAX_PART_BYTES ? end : Utf8.floor(text, partStart + MAX_PART_BYTES);
                ends[count] = partStart;
                numbers[count++] = i + 1;
            } while (partStart < end);
        }
        boolean hasOnePartPerLine = count == index.count();
        return new TextLines(
                text,
                Arrays.copyOf(starts, count),
                Arrays.copyOf(ends, count),
                hasOnePartPerLine ? new int[0] : Arrays.copyOf(numbers, count));
    }

    private static int trimLineEnd(Slice text, int start, int end) {
        int trimmedEnd = end > start && text.at(end - 1) == '\n' ? end - 1 : end;
        return trimmedEnd > start && text.at(trimmedEnd - 1) == '\r' ? trimmedEnd - 1 : trimmedEnd;
    }

    /** Returns the number of parts. It is the number of lines if no line is too long. */
    int count() {
        return starts.length;
    }

    int lineCount() {
        return numbers.length == 0 ? count() : numbers[numbers.length - 1];
    }

    /** Returns the text of a part. */
    Slice text(int index) {
        return text.sub(starts[index], ends[index]);
    }

    /** Writes the line numbers of the parts in a range, if any line has several parts. */
    void describe(int from, int to, JsonWriter json) {
        if (numbers.length > 0) {
            json.beginArray("numbers");
            for (int i = from; i < to; i++) {
                json.number(numbers[i]);
            }
            json.endArray();
        }
    }
}
