package dev.plimsoll.gateway.login.oauth;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class TrustedOriginsTest {

    @Test
    void rejectsLocalUrlsOfRemoteServer() {
        assertThatThrownBy(() -> TrustedOrigins.of(URI.create("https://crm.example/mcp"))
                        .parseUrl("it", "http://127.0.0.1:8080/x"))
                .hasMessage("it must be an https URL");
        assertThatThrownBy(() ->
                        TrustedOrigins.of(URI.create("https://crm.example/mcp")).parseUrl("it", "https://localhost/x"))
                .hasMessage("it must be an https URL");
    }
}
