package dev.plimsoll.gateway.auth;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.OAuthConfig;
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
    AuthenticatedCaller of(RequestCredentials requestCredentials) throws NotAdmittedException;

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
    static int keysOf(OAuthConfig settings) throws IOException {
        return new TokenIssuer(settings).fetch().size();
    }

    /** Where nobody has to say who they are. */
    static Identification none() {
        return AnonymousIdentification.INSTANCE;
    }

    /** As it is configured. */
    static Identification of(AccessConfig accessConfig, InstantSource clock, Log log) {
        return accessConfig.guarded() ? Bearer.of(accessConfig, clock, log) : none();
    }
}
