package dev.plimsoll.gateway.auth;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tokens whose signature was found good by the keys there are: clients send the same one with every request, and a check takes
 * longer than all else that a small request needs. What a token says is looked at each time.
 */
final class Verified {

    private static final int MOST = 1_000;

    private record Entry(List<IssuerKey> by, Claims claims) {}

    private final Map<ByteBuffer, Entry> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Entry> eldest) {
            return size() > MOST;
        }
    };

    /** What it says, if it was found good by these very keys. */
    @Nullable Claims get(String token, List<IssuerKey> by) {
        ByteBuffer digest = digest(token);
        synchronized (this) {
            Entry entry = entries.get(digest);
            return entry == null || entry.by() != by ? null : entry.claims();
        }
    }

    void put(String token, List<IssuerKey> by, Claims claims) {
        ByteBuffer digest = digest(token);
        synchronized (this) {
            entries.put(digest, new Entry(by, claims));
        }
    }

    private static ByteBuffer digest(String token) {
        return ByteBuffer.wrap(Digests.sha256(token));
    }
}
