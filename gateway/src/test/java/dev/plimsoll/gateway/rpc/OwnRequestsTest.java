package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.rpc.OwnRequests.OwnRequest;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        // a second response is still no message for anyone else
        assertThat(ownRequests.accept(response)).isTrue();
    }

    @Test
    void acceptsNoResponsesToOthers() throws IOException {
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
        OwnRequest failed = send();
        OwnRequest other = send();
        IOException why = new IOException("why");

        ownRequests.fail(failed.id(), why);
        ownRequests.fail(Slice.of("1"), why);

        assertThatThrownBy(() -> failed.response().get())
                .isInstanceOf(ExecutionException.class)
                .hasCause(why);
        assertThat(other.response()).isNotDone();
    }

    @Test
    void givesUpOldRequests() throws Exception {
        OwnRequest old = send();
        nanos += Duration.ofMillis(5).toNanos();
        ownRequests.expire(Duration.ofMinutes(1), new IOException("early"));
        assertThat(old.response()).isNotDone();

        ownRequests.expire(Duration.ofMillis(1), new IOException("late"));

        assertThatThrownBy(() -> old.response().get()).hasRootCauseMessage("late");
    }

    @Test
    void endsAllRequestsWhenThePeerCloses() throws IOException {
        OwnRequest open = send();

        ownRequests.close(new IOException("closed"));

        assertThatThrownBy(() -> open.response().get()).hasRootCauseMessage("closed");
        assertThatThrownBy(this::send).hasMessage("closed");
        assertThat(sent).hasSize(1);
    }

    @Test
    void reportsAPeerThatDoesNotRead() {
        OwnRequests unread = new OwnRequests(message -> {
            throw new IOException("broken pipe");
        });

        assertThatThrownBy(() -> unread.send("roots/list", EMPTY)).hasMessage("broken pipe");
    }
}
