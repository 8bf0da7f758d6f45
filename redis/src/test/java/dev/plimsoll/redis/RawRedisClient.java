package dev.plimsoll.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.testkit.RedisServer;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/** Sends commands directly to a Redis server. */
final class RawRedisClient implements AutoCloseable {

    private final Connection connection;

    RawRedisClient(RedisServer server) {
        this.connection = new Connection("127.0.0.1", server.port());
    }

    Object send(Command command, String... arguments) {
        CommandArguments all = new CommandArguments(command);
        Stream.of(arguments).forEach(all::add);
        return connection.executeCommand(all);
    }

    String text(Command command, String... arguments) {
        return send(command, arguments) instanceof byte[] bytes ? new String(bytes, UTF_8) : "";
    }

    List<String> keys() {
        return send(Command.KEYS, "*") instanceof List<?> keys
                ? keys.stream()
                        .map(key -> key instanceof byte[] bytes ? new String(bytes, UTF_8) : "")
                        .toList()
                : List.of();
    }

    /** Returns a number from {@code INFO}. */
    long infoNumber(String name) {
        return text(Command.INFO)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(
                        line -> Long.parseLong(line.substring(name.length() + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        connection.close();
    }
}
