package dev.plimsoll.json.compare;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cryptographic digest that is equal for equal documents, whatever the order of members, white space, and escapes.
 * Different documents cannot be made to collide. Numbers are equal if they are written alike; a null member differs
 * from an absent one.
 */
public final class CanonicalDigest {

    /** Limits above which a document has no digest, so that computing one never takes long. */
    private static final int MAX_DEPTH = 100;

    private static final int MAX_BYTES = 1 << 16;

    private final MessageDigest sha = sha256();

    private CanonicalDigest() {}

    /**
     * Returns 43 characters of {@code [A-Za-z0-9_-]}; null if the document is too large or too deep, or an object has
     * two members with the same name.
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
            case STRING -> text('s', JsonText.unescapeToString(Json.stringInside(value)));
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

    /** Digests the chars, because a text may contain a lone surrogate. */
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
