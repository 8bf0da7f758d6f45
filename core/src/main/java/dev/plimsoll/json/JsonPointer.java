package dev.plimsoll.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Path to a value in a JSON document (RFC 6901). */
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

    /**
     * Parses a path as people write it: keys with dots between them, a JSON Pointer, or {@code .} for the whole
     * document. No key is empty.
     */
    public static JsonPointer parsePath(String text) {
        if (text.equals(".")) {
            return ROOT;
        }
        boolean isPointer = text.startsWith("/");
        List<String> tokens = isPointer
                ? parse(text).tokens
                : List.of(text.substring(text.startsWith(".") ? 1 : 0).split("\\.", -1));
        for (String token : tokens) {
            boolean isKey = isPointer || (token.equals(token.strip()) && token.matches("[^$\\[\\]{}\"]+"));
            if (token.isEmpty() || !isKey) {
                throw new IllegalArgumentException("path: must be keys with dots between them, or a JSON Pointer");
            }
        }
        return new JsonPointer(tokens);
    }

    public JsonPointer child(String key) {
        List<String> extended = new ArrayList<>(tokens.size() + 1);
        extended.addAll(tokens);
        extended.add(key);
        return new JsonPointer(List.copyOf(extended));
    }

    public JsonPointer child(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("index: must not be negative, got " + index);
        }
        return child(Integer.toString(index));
    }

    /** Returns the path of the value that contains this one; the root for the root. */
    public JsonPointer parent() {
        return tokens.isEmpty() ? ROOT : new JsonPointer(tokens.subList(0, tokens.size() - 1));
    }

    public List<String> tokens() {
        return tokens;
    }

    /**
     * Returns the value at this path in a valid document, or null. Of members with the same name, the last one is used.
     * Reads the document once, independent of the length of the path.
     */
    public @Nullable Slice find(Slice document) {
        return new Search(Json.trim(document)).run();
    }

    /** Returns the token as an array index, or -1 unless it has only digits and no leading zero. */
    private static int parseIndex(String token) {
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
                            "JSON Pointer: ~ must be followed by 0 or 1, got another character at index " + i);
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

    /** Returns the pointer in the syntax of RFC 6901. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String token : tokens) {
            text.append('/').append(token.replace("~", "~0").replace("/", "~1"));
        }
        return text.toString();
    }

    /** Descends along the pointer, and looks for later members with the same names on the way back. */
    private final class Search {

        private final byte[] bytes;
        private final int end;
        private final DepthStack depthStack = new DepthStack();
        private int offset;

        Search(Slice value) {
            bytes = value.bytes();
            end = value.to();
            offset = value.from();
        }

        @Nullable Slice run() {
            Slice value = null;
            while (offset < end) {
                // here, offset is the start of a value whose depth is the number of matched tokens
                value = null;
                if (depthStack.depth() == tokens.size()) {
                    int from = offset;
                    offset = Json.skipValue(bytes, offset, end);
                    value = new Slice(bytes, from, offset);
                } else if (enterContainer()) {
                    continue;
                }
                if (!leaveContainers()) {
                    break;
                }
            }
            return value;
        }

        /**
         * Enters the container at the offset, and moves to the value that the next token names; returns false if there
         * is none. Skips a value that is not a container.
         */
        private boolean enterContainer() {
            if (bytes[offset] != '{' && bytes[offset] != '[') {
                offset = Json.skipValue(bytes, offset, end);
                return false;
            }
            String token = tokens.get(depthStack.depth());
            depthStack.push(bytes[offset] == '{');
            offset++;
            if (depthStack.isInObject()) {
                return seekMember(token);
            }
            int index = parseIndex(token);
            return index >= 0 && seekItem(index);
        }

        /**
         * Leaves containers until one has a later member with the same name, and moves to it; returns false if none
         * has.
         */
        private boolean leaveContainers() {
            while (depthStack.depth() > 0) {
                if (depthStack.isInObject() && seekMember(tokens.get(depthStack.depth() - 1))) {
                    return true;
                }
                // skips the remaining items or members
                seekItem(Integer.MAX_VALUE);
                offset = Math.min(offset + 1, end);
                depthStack.pop();
            }
            return false;
        }

        private boolean seekMember(String token) {
            byte[] name = Utf8.encode(token);
            offset = Json.skipSeparators(bytes, offset, end);
            while (offset < end && bytes[offset] == '"') {
                int keyStart = offset;
                offset = Json.skipString(bytes, offset, end);
                boolean isSame =
                        Members.keyIs(new Slice(bytes, keyStart + 1, Math.max(keyStart + 1, offset - 1)), name);
                offset = Json.skipSeparators(bytes, offset, end);
                if (isSame) {
                    return offset < end;
                }
                offset = Json.skipValue(bytes, offset, end);
                offset = Json.skipSeparators(bytes, offset, end);
            }
            return false;
        }

        /** Skips this many items; returns false if no item follows them. */
        private boolean seekItem(int count) {
            offset = Json.skipSeparators(bytes, offset, end);
            for (int i = 0; offset < end && bytes[offset] != ']' && bytes[offset] != '}'; i++) {
                if (i == count) {
                    return true;
                }
                offset = Json.skipValue(bytes, offset, end);
                offset = Json.skipSeparators(bytes, offset, end);
            }
            return false;
        }
    }
}
