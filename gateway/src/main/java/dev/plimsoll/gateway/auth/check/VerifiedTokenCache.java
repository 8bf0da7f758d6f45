package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.digest.Sha256;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of tokens whose signature is valid with the current keys. Clients send the same token with each request, and
 * checking a signature takes longer than the rest of a small request. The claims are still checked each time.
 */
final class VerifiedTokenCache {

    private static final int MAX_TOKENS = 1_000;

    private record Entry(long keySetNumber, Claims claims) {}

    private final Map<ByteBuffer, Entry> entries = new LruMap<>(MAX_TOKENS);

    /** Returns the claims of a token that was verified with these keys; null if there is none. */
    @Nullable Claims find(String token, KeySet keySet) {
        ByteBuffer digest = digest(token);
        synchronized (this) {
            Entry entry = entries.get(digest);
            return entry == null || entry.keySetNumber() != keySet.number() ? null : entry.claims();
        }
    }

    void put(String token, KeySet keySet, Claims claims) {
        ByteBuffer digest = digest(token);
        synchronized (this) {
            entries.put(digest, new Entry(keySet.number(), claims));
        }
    }

    private static ByteBuffer digest(String token) {
        return ByteBuffer.wrap(Sha256.of(token));
    }
}
