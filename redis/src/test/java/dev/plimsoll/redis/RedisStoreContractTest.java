package dev.plimsoll.redis;

import dev.plimsoll.store.Limits;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.testkit.RedisServer;
import dev.plimsoll.testkit.SnapshotStoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class RedisStoreContractTest extends SnapshotStoreContract {

    private static final AtomicInteger STORES = new AtomicInteger();

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
    protected SnapshotStore store(Limits limits, InstantSource clock) {
        int number = STORES.incrementAndGet();
        RedisSettings settings = RedisSettings.of(server.url())
                .withConnections(32)
                .withMaxValueBytes(100_000)
                .withPrefix("store" + number);
        return new RedisStore(settings, limits, clock, new SplittableRandom(number));
    }
}
