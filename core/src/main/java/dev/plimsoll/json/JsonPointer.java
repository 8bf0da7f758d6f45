package dev.plimsoll.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place in a JSON document, by RFC 6901. */
public final class JsonPointer {

    private static final JsonPointer ROOT = new JsonPointer(List.of());

    private final List<String> tokens;

    private JsonPointer(List<String> tokens) {
        this.tokens = tokens;
    }

    public static JsonPointer root() {
        return ROOT;
    }

    public static JsonPointer parse(String text) {
        if (text.isEmpty()) {
            return ROOT;
        }
        if (text.charAt(0) != '/') {
            throw new IllegalArgumentException("JSON Pointer: must be empty or begin with /");
        }
        List<String> tokens = new ArrayList<>();
        int from = 1;
        while (from <= text.length()) {
            int slash = text.indexOf('/', from);
            int to = slash < 0 ? text.length() : slash;
            tokens.add(unescape(text, from, to));
            from = to + 1;
        }
        return new JsonPointer(List.copyOf(tokens));
    }

    public JsonPointer child(String key) {
        List<String> longer = new ArrayList<>(tokens.size() + 1);
        longer.addAll(tokens);
        longer.add(key);
        return new JsonPointer(List.copyOf(longer));
    }

    public JsonPointer child(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("index: must not be negative, got " + index);
        }
        return child(Integer.toString(index));
    }

    public List<String> tokens() {
        return tokens;
    }

    /** The value at this place of a valid document, or null. Of members with the same name the last one counts. */
    public @Nullable Slice find(Slice document) {
        Slice value = Json.trim(document);
        for (String token : tokens) {
            Slice inner = step(value, token);
            if (inner == null) {
                return null;
            }
            value = inner;
        }
        return value;
    }

    private static @Nullable Slice step(Slice value, String token) {
        if (value.isEmpty()) {
            return null;
        }
        return switch (value.at(0)) {
            case '{' -> Members.get(value, token);
            case '[' -> item(value, index(token));
            default -> null;
        };
    }

    private static @Nullable Slice item(Slice array, int index) {
        byte[] b = array.bytes();
        int end = array.to();
        int at = Json.skipSpace(b, array.from() + 1, end);
        for (int i = 0; index >= 0 && at < end && b[at] != ']'; i++) {
            int after = Json.skipValue(b, at, end);
            if (i == index) {
                return new Slice(b, at, after);
            }
            at = Json.skipSpace(b, after, end);
            if (at < end && b[at] == ',') {
                at = Json.skipSpace(b, at + 1, end);
            }
        }
        return null;
    }

    /** The token as an array index, or -1: digits only, no zero in front. */
    private static int index(String token) {
        if (token.isEmpty() || token.length() > 10 || (token.length() > 1 && token.charAt(0) == '0')) {
            return -1;
        }
        long index = 0;
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            index = 10 * index + c - '0';
        }
        return index <= Integer.MAX_VALUE ? (int) index : -1;
    }

    private static String unescape(String text, int from, int to) {
        StringBuilder token = new StringBuilder(to - from);
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '~') {
                i++;
                char next = i < to ? text.charAt(i) : 0;
                if (next != '0' && next != '1') {
                    throw new IllegalArgumentException(
                            "JSON Pointer: ~ must be followed by 0 or 1, is not at index " + (i - 1));
                }
                c = next == '0' ? '~' : '/';
            }
            token.append(c);
        }
        return token.toString();
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof JsonPointer other && tokens.equals(other.tokens);
    }

    @Override
    public int hashCode() {
        return tokens.hashCode();
    }

    /** The pointer as RFC 6901 writes it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String token : tokens) {
            text.append('/').append(token.replace("~", "~0").replace("/", "~1"));
        }
        return text.toString();
    }
}
