package dev.plimsoll.format.toon;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses TOON and writes it as JSON. A method that parses returns false if the text is not TOON. */
final class ToonParser {

    /** Maximum nesting. A text with more is not converted. */
    private static final int MAX_DEPTH = 200;

    /** Length of a hyphen and the blank between it and its item. */
    private static final int HYPHEN_LENGTH = 2;

    private final Slice text;
    private final byte[] bytes;
    private final ByteSink out;
    private final ToonLines lines;
    private final Spans rootItems = new Spans();
    private @Nullable ToonHeader rootHeader;
    private boolean isCertain;

    ToonParser(Slice text, ByteSink out) {
        this.text = text;
        this.bytes = text.bytes();
        this.out = out;
        this.lines = new ToonLines(text);
    }

    /** Returns the header of the root, if it is an array; null if it is an object. */
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
    boolean parseDocument() {
        if (lines.indent() != 0) {
            return false;
        }
        boolean isParsed;
        if (bytes[lines.contentStart()] == '[') {
            rootHeader = ToonHeader.parse(bytes, lines.contentStart(), lines.end());
            isParsed = rootHeader != null && parseArray(rootHeader, 0, rootItems, 0);
        } else {
            isParsed = parseObject(0);
        }
        return isParsed && lines.isEnded();
    }

    private boolean parseObject(int depth) {
        int indent = lines.indent();
        out.ascii("{");
        return parseMember(lines.contentStart(), indent, indent, depth) && parseMembers(indent, depth);
    }

    /** Parses the members after the first, and ends the object. */
    private boolean parseMembers(int indent, int depth) {
        while (lines.indent() == indent && !lines.isItem()) {
            out.ascii(",");
            if (!parseMember(lines.contentStart(), indent, indent, depth)) {
                return false;
            }
        }
        out.ascii("}");
        return true;
    }

    /**
     * Parses a member.
     *
     * @param offset the offset of its key
     * @param itemsOuterIndent the indentation that the items of an array must exceed
     * @param fieldsOuterIndent the indentation that the fields of an object must exceed
     */
    private boolean parseMember(int offset, int itemsOuterIndent, int fieldsOuterIndent, int depth) {
        ToonKey key = ToonKey.parse(bytes, offset, lines.end());
        if (key == null || depth > MAX_DEPTH || ConvertedText.isTooLong(out.size(), text)) {
            return false;
        }
        out.raw(key.json()).ascii(":");
        if (bytes[key.end()] == '[') {
            ToonHeader header = ToonHeader.parse(bytes, key.end(), lines.end());
            return header != null && parseArray(header, itemsOuterIndent, null, depth + 1);
        }
        int from = key.end() + 1;
        if (!isBlank(from)) {
            return bytes[from] == ' ' && parseValue(from + 1);
        }
        lines.next();
        if (lines.indent() > fieldsOuterIndent) {
            return parseObject(depth + 1);
        }
        out.ascii("{}");
        return true;
    }

    /** Parses the rest of the line as a scalar, or as an array without items. */
    private boolean parseValue(int from) {
        int to = lines.end();
        if (to - from == 2 && bytes[from] == '[' && bytes[from + 1] == ']') {
            out.ascii("[]");
        } else if (!ToonCells.write(bytes, from, to, out)) {
            return false;
        }
        lines.next();
        return true;
    }

    /**
     * Parses an array after its header.
     *
     * @param outerIndent the indentation that the items must exceed
     * @param items gets the places of the items; null if they are not needed
     */
    private boolean parseArray(ToonHeader header, int outerIndent, @Nullable Spans items, int depth) {
        if (depth > MAX_DEPTH) {
            return false;
        }
        out.ascii("[");
        boolean isInline = !isBlank(header.end());
        boolean isParsed;
        if (header.fields() != null) {
            isParsed = !isInline && parseTable(header, header.fields(), outerIndent, items);
        } else if (isInline) {
            isParsed = parseInlineArray(header, items);
        } else {
            isParsed = parseList(header.count(), outerIndent, items, depth);
        }
        // a header with the correct number of items is no coincidence, except for a single value in the line of its
        // header
        isCertain |= header.count() > (isInline ? 1 : 0);
        out.ascii("]");
        return isParsed;
    }

    private boolean parseTable(ToonHeader header, List<Slice> fields, int outerIndent, @Nullable Spans items) {
        lines.next();
        int indent = lines.indent();
        for (int i = 0; i < header.count(); i++) {
            if (indent <= outerIndent || lines.indent() != indent || ConvertedText.isTooLong(out.size(), text)) {
                return false;
            }
            out.ascii(i == 0 ? "{" : ",{");
            if (!parseRow(fields, header.delimiter())) {
                return false;
            }
            out.ascii("}");
            addSpan(items, lines.start(), lines.end());
            lines.next();
        }
        return true;
    }

    private boolean parseRow(List<Slice> fields, byte delimiter) {
        int to = lines.end();
        int offset = lines.contentStart();
        for (int i = 0; i < fields.size(); i++) {
            int end = ToonCells.endOfCell(bytes, offset, to, delimiter);
            out.ascii(i == 0 ? "" : ",").raw(fields.get(i)).ascii(":");
            boolean isLast = i == fields.size() - 1;
            if (isLast != (end == to) || !ToonCells.write(bytes, offset, end, out)) {
                return false;
            }
            offset = end + 1;
        }
        return true;
    }

    private boolean parseInlineArray(ToonHeader header, @Nullable Spans items) {
        int to = lines.end();
        int offset = header.end() + 1;
        for (int i = 0; i < header.count(); i++) {
            int end = ToonCells.endOfCell(bytes, offset, to, header.delimiter());
            out.ascii(i == 0 ? "" : ",");
            boolean isLast = i == header.count() - 1;
            if (isLast != (end == to) || !ToonCells.write(bytes, offset, end, out)) {
                return false;
            }
            addSpan(items, offset, end);
            offset = end + 1;
        }
        lines.next();
        return header.count() > 0;
    }

    private boolean parseList(int count, int outerIndent, @Nullable Spans items, int depth) {
        lines.next();
        int indent = lines.indent();
        for (int i = 0; i < count; i++) {
            if (indent <= outerIndent || lines.indent() != indent || !lines.isItem()) {
                return false;
            }
            out.ascii(i == 0 ? "" : ",");
            int start = lines.start();
            if (!parseItem(indent, depth + 1)) {
                return false;
            }
            addSpan(items, start, lines.previousEnd());
        }
        return true;
    }

    private boolean parseItem(int indent, int depth) {
        int to = lines.end();
        int from = Math.min(lines.contentStart() + HYPHEN_LENGTH, to);
        if (isBlank(from)) {
            out.ascii("{}");
            lines.next();
            return true;
        }
        ToonHeader header = bytes[from] == '[' ? ToonHeader.parse(bytes, from, to) : null;
        if (header != null) {
            return parseArray(header, indent, null, depth);
        }
        if (!ToonKey.isField(bytes, from, to)) {
            return parseValue(from);
        }
        out.ascii("{");
        return parseMember(from, indent, indent + HYPHEN_LENGTH, depth) && parseMembers(indent + HYPHEN_LENGTH, depth);
    }

    private boolean isBlank(int from) {
        int i = from;
        while (i < lines.end() && bytes[i] == ' ') {
            i++;
        }
        return i >= lines.end();
    }

    private static void addSpan(@Nullable Spans items, int from, int to) {
        if (items != null) {
            items.add(from, to);
        }
    }
}
