package dev.plimsoll.query.ops;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.Kind;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** {@code @name}: how a value becomes text, alone or inside a string. */
public enum Format {
    TEXT("text", Format::text),
    JSON("json", JsonOut::text),
    CSV("csv", (value, meter) -> row(value, meter, "csv", ",")),
    TSV("tsv", (value, meter) -> row(value, meter, "tsv", "\t")),
    HTML("html", (value, meter) -> Str.ofText(html(text(value, meter).text()))),
    URI("uri", (value, meter) -> Str.ofText(uri(text(value, meter).text()))),
    SH("sh", Format::shell),
    BASE64(
            "base64",
            (value, meter) -> Str.ofText(Slice.of(
                    Base64.getEncoder().encode(text(value, meter).text().toByteArray())))),
    BASE64D("base64d", Format::decoded),
    BASE32("base32", (value, meter) -> Str.of(Base32.encode(text(value, meter).text()))),
    BASE32D("base32d", (value, meter) -> Str.ofText(Base32.decode(value, meter)));

    private final String word;

    @SuppressWarnings("ImmutableEnumChecker") // a law has no state
    private final Law law;

    Format(String word, Law law) {
        this.word = word;
        this.law = law;
    }

    private interface Law {
        Str of(Value value, Meter meter);
    }

    public String word() {
        return word;
    }

    public Str of(Value value, Meter meter) {
        Str text = law.of(value, meter);
        meter.built(text.text().length());
        meter.walked(text.text().length());
        return text;
    }

    /** Strings as they are, everything else as JSON. */
    public static Str text(Value value, Meter meter) {
        return value instanceof Str s ? s : JsonOut.text(value, meter);
    }

    private static Arr array(Value value, Meter meter, String name) {
        if (value instanceof Arr array) {
            return array;
        }
        throw Ops.wrong(value, "cannot be " + name + "-formatted, only an array can be", meter);
    }

    private static Str row(Value value, Meter meter, String name, String separator) {
        boolean csv = name.equals("csv");
        ByteSink out = new ByteSink(64);
        Items items = array(value, meter, name).items(meter);
        for (boolean first = true; items.next(); first = false) {
            out.ascii(first ? "" : separator);
            Value item = items.value();
            if (item instanceof Str s) {
                if (csv) {
                    quoted(s.text(), '"', "\"\"", out);
                } else {
                    tabbed(s.text(), out);
                }
            } else if (item instanceof Num || item.kind() == Kind.TRUE || item.kind() == Kind.FALSE) {
                out.raw(JsonOut.text(item, meter).text());
            } else if (!item.isNull()) {
                throw Ops.wrong(item, "is not valid in a csv row", meter);
            }
        }
        return Str.ofText(out.slice());
    }

    private static void quoted(Slice text, char quote, String instead, ByteSink out) {
        out.raw((byte) quote);
        for (int i = 0; i < text.length(); i++) {
            if (text.at(i) == quote) {
                out.ascii(instead);
            } else {
                out.raw(text.at(i));
            }
        }
        out.raw((byte) quote);
    }

    private static void tabbed(Slice text, ByteSink out) {
        for (int i = 0; i < text.length(); i++) {
            byte c = text.at(i);
            switch (c) {
                case '\t' -> out.ascii("\\t");
                case '\n' -> out.ascii("\\n");
                case '\r' -> out.ascii("\\r");
                case '\\' -> out.ascii("\\\\");
                default -> out.raw(c);
            }
        }
    }

    private static Slice html(Slice text) {
        ByteSink out = new ByteSink(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            byte c = text.at(i);
            switch (c) {
                case '<' -> out.ascii("&lt;");
                case '>' -> out.ascii("&gt;");
                case '&' -> out.ascii("&amp;");
                case '\'' -> out.ascii("&#39;");
                case '"' -> out.ascii("&quot;");
                default -> out.raw(c);
            }
        }
        return out.slice();
    }

    private static Slice uri(Slice text) {
        ByteSink out = new ByteSink(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            int c = text.at(i) & 0xFF;
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "-_.~".indexOf(c) >= 0);
            if (plain) {
                out.raw((byte) c);
            } else {
                out.ascii("%")
                        .ascii(Character.toString(Character.toUpperCase(Character.forDigit(c >> 4, 16))))
                        .ascii(Character.toString(Character.toUpperCase(Character.forDigit(c & 15, 16))));
            }
        }
        return out.slice();
    }

    private static Str shell(Value value, Meter meter) {
        ByteSink out = new ByteSink(64);
        if (value instanceof Arr array) {
            Items items = array.items(meter);
            for (boolean first = true; items.next(); first = false) {
                out.ascii(first ? "" : " ");
                word(items.value(), out, meter);
            }
        } else {
            word(value, out, meter);
        }
        return Str.ofText(out.slice());
    }

    private static void word(Value value, ByteSink out, Meter meter) {
        if (value.kind().compareTo(Kind.STRING) > 0) {
            throw Ops.wrong(value, "can not be escaped for shell", meter);
        }
        if (value instanceof Str s) {
            quoted(s.text(), '\'', "'\\''", out);
        } else {
            out.raw(JsonOut.text(value, meter).text());
        }
    }

    private static Str decoded(Value value, Meter meter) {
        String text = text(value, meter).string().replace("=", "");
        try {
            byte[] bytes = Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
            if (bytes.length > 0 || text.isEmpty()) {
                return Str.ofText(Slice.of(dev.plimsoll.json.Utf8.repaired(Slice.of(bytes))));
            }
        } catch (IllegalArgumentException e) {
            throw new QueryError(Ops.describe(value, meter) + " is not valid base64 data");
        }
        throw new QueryError(Ops.describe(value, meter) + " is not valid base64 data");
    }
}
