package dev.plimsoll.cursor;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** Keys for cursors: the current key signs them; it and the previous keys verify them. Immutable. */
public final class KeyRing {

    private static final int MIN_KEY_BYTES = 16;
    private static final int RANDOM_KEY_BYTES = 32;

    private final List<CursorKey> keys;

    private KeyRing(List<byte[]> keys) {
        this.keys = keys.stream().map(CursorKey::new).toList();
    }

    public static KeyRing of(byte[] current) {
        return of(current, List.of());
    }

    /** Creates a ring whose current key signs and whose keys all verify. Each key must have at least 16 bytes. */
    public static KeyRing of(byte[] current, List<byte[]> previous) {
        List<byte[]> keys = new ArrayList<>();
        keys.add(requireLength(current, "current"));
        for (int i = 0; i < previous.size(); i++) {
            keys.add(requireLength(previous.get(i), "previous[" + i + "]"));
        }
        return new KeyRing(keys);
    }

    /** Creates a ring with a random key; its cursors become invalid when this process ends. */
    public static KeyRing random(SecureRandom source) {
        byte[] key = new byte[RANDOM_KEY_BYTES];
        source.nextBytes(key);
        return of(key);
    }

    CursorKey current() {
        return keys.get(0);
    }

    /** Returns all keys that a cursor with this slot may be signed with, the current key first. */
    List<CursorKey> keysInSlot(int slot) {
        return keys.stream().filter(key -> key.slot() == slot).toList();
    }

    private static byte[] requireLength(byte[] key, String name) {
        if (key.length < MIN_KEY_BYTES) {
            throw new IllegalArgumentException(
                    name + ": must have at least " + MIN_KEY_BYTES + " bytes, got " + key.length);
        }
        return key;
    }
}
