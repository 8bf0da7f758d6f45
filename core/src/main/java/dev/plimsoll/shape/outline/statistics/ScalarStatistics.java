package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.shape.outline.text.TextOutline;
import dev.plimsoll.shape.outline.text.TimeRange;
import dev.plimsoll.texttype.TextTypes;
import org.jspecify.annotations.Nullable;

/** Statistics of the strings, numbers, and booleans at one position. */
public final class ScalarStatistics {

    private static final int LONG_TEXT = 1000;

    /** Maximum number of bytes in which JSON writes one character. */
    private static final int MAX_CHARACTER_BYTES = 12;

    private static final int STRING = 1;
    private static final int NUMBER = 2;
    private static final int BOOLEAN = 4;

    private final DistinctCounter distinctCounter = new DistinctCounter();
    private final TimeRange times = new TimeRange();
    private @Nullable NumberRange numbers;
    private @Nullable Slice firstString;
    private @Nullable TextOutline text;
    private int strings;

    /** Kinds of the values, as bits. */
    private int kinds;

    private long shortest = Long.MAX_VALUE;
    private long longest = -1;

    /** Adds a string, without its quotes. */
    void addString(byte[] bytes, int from, int to) {
        if (strings++ == 0) {
            firstString = new Slice(bytes, from, to);
        }
        boolean isRepeated = countValue(STRING, bytes, from, to);
        if (isRepeated) {
            return;
        }
        int length = to - from;
        if (length > longest || length < MAX_CHARACTER_BYTES * shortest) {
            int characters = JsonText.codePoints(new Slice(bytes, from, to));
            shortest = Math.min(shortest, characters);
            longest = Math.max(longest, characters);
        }
        times.add(bytes, from, to);
    }

    void addNumber(byte[] bytes, int from, int to) {
        boolean isRepeated = countValue(NUMBER, bytes, from, to);
        if (!isRepeated) {
            NumberRange range = numbers == null ? new NumberRange() : numbers;
            numbers = range;
            range.add(bytes, from, to);
        }
    }

    void addBoolean(byte[] bytes, int from, int to) {
        countValue(BOOLEAN, bytes, from, to);
    }

    /** Counts a value. Returns whether an equal value occurred before, so that no range changes. */
    private boolean countValue(int kind, byte[] bytes, int from, int to) {
        kinds |= kind;
        // values of different kinds can have the same spelling
        return distinctCounter.add(bytes, from, to) && kinds == kind;
    }

    void merge(ScalarStatistics other) {
        distinctCounter.merge(other.distinctCounter);
        times.merge(other.times);
        firstString = firstString == null ? other.firstString : firstString;
        strings += other.strings;
        kinds |= other.kinds;
        shortest = Math.min(shortest, other.shortest);
        longest = Math.max(longest, other.longest);
        if (other.numbers != null) {
            numbers = numbers == null ? new NumberRange() : numbers;
            numbers.merge(other.numbers);
        }
    }

    /** Finishes statistics that need all values. */
    void finish() {
        distinctCounter.finish();
        Slice onlyString = strings == 1 ? firstString : null;
        if (onlyString != null && onlyString.length() > LONG_TEXT) {
            Slice decoded = Slice.of(JsonText.unescape(onlyString));
            text = TextOutline.of(decoded, LineIndex.of(decoded), TextTypes.detect(decoded));
        }
        firstString = null;
    }

    public DistinctCounter distinct() {
        return distinctCounter;
    }

    public @Nullable NumberRange numbers() {
        return numbers;
    }

    public TimeRange times() {
        return times;
    }

    /** Returns the outline of the only string at this position; null unless there is exactly one, and it is long. */
    public @Nullable TextOutline text() {
        return text;
    }

    /** Returns the minimum and maximum number of characters of the strings. */
    public long[] lengths() {
        return new long[] {shortest, longest};
    }
}
