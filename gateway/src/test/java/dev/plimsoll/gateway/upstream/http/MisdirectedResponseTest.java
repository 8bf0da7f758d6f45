package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests servers whose responses could reach the wrong caller: they send too many responses, or one with another ID. */
class MisdirectedResponseTest {

    private static String ownResponse(String id) {
        return SurplusServer.response(id, "{\"of\":" + id + "}");
    }

    /**
     * Checks that the gateway opens a new connection. Otherwise, the next request, perhaps of another caller,
     * would get the surplus response.
     */
    @Test
    void sendsNoRequestOnAConnectionWithUnreadBytes() throws Exception {
        String surplusResponse = SurplusServer.response("2", "{\"of\":\"another caller\"}");
        try (SurplusServer server = new SurplusServer(
                        (id, earlierCount) -> id.equals("1") ? ownResponse(id) + surplusResponse : ownResponse(id));
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
        try (SurplusServer server = new SurplusServer((id, earlierCount) -> ownResponse(id.equals("1") ? "77" : id));
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
        try (SurplusServer server =
                        new SurplusServer((id, earlierCount) -> SurplusServer.response("\"" + id + "\"", "{}"));
                RecordingConnection connection = new RecordingConnection(server.url())) {
            connection.call(1);
            assertThat(connection.next()).contains("\"id\":1,");
        }
    }

    /**
     * Checks that two clients that use the same IDs share no TCP connection. The server sends another response
     * to the first client only when the next request arrives on the same TCP connection, so that the gateway
     * cannot see it earlier.
     */
    @Test
    void lateResponsesReachNoOtherClient() throws Exception {
        String lateResponse = SurplusServer.response("1", "{\"of\":\"another caller\"}");
        try (SurplusServer server = new SurplusServer(
                        (id, earlierCount) -> earlierCount == 0 ? ownResponse(id) : lateResponse + ownResponse(id));
                RecordingConnection first = new RecordingConnection(server.url());
                RecordingConnection second = first.connectAnotherClient()) {
            first.call(1);
            assertThat(first.next()).contains("{\"of\":1}");
            second.call(1);
            assertThat(second.next()).contains("{\"of\":1}");
            assertThat(server.connections()).isEqualTo(2);
        }
    }
}
