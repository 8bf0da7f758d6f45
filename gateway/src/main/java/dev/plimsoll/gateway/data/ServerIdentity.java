package dev.plimsoll.gateway.data;

import dev.plimsoll.cursor.HmacKey;
import dev.plimsoll.gateway.config.model.ServerConfig;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes the identity of a server, which does not depend on its name: a keyed hash of its command, arguments, and
 * environment, or of its URL and headers. Two servers with the same name cannot read each other's results. A renamed
 * server can still read its own results.
 */
public final class ServerIdentity {

    private static final int BYTES = 16;

    private ServerIdentity() {}

    public static String of(ServerConfig serverConfig, byte[] key) {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        add(parts, "server identity 1");
        add(parts, Integer.toString(serverConfig.command().size()));
        serverConfig.command().forEach(part -> add(parts, part));
        add(parts, serverConfig.env());
        add(parts, String.valueOf(serverConfig.url()));
        add(parts, serverConfig.headers());
        return HexFormat.of().formatHex(new HmacKey(key).sign(parts.toByteArray()), 0, BYTES);
    }

    private static void add(ByteArrayOutputStream parts, Map<String, String> entries) {
        add(parts, Integer.toString(entries.size()));
        new TreeMap<>(entries).forEach((name, value) -> {
            add(parts, name);
            add(parts, value);
        });
    }

    /**
     * Adds the length of the text and the text. Without the lengths, different lists such as "ab", "c" and "a", "bc"
     * would have the same hash.
     */
    private static void add(ByteArrayOutputStream parts, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        parts.writeBytes((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        parts.writeBytes(bytes);
    }
}
