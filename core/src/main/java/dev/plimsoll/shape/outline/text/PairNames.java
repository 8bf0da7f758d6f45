package dev.plimsoll.shape.outline.text;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names of the {@code key=value} pairs in the lines of a log, and how often each occurs. */
final class PairNames {

    private static final int MAX_NAMES = 100;
    private static final int MAX_LENGTH = 40;

    /** A name is frequent if at least 1/{@code MIN_SHARE_DIVISOR} of the lines have it. */
    private static final int MIN_SHARE_DIVISOR = 100;

    /** Names whose values are other members of a {@link LogLine}. */
    private static final Set<String> HEAD =
            Set.of("time", "ts", "timestamp", "t", "level", "lvl", "severity", "source", "message", "msg");

    private final Map<Slice, int[]> names = new LinkedHashMap<>();

    /** Adds the pairs of a line. */
    void add(Slice line) {
        byte[] bytes = line.bytes();
        int valueStart = line.from();
        for (int i = valueStart; i < line.to(); i++) {
            if (bytes[i] != '=') {
                continue;
            }
            int nameStart = i;
            while (nameStart > valueStart && isNameByte(bytes[nameStart - 1])) {
                nameStart--;
            }
            boolean isAfterSeparator = nameStart == line.from() || " \t[({,;".indexOf(bytes[nameStart - 1]) >= 0;
            boolean isName = nameStart < i
                    && i - nameStart <= MAX_LENGTH
                    && isAfterSeparator
                    && !(bytes[nameStart] >= '0' && bytes[nameStart] <= '9');
            if (isName) {
                count(new Slice(bytes, nameStart, i), 1);
            }
            valueStart = i + 1;
            if (isName && valueStart < line.to() && bytes[valueStart] == '"') {
                i = closingQuote(bytes, valueStart + 1, line.to());
                valueStart = i + 1;
            }
        }
    }

    private void count(Slice name, int occurrences) {
        int[] existingCount = names.get(name);
        if (existingCount != null) {
            existingCount[0] += occurrences;
        } else if (names.size() < MAX_NAMES) {
            names.put(name, new int[] {occurrences});
        }
    }

    private static boolean isNameByte(byte value) {
        boolean isLetter = (value | 0x20) >= 'a' && (value | 0x20) <= 'z';
        return isLetter || (value >= '0' && value <= '9') || value == '_' || value == '.' || value == '-';
    }

    /** Returns the offset of the quote that ends a value; the offset of the opening quote if no other follows. */
    private static int closingQuote(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '"') {
                return i;
            }
            i += bytes[i] == '\\' ? 1 : 0;
        }
        return from - 1;
    }

    void merge(PairNames other) {
        other.names.forEach((name, occurrences) -> count(name, occurrences[0]));
    }

    /** Returns up to {@code max} names that at least one in a hundred lines has, in the order of the text. */
    List<String> frequent(int max, int lineCount) {
        List<String> frequent = new ArrayList<>();
        names.forEach((name, occurrences) -> {
            String text = name.utf8();
            if ((long) occurrences[0] * MIN_SHARE_DIVISOR >= lineCount
                    && frequent.size() < max
                    && !HEAD.contains(text)) {
                frequent.add(text);
            }
        });
        return frequent;
    }
}
