package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.micronaut.app.DepotBeans;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests applications with their own store, keys, and listener as beans, or with a filter that replaces requests. */
class RouteBeansTest {

    @Test
    void replicasWithASharedStoreReadEachOthersResults() {
        Map<String, Object> properties = Map.of("depot.beans", "true");
        try (DepotServer first = DepotServer.start(properties);
                DepotServer second = DepotServer.start(properties)) {
            int receipts = DepotBeans.RECEIPT_COUNT.get();
            String cursor = RouteClient.cursor(first.client().call("get_log", "{}"));
            assertThat(second.client().read("{\"cursor\":\"" + cursor + "\"}")).contains("a line of the log");
            assertThat(DepotBeans.RECEIPT_COUNT).hasValue(receipts + 2);
        }
    }

    @Test
    void replicasWithSeparateStoresCannotReadEachOthersResults() {
        try (DepotServer first = DepotServer.start(Map.of());
                DepotServer second = DepotServer.start(Map.of())) {
            String cursor = RouteClient.cursor(first.client().call("get_log", "{}"));
            assertThat(second.client().read("{\"cursor\":\"" + cursor + "\"}")).contains("CURSOR_INVALID");
        }
    }

    @Test
    void guardsARequestThatAnotherFilterHasReplaced() {
        String ping = RouteClient.request("ping", "{}");
        try (DepotServer server = DepotServer.start(Map.of("depot.replacement", "true"))) {
            assertThat(RouteClient.text(server.client().post(ping)))
                    .contains("nextCursor", "a line of the log")
                    .hasSizeLessThan(50_000);
        }
        try (DepotServer unguarded =
                DepotServer.start(Map.of("depot.replacement", "true", "plimsoll.enabled", "false"))) {
            assertThat(RouteClient.text(unguarded.client().post(ping))).hasSizeGreaterThan(90_000);
        }
    }
}
