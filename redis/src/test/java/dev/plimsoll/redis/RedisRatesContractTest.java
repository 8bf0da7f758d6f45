package dev.plimsoll.redis;

import dev.plimsoll.rate.Rates;
import dev.plimsoll.testkit.RatesContract;
import dev.plimsoll.testkit.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class RedisRatesContractTest extends RatesContract {

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
    protected Rates open() {
        return RedisShared.open(server, clock).rates();
    }
}
