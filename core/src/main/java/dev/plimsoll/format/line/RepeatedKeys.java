package dev.plimsoll.format.line;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;

/** Reads the lines of blocks that have the keys of the first block in its order, and then any lines up to the next block. */
final class RepeatedKeys {

    private static final int MIN_KEYS = 3;
    private static final int MAX_KEYS = 100;

    private final List<Slice> order = new ArrayList<>();

    /** True while the keys of the first block are read. */
    private boolean isLearning = true;

    private boolean isAfterBlank = true;
    private boolean hasParagraphs;

    /** Number of keys that were read in the current block. */
    private int keys;

    /** Parts of a block. */
    enum Part {
        FIRST,
        NEXT,

        /** A line of the last value. */
        VALUE,

        /** A blank line, or a title above the first block. */
        BLANK,

        UNEXPECTED
    }

    Part read(LineScanner lines, BlockLine line) {
        if (Json.trim(lines.content()).isEmpty()) {
            isAfterBlank = true;
            isLearning &= order.isEmpty();
            return order.isEmpty() || order.size() >= MIN_KEYS ? Part.BLANK : Part.UNEXPECTED;
        }
        Part part = readFilled(lines, line);
        isAfterBlank = part == Part.BLANK;
        return part;
    }

    private Part readFilled(LineScanner lines, BlockLine line) {
        boolean isMember = line.read(lines.content()) == BlockLine.Kind.MEMBER
                && !line.startsItem()
                && line.key().from() == lines.start();
        if (isLearning) {
            return learn(line, isMember);
        }
        boolean isKnown = isMember && keys < order.size() && order.get(keys).contentEquals(line.key());
        if (keys < order.size()) {
            keys++;
            return isKnown && !isAfterBlank ? Part.NEXT : Part.UNEXPECTED;
        }
        if (isMember && isAfterBlank && order.get(0).contentEquals(line.key())) {
            keys = 1;
            hasParagraphs = false;
            return Part.FIRST;
        }
        hasParagraphs |= isAfterBlank;
        // directly below the keys of a block, this is a further key, which other blocks do not have
        return isMember && !hasParagraphs ? Part.UNEXPECTED : Part.VALUE;
    }

    private Part learn(BlockLine line, boolean isMember) {
        if (!isMember || order.size() >= MAX_KEYS) {
            return Part.UNEXPECTED;
        }
        if (order.isEmpty() && line.value().isEmpty()) {
            return Part.BLANK;
        }
        order.add(line.key());
        keys = order.size();
        return keys == 1 ? Part.FIRST : Part.NEXT;
    }

    /** Returns whether the last block has all keys. */
    boolean isComplete() {
        return order.size() >= MIN_KEYS && keys == order.size();
    }
}
