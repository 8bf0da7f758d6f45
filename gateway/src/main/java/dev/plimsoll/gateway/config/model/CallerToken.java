package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Tier;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A caller that has a token.
 *
 * @param id what they are called
 * @param hash SHA-256 of the token, in hexadecimal digits
 * @param expires null: never
 */
public record CallerToken(
        String id, String hash, Tier tier, @Nullable Instant expires) {

    public byte[] digest() {
        return HexFormat.of().parseHex(hash);
    }

    /** Without the hash: who sees it can at least tell whether a token they found is this one. */
    @Override
    public String toString() {
        return "CallerToken[" + id + ", " + tier + "]";
    }
}
