package dev.plimsoll.query.value;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;

/** Writes values as JSON: what was selected as it stands in the document, what was computed without white space. */
public final class JsonOut {

    /** Letters of a value in a message. */
    private static final int SHOWN = 14;

    /** Containers that are longer are not written out to be shown. */
    private static final int LONG = 256;

    private final ByteSink out;
    private final Meter meter;
    private final boolean compact;

    private JsonOut(ByteSink out, Meter meter, boolean compact) {
        this.out = out;
        this.meter = meter;
        this.compact = compact;
    }

    /** Selected values byte by byte as they were. */
    public static void write(Value value, ByteSink out, Meter meter) {
        new JsonOut(out, meter, false).write(value);
    }

    /** As {@code tojson}: no white space, shortest escapes; numbers stay as they were written. */
    public static Str text(Value value, Meter meter) {
        ByteSink out = new ByteSink(64);
        new JsonOut(out, meter, true).write(value);
        meter.built(out.size());
        return Str.ofText(out.slice());
    }

    /** The beginning of a value, for messages. */
    public static String excerpt(Value value, Meter meter) {
        Slice written = value.written();
        boolean isLong =
                written != null && written.length() > LONG && value.kind().compareTo(Kind.STRING) > 0;
        String text = written != null && isLong
                ? Str.ofText(compacted(written.sub(0, LONG))).string()
                : text(value, meter).string();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN - 3) + "...";
    }

    private static Slice compacted(Slice start) {
        ByteSink out = new ByteSink(LONG);
        boolean inString = false;
        for (int i = 0; i < start.length(); i++) {
            inString ^= start.at(i) == '"';
            if (inString || start.at(i) > ' ') {
                out.raw(start.at(i));
            }
        }
        return out.slice(0, Utf8.floor(out.slice(), Math.max(0, out.size() - 1)));
    }

    private void write(Value value) {
        meter.step();
        Slice written = value.written();
        if (written != null) {
            if (compact) {
                writeCompact(written);
            } else {
                out.raw(written);
            }
            meter.walked(written.length());
            meter.output(out.size());
        } else if (value instanceof Str s) {
            out.string(s.text());
            meter.walked(s.text().length());
            meter.output(out.size());
        } else if (value instanceof Num n) {
            out.ascii(n.computed());
        } else if (value instanceof Arr array) {
            writeItems(array);
        } else if (value instanceof Obj object) {
            writeMembers(object);
        } else {
            out.ascii(value.isNull() ? "null" : value.isTrue() ? "true" : "false");
        }
    }

    private void writeItems(Arr array) {
        meter.enter(2);
        Items items = array.items(meter);
        out.raw((byte) '[');
        for (boolean first = true; items.next(); first = false) {
            if (!first) {
                out.raw((byte) ',');
            }
            write(items.value());
        }
        out.raw((byte) ']');
        meter.output(out.size());
        meter.leave(2);
    }

    private void writeMembers(Obj object) {
        meter.enter(2);
        Entries entries = object.entries(meter);
        out.raw((byte) '{');
        for (boolean first = true; entries.next(); first = false) {
            if (!first) {
                out.raw((byte) ',');
            }
            write(entries.key());
            out.raw((byte) ':');
            write(entries.value());
        }
        out.raw((byte) '}');
        meter.output(out.size());
        meter.leave(2);
    }

    private void writeCompact(Slice json) {
        byte[] b = json.bytes();
        int at = json.from();
        while (at < json.to()) {
            if (b[at] == '"') {
                int after = Json.skipString(b, at, json.to());
                writeString(new Slice(b, at + 1, after - 1));
                at = after;
            } else {
                if (b[at] > ' ') {
                    out.raw(b[at]);
                }
                at++;
            }
        }
    }

    private void writeString(Slice inside) {
        if (JsonText.hasEscapes(inside)) {
            out.string(Slice.of(JsonText.unescape(inside)));
        } else {
            out.stringRaw(inside);
        }
    }
}
