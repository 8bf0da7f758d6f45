package dev.plimsoll.gateway.auth.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Signature keys of a token issuer, from one fetch.
 *
 * @param number number of the fetch, from 1
 * @param fetchedAtMillis time of the fetch, in milliseconds since 1970
 */
record KeySet(long number, long fetchedAtMillis, List<IssuerKey> keys) {

    /** Returns the keys that may verify a token with this algorithm and key ID. */
    List<IssuerKey> keysFor(Algorithm algorithm, @Nullable String kid) {
        return keys.stream().filter(key -> key.accepts(algorithm, kid)).toList();
    }
}
