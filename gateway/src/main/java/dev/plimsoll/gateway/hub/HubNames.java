package dev.plimsoll.gateway.hub;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names of the tools or prompts of all servers, as clients see them. A name never changes once it is given, and it is
 * the same for all clients. The original name is looked up; it is never parsed from the client's name.
 */
final class HubNames {

    static final int MAX_LENGTH = 48;

    private static final int HASH_DIGITS = 6;
    private static final int MAX_NAMES_PER_SERVER = 20_000;
    private static final int MAX_HASH_ATTEMPTS = 1_000;

    private final Map<String, Target> byClientName = new ConcurrentHashMap<>();
    private final List<Map<String, String>> byServer;
    private final List<String> servers;

    /**
     * Target of a client's name.
     *
     * @param server its index in the configuration
     * @param name the server's own name
     */
    record Target(int server, String name) {}

    HubNames(List<String> servers) {
        this.servers = List.copyOf(servers);
        this.byServer = servers.stream()
                .map(any -> (Map<String, String>) new ConcurrentHashMap<String, String>())
                .toList();
    }

    @Nullable Target find(String shown) {
        return byClientName.get(shown);
    }

    /** Returns the name for clients, or the given name if it has none. */
    String clientName(int server, String name) {
        return byServer.get(server).getOrDefault(name, name);
    }

    /**
     * Names the tools or prompts that a server lists; existing names stay. New names that need no change besides the
     * server's prefix are assigned first, so that changed names cannot take theirs.
     */
    void register(int server, List<String> names) {
        Map<String, String> known = byServer.get(server);
        if (known.keySet().containsAll(names)) {
            return;
        }
        synchronized (this) {
            List<String> fresh = names.stream()
                    .distinct()
                    .filter(name -> !known.containsKey(name))
                    .toList();
            List<String> plain = new ArrayList<>();
            List<String> others = new ArrayList<>();
            for (String name : fresh) {
                (sanitizedName(server, name).equals(prefixedName(server, name)) ? plain : others).add(name);
            }
            for (String name : Stream.concat(plain.stream(), others.stream()).toList()) {
                if (known.size() < MAX_NAMES_PER_SERVER) {
                    String shown = uniqueName(server, name);
                    byClientName.put(shown, new Target(server, name));
                    known.put(name, shown);
                }
            }
        }
    }

    private String prefixedName(int server, String name) {
        return servers.get(server) + "__" + name;
    }

    /** Returns the prefixed name with each character that some client rejects replaced by {@code _}; not shortened. */
    private String sanitizedName(int server, String name) {
        StringBuilder changed = new StringBuilder();
        prefixedName(server, name).codePoints().forEach(c -> changed.append(isAllowed(c) ? (char) c : '_'));
        return changed.toString();
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    private String uniqueName(int server, String name) {
        String changed = sanitizedName(server, name);
        if (changed.length() <= MAX_LENGTH && !byClientName.containsKey(changed)) {
            return changed;
        }
        String start = changed.substring(0, Math.min(changed.length(), MAX_LENGTH - HASH_DIGITS - 1)) + "_";
        for (int again = 0; again < MAX_HASH_ATTEMPTS; again++) {
            String hashed = start + hash(servers.get(server) + "\0" + name + (again == 0 ? "" : "\0" + again));
            if (!byClientName.containsKey(hashed)) {
                return hashed;
            }
        }
        throw new IllegalStateException("no name is free");
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_DIGITS / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
