package dev.plimsoll.gateway.admin;

import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/** Writes a JSON object, member by member. */
public final class JsonObjectWriter {

    private final ByteSink out;
    private String separator = "{";

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

    /** Writes a value that is already JSON. */
    public JsonObjectWriter raw(String name, String value) {
        name(name).ascii(value);
        return this;
    }

    /** Writes a name; the caller writes its value. */
    public ByteSink name(String name) {
        out.ascii(separator).string(name).ascii(":");
        separator = ",";
        return out;
    }

    public void end() {
        out.ascii(separator.equals("{") ? "{}" : "}");
    }

    /** Returns microseconds as milliseconds with one decimal. */
    public static String millis(long micros) {
        return String.format(Locale.ROOT, "%.1f", micros / 1_000.0);
    }

    /** Returns the share of {@code part} in {@code whole} with four decimals; 0 if the whole is 0. */
    public static String share(long part, long whole) {
        return whole == 0 ? "0" : String.format(Locale.ROOT, "%.4f", (double) part / whole);
    }
}
