package dev.plimsoll.gateway.replica;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Ids of parked calls. An id cannot be guessed, and contains the name of the replica that holds the call. It is
 * signed, so that callers cannot make a replica forward requests for calls that never existed.
 */
public final class ParkedCallIds {

    /** Maximum length of an id. */
    public static final int MAX_LENGTH = 64;

    private static final String PREFIX = "input.";
    private static final String PURPOSE = "plimsoll parked call 1";
    private static final int REPLICA_BYTES = 6;
    private static final int CALL_BYTES = 16;
    private static final int TAG_BYTES = 8;

    /** Length of the random key of a gateway without replicas. */
    private static final int KEY_BYTES = 8;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<SecretKeySpec> keys;
    private final String replica = randomText(REPLICA_BYTES);

    /** @param keys the keys that all replicas share: the first key signs ids, each key can verify them */
    public ParkedCallIds(List<byte[]> keys) {
        this.keys =
                keys.stream().map(key -> new SecretKeySpec(key, "HmacSHA256")).toList();
    }

    /** Creates ids for a gateway without replicas. */
    public static ParkedCallIds forSingleReplica() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return new ParkedCallIds(List.of(key));
    }

    private static String randomText(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return encode(bytes);
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the name of this replica. Each process has a new, random name. */
    public String replica() {
        return replica;
    }

    /** Returns a new id for a call that is parked here. */
    public String create() {
        String unsigned = PREFIX + replica + '.' + randomText(CALL_BYTES);
        return unsigned + '.' + sign(unsigned, keys.get(0));
    }

    /** Returns whether a {@code requestState} is such an id, judged by its prefix. Does not check the signature. */
    public static boolean isParkedCallId(@Nullable String state) {
        return state != null && state.startsWith(PREFIX);
    }

    /**
     * Returns the name of the other replica that issued an id; null if this replica issued it, or if it is
     * not valid.
     */
    public @Nullable String findOtherReplica(@Nullable String id) {
        String[] parts =
                isParkedCallId(id) && id != null && id.length() <= MAX_LENGTH ? id.split("\\.", -1) : new String[0];
        if (id == null || parts.length != 4 || parts[1].equals(replica)) {
            return null;
        }
        String unsigned = id.substring(0, id.lastIndexOf('.'));
        return isSignature(parts[3], unsigned) ? parts[1] : null;
    }

    private boolean isSignature(String tag, String unsigned) {
        byte[] tagBytes = tag.getBytes(StandardCharsets.UTF_8);
        boolean hasMatchingKey = false;
        for (SecretKeySpec key : keys) {
            hasMatchingKey |=
                    MessageDigest.isEqual(tagBytes, sign(unsigned, key).getBytes(StandardCharsets.US_ASCII));
        }
        return hasMatchingKey;
    }

    private static String sign(String unsigned, SecretKeySpec key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(PURPOSE.getBytes(StandardCharsets.US_ASCII));
            return encode(Arrays.copyOf(mac.doFinal(unsigned.getBytes(StandardCharsets.UTF_8)), TAG_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
