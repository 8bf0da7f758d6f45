package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.login.oauth.LoginException;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Key that encrypts the stored logins. Only this key is in the user's keyring; the encrypted tokens are in files.
 * Therefore, a process reads the keyring once, renewed tokens need no new entry, and tokens can be longer than a
 * keyring entry.
 */
final class LoginKey {

    private static final int KEY_BYTES = 32;

    /** Time for which a failure is remembered, because a locked keyring responds only after a long time. */
    private static final long FAILURE_NANOS = 10_000_000_000L;

    /** Variables for the search for the program; null after the search. */
    private @Nullable Map<String, String> environment;

    private @Nullable KeyringProgram program;
    private @Nullable SecretKey cachedKey;
    private @Nullable String lastFailure;
    private long failureNanos;

    /** @param program reads and writes the entry with the key in the keyring; null if there is no keyring */
    LoginKey(@Nullable KeyringProgram program) {
        this.program = program;
    }

    private LoginKey(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Returns the key in the keyring of a process with these environment variables. Searches for the keyring at the
     * first use.
     */
    static LoginKey of(Map<String, String> environment) {
        return new LoginKey(environment);
    }

    /** Returns the key in the user's keyring, which all logins of the process share. */
    static LoginKey ofUser() {
        return UserKeyHolder.KEY;
    }

    /** Holder of the user's key, which is created when this class is first used. */
    private static final class UserKeyHolder {

        private static final LoginKey KEY = of(System.getenv());

        private UserKeyHolder() {}
    }

    /** Returns whether this system has a keyring. */
    boolean hasKeyring() {
        return findProgram() != null;
    }

    private synchronized @Nullable KeyringProgram findProgram() {
        if (environment != null) {
            program = KeyringProgram.find(environment, System.getProperty("os.name", ""));
            environment = null;
        }
        return program;
    }

    /**
     * Returns the key. Reads it from the keyring at the first call.
     *
     * @throws IOException if there is no key, or the keyring cannot be used; the message is written for
     *     people
     */
    synchronized SecretKey key() throws IOException {
        if (cachedKey == null) {
            SecretKey keyringKey = findKey();
            if (keyringKey == null) {
                throw new LoginException(recordFailure("the keyring has no key of Plimsoll"));
            }
            cachedKey = keyringKey;
        }
        return cachedKey;
    }

    /**
     * Returns the key. If there is none, creates one, and reads it back: a key that the keyring did not store
     * must not encrypt anything.
     */
    synchronized SecretKey getOrCreateKey() throws IOException {
        if (cachedKey == null) {
            lastFailure = null;
            SecretKey keyringKey = findKey();
            cachedKey = keyringKey == null ? storeKey(requireProgram()) : keyringKey;
        }
        return cachedKey;
    }

    private SecretKey storeKey(KeyringProgram keyringProgram) throws IOException {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        String text = Base64.getEncoder().encodeToString(bytes);
        keyringProgram.store(text);
        if (!text.equals(keyringProgram.lookup())) {
            throw new LoginException("the keyring did not store the key");
        }
        return new SecretKeySpec(bytes, "AES");
    }

    private @Nullable SecretKey findKey() throws IOException {
        if (lastFailure != null && System.nanoTime() - failureNanos < FAILURE_NANOS) {
            throw new LoginException(lastFailure);
        }
        String text;
        try {
            text = requireProgram().lookup();
        } catch (LoginException e) {
            throw new LoginException(recordFailure(String.valueOf(e.getMessage())));
        }
        return text == null ? null : new SecretKeySpec(decode(text), "AES");
    }

    private String recordFailure(String failure) {
        lastFailure = failure;
        failureNanos = System.nanoTime();
        return failure;
    }

    private KeyringProgram requireProgram() throws LoginException {
        KeyringProgram found = findProgram();
        if (found == null) {
            throw new LoginException("there is no keyring here");
        }
        return found;
    }

    private static byte[] decode(String text) throws LoginException {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (bytes.length == KEY_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // the entry is not a key
        }
        throw new LoginException("the entry in the keyring is not a key of Plimsoll");
    }
}
