package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.config.key.LoopbackAddress;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import java.io.IOException;
import java.time.Instant;

/** Checks that callers of {@code serve} are authenticated: tokens, OAuth issuer, TLS. */
final class AccessCheck implements DoctorCheck {

    private static final String WHAT = "auth";

    @Override
    public void look(Configuration configuration, Findings findings) {
        AccessConfig accessConfig = configuration.serving().access();
        String listen = configuration.listen();
        boolean local = LoopbackAddress.names(listen.substring(0, listen.lastIndexOf(':')));
        if (!accessConfig.guarded() && !local) {
            open(configuration, findings);
        }
        if (!accessConfig.tokens().isEmpty()) {
            tokens(accessConfig, findings);
        }
        if (accessConfig.oauth() != null) {
            issuer(accessConfig.oauth(), findings);
        }
        if (accessConfig.tls() != null) {
            findings.good("tls", accessConfig.tls().certificate() + " and its key");
        }
    }

    private static void open(Configuration configuration, Findings findings) {
        String fix = "plimsoll token new makes a token, or listen on 127.0.0.1";
        if (configuration.serving().insecure()) {
            findings.odd(WHAT, "anyone who reaches " + configuration.listen() + " may call (insecure)", fix);
        } else {
            findings.odd(
                    WHAT, "serve will not start: anyone who reaches " + configuration.listen() + " could call", fix);
        }
    }

    private static void tokens(AccessConfig accessConfig, Findings findings) {
        Instant now = Instant.now();
        long expired = accessConfig.tokens().stream()
                .filter(token -> token.expires() != null && now.isAfter(token.expires()))
                .count();
        int count = accessConfig.tokens().size();
        if (expired == count) {
            findings.odd(WHAT, "all " + count + " tokens have expired", "plimsoll token new");
        } else {
            findings.good(WHAT, count + (count == 1 ? " token" : " tokens") + (expired == 0 ? "" : ", " + expired + " expired"));
        }
    }

    private static void issuer(OAuthConfig settings, Findings findings) {
        try {
            int keys = Identification.keysOf(settings);
            if (keys == 0) {
                findings.bad(
                        WHAT,
                        settings.issuer() + " has no supported key",
                        "the issuer must sign with RSA, EC, or Ed25519");
            } else {
                findings.good(WHAT, settings.issuer() + " has " + keys + (keys == 1 ? " key" : " keys"));
            }
        } catch (IOException e) {
            findings.bad(WHAT, String.valueOf(e.getMessage()), "fix auth.oauth; until then, its tokens are refused");
        }
    }
}
