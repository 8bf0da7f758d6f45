package dev.plimsoll.format.line;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.SameRecords;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
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
    private LineErrors errors = LineErrors.NONE;

    /** The block to which the next lines belong; null between blocks. */
    private @Nullable Block open;

    /** A block: its members, or one line that is in no block. */
    private static final class Block {
        private final int from;
        private final int firstMember;
        private int to;
        private int endMember;
        private int unreadLine;

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

    /** Reads the text; returns false if its lines are no blocks. */
    boolean scan() {
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        while (lines.next()) {
            switch (line.read(lines.content())) {
                case MEMBER -> {
                    if (isNested(lines, line)) {
                        return false;
                    }
                    boolean isTitle = open == null && line.value().isEmpty();
                    if (!isTitle) {
                        addMember(lines, line);
                    }
                }
                case CONTINUATION -> {
                    if (open == null) {
                        addUnread(lines);
                    } else {
                        extend(open, lines);
                    }
                }
                case SEPARATOR -> open = null;
                case OTHER -> addUnread(lines);
            }
            if (errors.isHopeless(blocks.size()) || hasTooManyKeys()) {
                return false;
            }
        }
        return members.count() > 0 && errors.isTolerable(blocks.size() - errors.unread());
    }

    private boolean hasTooManyKeys() {
        return members.distinctKeys().size() > MAX_KEYS
                || (open != null && open.endMember - open.firstMember > MAX_KEYS);
    }

    /** Returns whether a member stands below a key without a value, and is indented: this is YAML. */
    private boolean isNested(LineScanner lines, BlockLine line) {
        boolean isIndented = !line.startsItem() && line.key().from() > lines.start();
        return isIndented && open != null && members.value(open.endMember - 1).isEmpty();
    }

    /**
     * Adds a member to the open block. Begins a new block if none is open, or if the open one begins with the
     * same key.
     */
    private void addMember(LineScanner lines, BlockLine line) {
        boolean isFirst = open != null && members.key(open.firstMember).hasKey(line.key());
        boolean startsItem = line.startsItem() && open != null && isFirst;
        if (open == null || isFirst || startsItem) {
            open = new Block(lines.start(), members.count());
            blocks.add(open);
        }
        add(open, lines, line);
    }

    private void add(Block block, LineScanner lines, BlockLine line) {
        members.add(line.key(), line.value());
        block.endMember = members.count();
        block.to = lines.stop();
    }

    /**
     * Reads a text whose blocks have the same keys in the same order, the last with a value of several paragraphs, such
     * as the message of a commit. Returns false if it is not in this form.
     */
    boolean scanRepeated() {
        RepeatedKeys repeated = new RepeatedKeys();
        LineScanner lines = new LineScanner(text);
        BlockLine line = new BlockLine();
        while (lines.next()) {
            switch (repeated.read(lines, line)) {
                case FIRST -> {
                    open = new Block(lines.start(), members.count());
                    blocks.add(open);
                    add(open, lines, line);
                }
                case NEXT -> {
                    if (open != null) {
                        add(open, lines, line);
                    }
                }
                case VALUE -> {
                    if (open != null) {
                        extend(open, lines);
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
        return repeated.isComplete() && blocks.size() > 1;
    }

    /** Adds a line to the last value. */
    private void extend(Block block, LineScanner lines) {
        Slice value = members.value(members.count() - 1);
        int from = value.isEmpty() ? Json.trim(lines.content()).from() : value.from();
        members.setLastValue(from, lines.stop());
        block.to = lines.stop();
    }

    private void addUnread(LineScanner lines) {
        open = null;
        Block block = new Block(lines.start(), members.count());
        block.to = lines.stop();
        block.unreadLine = lines.line();
        blocks.add(block);
        errors = errors.withUnread(lines.line());
    }

    /** Returns whether each line belongs to a block. */
    boolean isComplete() {
        return errors.unread() == 0;
    }

    /**
     * Returns whether two or more blocks share a key, 80 % of the blocks have it, and blocks have two members
     * on average.
     */
    boolean isCertain() {
        int records = blocks.size() - errors.unread();
        int most =
                members.distinctKeys().stream().mapToInt(BlockKey::blocks).max().orElse(0);
        return records >= 2 && most >= 2 && 10L * most >= 8L * records && members.count() >= 2L * records;
    }

    @Nullable TextData data() {
        for (int i = 0; i < members.count(); i++) {
            members.key(i).addValue(members.value(i));
        }
        Spans places = new Spans();
        ByteSink out = new ByteSink(text.length() + text.length() / 4 + 64).ascii("[");
        for (Block block : blocks) {
            out.ascii(places.count() == 0 ? "" : ",");
            write(block, out);
            places.add(block.from, block.to);
            if (ConvertedText.isTooLong(out.size(), text)) {
                return null;
            }
        }
        return ConvertedText.ofRecords("blocks", out.ascii("]").slice(), text, places, errors)
                .with(sameRecords());
    }

    /** Describes the blocks if all have the keys of the first, each once; null otherwise. */
    @SuppressWarnings("ReferenceEquality") // one object for each key
    private @Nullable SameRecords sameRecords() {
        int keys = members.distinctKeys().size();
        if (!isComplete() || members.count() != keys * blocks.size()) {
            return null;
        }
        List<Slice> names = new ArrayList<>();
        for (int i = 0; i < members.count(); i++) {
            if (members.key(i) != members.key(i % keys)) {
                return null;
            }
            if (i < keys) {
                names.add(members.key(i).escaped());
            }
        }
        return areAllOfSize(keys) ? new SameRecords(names, blocks.size()) : null;
    }

    private boolean areAllOfSize(int keys) {
        for (Block block : blocks) {
            if (block.endMember - block.firstMember != keys) {
                return false;
            }
        }
        return true;
    }

    private void write(Block block, ByteSink out) {
        if (block.unreadLine > 0) {
            Slice line = new Slice(text.bytes(), block.from, block.to);
            new JsonWriter(out)
                    .beginObject()
                    .number("line", block.unreadLine)
                    .string("text", line)
                    .endObject();
            return;
        }
        for (int i = block.firstMember; i < block.endMember; i++) {
            BlockKey key = members.key(i);
            key.writeName(number(block, i), out.ascii(i == block.firstMember ? "{" : ","));
            Slice value = members.value(i);
            if (key.isNumber()) {
                out.raw(value.isEmpty() ? NULL : value);
            } else {
                out.string(value);
            }
        }
        out.ascii("}");
    }

    /**
     * Returns the number of members of a block, up to this one, that have its key: 2 for the second
     * {@code id}.
     */
    @SuppressWarnings("ReferenceEquality") // one object for each key
    private int number(Block block, int member) {
        int same = 1;
        for (int i = block.firstMember; i < member; i++) {
            same += members.key(i) == members.key(member) ? 1 : 0;
        }
        return same;
    }
}
