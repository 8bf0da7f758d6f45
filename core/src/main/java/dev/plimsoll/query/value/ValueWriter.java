package dev.plimsoll.query.value;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;

/** Writes values as JSON: selected values as in the document, computed ones without white space. */
public final class ValueWriter {

    /** Maximum number of characters of a value in a message. */
    private static final int MAX_EXCERPT_LENGTH = 14;

    /** Size in bytes above which only the beginning of a container is read for an excerpt. */
    private static final int MAX_EXCERPTED_BYTES = 256;

    private final ByteSink out;
    private final QueryMeter queryMeter;
    private final boolean isCompact;

    private ValueWriter(ByteSink out, QueryMeter queryMeter, boolean isCompact) {
        this.out = out;
        this.queryMeter = queryMeter;
        this.isCompact = isCompact;
    }

    /** Writes a value. Selected values are copied byte for byte. */
    public static void write(Value value, ByteSink out, QueryMeter queryMeter) {
        new ValueWriter(out, queryMeter, false).write(value);
    }

    /** Returns the text of {@code tojson}: no white space, shortest escapes, numbers as written. */
    public static StringValue toJson(Value value, QueryMeter queryMeter) {
        ByteSink out = new ByteSink(64);
        new ValueWriter(out, queryMeter, true).write(value);
        queryMeter.addBuiltBytes(out.size());
        return StringValue.ofText(out.slice());
    }

    /** Returns the beginning of a value, for messages. */
    public static String excerpt(Value value, QueryMeter queryMeter) {
        Slice written = value.source();
        boolean isLong = written != null
                && written.length() > MAX_EXCERPTED_BYTES
                && value.kind().compareTo(ValueKind.STRING) > 0;
        String text = written != null && isLong
                ? StringValue.ofText(removeWhiteSpace(written.sub(0, MAX_EXCERPTED_BYTES)))
                        .string()
                : toJson(value, queryMeter).string();
        return text.length() <= MAX_EXCERPT_LENGTH ? text : text.substring(0, MAX_EXCERPT_LENGTH - 3) + "...";
    }

    private static Slice removeWhiteSpace(Slice start) {
        ByteSink out = new ByteSink(MAX_EXCERPTED_BYTES);
        boolean isInString = false;
        for (int i = 0; i < start.length(); i++) {
            isInString ^= start.at(i) == '"';
            if (isInString || start.at(i) > ' ') {
                out.raw(start.at(i));
            }
        }
        return out.slice(0, Utf8.floor(out.slice(), Math.max(0, out.size() - 1)));
    }

    private void write(Value value) {
        queryMeter.step();
        Slice written = value.source();
        if (written != null) {
            if (isCompact) {
                writeCompact(written);
            } else {
                out.raw(written);
            }
            queryMeter.addScannedBytes(written.length());
            queryMeter.checkOutput(out.size());
        } else if (value instanceof StringValue s) {
            out.string(s.text());
            queryMeter.addScannedBytes(s.text().length());
            queryMeter.checkOutput(out.size());
        } else if (value instanceof NumberValue n) {
            out.ascii(n.computedText());
        } else if (value instanceof ArrayValue array) {
            writeItems(array);
        } else if (value instanceof ObjectValue object) {
            writeMembers(object);
        } else {
            out.ascii(value.isNull() ? "null" : value.isTrue() ? "true" : "false");
        }
    }

    private void writeItems(ArrayValue array) {
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        ValueIterator elements = array.items(queryMeter);
        out.raw((byte) '[');
        for (boolean isFirst = true; elements.next(); isFirst = false) {
            if (!isFirst) {
                out.raw((byte) ',');
            }
            write(elements.value());
        }
        out.raw((byte) ']');
        queryMeter.checkOutput(out.size());
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
    }

    private void writeMembers(ObjectValue object) {
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        ObjectValue.Entries entries = object.entries(queryMeter);
        out.raw((byte) '{');
        for (boolean isFirst = true; entries.next(); isFirst = false) {
            if (!isFirst) {
                out.raw((byte) ',');
            }
            write(entries.key());
            out.raw((byte) ':');
            write(entries.value());
        }
        out.raw((byte) '}');
        queryMeter.checkOutput(out.size());
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
    }

    private void writeCompact(Slice json) {
        byte[] bytes = json.bytes();
        int offset = json.from();
        while (offset < json.to()) {
            if (bytes[offset] == '"') {
                int stringEnd = Json.skipString(bytes, offset, json.to());
                writeString(new Slice(bytes, offset + 1, stringEnd - 1));
                offset = stringEnd;
            } else {
                if (bytes[offset] > ' ') {
                    out.raw(bytes[offset]);
                }
                offset++;
            }
        }
    }

    private void writeString(Slice content) {
        if (JsonText.hasEscapes(content)) {
            out.string(Slice.of(JsonText.unescape(content)));
        } else {
            out.rawString(content);
        }
    }
}
