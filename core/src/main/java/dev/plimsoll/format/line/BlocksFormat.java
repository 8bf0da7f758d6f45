package dev.plimsoll.format.line;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Blocks of {@code key: value} lines that share keys: one record for each block. */
public final class BlocksFormat implements TextFormat {

    private static final int HEAD_LINES = 60;
    private static final int MIN_MEMBERS = 3;

    @Override
    public String name() {
        return "blocks";
    }

    @Override
    public boolean mayRead(Slice text) {
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        int members = 0;
        int others = 0;
        while (members + others < HEAD_LINES && lines.next()) {
            BlockLine.Kind kind = line.read(lines.content());
            members += kind == BlockLine.Kind.MEMBER ? 1 : 0;
            others += kind == BlockLine.Kind.OTHER ? 1 : 0;
        }
        return members >= MIN_MEMBERS && (8 * others <= members || isRepeated(text));
    }

    /** Returns whether the first lines are blocks with the same keys. */
    private static boolean isRepeated(Slice text) {
        RepeatedKeys repeated = new RepeatedKeys();
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        int blocks = 0;
        for (int i = 0; i < HEAD_LINES && lines.next(); i++) {
            RepeatedKeys.Part part = repeated.read(lines, line);
            if (part == RepeatedKeys.Part.UNEXPECTED) {
                return false;
            }
            blocks += part == RepeatedKeys.Part.FIRST ? 1 : 0;
        }
        return blocks > 1;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        BlockScan blocks = new BlockScan(text);
        boolean isRead = blocks.scan() && blocks.isCertain();
        if (isRead && blocks.isComplete()) {
            return blocks.data();
        }
        BlockScan repeated = new BlockScan(text);
        return repeated.scanRepeated() ? repeated.data() : isRead ? blocks.data() : null;
    }

    @Override
    public @Nullable TextData readAs(Slice text) {
        BlockScan blocks = new BlockScan(text);
        return blocks.scan() ? blocks.data() : null;
    }
}
