package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Pattern that matches wherever at least one of several patterns matches. */
final class AnyPattern implements SearchPattern {

    private final List<SearchPattern> patterns;

    /** Offset in {@link #scannedBytes} of the next possible match of each pattern. */
    private final int[] candidates;

    private byte @Nullable [] scannedBytes;
    private int scannedEnd;
    private int previousFrom;

    AnyPattern(List<SearchPattern> patterns) {
        this.patterns = List.copyOf(patterns);
        this.candidates = new int[patterns.size()];
    }

    @Override
    public int findFirst(Slice text) {
        int first = -1;
        for (SearchPattern pattern : patterns) {
            first = minOffset(first, pattern.findFirst(text));
        }
        return first;
    }

    @Override
    public int findInToken(Slice token) {
        int first = -1;
        for (SearchPattern pattern : patterns) {
            first = minOffset(first, pattern.findInToken(token));
        }
        return first;
    }

    private static int minOffset(int a, int b) {
        return a < 0 ? b : b < 0 ? a : Math.min(a, b);
    }

    @Override
    public boolean matchesKey(Slice key) {
        return patterns.stream().anyMatch(pattern -> pattern.matchesKey(key));
    }

    @Override
    public boolean matchesMember(Slice key, Slice value) {
        return patterns.stream().anyMatch(pattern -> pattern.matchesKey(key) && pattern.matchesMember(key, value));
    }

    @Override
    public void forEachMatch(Slice text, LineIndex lines, IntConsumer onMatch) {
        // several patterns can match in one line: report a line once, or a long line once for each distinct offset
        List<int[]> offsetLists = new ArrayList<>();
        for (SearchPattern pattern : patterns) {
            IntList offsets = new IntList();
            pattern.forEachMatch(text, lines, offsets::add);
            offsetLists.add(offsets.toArray());
        }
        int[] sorted =
                offsetLists.stream().flatMapToInt(Arrays::stream).sorted().toArray();
        int lastLine = -1;
        int lastOffset = -1;
        for (int offset : sorted) {
            int line = lines.lineAt(offset);
            boolean isNewMatch = line != lastLine || (offset != lastOffset && SearchPattern.isLong(text, lines, line));
            if (isNewMatch) {
                onMatch.accept(offset);
            }
            lastLine = line;
            lastOffset = offset;
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // must be the same array, not an equal one
    public int skipTo(byte[] json, int from, int to) {
        // candidates stay valid while the same range is scanned forward
        boolean isNewRange = json != scannedBytes || to != scannedEnd || from < previousFrom;
        scannedBytes = json;
        scannedEnd = to;
        previousFrom = from;
        int first = to;
        for (int i = 0; i < candidates.length; i++) {
            if (isNewRange || candidates[i] < from) {
                candidates[i] = patterns.get(i).skipTo(json, from, to);
            }
            first = Math.min(first, candidates[i]);
        }
        return first;
    }

    /** Growing list of numbers. */
    private static final class IntList {

        private int[] values = new int[16];
        private int count;

        void add(int value) {
            values = count == values.length ? Arrays.copyOf(values, 2 * count) : values;
            values[count++] = value;
        }

        int[] toArray() {
            return Arrays.copyOf(values, count);
        }
    }
}
