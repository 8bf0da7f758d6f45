package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.ServerConfig;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Computes the identity of a server, which does not depend on its name: a keyed hash of its command, arguments, and
 * environment, or of its URL and headers. Two servers with the same name cannot read each other's results. A renamed
 * server can still read its own results.
 */
public final class ServerIdentity {

    private static final int BYTES = 16;

    private ServerIdentity() {}

    public static String of(ServerConfig serverConfig, byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            add(mac, "server identity 1");
            add(mac, Integer.toString(serverConfig.command().size()));
            serverConfig.command().forEach(part -> add(mac, part));
            add(mac, serverConfig.env());
            add(mac, String.valueOf(serverConfig.url()));
            add(mac, serverConfig.headers());
            return HexFormat.of().formatHex(mac.doFinal(), 0, BYTES);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java runtime has HmacSHA256", e);
        }
    }

    private static void add(Mac mac, Map<String, String> entries) {
        add(mac, Integer.toString(entries.size()));
        new TreeMap<>(entries).forEach((name, value) -> {
            add(mac, name);
            add(mac, value);
        });
    }

    /**
     * Adds the length of the text and the text. Without the lengths, different lists such as "ab", "c" and "a", "bc"
     * would have the same hash.
     */
    private static void add(Mac mac, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        mac.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        mac.update(bytes);
    }
}
