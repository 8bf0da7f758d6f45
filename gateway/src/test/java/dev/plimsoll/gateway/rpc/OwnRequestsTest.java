package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.rpc.OwnRequests.Origin;
import dev.plimsoll.gateway.rpc.OwnRequests.OwnRequest;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class OwnRequestsTest {

    private static final Slice EMPTY = Slice.of("{}");

    private final List<Message> sent = new ArrayList<>();
    private long nanos;
    private final OwnRequests ownRequests = new OwnRequests(sent::add, () -> nanos);

    private OwnRequest send() throws IOException {
        return ownRequests.send("roots/list", EMPTY);
    }

    @Test
    void eachRequestGetsItsResponse() throws Exception {
        OwnRequest first = send();
        OwnRequest second = send();
        assertThat(sent).extracting(Message::id).containsExactly(first.id(), second.id());
        assertThat(sent.get(0).bytes().utf8())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + first.id().utf8()
                        + ",\"method\":\"roots/list\",\"params\":{}}");

        Message response = Message.result(second.id(), EMPTY);

        assertThat(ownRequests.accept(response)).isTrue();
        assertThat(second.response().get()).isSameAs(response);
        assertThat(first.response()).isNotDone();
        // a second response is also accepted, because nobody else has sent this request
        assertThat(ownRequests.accept(response)).isTrue();
    }

    @Test
    void ignoresResponsesToOtherRequests() throws IOException {
        OwnRequest ownRequest = send();
        String otherPrefix = ownRequest.id().utf8().replace("plimsoll", "Plimsoll");
        for (String id : List.of("1", "\"plimsoll-1\"", "\"\"", otherPrefix)) {
            assertThat(ownRequests.accept(
                            TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}")))
                    .isFalse();
        }
        assertThat(new OwnRequests(sent::add).accept(Message.result(ownRequest.id(), EMPTY)))
                .isFalse();
        assertThat(ownRequest.response()).isNotDone();
    }

    @Test
    void failsOneRequest() throws IOException {
        OwnRequest failedRequest = send();
        OwnRequest otherRequest = send();
        IOException why = new IOException("why");

        ownRequests.fail(failedRequest.id(), why);
        ownRequests.fail(Slice.of("1"), why);

        assertThatThrownBy(() -> failedRequest.response().get())
                .isInstanceOf(ExecutionException.class)
                .hasCause(why);
        assertThat(otherRequest.response()).isNotDone();
    }

    @Test
    void failsOverdueRequests() throws Exception {
        OwnRequest oldRequest = send();
        nanos += Duration.ofMillis(5).toNanos();
        ownRequests.failOverdue(Duration.ofMinutes(1), new IOException("early"));
        assertThat(oldRequest.response()).isNotDone();

        ownRequests.failOverdue(Duration.ofMillis(1), new IOException("late"));

        assertThatThrownBy(() -> oldRequest.response().get()).hasRootCauseMessage("late");
    }

    @Test
    void endsAllRequestsWhenThePeerCloses() throws IOException {
        OwnRequest openRequest = send();

        ownRequests.close(() -> new IOException("closed"));

        assertThatThrownBy(() -> openRequest.response().get()).hasRootCauseMessage("closed");
        assertThatThrownBy(this::send).hasMessage("closed");
        assertThat(sent).hasSize(1);
    }

    @Test
    void createsNoExceptionIfNoRequestIsPendingAtTheEnd() {
        ownRequests.close(() -> {
            throw new AssertionError("most sessions end without a pending request, and exceptions are expensive");
        });

        assertThat(sent).isEmpty();
    }

    @Test
    void reportsAPeerThatDoesNotRead() {
        OwnRequests unreadRequests = new OwnRequests(message -> {
            throw new IOException("broken pipe");
        });

        assertThatThrownBy(() -> unreadRequests.send("roots/list", EMPTY)).hasMessage("broken pipe");
    }

    @Test
    void limitsPendingRequests() throws IOException {
        OwnRequests two = new OwnRequests(sent::add, 2);
        OwnRequest first = two.send("roots/list", EMPTY);
        two.send("roots/list", EMPTY);

        assertThatThrownBy(() -> two.send("roots/list", EMPTY)).hasMessageContaining("more than 2 requests");

        first.response().cancel(false);
        assertThat(two.send("roots/list", EMPTY).response()).isNotDone();
    }

    @Test
    void ignoresTheResponseToARequestThatNeedsNone() throws IOException {
        ownRequests.sendIgnoringResponse("ping", EMPTY);

        Message response = Message.result(Objects.requireNonNull(sent.getFirst().id()), EMPTY);

        assertThat(ownRequests.accept(response)).isTrue();
    }

    @Test
    void numbersRequestsOfItsOwnConnection() throws Exception {
        OwnRequests numberedRequests = OwnRequests.numbered(sent::add);

        OwnRequest request = numberedRequests.send("tools/list", EMPTY);
        boolean isAccepted =
                numberedRequests.accept(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}"));

        assertThat(request.id().utf8()).isEqualTo("1");
        assertThat(isAccepted).isTrue();
        assertThat(request.response()).isCompleted();
    }

    @Test
    void cancelsAllRequests() throws Exception {
        OwnRequest openRequest = send();

        ownRequests.cancelAll("not needed");

        assertThat(sent.getLast().cancelledId()).isEqualTo(openRequest.id());
        assertThat(openRequest.response()).isCancelled();
        assertThat(openRequest.await(System.nanoTime())).isNull();
        assertThatThrownBy(this::send).hasMessage("not needed");
    }

    @Test
    void failReturnsWhetherTheRequestIsItsOwn() throws Exception {
        OwnRequest endedRequest = send();
        endedRequest.response().cancel(false);

        assertThat(ownRequests.fail(endedRequest.id(), new IOException("late"))).isTrue();
        assertThat(ownRequests.fail(Slice.of("1"), new IOException("other"))).isFalse();
    }

    /** Records the requests that it receives, and the peers to which it could send responses. */
    private static final class RecordingTarget implements RequestTarget {

        private final List<Message> messages = new ArrayList<>();
        private final List<Peer> requesters = new ArrayList<>();

        @Override
        public void handle(ReceivedMessages received, Peer requester) {
            received.messages().forEach(messages::add);
            requesters.add(requester);
        }
    }

    @Test
    void aTargetRespondsToEachRequest() throws Exception {
        RecordingTarget target = new RecordingTarget();
        OwnRequests requests = OwnRequests.to(target);
        OwnRequest first = requests.send("tools/list", EMPTY);
        OwnRequest second = requests.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}"));

        target.requesters.get(0).send(Message.notification("notifications/message", EMPTY));
        assertThat(first.response()).isNotDone();
        target.requesters.get(0).send(Message.result(first.id(), EMPTY));
        target.requesters.get(1).onCancelled();

        assertThat(first.response()).isCompleted();
        assertThat(second.id().utf8()).isEqualTo("7");
        assertThat(second.response()).isCancelled();
    }

    @Test
    void passesTheOriginOfARequestToTheTarget() throws Exception {
        RecordingTarget target = new RecordingTarget();
        OwnRequests requests = OwnRequests.to(target);
        for (Origin origin : Origin.values()) {
            requests.send("tools/list", EMPTY, origin);
        }

        assertThat(target.requesters).extracting(Peer::isProgram).containsExactly(false, true, true, false);
        assertThat(target.requesters).extracting(Peer::needsFreshResults).containsExactly(false, false, true, false);
        assertThat(target.requesters).extracting(Peer::isInventory).containsExactly(false, false, false, true);
    }
}
