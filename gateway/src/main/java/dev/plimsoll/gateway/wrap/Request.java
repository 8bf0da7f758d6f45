package dev.plimsoll.gateway.wrap;

import java.nio.file.Path;
import java.util.List;

/**
 * Which servers of which file.
 *
 * @param servers by name; all of them if there are none
 * @param dryRun show, write nothing
 */
public record Request(Path file, List<String> servers, boolean dryRun) {

    public Request {
        servers = List.copyOf(servers);
    }

    List<Server> chosen(List<Server> all) throws WrapException {
        for (String name : servers) {
            if (all.stream().noneMatch(server -> server.name().equals(name))) {
                List<String> names = all.stream().map(Server::name).distinct().toList();
                throw new WrapException(
                        "--server: no server is called " + name + "; there are " + String.join(", ", names));
            }
        }
        return all.stream()
                .filter(server -> servers.isEmpty() || servers.contains(server.name()))
                .toList();
    }
}
