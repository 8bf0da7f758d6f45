package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Tier;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A static token of a caller.
 *
 * @param id of the caller
 * @param hash SHA-256 of the token, in hexadecimal digits
 * @param expires null if never
 */
public record CallerToken(
        String id, String hash, Tier tier, @Nullable Instant expires) {

    public byte[] digest() {
        return HexFormat.of().parseHex(hash);
    }

    /** Omits the hash, because it can confirm a token that someone has found. */
    @Override
    public String toString() {
        return "CallerToken[" + id + ", " + tier + "]";
    }
}
