package dev.plimsoll.gateway.login;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Key of the stored logins, which the user's keyring holds. The files contain the tokens, encrypted with this key:
 * renewals need no keyring then, and tokens can be longer than an entry of a keyring.
 */
final class LoginKey {

    private static final int KEY_BYTES = 32;

    /** Time for which a failure is remembered, because a locked keyring answers only after a long time. */
    private static final long FAILURE_NANOS = 10_000_000_000L;

    /** Variables with which the program is looked for; null after that. */
    private @Nullable Map<String, String> environment;

    private @Nullable KeyringProgram program;
    private @Nullable SecretKey cachedKey;
    private @Nullable String lastFailure;
    private long failureNanos;

    /** Creates a key that this program of the keyring reads and writes; null if there is no keyring. */
    LoginKey(@Nullable KeyringProgram program) {
        this.program = program;
    }

    private LoginKey(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns a key in the keyring of a process with these variables. Looks for the keyring at the first use. */
    static LoginKey of(Map<String, String> environment) {
        return new LoginKey(environment);
    }

    /** Returns the key in the user's keyring, which all logins of the process share. */
    static LoginKey ofUser() {
        return User.KEY;
    }

    /** Key in the user's keyring, which is looked for at the first use. */
    private static final class User {

        private static final LoginKey KEY = of(System.getenv());

        private User() {}
    }

    /** Returns whether this system has a keyring. */
    boolean hasKeyring() {
        return program() != null;
    }

    private synchronized @Nullable KeyringProgram program() {
        if (environment != null) {
            program = KeyringProgram.find(environment, System.getProperty("os.name", ""));
            environment = null;
        }
        return program;
    }

    /**
     * Returns the key.
     *
     * @throws IOException if there is none; the message is written for people
     */
    synchronized SecretKey key() throws IOException {
        if (cachedKey == null) {
            SecretKey found = findKey();
            if (found == null) {
                throw new LoginException(remember("the keyring has no key of Plimsoll"));
            }
            cachedKey = found;
        }
        return cachedKey;
    }

    /** Returns the key. Creates one if there is none, and reads it again before it is used. */
    synchronized SecretKey createKey() throws IOException {
        if (cachedKey == null) {
            lastFailure = null;
            SecretKey found = findKey();
            cachedKey = found == null ? storeKey(requireProgram()) : found;
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
            throw new LoginException(remember(String.valueOf(e.getMessage())));
        }
        return text == null ? null : new SecretKeySpec(decode(text), "AES");
    }

    private String remember(String failure) {
        lastFailure = failure;
        failureNanos = System.nanoTime();
        return failure;
    }

    private KeyringProgram requireProgram() throws LoginException {
        KeyringProgram found = program();
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
