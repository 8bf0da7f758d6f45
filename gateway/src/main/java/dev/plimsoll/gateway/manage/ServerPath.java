package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Parses paths of the form {@code /api/v1/servers/NAME/WORD}, where the word is fixed:
 * {@code /api/v1/servers/crm/login}.
 */
final class ServerPath {

    private static final String PREFIX = ServerListService.PATH + "/";

    private ServerPath() {}

    /** Returns the name of the server; null if the path has another form. */
    static @Nullable String findServer(String path, String word) {
        String[] nameAndWord =
                path.startsWith(PREFIX) ? path.substring(PREFIX.length()).split("/", -1) : new String[0];
        return nameAndWord.length == 2 && nameAndWord[1].equals(word) ? nameAndWord[0] : null;
    }

    /** Returns the configuration of the server that a path names. */
    static ServerConfig requireServer(String path, String word, Configuration configuration) {
        String name = findServer(path, word);
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
    static ServerBackend requireServer(String path, String word, ServerManager serverManager) {
        String name = findServer(path, word);
        return serverManager.servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(ServerPath::unknownServer);
    }
}
