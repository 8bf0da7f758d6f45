package dev.plimsoll.gateway.admin;

import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/** A JSON object, member by member. */
public final class JsonObjectWriter {

    private final ByteSink out;
    private String before = "{";

    public JsonObjectWriter(ByteSink out) {
        this.out = out;
    }

    public JsonObjectWriter text(String name, String value) {
        name(name).string(value);
        return this;
    }

    public JsonObjectWriter number(String name, long value) {
        name(name).number(value);
        return this;
    }

    public JsonObjectWriter flag(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    /** JSON as it is. */
    public JsonObjectWriter raw(String name, String value) {
        name(name).ascii(value);
        return this;
    }

    /** What stands behind that name is still to be written. */
    public ByteSink name(String name) {
        out.ascii(before).string(name).ascii(":");
        before = ",";
        return out;
    }

    public void end() {
        out.ascii(before.equals("{") ? "{}" : "}");
    }

    /** To the tenth, of microseconds. */
    public static String millis(long micros) {
        return String.format(Locale.ROOT, "%.1f", micros / 1_000.0);
    }

    /** A share, to the ten thousandth; 0 of nothing. */
    public static String share(long part, long whole) {
        return whole == 0 ? "0" : String.format(Locale.ROOT, "%.4f", (double) part / whole);
    }
}
