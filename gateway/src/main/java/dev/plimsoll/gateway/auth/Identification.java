package dev.plimsoll.gateway.auth;

import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.config.model.OAuth;
import dev.plimsoll.gateway.log.Log;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** Finds out who calls. */
public interface Identification {

    /**
     * Who calls.
     *
     * @throws NotAdmittedException where that cannot be told, or is nobody who may
     */
    Caller of(Credentials credentials) throws NotAdmittedException;

    /** Whether callers have to say who they are. */
    default boolean asks() {
        return true;
    }

    /** Who gives out access tokens for us; none where tokens are only given out by hand. */
    List<String> issuers();

    /** What access tokens may be asked for. */
    List<String> scopes();

    /**
     * Asks an issuer for its keys, as the first caller makes us do; how many it has.
     *
     * @throws IOException in words for people
     */
    static int keysOf(OAuth settings) throws IOException {
        return new Issuer(settings).fetch().size();
    }

    /** Where nobody has to say who they are. */
    static Identification none() {
        return Anyone.INSTANCE;
    }

    /** As it is configured. */
    static Identification of(Access access, InstantSource clock, Log log) {
        return access.guarded() ? Bearer.of(access, clock, log) : none();
    }
}
