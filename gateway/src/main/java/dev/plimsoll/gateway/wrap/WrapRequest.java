package dev.plimsoll.gateway.wrap;

import java.nio.file.Path;
import java.util.List;

/**
 * Request to change servers of a file.
 *
 * @param servers names; empty for all
 * @param isDryRun whether to print the changes without writing
 */
public record WrapRequest(Path file, List<String> servers, boolean isDryRun) {

    public WrapRequest {
        servers = List.copyOf(servers);
    }

    List<WrapServer> select(List<WrapServer> all) throws WrapException {
        for (String name : servers) {
            if (all.stream().noneMatch(wrapServer -> wrapServer.name().equals(name))) {
                List<String> names =
                        all.stream().map(WrapServer::name).distinct().toList();
                throw new WrapException("--server: unknown server " + name + "; servers: " + String.join(", ", names));
            }
        }
        return all.stream()
                .filter(wrapServer -> servers.isEmpty() || servers.contains(wrapServer.name()))
                .toList();
    }
}
