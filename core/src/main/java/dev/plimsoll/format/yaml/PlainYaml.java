package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of YAML that programs write: block mappings and lists, scalars in one line, and literal
 * blocks. It returns the same as {@link YamlReader}, but is many times faster. A text outside of this part
 * may still be YAML, which the reader can read. A method that reads returns false if the text is outside of
 * this part.
 */
final class PlainYaml {

    private static final int MAX_DEPTH = 100;
    private static final Slice OPEN = Slice.of("[");

    private final Slice text;
    private final byte[] b;
    private final ByteSink out;
    private final YamlShape shape = new YamlShape();
    private final PlainYamlLines lines;
    private final PlainYamlScalars scalars;
    private final PlainYamlKeys keys;
    private final Spans items = new Spans();
    private int documents;
    private int rootItems;
    private int itemStart;

    private PlainYaml(Slice text) {
        this.text = text;
        this.b = text.bytes();
        this.out = new ByteSink(text.length() + text.length() / 4 + 16);
        this.lines = new PlainYamlLines(text);
        this.scalars = new PlainYamlScalars(lines, b, out, shape);
        this.keys = new PlainYamlKeys(b);
    }

    /** Reads all documents; null if the text is not in this part of YAML. */
    static @Nullable YamlDocuments read(Slice text) {
        boolean isReadable = PlainYamlLines.areReadable(text) && Utf8.isValid(text);
        PlainYaml yaml = isReadable ? new PlainYaml(text) : null;
        return yaml == null || !yaml.readDocuments() ? null : yaml.documents();
    }

    private YamlDocuments documents() {
        boolean isMarked = text.at(0) == '-' && text.length() > 2 && text.at(1) == '-' && text.at(2) == '-';
        Spans itemLines = documents == 1 && items.count() > 0 ? items : null;
        return new YamlDocuments(out.slice(), shape, documents, 0, 0, rootItems, isMarked, itemLines);
    }

    private boolean readDocuments() {
        if (lines.isMarker()) {
            lines.next();
        }
        while (!lines.isEnded()) {
            documents++;
            out.ascii(documents > 1 ? "," : "");
            if (lines.indent() != 0 || !node(0)) {
                return false;
            }
            if (!lines.isEnded()) {
                if (!lines.isMarker()) {
                    return false;
                }
                lines.next();
                if (lines.isEnded()) {
                    return false;
                }
            }
        }
        if (documents > 1) {
            out.insert(0, OPEN);
            out.raw((byte) ']');
        }
        return documents > 0;
    }

    /** Reads the mapping or list that begins in this line. */
    private boolean node(int depth) {
        return lines.isItem(lines.at()) ? list(lines.indent(), depth) : mapping(lines.indent(), depth);
    }

    private boolean begin(boolean isMap, int depth) {
        shape.addCollection(false, isMap, depth);
        out.raw((byte) (isMap ? '{' : '['));
        return depth <= MAX_DEPTH;
    }

    private boolean mapping(int column, int depth) {
        if (!begin(true, depth)) {
            return false;
        }
        int base = keys.begin();
        int from = lines.start() + column;
        boolean isFirst = true;
        do {
            if (!isFirst) {
                out.raw((byte) ',');
            }
            isFirst = false;
            int colon = key(from, base, depth);
            if (colon < 0 || !value(colon + 1, column, depth)) {
                return false;
            }
            from = lines.at();
        } while (lines.indent() == column && !lines.isMarker());
        keys.end(base);
        out.raw((byte) '}');
        return lines.indent() <= column;
    }

    /** Reads and writes the key at an offset; returns the offset of its colon, or a negative number. */
    private int key(int from, int base, int depth) {
        int colon = lines.mayBeMarker() ? -1 : scalars.colonAfterKey(from);
        if (colon < 0) {
            return -1;
        }
        boolean isQuoted = b[from] == '"' || b[from] == '\'';
        Slice key = isQuoted ? new Slice(b, from + 1, colon - 1) : new Slice(b, from, colon);
        shape.addKey(scalars.writeKey(key), depth + 1);
        return keys.add(key, base) ? colon : -1;
    }

    private boolean value(int from, int column, int depth) {
        int at = scalars.skipBlanks(from);
        if (at >= lines.stop()) {
            return below(column, true, depth);
        }
        return scalars.write(at, column, false, depth) && lines.indent() <= column;
    }

    /**
     * Reads the lines below a key or hyphen without a value in its line: a mapping, a list, or nothing, which
     * is null.
     */
    private boolean below(int column, boolean isKey, int depth) {
        lines.next();
        boolean isList = isKey && lines.indent() == column && lines.isItem(lines.at());
        if (isList || lines.indent() > column) {
            return node(depth + 1);
        }
        scalars.writeNull(!isKey);
        return true;
    }

    private boolean list(int column, int depth) {
        if (!begin(false, depth)) {
            return false;
        }
        boolean isFirst = true;
        do {
            if (!isFirst) {
                out.raw((byte) ',');
            }
            isFirst = false;
            startItem(depth);
            if (!item(column, depth)) {
                return false;
            }
        } while (lines.indent() == column && lines.isItem(lines.at()));
        endItem(depth);
        out.raw((byte) ']');
        return lines.indent() <= column;
    }

    private boolean item(int column, int depth) {
        int from = scalars.skipBlanks(lines.at() + 1);
        if (from >= lines.stop()) {
            return below(column, false, depth);
        }
        if (lines.isItem(from)) {
            return false;
        }
        if (scalars.colonAfterKey(from) >= 0) {
            return mapping(from - lines.start(), depth + 1);
        }
        return scalars.write(from, column, true, depth) && lines.indent() <= column;
    }

    private void startItem(int depth) {
        if (depth == 0) {
            if (rootItems > 0) {
                endItem(depth);
            }
            rootItems++;
            itemStart = lines.start();
        }
    }

    private void endItem(int depth) {
        if (depth == 0) {
            int end = lines.isEnded() ? text.to() : lines.start();
            while (end > itemStart && b[end - 1] == '\n') {
                end--;
            }
            items.add(itemStart, end);
        }
    }
}
