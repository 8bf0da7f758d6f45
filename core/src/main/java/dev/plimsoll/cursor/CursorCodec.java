package dev.plimsoll.cursor;

import dev.plimsoll.store.SnapshotId;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * Codec that encodes positions as signed cursors of 48 characters, and decodes them. The same position, caller, and key
 * always give the same cursor. Thread-safe.
 * <p>A cursor has 36 bytes: version and key slot (1), snapshot ID (16), view (4), position (7), tag (8). The
 * tag is the start of an HMAC over all bytes before it and the caller; the 27 bytes between are hidden by XOR
 * with an HMAC of the tag. So a cursor reveals nothing, and a change or another caller is detected. 36 bytes
 * fill 48 base64url characters to the last bit, so each cursor can be written in only one way. Cursors for
 * apps have another version: a cursor for a model is not accepted from an app, nor the reverse.
 */
public final class CursorCodec {

    private static final int VERSION = 1;
    private static final int APP_VERSION = 2;
    private static final int FIELDS_OFFSET = 1;
    private static final int TAG_OFFSET = 28;
    private static final int CURSOR_BYTES = 36;
    private static final int CURSOR_LENGTH = 48;

    private final KeyRing keys;
    private final Function<String, List<String>> callerAliases;

    public CursorCodec(KeyRing keys) {
        this(keys, caller -> List.of());
    }

    /** @param callerAliases other names of a caller, which may be in cursors from other processes or earlier times */
    public CursorCodec(KeyRing keys, Function<String, List<String>> callerAliases) {
        this.keys = keys;
        this.callerAliases = callerAliases;
    }

    public String encode(CursorTarget cursorTarget, String caller) {
        return encode(VERSION, cursorTarget, caller);
    }

    /** Encodes a cursor that only an app can use. */
    public String encodeForApp(CursorTarget cursorTarget, String caller) {
        return encode(APP_VERSION, cursorTarget, caller);
    }

    private String encode(int version, CursorTarget cursorTarget, String caller) {
        CursorKey key = keys.current();
        ByteBuffer cursor = ByteBuffer.allocate(CURSOR_BYTES);
        cursor.put((byte) (version << 4 | key.slot()));
        cursor.putLong(cursorTarget.snapshot().high())
                .putLong(cursorTarget.snapshot().low());
        cursor.putInt(cursorTarget.view());
        // seven bytes of position; the eighth byte is zero, and the first byte of the tag overwrites it below
        cursor.putLong(cursorTarget.position() << 8);
        byte[] bytes = cursor.array();
        byte[] tag = computeTag(key, bytes, caller);
        System.arraycopy(tag, 0, bytes, TAG_OFFSET, tag.length);
        applyMask(key, bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    /**
     * Decodes a cursor. Throws {@link CursorRejectedException} if it is not a cursor of this caller, signed with a
     * known key.
     */
    public CursorTarget decode(String cursor, String caller) {
        return decode(VERSION, cursor, caller);
    }

    /** Decodes a cursor that {@link #encodeForApp} created. Throws {@link CursorRejectedException} for any other. */
    public CursorTarget decodeForApp(String cursor, String caller) {
        return decode(APP_VERSION, cursor, caller);
    }

    private CursorTarget decode(int version, String cursor, String caller) {
        if (!looksLikeCursor(cursor)) {
            throw new CursorRejectedException();
        }
        byte[] encoded = Base64.getUrlDecoder().decode(cursor);
        if (encoded[0] >> 4 == version) {
            for (CursorKey key : keys.keysInSlot(encoded[0] & 0xF)) {
                byte[] bytes = encoded.clone();
                applyMask(key, bytes);
                if (isSignedFor(caller, key, bytes)
                        || callerAliases.apply(caller).stream().anyMatch(name -> isSignedFor(name, key, bytes))) {
                    return decodeTarget(bytes);
                }
            }
        }
        throw new CursorRejectedException();
    }

    private static boolean isSignedFor(String caller, CursorKey key, byte[] bytes) {
        return MessageDigest.isEqual(
                computeTag(key, bytes, caller), Arrays.copyOfRange(bytes, TAG_OFFSET, CURSOR_BYTES));
    }

    /**
     * Returns whether the text has the form of a cursor: 48 characters of the alphabet. The signature is not checked.
     */
    public boolean looksLikeCursor(String text) {
        return text.length() == CURSOR_LENGTH && text.chars().allMatch(CursorCodec::isInAlphabet);
    }

    private static boolean isInAlphabet(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '-'
                || character == '_';
    }

    private static CursorTarget decodeTarget(byte[] bytes) {
        ByteBuffer fields = ByteBuffer.wrap(bytes, FIELDS_OFFSET, CURSOR_BYTES - FIELDS_OFFSET);
        SnapshotId id = new SnapshotId(fields.getLong(), fields.getLong());
        return new CursorTarget(id, fields.getInt(), fields.getLong() >>> 8);
    }

    /** Applies XOR with the mask to the fields. The first time hides them; the second time restores them. */
    private static void applyMask(CursorKey key, byte[] bytes) {
        byte[] mask = key.mask(Arrays.copyOfRange(bytes, TAG_OFFSET, CURSOR_BYTES));
        for (int i = FIELDS_OFFSET; i < TAG_OFFSET; i++) {
            bytes[i] ^= mask[i - FIELDS_OFFSET];
        }
    }

    private static byte[] computeTag(CursorKey key, byte[] bytes, String caller) {
        ByteBuffer message = ByteBuffer.allocate(TAG_OFFSET + 2 * caller.length());
        message.put(bytes, 0, TAG_OFFSET);
        // UTF-16, because UTF-8 would give callers that differ only in lone surrogates the same bytes
        message.asCharBuffer().put(caller);
        return Arrays.copyOf(key.tag(message.array()), CURSOR_BYTES - TAG_OFFSET);
    }
}
