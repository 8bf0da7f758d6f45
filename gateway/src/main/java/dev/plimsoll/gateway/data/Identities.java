package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.ServerConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The servers' identities under the key that seals, and what they are under the keys that still open: callers are named with
 * them, so a cursor that another key sealed was sealed for the same caller under another name.
 */
final class Identities {

    private final List<byte[]> keys;
    private final Map<String, List<String>> others = new ConcurrentHashMap<>();

    /** @param keys the one that seals, then those that still open */
    Identities(List<byte[]> keys) {
        this.keys = List.copyOf(keys);
    }

    String of(ServerConfig serverConfig) {
        String now = ServerIdentity.of(serverConfig, keys.getFirst());
        others.computeIfAbsent(
                now,
                unknown -> keys.stream()
                        .skip(1)
                        .map(key -> ServerIdentity.of(serverConfig, key))
                        .toList());
        return now;
    }

    /** What names a server by its identity, as it would be under each of the other keys. */
    List<String> otherwise(String named) {
        if (keys.size() == 1) {
            return List.of();
        }
        return others.entrySet().stream()
                .filter(server -> named.contains(server.getKey()))
                .flatMap(server -> server.getValue().stream().map(other -> named.replace(server.getKey(), other)))
                .toList();
    }
}
