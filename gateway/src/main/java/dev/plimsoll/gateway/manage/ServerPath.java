package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Parses paths of the form {@code /api/v1/servers/NAME/SUFFIX} with a fixed suffix, such as
 * {@code /api/v1/servers/crm/login}.
 */
final class ServerPath {

    private static final String PREFIX = ServerListService.PATH + "/";

    private ServerPath() {}

    /** Returns the name of the server; null if the path has another form. */
    static @Nullable String findServer(String path, String suffix) {
        String[] nameAndSuffix =
                path.startsWith(PREFIX) ? path.substring(PREFIX.length()).split("/", -1) : new String[0];
        return nameAndSuffix.length == 2 && nameAndSuffix[1].equals(suffix) ? nameAndSuffix[0] : null;
    }

    /** Returns the configuration of the server that a path names. */
    static ServerConfig requireServer(String path, String suffix, Configuration configuration) {
        String name = findServer(path, suffix);
        return ServerManager.findServable(configuration).stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(ServerPath::unknownServer);
    }

    private static RefusedException unknownServer() {
        return new RefusedException(
                ErrorCode.CONNECTOR_NOT_FOUND, "there is no such server", "GET /api/v1/servers lists the servers");
    }

    /** Returns the server that a path names. */
    static ServerBackend requireServer(String path, String suffix, ServerManager serverManager) {
        String name = findServer(path, suffix);
        return serverManager.servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(ServerPath::unknownServer);
    }
}
