package dev.plimsoll.gateway.doctor;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.config.key.Loopback;
import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.OAuth;
import java.io.IOException;
import java.time.Instant;

/** Whether those who may call {@code serve} can, and others cannot. */
final class AccessCheck implements Check {

    private static final String WHAT = "auth";

    @Override
    public void look(Configuration configuration, Findings findings) {
        Access access = configuration.serving().access();
        String listen = configuration.listen();
        boolean local = Loopback.names(listen.substring(0, listen.lastIndexOf(':')));
        if (!access.guarded() && !local) {
            open(configuration, findings);
        }
        if (!access.tokens().isEmpty()) {
            tokens(access, findings);
        }
        if (access.oauth() != null) {
            issuer(access.oauth(), findings);
        }
        if (access.tls() != null) {
            findings.good("tls", access.tls().certificate() + " and its key");
        }
    }

    private static void open(Configuration configuration, Findings findings) {
        String mend = "plimsoll token new makes a token, or listen on 127.0.0.1";
        if (configuration.serving().insecure()) {
            findings.odd(WHAT, "anyone who reaches " + configuration.listen() + " may call (insecure)", mend);
        } else {
            findings.odd(
                    WHAT, "serve does not start: anyone who reaches " + configuration.listen() + " could call", mend);
        }
    }

    private static void tokens(Access access, Findings findings) {
        Instant now = Instant.now();
        long over = access.tokens().stream()
                .filter(token -> token.expires() != null && now.isAfter(token.expires()))
                .count();
        int all = access.tokens().size();
        if (over == all) {
            findings.odd(WHAT, "all " + all + " tokens have expired", "plimsoll token new");
        } else {
            findings.good(WHAT, all + (all == 1 ? " token" : " tokens") + (over == 0 ? "" : ", " + over + " expired"));
        }
    }

    private static void issuer(OAuth settings, Findings findings) {
        try {
            int keys = Identification.keysOf(settings);
            if (keys == 0) {
                findings.bad(
                        WHAT,
                        settings.issuer() + " has no key that is of use",
                        "it has to sign with RSA, EC or Ed25519");
            } else {
                findings.good(WHAT, settings.issuer() + " has " + keys + (keys == 1 ? " key" : " keys"));
            }
        } catch (IOException e) {
            findings.bad(WHAT, String.valueOf(e.getMessage()), "mend auth.oauth; until then its tokens are refused");
        }
    }
}
