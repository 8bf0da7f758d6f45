package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.Loopback;
import dev.plimsoll.gateway.config.model.Tls;
import dev.plimsoll.gateway.config.source.Origin;
import dev.plimsoll.gateway.tls.TlsException;
import dev.plimsoll.gateway.tls.TlsIdentity;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What does not fit together in who may call, and how. */
final class AccessConsistency {

    private static final String ISSUER = "auth.oauth.issuer";

    private final Settings settings;
    private final Paths paths;
    private final Faults faults;

    AccessConsistency(Settings settings, Paths paths, Faults faults) {
        this.settings = settings;
        this.paths = paths;
        this.faults = faults;
    }

    void check() {
        tokens();
        oauth();
        secrecy();
        publicUrl();
        both(TlsIdentity.CERTIFICATE, TlsIdentity.KEY);
        both(TlsIdentity.KEY, TlsIdentity.CERTIFICATE);
        if (settings.has(TlsIdentity.CERTIFICATE) && settings.has(TlsIdentity.KEY)) {
            tls();
        }
    }

    private void tokens() {
        if (settings.find("auth.tokens") instanceof List<?> none && none.isEmpty()) {
            faults.odd("auth.tokens", settings.origin("auth.tokens"), "is empty: by it nobody has to say who calls");
        }
        Set<String> ids = new HashSet<>();
        Map<String, Integer> hashes = new HashMap<>();
        int index = 0;
        for (Object row : settings.find("auth.tokens") instanceof List<?> rows ? rows : List.of()) {
            if (row instanceof Settings token && !token.broken()) {
                token("auth.tokens[" + index + "]", token, ids, hashes, index);
            }
            index++;
        }
    }

    private void token(String path, Settings token, Set<String> ids, Map<String, Integer> hashes, int index) {
        for (String needed : List.of("id", "hash")) {
            if (!token.has(needed)) {
                faults.wrong(path, token.origin(), "must have " + needed);
            }
        }
        if (token.has("id") && !ids.add(token.text("id"))) {
            String id = Faults.quoted(token.text("id"));
            faults.wrong(
                    path + ".id", token.origin("id"), "must be another than those before it, got " + id + " again");
        }
        if (token.has("hash")) {
            Integer other = hashes.putIfAbsent(token.text("hash").toLowerCase(Locale.ROOT), index);
            if (other != null) {
                faults.wrong(path + ".hash", token.origin("hash"), "is that of auth.tokens[" + other + "] already");
            }
        }
        if (token.has("expires")
                && OffsetDateTime.parse(token.text("expires")).toInstant().isBefore(Instant.now())) {
            faults.odd(path + ".expires", token.origin("expires"), "has passed: the token is refused");
        }
    }

    private void oauth() {
        if (settings.has(ISSUER)) {
            audience();
            return;
        }
        for (String key : settings.scope().paths()) {
            if (key.startsWith("auth.oauth.") && settings.has(key)) {
                if (key.startsWith("auth.oauth.scopes.")) {
                    faults.odd(key, settings.origin(key), "has no effect without " + ISSUER);
                } else {
                    faults.wrong(key, settings.origin(key), "needs " + ISSUER + " as well");
                }
            }
        }
    }

    /** Else whoever calls could choose by the Host header which audience is ours. */
    private void audience() {
        if (!isLocal() && !settings.has("auth.oauth.audience") && !settings.has("publicUrl")) {
            faults.wrong(
                    ISSUER,
                    settings.origin(ISSUER),
                    "needs publicUrl or auth.oauth.audience: tokens must be meant for us, and listening on "
                            + Faults.quoted(settings.text("listen")) + " does not say what our URL is");
        }
    }

    private void secrecy() {
        boolean tokens = settings.find("auth.tokens") instanceof List<?> some && !some.isEmpty();
        boolean guarded = tokens || settings.has(ISSUER);
        boolean proxied = settings.has("publicUrl")
                && settings.text("publicUrl").toLowerCase(Locale.ROOT).startsWith("https:");
        if (guarded && !isLocal() && !proxied && !settings.has(TlsIdentity.CERTIFICATE)) {
            faults.odd(
                    "listen",
                    settings.origin("listen"),
                    "is beyond this machine and not encrypted: callers' tokens can be read on the way; set tls,"
                            + " or publicUrl where a proxy encrypts");
        }
    }

    private boolean isLocal() {
        String listen = settings.text("listen");
        return Loopback.names(listen.substring(0, listen.lastIndexOf(':')));
    }

    private void publicUrl() {
        if (settings.has("publicUrl")) {
            URI url = URI.create(settings.text("publicUrl"));
            if (url.getRawQuery() != null || url.getRawFragment() != null || url.getRawUserInfo() != null) {
                faults.wrong("publicUrl", settings.origin("publicUrl"), "must have no user, query and fragment");
            }
        }
    }

    private void tls() {
        Tls files = new Tls(
                paths.absolute(settings.text(TlsIdentity.CERTIFICATE)), paths.absolute(settings.text(TlsIdentity.KEY)));
        try {
            for (TlsException odd : TlsIdentity.read(files).oddities(Instant.now())) {
                faults.odd(odd.key(), settings.origin(odd.key()), odd.getMessage());
            }
        } catch (TlsException e) {
            faults.wrong(e.key(), settings.origin(e.key()), e.getMessage());
        }
    }

    private void both(String one, String other) {
        if (settings.has(one) && !settings.has(other)) {
            Origin origin = settings.origin(one);
            faults.wrong(one, origin, "needs " + other + " as well");
        }
    }
}
