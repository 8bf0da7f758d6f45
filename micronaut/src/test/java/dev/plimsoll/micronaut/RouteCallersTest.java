package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests applications that identify their callers. */
class RouteCallersTest {

    private static DepotServer withTiers() {
        return DepotServer.start(Map.of(
                "depot.callers", "true",
                "plimsoll.policy.tier", "read",
                "plimsoll.tools.delete_*.tier", "admin"));
    }

    @Test
    void hidesAndRejectsToolsOfAHigherTier() {
        try (DepotServer server = withTiers()) {
            RouteClient guest = server.client("");
            assertThat(guest.ask("tools/list", "{}")).contains("get_log").doesNotContain("delete_log");
            assertThat(guest.call("delete_log", "{}")).contains("FORBIDDEN");
            assertThat(guest.call("get_log", "{}")).contains("nextCursor");
        }
    }

    @Test
    void callerOfTheHighestTierUsesAllTools() {
        try (DepotServer server = withTiers()) {
            RouteClient root = server.client("root");
            assertThat(root.ask("tools/list", "{}")).contains("get_log", "delete_log");
            assertThat(root.call("delete_log", "{}")).contains("nextCursor");
        }
    }

    @Test
    void rejectsCursorOfAnotherCaller() {
        try (DepotServer server = withTiers()) {
            String arguments =
                    "{\"cursor\":\"" + RouteClient.cursor(server.client("root").call("get_log", "{}")) + "\"}";
            assertThat(server.client("root").read(arguments)).contains("a line of the log");
            assertThat(server.client("").read(arguments)).contains("CURSOR_INVALID");
        }
    }

    @Test
    void rejectsCursorOfAnotherUser() {
        try (DepotServer server = DepotServer.start(Map.of("depot.users", "true"))) {
            String arguments =
                    "{\"cursor\":\"" + RouteClient.cursor(server.client("ann").call("get_log", "{}")) + "\"}";
            assertThat(server.client("ann").read(arguments)).contains("a line of the log");
            assertThat(server.client("bob").read(arguments)).contains("CURSOR_INVALID");
            assertThat(server.client("").read(arguments)).contains("CURSOR_INVALID");
        }
    }

    @Test
    void keepsTheUserOfAChangedRequest() {
        try (DepotServer server =
                DepotServer.start(Map.of("depot.users", "true", "plimsoll.tools.heavy_*.heavy", "true"))) {
            RouteClient ann = server.client("ann");
            ann.ask("tools/list", "{}");
            assertThat(ann.call("heavy_user", "{}")).contains("\"user\":\"ann\"");
            assertThat(ann.call("heavy_user", "{\"query\":\".user\"}")).contains("\"results\":[\"ann\"]");
        }
    }
}
