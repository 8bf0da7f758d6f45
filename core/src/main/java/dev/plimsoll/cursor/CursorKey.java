package dev.plimsoll.cursor;

/**
 * Keys derived from one key: one for tags, and one for masks, which hide the fields of a cursor. The slot is a number
 * of four bits in each cursor: only keys with this slot can have signed the cursor. The slot is derived from the key,
 * so it is the same in all replicas and after a restart, whatever the order of their keys.
 */
final class CursorKey {

    private final HmacKey tagKey;
    private final HmacKey maskKey;
    private final int slot;

    CursorKey(byte[] key) {
        HmacKey root = new HmacKey(key);
        this.tagKey = root.derive("plimsoll cursor 1 tag");
        this.maskKey = root.derive("plimsoll cursor 1 mask");
        this.slot = root.derive("plimsoll cursor 1 slot").sign(new byte[0])[0] & 0xF;
    }

    int slot() {
        return slot;
    }

    byte[] tag(byte[] message) {
        return tagKey.sign(message);
    }

    byte[] mask(byte[] tag) {
        return maskKey.sign(tag);
    }
}
