package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests an application that has disabled the guard. */
@QuarkusTest
@TestProfile(DisabledServerTest.Disabled.class)
@SuppressWarnings("NullAway.Init") // Quarkus sets the fields
class DisabledServerTest {

    @TestHTTPResource("/mcp")
    URI endpoint;

    /** Properties of the application. */
    public static final class Disabled implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("plimsoll.enabled", "false");
        }
    }

    @Inject
    EndpointGuard guard;

    @Test
    void startsWithAServerThatCannotBeGuarded() {
        assertThatCode(() -> guard.requireInterceptor("a handler without an interceptor"))
                .doesNotThrowAnyException();
    }

    @Test
    void passesResultsUnchanged() {
        RawClient client = new RawClient(endpoint);
        assertThat(client.ask("tools/list", "{}")).doesNotContain("plimsoll_read");
        assertThat(client.call("get_log", "{}")).hasSizeGreaterThan(90_000);
    }
}
