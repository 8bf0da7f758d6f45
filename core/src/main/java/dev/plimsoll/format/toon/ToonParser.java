package dev.plimsoll.format.toon;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses TOON and writes it as JSON. A method that parses returns false if the text is no TOON. */
final class ToonParser {

    /** Maximum nesting. A text with more is not converted. */
    private static final int MAX_DEPTH = 200;

    /** Length of a hyphen and the blank between it and its item. */
    private static final int HYPHEN = 2;

    private final Slice text;
    private final byte[] b;
    private final ByteSink out;
    private final ToonLines lines;
    private final Spans rootItems = new Spans();
    private @Nullable ToonHeader rootHeader;
    private boolean isCertain;

    ToonParser(Slice text, ByteSink out) {
        this.text = text;
        this.b = text.bytes();
        this.out = out;
        this.lines = new ToonLines(text);
    }

    /** Returns the header of the array that the text is; null if it is an object. */
    @Nullable ToonHeader rootHeader() {
        return rootHeader;
    }

    Spans rootItems() {
        return rootItems;
    }

    /** Returns whether some header proves that the text is TOON. */
    boolean isCertain() {
        return isCertain;
    }

    /** Parses all of the text, an object or an array. */
    boolean document() {
        if (lines.indent() != 0) {
            return false;
        }
        boolean isRead;
        if (b[lines.from()] == '[') {
            rootHeader = ToonHeader.parse(b, lines.from(), lines.to());
            isRead = rootHeader != null && array(rootHeader, 0, rootItems, 0);
        } else {
            isRead = object(0);
        }
        return isRead && lines.isEnded();
    }

    private boolean object(int depth) {
        int indent = lines.indent();
        out.ascii("{");
        return member(lines.from(), indent, indent, depth) && members(indent, depth);
    }

    /** Parses the members after the first, and ends the object. */
    private boolean members(int indent, int depth) {
        while (lines.indent() == indent && !lines.isItem()) {
            out.ascii(",");
            if (!member(lines.from(), indent, indent, depth)) {
                return false;
            }
        }
        out.ascii("}");
        return true;
    }

    /**
     * Parses a member.
     *
     * @param at where its key begins
     * @param itemsBeyond the indentation that the items of an array must exceed
     * @param fieldsBeyond the indentation that the fields of an object must exceed
     */
    private boolean member(int at, int itemsBeyond, int fieldsBeyond, int depth) {
        ToonKey key = ToonKey.parse(b, at, lines.to());
        if (key == null || depth > MAX_DEPTH || ConvertedText.isTooLong(out.size(), text)) {
            return false;
        }
        out.raw(key.json()).ascii(":");
        if (b[key.end()] == '[') {
            ToonHeader header = ToonHeader.parse(b, key.end(), lines.to());
            return header != null && array(header, itemsBeyond, null, depth + 1);
        }
        int from = key.end() + 1;
        if (!isBlank(from)) {
            return b[from] == ' ' && value(from + 1);
        }
        lines.next();
        if (lines.indent() > fieldsBeyond) {
            return object(depth + 1);
        }
        out.ascii("{}");
        return true;
    }

    /** Parses the rest of the line as a scalar, or as an array without items. */
    private boolean value(int from) {
        int to = lines.to();
        if (to - from == 2 && b[from] == '[' && b[from + 1] == ']') {
            out.ascii("[]");
        } else if (!ToonCells.write(b, from, to, out)) {
            return false;
        }
        lines.next();
        return true;
    }

    /**
     * Parses an array after its header.
     *
     * @param beyond the indentation that the items must exceed
     * @param items gets the places of the items; null if they are not needed
     */
    private boolean array(ToonHeader header, int beyond, @Nullable Spans items, int depth) {
        if (depth > MAX_DEPTH) {
            return false;
        }
        out.ascii("[");
        boolean isInline = !isBlank(header.end());
        boolean isRead;
        if (header.fields() != null) {
            isRead = !isInline && table(header, header.fields(), beyond, items);
        } else if (isInline) {
            isRead = inline(header, items);
        } else {
            isRead = list(header.count(), beyond, items, depth);
        }
        // a header whose number is that of the items is no accident; a single value in its line may be
        isCertain |= header.count() > (isInline ? 1 : 0);
        out.ascii("]");
        return isRead;
    }

    private boolean table(ToonHeader header, List<Slice> fields, int beyond, @Nullable Spans items) {
        lines.next();
        int indent = lines.indent();
        for (int i = 0; i < header.count(); i++) {
            if (indent <= beyond || lines.indent() != indent || ConvertedText.isTooLong(out.size(), text)) {
                return false;
            }
            out.ascii(i == 0 ? "{" : ",{");
            if (!row(fields, header.delimiter())) {
                return false;
            }
            out.ascii("}");
            add(items, lines.start(), lines.to());
            lines.next();
        }
        return true;
    }

    private boolean row(List<Slice> fields, byte delimiter) {
        int to = lines.to();
        int at = lines.from();
        for (int i = 0; i < fields.size(); i++) {
            int end = ToonCells.endOfCell(b, at, to, delimiter);
            out.ascii(i == 0 ? "" : ",").raw(fields.get(i)).ascii(":");
            boolean isLast = i == fields.size() - 1;
            if (isLast != (end == to) || !ToonCells.write(b, at, end, out)) {
                return false;
            }
            at = end + 1;
        }
        return true;
    }

    private boolean inline(ToonHeader header, @Nullable Spans items) {
        int to = lines.to();
        int at = header.end() + 1;
        for (int i = 0; i < header.count(); i++) {
            int end = ToonCells.endOfCell(b, at, to, header.delimiter());
            out.ascii(i == 0 ? "" : ",");
            boolean isLast = i == header.count() - 1;
            if (isLast != (end == to) || !ToonCells.write(b, at, end, out)) {
                return false;
            }
            add(items, at, end);
            at = end + 1;
        }
        lines.next();
        return header.count() > 0;
    }

    private boolean list(int count, int beyond, @Nullable Spans items, int depth) {
        lines.next();
        int indent = lines.indent();
        for (int i = 0; i < count; i++) {
            if (indent <= beyond || lines.indent() != indent || !lines.isItem()) {
                return false;
            }
            out.ascii(i == 0 ? "" : ",");
            int start = lines.start();
            if (!item(indent, depth + 1)) {
                return false;
            }
            add(items, start, lines.lastStop());
        }
        return true;
    }

    private boolean item(int indent, int depth) {
        int to = lines.to();
        int from = Math.min(lines.from() + HYPHEN, to);
        if (isBlank(from)) {
            out.ascii("{}");
            lines.next();
            return true;
        }
        ToonHeader header = b[from] == '[' ? ToonHeader.parse(b, from, to) : null;
        if (header != null) {
            return array(header, indent, null, depth);
        }
        if (!ToonKey.isField(b, from, to)) {
            return value(from);
        }
        out.ascii("{");
        return member(from, indent, indent + HYPHEN, depth) && members(indent + HYPHEN, depth);
    }

    private boolean isBlank(int from) {
        int i = from;
        while (i < lines.to() && b[i] == ' ') {
            i++;
        }
        return i >= lines.to();
    }

    private static void add(@Nullable Spans items, int from, int to) {
        if (items != null) {
            items.add(from, to);
        }
    }
}
