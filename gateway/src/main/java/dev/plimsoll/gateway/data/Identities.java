package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.ServerConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Computes the identities of servers with the current key and with the previous keys. The name of a caller contains the
 * identity of the server. With a cursor from a previous key, the same caller therefore has another name.
 */
final class Identities {

    /** Stands for programs, in place of a server's name and command. The names of servers have no spaces. */
    private static final String PROGRAMS = "plimsoll programs";

    private final List<byte[]> keys;
    private final Map<String, List<String>> previousIdentities = new ConcurrentHashMap<>();

    /** @param keys the current key, then the previous ones */
    Identities(List<byte[]> keys) {
        this.keys = List.copyOf(keys);
    }

    String of(ServerConfig serverConfig) {
        String identity = ServerIdentity.of(serverConfig, keys.getFirst());
        previousIdentities.computeIfAbsent(
                identity,
                unknown -> keys.stream()
                        .skip(1)
                        .map(key -> ServerIdentity.of(serverConfig, key))
                        .toList());
        return identity;
    }

    /** Returns the identity of the programs of an endpoint. */
    String ofPrograms(String endpoint) {
        return of(ServerConfig.of(PROGRAMS, List.of(PROGRAMS, endpoint)));
    }

    /** Returns variants of a name that contains a server's identity, one for each previous key. */
    List<String> previousNames(String callerName) {
        if (keys.size() == 1) {
            return List.of();
        }
        return previousIdentities.entrySet().stream()
                .filter(server -> callerName.contains(server.getKey()))
                .flatMap(server -> server.getValue().stream().map(other -> callerName.replace(server.getKey(), other)))
                .toList();
    }
}
