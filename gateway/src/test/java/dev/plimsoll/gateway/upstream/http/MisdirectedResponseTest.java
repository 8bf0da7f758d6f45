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
        try (SurplusServer server = new SurplusServer((id, earlier) -> id.equals("1") ? own(id) + surplus : own(id));
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
        try (SurplusServer server = new SurplusServer((id, earlier) -> own(id.equals("1") ? "77" : id));
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
        try (SurplusServer server = new SurplusServer((id, earlier) -> SurplusServer.response("\"" + id + "\"", "{}"));
                RecordingConnection connection = new RecordingConnection(server.url())) {
            connection.call(1);
            assertThat(connection.next()).contains("\"id\":1,");
        }
    }

    /** Checks the sessions of two clients, which use the same ids. The server sends its late response too late to be seen before. */
    @Test
    void connectionsOfOthersGetNoLateResponse() throws Exception {
        String late = SurplusServer.response("1", "{\"of\":\"another caller\"}");
        try (SurplusServer server = new SurplusServer((id, earlier) -> earlier == 0 ? own(id) : late + own(id));
                RecordingConnection one = new RecordingConnection(server.url());
                RecordingConnection other = one.another()) {
            one.call(1);
            assertThat(one.next()).contains("{\"of\":1}");
            other.call(1);
            assertThat(other.next()).contains("{\"of\":1}");
            assertThat(server.connections()).isEqualTo(2);
        }
    }
}
