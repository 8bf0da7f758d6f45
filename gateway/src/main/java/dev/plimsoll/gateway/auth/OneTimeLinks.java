package dev.plimsoll.gateway.auth;

import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.policy.Tier;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Identifies callers by links that work once. A caller who opens a link gets a token of tier {@code admin}.
 * Thread-safe.
 */
public final class OneTimeLinks implements Identification {

    /** Maximum numbers of links that nobody has opened, and of tokens. The oldest ones become invalid first. */
    private static final int MAX_SECRETS = 32;

    private static final int SECRET_BYTES = 32;
    private static final String SCHEME = "Bearer ";

    private final SecureRandom random = new SecureRandom();
    private final Deque<byte[]> linkDigests = new ArrayDeque<>();
    private final Deque<byte[]> tokenDigests = new ArrayDeque<>();
    private final AuthenticatedCaller caller;
    private final String command;
    private final Runnable onUse;

    /**
     * @param subject identity of everyone who opens a link
     * @param command command that prints another link
     * @param onUse runs after each request with a valid token
     */
    public OneTimeLinks(String subject, String command, Runnable onUse) {
        this.caller = new AuthenticatedCaller(subject, Tier.ADMIN);
        this.command = command;
        this.onUse = onUse;
    }

    /** Creates the secret of a new link. */
    public String createLink() {
        return createSecret(linkDigests);
    }

    /** Returns a token for the secret of a link, which is then invalid; null if the secret is not valid. */
    public synchronized @Nullable String open(String secret) {
        byte[] matchingDigest = find(linkDigests, secret);
        if (matchingDigest == null) {
            return null;
        }
        linkDigests.remove(matchingDigest);
        return createSecret(tokenDigests);
    }

    private synchronized String createSecret(Deque<byte[]> digests) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        digests.add(Sha256.of(secret));
        if (digests.size() > MAX_SECRETS) {
            digests.remove();
        }
        return secret;
    }

    /** Finds a digest. Takes the same time for any secret. */
    private static byte @Nullable [] find(Deque<byte[]> digests, String secret) {
        byte[] secretDigest = Sha256.of(secret);
        byte[] matchingDigest = null;
        for (byte[] digest : digests) {
            if (MessageDigest.isEqual(digest, secretDigest)) {
                matchingDigest = digest;
            }
        }
        return matchingDigest;
    }

    @Override
    public AuthenticatedCaller identify(RequestCredentials requestCredentials) throws NotAdmittedException {
        List<String> authorization = requestCredentials.authorization();
        String value = authorization.size() == 1 ? authorization.get(0) : "";
        if (!value.startsWith(SCHEME) || !isToken(value.substring(SCHEME.length()))) {
            throw NotAdmittedException.invalid("open this page with a link", "run '" + command + "', which prints one");
        }
        onUse.run();
        return caller;
    }

    private synchronized boolean isToken(String token) {
        return find(tokenDigests, token) != null;
    }

    @Override
    public List<String> issuers() {
        return List.of();
    }

    @Override
    public List<String> scopes() {
        return List.of();
    }
}
