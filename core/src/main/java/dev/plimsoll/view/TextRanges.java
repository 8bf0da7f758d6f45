package dev.plimsoll.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ranges of a text, in document order. Ranges that overlap or touch are merged. */
public record TextRanges(List<TextRange> all) {

    public static final TextRanges NONE = new TextRanges(List.of());

    private static final int MAX_RANGES = 200;
    private static final Pattern RANGE = Pattern.compile("(?:([0-9]{1,9}):)?([0-9]{1,9})(?:-([0-9]{1,9}))?");

    public TextRanges {
        all = List.copyOf(all);
    }

    /** Parses ranges such as {@code 335-337,5485} or {@code 1:480-510}; returns null if the text is something else. */
    static @Nullable TextRanges parse(String text) {
        List<TextRange> ranges = new ArrayList<>();
        for (String rangeText : text.split(",", MAX_RANGES + 1)) {
            Matcher range = RANGE.matcher(rangeText.strip());
            TextRange textRange = range.matches() ? parse(range) : null;
            if (textRange == null || ranges.size() == MAX_RANGES) {
                return null;
            }
            ranges.add(textRange);
        }
        return new TextRanges(merge(ranges));
    }

    private static @Nullable TextRange parse(Matcher range) {
        int first = Integer.parseInt(range.group(2));
        int last = range.group(3) == null ? first : Integer.parseInt(range.group(3));
        int line = range.group(1) == null ? 1 : Integer.parseInt(range.group(1));
        if (first < 1 || last < first || line < 1) {
            return null;
        }
        return range.group(1) == null ? TextRange.ofLines(first, last) : TextRange.ofCharacters(line, first, last);
    }

    private static List<TextRange> merge(List<TextRange> ranges) {
        List<TextRange> sortedRanges = new ArrayList<>(ranges);
        sortedRanges.sort(Comparator.comparingInt(TextRange::firstLine).thenComparingInt(TextRange::firstCharacter));
        List<TextRange> mergedRanges = new ArrayList<>();
        for (TextRange range : sortedRanges) {
            TextRange previous = mergedRanges.isEmpty() ? null : mergedRanges.get(mergedRanges.size() - 1);
            TextRange union = previous == null ? null : unionOrNull(previous, range);
            if (union == null) {
                mergedRanges.add(range);
            } else {
                mergedRanges.set(mergedRanges.size() - 1, union);
            }
        }
        return mergedRanges;
    }

    /**
     * Returns the union of two ranges; null if it is not one range. {@code first} must not begin after {@code second}.
     */
    private static @Nullable TextRange unionOrNull(TextRange first, TextRange second) {
        if (!first.isCharacterRange() && !second.isCharacterRange()) {
            return second.firstLine() > first.lastLine() + 1
                    ? null
                    : TextRange.ofLines(first.firstLine(), Math.max(first.lastLine(), second.lastLine()));
        }
        if (!first.isCharacterRange()) {
            // the characters may be in a line that the other range has completely
            return second.firstLine() > first.lastLine() ? null : first;
        }
        boolean isJoined = second.isCharacterRange()
                && second.firstLine() == first.firstLine()
                && second.firstCharacter() <= first.lastCharacter() + 1;
        return isJoined
                ? TextRange.ofCharacters(
                        first.firstLine(),
                        first.firstCharacter(),
                        Math.max(first.lastCharacter(), second.lastCharacter()))
                : null;
    }

    public boolean isNone() {
        return all.isEmpty();
    }

    /** Returns whether this is one range of lines, so that {@code start_line} and {@code end_line} can express it. */
    public boolean isSingleRangeOfLines() {
        return all.size() == 1 && !all.get(0).isCharacterRange();
    }

    @Override
    public String toString() {
        return all.stream().map(TextRange::toString).collect(Collectors.joining(","));
    }
}
