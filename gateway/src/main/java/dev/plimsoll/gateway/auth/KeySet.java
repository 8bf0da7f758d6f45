package dev.plimsoll.gateway.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An issuer's keys as one fetch brought them.
 *
 * @param number of the fetch
 * @param at when it was, in milliseconds
 */
record KeySet(long number, long at, List<IssuerKey> keys) {

    /** Those that may have signed a token of which that is said. */
    List<IssuerKey> fitting(Algorithm algorithm, @Nullable String kid) {
        return keys.stream().filter(key -> key.fits(algorithm, kid)).toList();
    }
}
