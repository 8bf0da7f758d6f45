package dev.plimsoll.gateway.auth;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tokens whose signature was found good by the keys there are: clients send the same one with every request, and a check takes
 * longer than all else that a small request needs. What a token says is looked at each time.
 */
final class VerifiedTokenCache {

    private static final int MOST = 1_000;

    private record Entry(long by, Claims claims) {}

    private final Map<ByteBuffer, Entry> entries = new LruMap<>(MOST);

    /** What it says, if it was found good by these very keys. */
    @Nullable Claims get(String token, KeySet by) {
        ByteBuffer digest = digest(token);
        synchronized (this) {
            Entry entry = entries.get(digest);
            return entry == null || entry.by() != by.number() ? null : entry.claims();
        }
    }

    void put(String token, KeySet by, Claims claims) {
        ByteBuffer digest = digest(token);
        synchronized (this) {
            entries.put(digest, new Entry(by.number(), claims));
        }
    }

    private static ByteBuffer digest(String token) {
        return ByteBuffer.wrap(Digests.sha256(token));
    }
}
