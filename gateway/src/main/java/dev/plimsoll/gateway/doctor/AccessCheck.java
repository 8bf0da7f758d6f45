package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.auth.check.IdentificationFactory;
import dev.plimsoll.gateway.config.key.LoopbackAddress;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import java.io.IOException;
import java.time.Instant;

/** Checks that callers of {@code serve} are authenticated: tokens, OAuth issuer, TLS. */
final class AccessCheck implements DoctorCheck {

    private static final String SUBJECT = "auth";

    @Override
    public void check(Configuration configuration, Findings findings) {
        AccessConfig accessConfig = configuration.serving().access();
        String listen = configuration.listen();
        boolean isLocal = LoopbackAddress.matches(listen.substring(0, listen.lastIndexOf(':')));
        if (!accessConfig.requiresAuthentication() && !isLocal) {
            checkOpenAccess(configuration, findings);
        }
        if (!accessConfig.tokens().isEmpty()) {
            checkTokens(accessConfig, findings);
        }
        if (accessConfig.oauth() != null) {
            checkIssuer(accessConfig.oauth(), findings);
        }
        if (accessConfig.tls() != null) {
            findings.addOk("tls", accessConfig.tls().certificate() + " and its key");
        }
    }

    private static void checkOpenAccess(Configuration configuration, Findings findings) {
        String fix = "create a token with plimsoll token new, or listen on 127.0.0.1";
        if (configuration.serving().isInsecure()) {
            findings.addWarning(SUBJECT, "anyone who reaches " + configuration.listen() + " may call (insecure)", fix);
        } else {
            findings.addWarning(
                    SUBJECT, "serve will not start: anyone who reaches " + configuration.listen() + " could call", fix);
        }
    }

    private static void checkTokens(AccessConfig accessConfig, Findings findings) {
        Instant now = Instant.now();
        long expiredCount = accessConfig.tokens().stream()
                .filter(token -> token.expires() != null && now.isAfter(token.expires()))
                .count();
        int count = accessConfig.tokens().size();
        if (expiredCount == count) {
            findings.addWarning(SUBJECT, "all " + count + " tokens have expired", "plimsoll token new");
        } else {
            findings.addOk(
                    SUBJECT,
                    count
                            + (count == 1 ? " token" : " tokens")
                            + (expiredCount == 0 ? "" : ", " + expiredCount + " expired"));
        }
    }

    private static void checkIssuer(OAuthConfig oauthConfig, Findings findings) {
        try {
            int keyCount = IdentificationFactory.fetchKeyCount(oauthConfig);
            if (keyCount == 0) {
                findings.addError(
                        SUBJECT,
                        oauthConfig.issuer() + " has no supported key",
                        "the issuer must sign with RSA, EC, or Ed25519");
            } else {
                findings.addOk(SUBJECT, oauthConfig.issuer() + " has " + keyCount + (keyCount == 1 ? " key" : " keys"));
            }
        } catch (IOException e) {
            findings.addError(
                    SUBJECT,
                    String.valueOf(e.getMessage()),
                    "fix auth.oauth; until then, the tokens of this issuer are refused");
        }
    }
}
