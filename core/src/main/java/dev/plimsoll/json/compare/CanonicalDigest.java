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
 * Different documents cannot be made to collide. Numbers are equal only if they have the same notation, and
 * a member that is null differs from an absent one.
 */
public final class CanonicalDigest {

    /** Limits above which a document has no digest, so that computing one never takes long. */
    private static final int MAX_DEPTH = 100;

    private static final int MAX_BYTES = 1 << 16;

    private final MessageDigest messageDigest = sha256();

    private CanonicalDigest() {}

    /**
     * Computes the digest of a document: 43 characters of {@code [A-Za-z0-9_-]}; null if the document is too large or
     * too deep, or an object has two members with the same name.
     *
     * @param document valid JSON
     */
    public static @Nullable String compute(Slice document) {
        if (document.length() > MAX_BYTES) {
            return null;
        }
        Slice value = Json.trim(document);
        byte[] digest = value.isEmpty() ? null : new CanonicalDigest().digestValue(value, 0);
        return digest == null ? null : Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    private byte @Nullable [] digestValue(Slice value, int depth) {
        if (depth > MAX_DEPTH) {
            return null;
        }
        return switch (Json.type(value)) {
            case OBJECT -> digestObject(Members.of(value), depth + 1);
            case ARRAY -> digestArray(Elements.of(value), depth + 1);
            case STRING -> digestText(JsonText.unescapeToString(Json.stringInside(value)));
            case NUMBER, BOOLEAN, NULL -> digest('v', value.toByteArray());
        };
    }

    private byte @Nullable [] digestObject(Members members, int depth) {
        TreeMap<String, byte[]> digestsByName = new TreeMap<>();
        while (members.next()) {
            byte[] value = digestValue(members.value(), depth);
            if (value == null || digestsByName.put(members.keyText(), value) != null) {
                return null;
            }
        }
        ByteSink memberDigests = new ByteSink(64 * digestsByName.size() + 1);
        digestsByName.forEach(
                (name, value) -> memberDigests.raw(Slice.of(digestText(name))).raw(Slice.of(value)));
        return digest('o', memberDigests.toByteArray());
    }

    private byte @Nullable [] digestArray(Elements elements, int depth) {
        ByteSink elementDigests = new ByteSink(256);
        while (elements.next()) {
            byte[] value = digestValue(elements.value(), depth);
            if (value == null) {
                return null;
            }
            elementDigests.raw(Slice.of(value));
        }
        return digest('a', elementDigests.toByteArray());
    }

    /** Digests the UTF-16 code units of a text, which may contain a lone surrogate. */
    private byte[] digestText(String text) {
        ByteBuffer chars = ByteBuffer.allocate(2 * text.length());
        chars.asCharBuffer().put(text);
        return digest('s', chars.array());
    }

    private byte[] digest(char typeTag, byte[] content) {
        messageDigest.update((byte) typeTag);
        return messageDigest.digest(content);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
