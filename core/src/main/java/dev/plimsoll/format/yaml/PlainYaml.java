package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Reads the subset of YAML that programs write: block mappings and lists, scalars in one line, and literal blocks. The
 * result is that of {@link YamlReader}, which reads all of YAML but takes many times as long. A method that reads
 * returns false if the text is not in the subset.
 */
final class PlainYaml {

    private static final int MAX_DEPTH = 100;
    private static final Slice OPEN = Slice.of("[");

    private final Slice text;
    private final byte[] bytes;
    private final ByteSink out;
    private final YamlShape shape = new YamlShape();
    private final PlainYamlLines lines;
    private final PlainYamlScalars scalars;
    private final PlainYamlKeys keys;
    private final Spans itemSpans = new Spans();
    private int documentCount;
    private int rootItemCount;
    private int itemStart;

    private PlainYaml(Slice text) {
        this.text = text;
        this.bytes = text.bytes();
        this.out = new ByteSink(text.length() + text.length() / 4 + 16);
        this.lines = new PlainYamlLines(text);
        this.scalars = new PlainYamlScalars(lines, bytes, out, shape);
        this.keys = new PlainYamlKeys(bytes);
    }

    /** Reads all documents; null if the text is not in the subset. */
    static @Nullable YamlDocuments read(Slice text) {
        boolean isReadable = PlainYamlLines.isReadable(text) && Utf8.isValid(text);
        PlainYaml yaml = isReadable ? new PlainYaml(text) : null;
        return yaml == null || !yaml.readDocuments() ? null : yaml.toDocuments();
    }

    private YamlDocuments toDocuments() {
        boolean hasStartMarker = text.at(0) == '-' && text.length() > 2 && text.at(1) == '-' && text.at(2) == '-';
        Spans itemLines = documentCount == 1 && itemSpans.count() > 0 ? itemSpans : null;
        return new YamlDocuments(out.slice(), shape, documentCount, 0, 0, rootItemCount, hasStartMarker, itemLines);
    }

    private boolean readDocuments() {
        if (lines.isMarker()) {
            lines.next();
        }
        while (!lines.isEnded()) {
            documentCount++;
            out.ascii(documentCount > 1 ? "," : "");
            if (lines.indent() != 0 || !readNode(0)) {
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
        if (documentCount > 1) {
            out.insert(0, OPEN);
            out.raw((byte) ']');
        }
        return documentCount > 0;
    }

    /** Reads the mapping or list that begins in this line. */
    private boolean readNode(int depth) {
        return lines.isItem(lines.contentStart())
                ? readList(lines.indent(), depth)
                : readMapping(lines.indent(), depth);
    }

    private boolean beginCollection(boolean isMap, int depth) {
        shape.addCollection(false, isMap, depth);
        out.raw((byte) (isMap ? '{' : '['));
        return depth <= MAX_DEPTH;
    }

    private boolean readMapping(int column, int depth) {
        if (!beginCollection(true, depth)) {
            return false;
        }
        int keyMark = keys.beginMapping();
        int keyStart = lines.start() + column;
        boolean isFirst = true;
        do {
            if (!isFirst) {
                out.raw((byte) ',');
            }
            isFirst = false;
            int colon = readKey(keyStart, keyMark, depth);
            if (colon < 0 || !readValue(colon + 1, column, depth)) {
                return false;
            }
            keyStart = lines.contentStart();
        } while (lines.indent() == column && !lines.isMarker());
        keys.endMapping(keyMark);
        out.raw((byte) '}');
        return lines.indent() <= column;
    }

    /** Reads and writes the key at an offset; returns the offset of its colon, or a negative number. */
    private int readKey(int keyStart, int keyMark, int depth) {
        int colon = lines.canBeMarker() ? -1 : scalars.findColonAfterKey(keyStart);
        if (colon < 0) {
            return -1;
        }
        boolean isQuoted = bytes[keyStart] == '"' || bytes[keyStart] == '\'';
        Slice key = isQuoted ? new Slice(bytes, keyStart + 1, colon - 1) : new Slice(bytes, keyStart, colon);
        shape.addKey(scalars.writeKey(key), depth + 1);
        return keys.add(key, keyMark) ? colon : -1;
    }

    private boolean readValue(int from, int column, int depth) {
        int valueStart = scalars.skipBlanks(from);
        if (valueStart >= lines.end()) {
            return readValueBelow(column, true, depth);
        }
        return scalars.write(valueStart, column, false, depth) && lines.indent() <= column;
    }

    /**
     * Reads the value of a key or hyphen that has no value in its line: a mapping or list in the lines below, or
     * null.
     */
    private boolean readValueBelow(int column, boolean isKey, int depth) {
        lines.next();
        boolean isList = isKey && lines.indent() == column && lines.isItem(lines.contentStart());
        if (isList || lines.indent() > column) {
            return readNode(depth + 1);
        }
        scalars.writeNull(!isKey);
        return true;
    }

    private boolean readList(int column, int depth) {
        if (!beginCollection(false, depth)) {
            return false;
        }
        boolean isFirst = true;
        do {
            if (!isFirst) {
                out.raw((byte) ',');
            }
            isFirst = false;
            startItem(depth);
            if (!readItem(column, depth)) {
                return false;
            }
        } while (lines.indent() == column && lines.isItem(lines.contentStart()));
        endItem(depth);
        out.raw((byte) ']');
        return lines.indent() <= column;
    }

    private boolean readItem(int column, int depth) {
        int from = scalars.skipBlanks(lines.contentStart() + 1);
        if (from >= lines.end()) {
            return readValueBelow(column, false, depth);
        }
        if (lines.isItem(from)) {
            return false;
        }
        if (scalars.findColonAfterKey(from) >= 0) {
            return readMapping(from - lines.start(), depth + 1);
        }
        return scalars.write(from, column, true, depth) && lines.indent() <= column;
    }

    private void startItem(int depth) {
        if (depth == 0) {
            if (rootItemCount > 0) {
                endItem(depth);
            }
            rootItemCount++;
            itemStart = lines.start();
        }
    }

    private void endItem(int depth) {
        if (depth == 0) {
            int end = lines.isEnded() ? text.to() : lines.start();
            while (end > itemStart && bytes[end - 1] == '\n') {
                end--;
            }
            itemSpans.add(itemStart, end);
        }
    }
}
