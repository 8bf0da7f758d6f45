package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.ServerConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Computes the identities of servers with the current key and with the previous keys. The name of a caller contains the
 * identity of the server, so a cursor that was signed with a previous key belongs to another name of the caller.
 */
final class Identities {

    /** Name and command of the pseudo-server for programs. Names of real servers have no spaces. */
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
                ignored -> keys.stream()
                        .skip(1)
                        .map(key -> ServerIdentity.of(serverConfig, key))
                        .toList());
        return identity;
    }

    /** Returns the identity of the programs of an endpoint. */
    String ofPrograms(String endpoint) {
        return of(ServerConfig.of(PROGRAMS, List.of(PROGRAMS, endpoint)));
    }

    /** Returns the names that a caller had with the previous keys, one for each key. */
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
