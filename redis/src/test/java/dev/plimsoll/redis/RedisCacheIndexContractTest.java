package dev.plimsoll.redis;

import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.Held;
import dev.plimsoll.testkit.CacheIndexContract;
import dev.plimsoll.testkit.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class RedisCacheIndexContractTest extends CacheIndexContract {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all
    private static RedisServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = RedisServer.start(folder);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    protected CacheIndex index(CacheLimits limits, InstantSource clock, Consumer<Held> gone) {
        return RedisShared.open(server, clock).responses(limits, gone);
    }
}
