package dev.plimsoll.gateway.era;

import dev.plimsoll.json.Slice;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the request states of a server. On a shared connection, the server does not know which client a
 * state belongs to, so the gateway must protect the state. An encrypted state cannot be read or changed. Only
 * the caller that received it can send it back, with the same request, within a day.
 */
public final class RequestStateCipher {

    static final Duration MAX_AGE = Duration.ofDays(1);

    private static final String PREFIX = "sealed.";
    private static final String PURPOSE = "plimsoll request state 1";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final List<SecretKeySpec> keys;
    private final Function<String, List<String>> otherBindings;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /** @param keys the first key encrypts; all keys decrypt */
    public RequestStateCipher(List<byte[]> keys) {
        this(keys, InstantSource.system());
    }

    RequestStateCipher(List<byte[]> keys, InstantSource clock) {
        this(keys, binding -> List.of(), clock);
    }

    /** @param otherBindings returns the other bindings under which the state may have been encrypted */
    public RequestStateCipher(List<byte[]> keys, Function<String, List<String>> otherBindings) {
        this(keys, otherBindings, InstantSource.system());
    }

    private RequestStateCipher(List<byte[]> keys, Function<String, List<String>> otherBindings, InstantSource clock) {
        this.otherBindings = otherBindings;
        this.keys = keys.stream().map(RequestStateCipher::deriveKey).toList();
        this.clock = clock;
    }

    private static SecretKeySpec deriveKey(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return new SecretKeySpec(mac.doFinal(PURPOSE.getBytes(StandardCharsets.US_ASCII)), "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HmacSHA256 is not available", e);
        }
    }

    /**
     * Encrypts a state.
     *
     * @param binding a text to which the state is bound: it can only be decrypted with the same text
     */
    String encrypt(Slice state, String binding) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        long expirySeconds = clock.instant().plus(MAX_AGE).getEpochSecond();
        byte[] plaintext = ByteBuffer.allocate(Long.BYTES + state.length())
                .putLong(expirySeconds)
                .put(state.toByteArray())
                .array();
        try {
            byte[] ciphertext = createCipher(Cipher.ENCRYPT_MODE, keys.getFirst(), nonce, binding)
                    .doFinal(plaintext);
            byte[] bytes = ByteBuffer.allocate(NONCE_BYTES + ciphertext.length)
                    .put(nonce)
                    .put(ciphertext)
                    .array();
            return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES/GCM is not available", e);
        }
    }

    /** Decrypts a state; null if it is invalid, has another binding, or is too old. */
    @Nullable Slice decrypt(String encrypted, String binding) {
        byte[] bytes = encrypted.startsWith(PREFIX) ? decode(encrypted.substring(PREFIX.length())) : new byte[0];
        if (bytes.length < NONCE_BYTES + TAG_BITS / 8 + Long.BYTES) {
            return null;
        }
        byte[] plaintext = decryptWithAnyKey(bytes, binding);
        for (String otherBinding : plaintext == null ? otherBindings.apply(binding) : List.<String>of()) {
            plaintext = plaintext == null ? decryptWithAnyKey(bytes, otherBinding) : plaintext;
        }
        if (plaintext == null
                || ByteBuffer.wrap(plaintext).getLong() < clock.instant().getEpochSecond()) {
            return null;
        }
        return new Slice(plaintext, Long.BYTES, plaintext.length);
    }

    private byte @Nullable [] decryptWithAnyKey(byte[] bytes, String binding) {
        byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
        for (SecretKeySpec key : keys) {
            byte[] plaintext = decrypt(bytes, key, nonce, binding);
            if (plaintext != null) {
                return plaintext;
            }
        }
        return null;
    }

    private static byte[] decode(String text) {
        try {
            byte[] decoded = Base64.getUrlDecoder().decode(text);
            // accept only the canonical form, because the last character may have unused bits
            boolean isCanonical = Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(decoded)
                    .equals(text);
            return isCanonical ? decoded : new byte[0];
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static byte @Nullable [] decrypt(byte[] bytes, SecretKeySpec key, byte[] nonce, String binding) {
        try {
            return createCipher(Cipher.DECRYPT_MODE, key, nonce, binding)
                    .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    private static Cipher createCipher(int mode, SecretKeySpec key, byte[] nonce, String binding)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(binding.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
