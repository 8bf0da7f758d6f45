package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests during which the gateway itself fails. */
class InternalErrorsTest {

    private static final Pattern CURSOR = Pattern.compile("nextCursor\\W+([A-Za-z0-9_-]{48})");

    private final Plimsoll engine = Plimsoll.builder()
            .policies(Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500)))
            .heavyWork((holder, bytes, work) -> {
                throw new OutOfMemoryError("simulated");
            })
            .build();

    private RelayFixture relay() {
        return new RelayFixture(engine, "ada", ResponseCache.OFF, Catalog.FULL);
    }

    /**
     * Checks that a failed read is not sent to the server, because the server's response would look like a
     * page of the result.
     */
    @ParameterizedTest
    @ValueSource(strings = {"plimsoll_read", "list_records"})
    void answersFailedReadsItself(String tool) throws Exception {
        try (RelayFixture relay = relay()) {
            String first = relay.request(1, "tools/call", "{\"name\":\"list_records\",\"arguments\":{}}")
                    .result(1, RelayFixture.textResult(RelayFixture.records(300)))
                    .nextAtClient();
            relay.nextAtServer();
            Matcher cursor = CURSOR.matcher(first);
            assertThat(cursor.find()).isTrue();
            relay.request(
                    2,
                    "tools/call",
                    "{\"name\":\"" + tool + "\",\"arguments\":{\"cursor\":\"" + cursor.group(1)
                            + "\",\"query\":\"length\"}}");
            assertThat(relay.nextAtClient()).contains("\"id\":2,").contains("INTERNAL_ERROR");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }
}
