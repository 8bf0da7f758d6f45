package dev.plimsoll.gateway.auth;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.ClientCertificates;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.gateway.log.Log;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** Identifies callers. */
public interface Identification {

    /**
     * Returns the caller of a request.
     *
     * @throws NotAdmittedException if the caller cannot be identified or is not admitted
     */
    AuthenticatedCaller of(RequestCredentials requestCredentials) throws NotAdmittedException;

    /** Returns whether callers must authenticate. */
    default boolean requiresAuthentication() {
        return true;
    }

    /** Returns the issuers of accepted access tokens; empty if only static tokens are accepted. */
    List<String> issuers();

    /** Returns the scopes that clients can request for access tokens. */
    List<String> scopes();

    /**
     * Fetches the keys of an issuer in the same way as the first request, and returns their number.
     *
     * @throws IOException with a readable message
     */
    static int fetchKeyCount(OAuthConfig config) throws IOException {
        return new TokenIssuer(config).fetch().size();
    }

    /** Returns an identification without authentication. */
    static Identification none() {
        return AnonymousIdentification.INSTANCE;
    }

    /** Returns the configured identification. */
    static Identification of(AccessConfig accessConfig, InstantSource clock, Log log) {
        if (!accessConfig.requiresAuthentication()) {
            return none();
        }
        Bearer bearer = Bearer.of(accessConfig, clock, log);
        ClientCertificates clients = accessConfig.clientCertificates();
        return clients == null
                ? bearer
                : new CertificateIdentification(
                        bearer, clients.tier(), accessConfig.rules().claimNames());
    }
}
