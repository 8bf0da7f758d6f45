package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class BatchResponseTest {

    private static final String BATCH = """
            [{"jsonrpc":"2.0","id":1,"method":"ping"},
             {"jsonrpc":"2.0","method":"notifications/x"},
             {"jsonrpc":"2.0","id":"b","method":"ping"}]""";

    private final List<String> sent = new ArrayList<>();
    private final List<Message> handled = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();
    private final List<Runnable> cancellations = new ArrayList<>();
    private final Peer client = new Peer() {
        @Override
        public void send(Message message) {
            sent.add(message.bytes().utf8());
        }

        @Override
        public void onCancelled() {
            isCancelled = true;
        }
    };
    private boolean isCancelled;

    private void handle(String batch) {
        BatchResponse.handle(
                ReceivedMessages.parse(Slice.of(batch)).messages(),
                client,
                (message, peer) -> {
                    handled.add(message);
                    peers.add(peer);
                },
                cancellations::add);
    }

    private static Message response(String id) {
        return Message.result(Slice.of(id), Slice.of("{}"));
    }

    @Test
    void passesTheMessagesInOrder() {
        handle(BATCH);
        assertThat(handled).extracting(Message::method).containsExactly("ping", "notifications/x", "ping");
        assertThat(sent).isEmpty();
    }

    @Test
    void sendsOneArrayAfterTheLastResponse() throws IOException {
        handle(BATCH);
        peers.get(2).send(response("\"b\""));
        assertThat(sent).isEmpty();
        peers.get(0).send(response("1"));
        assertThat(sent)
                .containsExactly(
                        "[{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"result\":{}},{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");
    }

    @Test
    void sendsNothingIfAllRequestsAreCancelled() {
        handle(BATCH);
        peers.get(0).onCancelled();
        peers.get(2).onCancelled();
        cancellations.forEach(Runnable::run);
        assertThat(sent).isEmpty();
        assertThat(isCancelled).isTrue();
    }

    @Test
    void answersACancelledRequestWithAnError() throws IOException {
        handle(BATCH);
        peers.get(0).send(response("1"));
        peers.get(2).onCancelled();
        assertThat(sent).as("not by the thread that reads from the client").isEmpty();
        cancellations.forEach(Runnable::run);
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0)).contains("\"id\":1,\"result\"", "\"id\":\"b\",\"error\"", "cancelled");
    }

    @Test
    void takesOneResponseOfEachRequest() throws IOException {
        handle(BATCH);
        peers.get(0).send(response("1"));
        peers.get(0).send(response("1"));
        peers.get(0).onCancelled();
        assertThat(sent).isEmpty();
        peers.get(2).send(response("\"b\""));
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0)).containsOnlyOnce("\"id\":1");
    }

    @Test
    void sendsNotificationsOfARequestAtOnce() throws IOException {
        handle(BATCH);
        peers.get(0).send(Message.notification("notifications/progress"));
        assertThat(sent).containsExactly("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
    }

    @Test
    void waitsForTheResponseToAnInvalidMessage() throws IOException {
        handle("[{\"id\":1,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]");
        peers.get(1).send(response("2"));
        assertThat(sent).isEmpty();
        MessageFault fault = handled.get(0).fault();
        assertThat(fault).isNotNull();
        peers.get(0).send(fault.response());
        assertThat(sent).hasSize(1);
    }

    @Test
    void batchWithoutRequestsHasNoResponse() {
        handle("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"},{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}]");
        assertThat(handled).hasSize(2);
        assertThat(peers).containsOnly(client);
    }
}
