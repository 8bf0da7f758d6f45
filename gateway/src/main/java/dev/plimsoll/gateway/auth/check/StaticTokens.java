package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.digest.Sha256;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Manually issued tokens, of which only the hashes are stored. */
final class StaticTokens {

    private record Entry(
            byte[] digest,
            AuthenticatedCaller caller,
            @Nullable Instant expires) {}

    private final List<Entry> entries;
    private final InstantSource clock;

    /** @param claimNames the claims that access rules read; a token has only {@code sub}, its id */
    StaticTokens(List<CallerToken> tokens, Set<String> claimNames, InstantSource clock) {
        boolean canRulesReadId = claimNames.contains("sub");
        this.entries = tokens.stream()
                .map(token -> new Entry(
                        token.digest(),
                        new AuthenticatedCaller(
                                "token " + token.id(),
                                token.tier(),
                                "",
                                canRulesReadId ? Map.of("sub", token.id()) : Map.of()),
                        token.expires()))
                .toList();
        this.clock = clock;
    }

    /** Returns the caller of a token; null if unknown. Takes the same time for any token. */
    @Nullable AuthenticatedCaller findCaller(String token) throws NotAdmittedException {
        byte[] digest = Sha256.of(token);
        Entry matchingEntry = null;
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.digest(), digest)) {
                matchingEntry = entry;
            }
        }
        if (matchingEntry == null) {
            return null;
        }
        if (matchingEntry.expires() != null && !clock.instant().isBefore(matchingEntry.expires())) {
            throw NotAdmittedException.invalid("the token has expired", "get a new one: plimsoll token new");
        }
        return matchingEntry.caller();
    }
}
