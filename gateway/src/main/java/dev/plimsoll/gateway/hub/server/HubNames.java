package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.gateway.digest.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names of the tools or prompts of all servers, as clients see them. A name never changes once it is given, and it is
 * the same for all clients. A server's own name for a tool or prompt is looked up in a table, never derived
 * from the client's name.
 */
public final class HubNames {

    public static final int MAX_LENGTH = 48;

    private static final int HASH_DIGITS = 6;
    private static final int MAX_NAMES_PER_SERVER = 20_000;
    private static final int MAX_HASH_ATTEMPTS = 1_000;

    private final Map<String, Target> targetByClientName = new ConcurrentHashMap<>();
    private final List<Map<String, String>> clientNamesByServer = new CopyOnWriteArrayList<>();
    private final List<String> servers = new CopyOnWriteArrayList<>();

    /**
     * Target of a client's name.
     *
     * @param server the index of the server in the group
     * @param name the server's own name
     */
    public record Target(int server, String name) {}

    public HubNames(List<String> servers) {
        servers.forEach(this::addServer);
    }

    /** Adds a server with the next index. */
    public synchronized void addServer(String server) {
        servers.add(server);
        clientNamesByServer.add(new ConcurrentHashMap<>());
    }

    public @Nullable Target find(String clientName) {
        return targetByClientName.get(clientName);
    }

    /** Returns the name for clients, or the given name if no name was assigned. */
    public String clientName(int server, String name) {
        return clientNamesByServer.get(server).getOrDefault(name, name);
    }

    /**
     * Assigns names to the tools or prompts that a server lists; assigned names stay. Names that need only
     * the server's prefix are assigned first, then names with replaced characters. A name that is too long, or
     * that would equal an assigned name, gets a hash.
     */
    public void register(int server, List<String> names) {
        Map<String, String> clientNames = clientNamesByServer.get(server);
        if (clientNames.keySet().containsAll(names)) {
            return;
        }
        synchronized (this) {
            List<String> newNames = names.stream()
                    .distinct()
                    .filter(name -> !clientNames.containsKey(name))
                    .toList();
            List<String> unchangedNames = new ArrayList<>();
            List<String> changedNames = new ArrayList<>();
            for (String name : newNames) {
                (sanitizedName(server, name).equals(prefixedName(server, name)) ? unchangedNames : changedNames)
                        .add(name);
            }
            for (String name : Stream.concat(unchangedNames.stream(), changedNames.stream())
                    .toList()) {
                if (clientNames.size() < MAX_NAMES_PER_SERVER) {
                    String clientName = uniqueName(server, name);
                    targetByClientName.put(clientName, new Target(server, name));
                    clientNames.put(name, clientName);
                }
            }
        }
    }

    private String prefixedName(int server, String name) {
        return servers.get(server) + "__" + name;
    }

    /** Returns the prefixed name, of any length. Characters that some clients reject are replaced by {@code _}. */
    private String sanitizedName(int server, String name) {
        StringBuilder sanitized = new StringBuilder();
        prefixedName(server, name).codePoints().forEach(c -> sanitized.append(isAllowed(c) ? (char) c : '_'));
        return sanitized.toString();
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    private String uniqueName(int server, String name) {
        String sanitized = sanitizedName(server, name);
        if (sanitized.length() <= MAX_LENGTH && !targetByClientName.containsKey(sanitized)) {
            return sanitized;
        }
        String beginning = sanitized.substring(0, Math.min(sanitized.length(), MAX_LENGTH - HASH_DIGITS - 1)) + "_";
        for (int attempt = 0; attempt < MAX_HASH_ATTEMPTS; attempt++) {
            String hashed = beginning + hash(servers.get(server) + "\0" + name + (attempt == 0 ? "" : "\0" + attempt));
            if (!targetByClientName.containsKey(hashed)) {
                return hashed;
            }
        }
        throw new IllegalStateException("no name is free");
    }

    private static String hash(String text) {
        return Sha256.hex(text, HASH_DIGITS / 2);
    }
}
