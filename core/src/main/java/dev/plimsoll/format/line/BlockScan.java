package dev.plimsoll.format.line;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the blocks of a text, and writes each as an object. */
final class BlockScan {

    /** Maximum number of keys in a block, and of different keys. With more, the keys are data. */
    private static final int MAX_KEYS = 500;

    private final Slice text;
    private final Map<Slice, Column> columns = new HashMap<>();
    private final List<Block> blocks = new ArrayList<>();
    private LineErrors errors = LineErrors.NONE;
    private @Nullable Block open;
    private int members;

    /** Properties of the values of a key. */
    private static final class Column {
        private int blocks;
        private boolean hasText;
        private boolean hasNumber;

        boolean isNumber() {
            return hasNumber && !hasText;
        }
    }

    /** A block: its keys and values, or one line that is in no block. */
    private static final class Block {
        private final int from;
        private int to;
        private int unreadLine;
        private final List<Slice> keys = new ArrayList<>();
        private final List<Slice> values = new ArrayList<>();

        Block(int from) {
            this.from = from;
        }
    }

    BlockScan(Slice text) {
        this.text = text;
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
        return members > 0 && errors.isTolerable(blocks.size() - errors.unread());
    }

    private boolean hasTooManyKeys() {
        return columns.size() > MAX_KEYS || (open != null && open.keys.size() > MAX_KEYS);
    }

    /** Returns whether a member stands below a key without a value, and is indented: this is YAML. */
    private boolean isNested(LineScanner lines, BlockLine line) {
        boolean isIndented = !line.startsItem() && line.key().from() > lines.start();
        return isIndented
                && open != null
                && open.values.get(open.values.size() - 1).isEmpty();
    }

    private void addMember(LineScanner lines, BlockLine line) {
        boolean isFirst = open != null && open.keys.get(0).contentEquals(line.key());
        boolean startsItem = line.startsItem() && open != null && isFirst;
        if (open == null || isFirst || startsItem) {
            open = new Block(lines.start());
            blocks.add(open);
        }
        add(open, lines, line);
    }

    private void add(Block block, LineScanner lines, BlockLine line) {
        block.keys.add(line.key());
        block.values.add(line.value());
        block.to = lines.stop();
        members++;
        columns.computeIfAbsent(line.key(), key -> new Column()).blocks++;
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
                    open = new Block(lines.start());
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

    /** Adds an indented line to the last value. */
    private static void extend(Block block, LineScanner lines) {
        int last = block.values.size() - 1;
        Slice value = block.values.get(last);
        int from = value.isEmpty() ? Json.trim(lines.content()).from() : value.from();
        block.values.set(last, new Slice(value.bytes(), from, lines.stop()));
        block.to = lines.stop();
    }

    private void addUnread(LineScanner lines) {
        open = null;
        Block block = new Block(lines.start());
        block.to = lines.stop();
        block.unreadLine = lines.line();
        blocks.add(block);
        errors = errors.withUnread(lines.line());
    }

    /** Returns whether each line belongs to a block. */
    boolean isComplete() {
        return errors.unread() == 0;
    }

    /** Returns whether two or more blocks share a key, and most have it and another one. */
    boolean isCertain() {
        int records = blocks.size() - errors.unread();
        int most = columns.values().stream()
                .mapToInt(column -> column.blocks)
                .max()
                .orElse(0);
        return records >= 2 && most >= 2 && 10L * most >= 8L * records && members >= 2L * records;
    }

    @Nullable TextData data() {
        for (Block block : blocks) {
            for (int i = 0; i < block.keys.size(); i++) {
                Slice value = block.values.get(i);
                Column column = columns.get(block.keys.get(i));
                if (column != null && !value.isEmpty()) {
                    boolean isNumber = JsonNumbers.isJson(value);
                    column.hasNumber |= isNumber;
                    column.hasText |= !isNumber;
                }
            }
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
        return ConvertedText.ofRecords("blocks", out.ascii("]").slice(), text, places, errors);
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
        for (int i = 0; i < block.keys.size(); i++) {
            out.ascii(i == 0 ? "{" : ",").string(name(block, i)).ascii(":");
            Column column = columns.get(block.keys.get(i));
            Slice value = block.values.get(i);
            if (column != null && column.isNumber()) {
                out.raw(value.isEmpty() ? Slice.of("null") : value);
            } else {
                out.string(value);
            }
        }
        out.ascii("}");
    }

    /** Returns the name of a member: the second {@code id} of a block is {@code id_2}. */
    private static Slice name(Block block, int member) {
        Slice key = block.keys.get(member);
        int same = 1;
        for (int i = 0; i < member; i++) {
            same += block.keys.get(i).contentEquals(key) ? 1 : 0;
        }
        return same == 1 ? key : Slice.of(key.utf8() + "_" + same);
    }
}
