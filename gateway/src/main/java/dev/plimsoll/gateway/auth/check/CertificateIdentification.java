package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.auth.RequestCredentials;
import dev.plimsoll.policy.Tier;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Identifies callers by their TLS certificates, which were verified during the handshake. A request with an {@code
 * Authorization} header is identified by its token.
 */
final class CertificateIdentification implements Identification {

    /** Labels of the types of alternative names: URI (SPIFFE), email address, DNS name. */
    private static final Map<Integer, String> NAME_TYPES = Map.of(6, "uri", 1, "email", 2, "dns");

    /** Types of alternative names, most specific first. */
    private static final List<Integer> NAME_ORDER = List.of(6, 1, 2);

    private static final int MAX_NAME_LENGTH = 1_000;

    private final Identification tokens;
    private final Tier tier;
    /** True if an access rule reads the name, as claim {@code sub}. */
    private final boolean canRulesReadName;

    /**
     * Creates an identification.
     *
     * @param tokens identifies requests without a certificate, or with an {@code Authorization} header
     * @param tier the tier of callers with a certificate
     * @param claimNames the claims that access rules read; a certificate has only {@code sub}, its name
     */
    CertificateIdentification(Identification tokens, Tier tier, Set<String> claimNames) {
        this.tokens = tokens;
        this.tier = tier;
        this.canRulesReadName = claimNames.contains("sub");
    }

    @Override
    public AuthenticatedCaller identify(RequestCredentials requestCredentials) throws NotAdmittedException {
        X509Certificate certificate = requestCredentials.certificate();
        if (certificate == null || !requestCredentials.authorization().isEmpty()) {
            return tokens.identify(requestCredentials);
        }
        String name = findName(certificate);
        if (name == null) {
            throw NotAdmittedException.invalid(
                    "the client certificate has no name", "it needs a subject or an alternative name");
        }
        return new AuthenticatedCaller(
                "certificate " + name, tier, "", canRulesReadName ? Map.of("sub", name) : Map.of());
    }

    /**
     * Returns the most specific alternative name, or else the subject, with its type; null if there is none, or if it
     * is too long.
     */
    private static @Nullable String findName(X509Certificate certificate) {
        String alternative = findAlternativeName(certificate);
        String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
        String name = alternative != null ? alternative : subject.isEmpty() ? null : "subject:" + subject;
        return name == null || name.length() > MAX_NAME_LENGTH ? null : name;
    }

    private static @Nullable String findAlternativeName(X509Certificate certificate) {
        Collection<List<?>> names;
        try {
            names = certificate.getSubjectAlternativeNames();
        } catch (CertificateParsingException e) {
            return null;
        }
        for (Integer type : NAME_ORDER) {
            for (List<?> name : names == null ? List.<List<?>>of() : names) {
                if (name.get(0).equals(type)) {
                    return NAME_TYPES.get(type) + ":" + name.get(1);
                }
            }
        }
        return null;
    }

    @Override
    public List<String> issuers() {
        return tokens.issuers();
    }

    @Override
    public List<String> scopes() {
        return tokens.scopes();
    }
}
