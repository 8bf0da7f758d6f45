package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.ClientCertificates;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.gateway.log.Log;
import java.io.IOException;
import java.time.InstantSource;

/** Creates the identification of callers that the configuration describes. */
public final class IdentificationFactory {

    private IdentificationFactory() {}

    /** Returns the configured identification. */
    public static Identification create(AccessConfig accessConfig, InstantSource clock, Log log) {
        if (!accessConfig.requiresAuthentication()) {
            return Identification.none();
        }
        Bearer bearer = Bearer.of(accessConfig, clock, log);
        ClientCertificates certificates = accessConfig.clientCertificates();
        return certificates == null
                ? bearer
                : new CertificateIdentification(
                        bearer, certificates.tier(), accessConfig.rules().claimNames());
    }

    /**
     * Fetches the keys of an issuer in the same way as the first request, and returns their number.
     *
     * @throws IOException with a readable message
     */
    public static int fetchKeyCount(OAuthConfig config) throws IOException {
        return new IssuerKeyFetcher(config).fetch().size();
    }
}
