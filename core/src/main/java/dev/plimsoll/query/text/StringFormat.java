package dev.plimsoll.query.text;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueKind;
import dev.plimsoll.query.value.ValueWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Format of jq, such as {@code @csv}: converts a value to text. A query applies it to its input ({@code @csv}), or to
 * each value that is inserted into a string ({@code @csv "total: \(.sums)"}).
 */
public enum StringFormat {
    TEXT("text", StringFormat::toText),
    JSON("json", ValueWriter::toJson),
    CSV("csv", (value, queryMeter) -> formatRow(value, queryMeter, "csv", ",")),
    TSV("tsv", (value, queryMeter) -> formatRow(value, queryMeter, "tsv", "\t")),
    HTML(
            "html",
            (value, queryMeter) ->
                    StringValue.ofText(escapeHtml(toText(value, queryMeter).text()))),
    URI(
            "uri",
            (value, queryMeter) ->
                    StringValue.ofText(percentEncode(toText(value, queryMeter).text()))),
    SH("sh", StringFormat::quoteForShell),
    BASE64(
            "base64",
            (value, queryMeter) -> StringValue.ofText(Slice.of(
                    Base64.getEncoder().encode(toText(value, queryMeter).text().toByteArray())))),
    BASE64D("base64d", StringFormat::decodeBase64),
    BASE32(
            "base32",
            (value, queryMeter) ->
                    StringValue.of(Base32.encode(toText(value, queryMeter).text()))),
    BASE32D("base32d", (value, queryMeter) -> StringValue.ofText(Base32.decode(value, queryMeter)));

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // implementations have no state
    private final Formatter formatter;

    StringFormat(String label, Formatter formatter) {
        this.label = label;
        this.formatter = formatter;
    }

    private interface Formatter {
        StringValue format(Value value, QueryMeter queryMeter);
    }

    public String label() {
        return label;
    }

    public StringValue format(Value value, QueryMeter queryMeter) {
        StringValue text = formatter.format(value, queryMeter);
        queryMeter.addBuiltBytes(text.text().length());
        queryMeter.addScannedBytes(text.text().length());
        return text;
    }

    /** Converts a value to a string: a string stays unchanged, and any other value becomes its JSON. */
    public static StringValue toText(Value value, QueryMeter queryMeter) {
        return value instanceof StringValue text ? text : ValueWriter.toJson(value, queryMeter);
    }

    private static ArrayValue requireArray(Value value, QueryMeter queryMeter, String name) {
        if (value instanceof ArrayValue array) {
            return array;
        }
        throw QueryError.typeError(value, "cannot be " + name + "-formatted, only an array can be", queryMeter);
    }

    private static StringValue formatRow(Value value, QueryMeter queryMeter, String name, String separator) {
        boolean isCsv = name.equals("csv");
        ByteSink out = new ByteSink(64);
        ValueIterator elements = requireArray(value, queryMeter, name).items(queryMeter);
        for (boolean isFirst = true; elements.next(); isFirst = false) {
            out.ascii(isFirst ? "" : separator);
            Value item = elements.value();
            if (item instanceof StringValue text) {
                if (isCsv) {
                    writeQuoted(text.text(), '"', "\"\"", out);
                } else {
                    writeTsvCell(text.text(), out);
                }
            } else if (item instanceof NumberValue || item.kind() == ValueKind.TRUE || item.kind() == ValueKind.FALSE) {
                out.raw(ValueWriter.toJson(item, queryMeter).text());
            } else if (!item.isNull()) {
                throw QueryError.typeError(item, "is not valid in a csv row", queryMeter);
            }
        }
        return StringValue.ofText(out.slice());
    }

    private static void writeQuoted(Slice text, char quote, String replacement, ByteSink out) {
        out.raw((byte) quote);
        for (int i = 0; i < text.length(); i++) {
            if (text.at(i) == quote) {
                out.ascii(replacement);
            } else {
                out.raw(text.at(i));
            }
        }
        out.raw((byte) quote);
    }

    private static void writeTsvCell(Slice text, ByteSink out) {
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

    private static Slice escapeHtml(Slice text) {
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

    private static Slice percentEncode(Slice text) {
        ByteSink out = new ByteSink(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            int c = text.at(i) & 0xFF;
            boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || "-_.~".indexOf(c) >= 0);
            if (isPlain) {
                out.raw((byte) c);
            } else {
                out.ascii("%")
                        .ascii(Character.toString(Character.toUpperCase(Character.forDigit(c >> 4, 16))))
                        .ascii(Character.toString(Character.toUpperCase(Character.forDigit(c & 15, 16))));
            }
        }
        return out.slice();
    }

    private static StringValue quoteForShell(Value value, QueryMeter queryMeter) {
        ByteSink out = new ByteSink(64);
        if (value instanceof ArrayValue array) {
            ValueIterator elements = array.items(queryMeter);
            for (boolean isFirst = true; elements.next(); isFirst = false) {
                out.ascii(isFirst ? "" : " ");
                writeShellWord(elements.value(), out, queryMeter);
            }
        } else {
            writeShellWord(value, out, queryMeter);
        }
        return StringValue.ofText(out.slice());
    }

    private static void writeShellWord(Value value, ByteSink out, QueryMeter queryMeter) {
        if (value.kind().compareTo(ValueKind.STRING) > 0) {
            throw QueryError.typeError(value, "can not be escaped for shell", queryMeter);
        }
        if (value instanceof StringValue text) {
            writeQuoted(text.text(), '\'', "'\\''", out);
        } else {
            out.raw(ValueWriter.toJson(value, queryMeter).text());
        }
    }

    private static StringValue decodeBase64(Value value, QueryMeter queryMeter) {
        String text = toText(value, queryMeter).string().replace("=", "");
        try {
            byte[] bytes = Base64.getDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
            if (bytes.length > 0 || text.isEmpty()) {
                return StringValue.ofText(Slice.of(Utf8.repair(Slice.of(bytes))));
            }
        } catch (IllegalArgumentException e) {
            throw new QueryError(QueryError.describe(value, queryMeter) + " is not valid base64 data");
        }
        throw new QueryError(QueryError.describe(value, queryMeter) + " is not valid base64 data");
    }
}
