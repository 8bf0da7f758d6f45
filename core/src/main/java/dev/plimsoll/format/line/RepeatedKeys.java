package dev.plimsoll.format.line;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;

/** Reads the lines of blocks that all have the keys of the first block, in its order. The last value continues up to the next block. */
final class RepeatedKeys {

    private static final int MIN_KEYS = 3;
    private static final int MAX_KEYS = 100;

    private final List<Slice> keyOrder = new ArrayList<>();

    /** True while the keys of the first block are read. */
    private boolean isFirstBlock = true;

    private boolean isAfterBlankLine = true;
    private boolean hasBlankLineInValue;

    /** Number of keys that were read in the current block. */
    private int keysRead;

    /** Parts of a block. */
    enum Part {
        /** The first key of a block. */
        FIRST,
        /** A further key of the block. */
        NEXT,

        /** A line of the last value. */
        VALUE,

        /** A blank line, or a title above the first block. */
        BLANK,

        UNEXPECTED
    }

    Part read(LineScanner lines, BlockLine line) {
        if (Json.trim(lines.content()).isEmpty()) {
            isAfterBlankLine = true;
            isFirstBlock &= keyOrder.isEmpty();
            return keyOrder.isEmpty() || keyOrder.size() >= MIN_KEYS ? Part.BLANK : Part.UNEXPECTED;
        }
        Part part = readNonBlank(lines, line);
        isAfterBlankLine = part == Part.BLANK;
        return part;
    }

    private Part readNonBlank(LineScanner lines, BlockLine line) {
        boolean isMember = line.read(lines.content()) == BlockLine.Kind.MEMBER
                && !line.hasMarker()
                && line.key().from() == lines.start();
        if (isFirstBlock) {
            return addFirstBlockKey(line, isMember);
        }
        boolean isNextKey =
                isMember && keysRead < keyOrder.size() && keyOrder.get(keysRead).contentEquals(line.key());
        if (keysRead < keyOrder.size()) {
            keysRead++;
            return isNextKey && !isAfterBlankLine ? Part.NEXT : Part.UNEXPECTED;
        }
        if (isMember && isAfterBlankLine && keyOrder.get(0).contentEquals(line.key())) {
            keysRead = 1;
            hasBlankLineInValue = false;
            return Part.FIRST;
        }
        hasBlankLineInValue |= isAfterBlankLine;
        // directly below the keys of a block, a member has a further key, which other blocks do not have
        return isMember && !hasBlankLineInValue ? Part.UNEXPECTED : Part.VALUE;
    }

    private Part addFirstBlockKey(BlockLine line, boolean isMember) {
        if (!isMember || keyOrder.size() >= MAX_KEYS) {
            return Part.UNEXPECTED;
        }
        if (keyOrder.isEmpty() && line.value().isEmpty()) {
            return Part.BLANK;
        }
        keyOrder.add(line.key());
        keysRead = keyOrder.size();
        return keysRead == 1 ? Part.FIRST : Part.NEXT;
    }

    /** Returns whether the last block has all keys. */
    boolean isComplete() {
        return keyOrder.size() >= MIN_KEYS && keysRead == keyOrder.size();
    }
}
