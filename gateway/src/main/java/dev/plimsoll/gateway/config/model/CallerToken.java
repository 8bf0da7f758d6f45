package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Tier;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A static token of a caller.
 *
 * @param id ID of the caller
 * @param hash SHA-256 of the token, in hexadecimal digits
 * @param expires end of the token's lifetime; null if it never expires
 */
public record CallerToken(
        String id, String hash, Tier tier, @Nullable Instant expires) {

    public byte[] digest() {
        return HexFormat.of().parseHex(hash);
    }

    /**
     * Omits the hash, because anyone who has found a token could use the hash to see that the token is
     * valid.
     */
    @Override
    public String toString() {
        return "CallerToken[" + id + ", " + tier + "]";
    }
}
