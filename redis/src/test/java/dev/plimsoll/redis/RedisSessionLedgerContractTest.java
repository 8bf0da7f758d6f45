package dev.plimsoll.redis;

import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.testkit.RedisServer;
import dev.plimsoll.testkit.SessionLedgerContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class RedisSessionLedgerContractTest extends SessionLedgerContract {

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
    protected SessionLedger open() {
        return RedisShared.open(server, clock).sessions(IDLE);
    }
}
