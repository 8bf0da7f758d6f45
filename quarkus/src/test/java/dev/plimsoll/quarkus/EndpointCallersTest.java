package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quarkus.app.HeaderCallers;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests an application that identifies its callers. */
@QuarkusTest
@TestProfile(EndpointCallersTest.WithCallers.class)
@SuppressWarnings("NullAway.Init") // Quarkus sets the fields
class EndpointCallersTest {

    @TestHTTPResource("/mcp")
    URI endpoint;

    /** Beans and properties of the application. */
    public static final class WithCallers implements QuarkusTestProfile {

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(HeaderCallers.class);
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "plimsoll.policy.tier", "read",
                    "plimsoll.tools.added_log.tier", "admin");
        }
    }

    @Test
    void hidesAndRejectsToolsOfAHigherTier() {
        RawClient guest = new RawClient(endpoint);
        assertThat(guest.ask("tools/list", "{}")).contains("get_log").doesNotContain("added_log");
        assertThat(guest.call("added_log", "{}")).contains("FORBIDDEN");
        assertThat(guest.call("get_log", "{}")).contains("nextCursor");
    }

    @Test
    void callerOfTheHighestTierUsesAllTools() {
        RawClient root = new RawClient(endpoint, "root");
        assertThat(root.ask("tools/list", "{}")).contains("get_log", "added_log");
        assertThat(root.call("added_log", "{}")).contains("nextCursor");
    }

    @Test
    void rejectsCursorOfAnotherCaller() {
        RawClient root = new RawClient(endpoint, "root");
        String arguments = "{\"cursor\":\"" + RawClient.cursor(root.call("get_log", "{}")) + "\"}";
        assertThat(new RawClient(endpoint, "root").read(arguments)).contains("a line of the log");
        assertThat(new RawClient(endpoint).read(arguments)).contains("CURSOR_INVALID");
    }
}
