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
    public boolean canRead(Slice text) {
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        int memberLines = 0;
        int otherLines = 0;
        while (memberLines + otherLines < HEAD_LINES && lines.next()) {
            BlockLine.Kind kind = line.read(lines.content());
            memberLines += kind == BlockLine.Kind.MEMBER ? 1 : 0;
            otherLines += kind == BlockLine.Kind.OTHER ? 1 : 0;
        }
        return memberLines >= MIN_MEMBERS && (8 * otherLines <= memberLines || hasRepeatedKeys(text));
    }

    /** Returns whether the first lines are two or more blocks with the same keys. */
    private static boolean hasRepeatedKeys(Slice text) {
        RepeatedKeys repeatedKeys = new RepeatedKeys();
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        int blocks = 0;
        for (int i = 0; i < HEAD_LINES && lines.next(); i++) {
            RepeatedKeys.Part part = repeatedKeys.read(lines, line);
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
        boolean hasBlocks = blocks.scan() && blocks.hasSharedKeys();
        if (hasBlocks && blocks.isComplete()) {
            return blocks.toTextData();
        }
        BlockScan repeatedBlocks = new BlockScan(text);
        return repeatedBlocks.scanRepeated() ? repeatedBlocks.toTextData() : hasBlocks ? blocks.toTextData() : null;
    }

    @Override
    public @Nullable TextData readDeclared(Slice text) {
        BlockScan blocks = new BlockScan(text);
        return blocks.scan() ? blocks.toTextData() : null;
    }
}
