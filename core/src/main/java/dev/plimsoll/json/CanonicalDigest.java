package dev.plimsoll.json;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A text that is the same for documents that say the same, whatever the order of members, white space and escapes, and that
 * nobody can find twice for two that do not. Numbers are the same when they are written the same; a null is not nothing.
 */
public final class CanonicalDigest {

    /** Deeper or larger documents have none: nobody has to wait for one. */
    private static final int MAX_DEPTH = 100;

    private static final int MAX_BYTES = 1 << 16;

    private final MessageDigest sha = sha256();

    private CanonicalDigest() {}

    /**
     * 43 characters of {@code [A-Za-z0-9_-]}; null for what is too large or too deep, or has a name twice in one object.
     *
     * @param document valid JSON
     */
    public static @Nullable String of(Slice document) {
        if (document.length() > MAX_BYTES) {
            return null;
        }
        Slice value = Json.trim(document);
        byte[] digest = value.isEmpty() ? null : new CanonicalDigest().of(value, 0);
        return digest == null ? null : Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    private byte @Nullable [] of(Slice value, int depth) {
        if (depth > MAX_DEPTH) {
            return null;
        }
        return switch (Json.type(value)) {
            case OBJECT -> object(Members.of(value), depth + 1);
            case ARRAY -> array(Elements.of(value), depth + 1);
            case STRING -> text('s', JsonText.text(Json.stringInside(value)));
            case NUMBER, BOOLEAN, NULL -> digest('v', value.toByteArray());
        };
    }

    private byte @Nullable [] object(Members members, int depth) {
        TreeMap<String, byte[]> byName = new TreeMap<>();
        while (members.next()) {
            byte[] value = of(members.value(), depth);
            if (value == null || byName.put(members.keyText(), value) != null) {
                return null;
            }
        }
        ByteSink all = new ByteSink(64 * byName.size() + 1);
        byName.forEach((name, value) -> all.raw(Slice.of(text('s', name))).raw(Slice.of(value)));
        return digest('o', all.toByteArray());
    }

    private byte @Nullable [] array(Elements elements, int depth) {
        ByteSink all = new ByteSink(256);
        while (elements.next()) {
            byte[] value = of(elements.value(), depth);
            if (value == null) {
                return null;
            }
            all.raw(Slice.of(value));
        }
        return digest('a', all.toByteArray());
    }

    /** Char by char: half a character that stands alone is a text as well. */
    private byte[] text(char kind, String text) {
        ByteBuffer chars = ByteBuffer.allocate(2 * text.length());
        chars.asCharBuffer().put(text);
        return digest(kind, chars.array());
    }

    private byte[] digest(char kind, byte[] content) {
        sha.update((byte) kind);
        return sha.digest(content);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
