package dev.plimsoll.format.line;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.UniformRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the blocks of a text, and writes each as an object. */
final class BlockScan {

    /** Maximum number of keys in a block, and of different keys. With more, the keys are data. */
    private static final int MAX_KEYS = 500;

    private static final Slice NULL = Slice.of("null");

    private final Slice text;
    private final BlockMembers members;
    private final List<Block> blocks = new ArrayList<>();
    private LineErrors lineErrors = LineErrors.NONE;

    /** The block to which the next lines belong; null between blocks. */
    private @Nullable Block openBlock;

    /** A block with members, or one line that belongs to no block. */
    private static final class Block {
        private final int from;
        private final int firstMember;
        private int to;
        private int endMember;
        /** Number of the line that belongs to no block; 0 for a block. */
        private int unreadableLine;

        Block(int from, int firstMember) {
            this.from = from;
            this.firstMember = firstMember;
            this.endMember = firstMember;
        }
    }

    BlockScan(Slice text) {
        this.text = text;
        this.members = new BlockMembers(text);
    }

    /** Reads the text; returns false if its lines do not form blocks. */
    boolean scan() {
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        while (lines.next()) {
            switch (line.read(lines.content())) {
                case MEMBER -> {
                    if (isNested(lines, line)) {
                        return false;
                    }
                    boolean isTitle = openBlock == null && line.value().isEmpty();
                    if (!isTitle) {
                        addMember(lines, line);
                    }
                }
                case CONTINUATION -> {
                    if (openBlock == null) {
                        addUnreadableLine(lines);
                    } else {
                        extendLastValue(openBlock, lines);
                    }
                }
                case SEPARATOR -> openBlock = null;
                case OTHER -> addUnreadableLine(lines);
            }
            if (lineErrors.isIrrecoverable(blocks.size()) || hasTooManyKeys()) {
                return false;
            }
        }
        return members.count() > 0 && lineErrors.isTolerable(blocks.size() - lineErrors.unreadableLines());
    }

    private boolean hasTooManyKeys() {
        return members.distinctKeys().size() > MAX_KEYS
                || (openBlock != null && openBlock.endMember - openBlock.firstMember > MAX_KEYS);
    }

    /** Returns whether a member is indented below a key without a value. Then the text is YAML. */
    private boolean isNested(LineScanner lines, BlockLine line) {
        boolean isIndented = !line.hasMarker() && line.key().from() > lines.start();
        return isIndented
                && openBlock != null
                && members.value(openBlock.endMember - 1).isEmpty();
    }

    /**
     * Adds a member to the open block. Begins a new block if none is open, or if the open one begins with the
     * same key.
     */
    private void addMember(LineScanner lines, BlockLine line) {
        boolean isFirstKey =
                openBlock != null && members.key(openBlock.firstMember).isKey(line.key());
        if (openBlock == null || isFirstKey) {
            openBlock = new Block(lines.start(), members.count());
            blocks.add(openBlock);
        }
        addToBlock(openBlock, lines, line);
    }

    private void addToBlock(Block block, LineScanner lines, BlockLine line) {
        members.add(line.key(), line.value());
        block.endMember = members.count();
        block.to = lines.end();
    }

    /**
     * Reads a text whose blocks have the same keys in the same order. The value of the last key can have several paragraphs, such
     * as the message of a commit. Returns false if the text is not in this form.
     */
    boolean scanRepeated() {
        RepeatedKeys repeatedKeys = new RepeatedKeys();
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        while (lines.next()) {
            switch (repeatedKeys.read(lines, line)) {
                case FIRST -> {
                    openBlock = new Block(lines.start(), members.count());
                    blocks.add(openBlock);
                    addToBlock(openBlock, lines, line);
                }
                case NEXT -> {
                    if (openBlock != null) {
                        addToBlock(openBlock, lines, line);
                    }
                }
                case VALUE -> {
                    if (openBlock != null) {
                        extendLastValue(openBlock, lines);
                    }
                }
                case BLANK -> {}
                case UNEXPECTED -> {
                    return false;
                }
            }
            if (hasTooManyKeys()) {
                return false;
            }
        }
        return repeatedKeys.isComplete() && blocks.size() > 1;
    }

    /** Extends the last value to the end of a line. */
    private void extendLastValue(Block block, LineScanner lines) {
        Slice value = members.value(members.count() - 1);
        int from = value.isEmpty() ? Json.trim(lines.content()).from() : value.from();
        members.setLastValue(from, lines.end());
        block.to = lines.end();
    }

    private void addUnreadableLine(LineScanner lines) {
        openBlock = null;
        Block block = new Block(lines.start(), members.count());
        block.to = lines.end();
        block.unreadableLine = lines.lineNumber();
        blocks.add(block);
        lineErrors = lineErrors.withUnreadableLine(lines.lineNumber());
    }

    /** Returns whether each line belongs to a block. */
    boolean isComplete() {
        return lineErrors.unreadableLines() == 0;
    }

    /**
     * Returns whether one key occurs at least twice, and at least eight times in ten blocks, and blocks have at least two
     * members on average.
     */
    boolean hasSharedKeys() {
        int records = blocks.size() - lineErrors.unreadableLines();
        int maxOccurrences = members.distinctKeys().stream()
                .mapToInt(BlockKey::occurrenceCount)
                .max()
                .orElse(0);
        return records >= 2
                && maxOccurrences >= 2
                && 10L * maxOccurrences >= 8L * records
                && members.count() >= 2L * records;
    }

    @Nullable TextData toTextData() {
        for (int i = 0; i < members.count(); i++) {
            members.key(i).addValue(members.value(i));
        }
        Spans spans = new Spans();
        ByteSink out = new ByteSink(text.length() + text.length() / 4 + 64).ascii("[");
        for (Block block : blocks) {
            out.ascii(spans.count() == 0 ? "" : ",");
            write(block, out);
            spans.add(block.from, block.to);
            if (ConvertedText.isTooLong(out.size(), text)) {
                return null;
            }
        }
        return ConvertedText.ofRecords("blocks", out.ascii("]").slice(), text, spans, lineErrors)
                .withUniformRecords(findUniformRecords());
    }

    /** Describes the blocks if all have the keys of the first block, each once; null otherwise. */
    @SuppressWarnings("ReferenceEquality") // one object for each key
    private @Nullable UniformRecords findUniformRecords() {
        int keyCount = members.distinctKeys().size();
        if (!isComplete() || members.count() != keyCount * blocks.size()) {
            return null;
        }
        List<Slice> names = new ArrayList<>();
        for (int i = 0; i < members.count(); i++) {
            if (members.key(i) != members.key(i % keyCount)) {
                return null;
            }
            if (i < keyCount) {
                names.add(members.key(i).escapedName());
            }
        }
        return hasOnlyBlocksOfSize(keyCount) ? new UniformRecords(names, blocks.size()) : null;
    }

    /** Returns whether each block has this many members. */
    private boolean hasOnlyBlocksOfSize(int memberCount) {
        for (Block block : blocks) {
            if (block.endMember - block.firstMember != memberCount) {
                return false;
            }
        }
        return true;
    }

    private void write(Block block, ByteSink out) {
        if (block.unreadableLine > 0) {
            Slice line = new Slice(text.bytes(), block.from, block.to);
            new JsonWriter(out)
                    .beginObject()
                    .number("line", block.unreadableLine)
                    .string("text", line)
                    .endObject();
            return;
        }
        for (int i = block.firstMember; i < block.endMember; i++) {
            BlockKey key = members.key(i);
            key.writeName(occurrence(block, i), out.ascii(i == block.firstMember ? "{" : ","));
            Slice value = members.value(i);
            if (key.hasOnlyNumbers()) {
                out.raw(value.isEmpty() ? NULL : value);
            } else {
                out.string(value);
            }
        }
        out.ascii("}");
    }

    /**
     * Returns how many members of a block, up to and including this one, have its key: 2 for the second {@code id}.
     */
    @SuppressWarnings("ReferenceEquality") // one object for each key
    private int occurrence(Block block, int member) {
        int occurrences = 1;
        for (int i = block.firstMember; i < member; i++) {
            occurrences += members.key(i) == members.key(member) ? 1 : 0;
        }
        return occurrences;
    }
}
