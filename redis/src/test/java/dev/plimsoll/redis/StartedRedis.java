package dev.plimsoll.redis;

import dev.plimsoll.testkit.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Redis server for all tests of a class, which use different prefixes. It stores nothing on disk. */
final class StartedRedis implements BeforeAllCallback, AfterAllCallback {

    private @Nullable RedisServer server;
    private @Nullable Path folder;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Path empty = Files.createTempDirectory("plimsoll-redis");
        folder = empty;
        server = RedisServer.start(empty);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (server != null) {
            server.close();
        }
        if (folder != null) {
            Files.deleteIfExists(folder);
        }
    }

    RedisServer server() {
        return Objects.requireNonNull(server, "started before all tests");
    }
}
