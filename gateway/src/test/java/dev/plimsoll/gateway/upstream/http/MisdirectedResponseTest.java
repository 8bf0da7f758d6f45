package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests servers whose responses could reach the wrong caller: they send too many, or with another id. */
class MisdirectedResponseTest {

    private static String own(String id) {
        return SurplusServer.response(id, "{\"of\":" + id + "}");
    }

    /** The next request may be another caller's. */
    @Test
    void sendsNoRequestOnAConnectionWithUnreadBytes() throws Exception {
        String surplus = SurplusServer.response("2", "{\"of\":\"another caller\"}");
        try (SurplusServer server = new SurplusServer(id -> id.equals("1") ? own(id) + surplus : own(id));
                RecordingConnection connection = new RecordingConnection(server.url())) {
            connection.call(1);
            assertThat(connection.next()).contains("{\"of\":1}");
            connection.call(2);
            assertThat(connection.next()).contains("{\"of\":2}");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void failsARequestThatGetsTheResponseToAnotherOne() throws Exception {
        try (SurplusServer server = new SurplusServer(id -> own(id.equals("1") ? "77" : id));
                RecordingConnection connection = new RecordingConnection(server.url())) {
            connection.call(1);
            assertThat(connection.failure()).hasMessageContaining("gave no answer");
            connection.call(2);
            assertThat(connection.next()).contains("{\"of\":2}");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void acceptsAnIdThatIsWrittenAsText() throws Exception {
        try (SurplusServer server = new SurplusServer(id -> SurplusServer.response("\"" + id + "\"", "{}"));
                RecordingConnection connection = new RecordingConnection(server.url())) {
            connection.call(1);
            assertThat(connection.next()).contains("\"id\":1,");
        }
    }
}
