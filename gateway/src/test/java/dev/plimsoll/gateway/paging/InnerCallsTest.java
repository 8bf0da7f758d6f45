package dev.plimsoll.gateway.paging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class InnerCallsTest {

    private static final String PREFIX = "io.modelcontextprotocol/";

    private final List<String> sent = new ArrayList<>();

    private InnerCalls calls(String meta) {
        Message request = Message.request(Slice.of("1"), "tools/call", Slice.of("{\"_meta\":" + meta + "}"));
        return new InnerCalls(
                (received, requester) -> {
                    Message message = Objects.requireNonNull(received.single());
                    sent.add(Objects.requireNonNull(message.bytes()).utf8());
                },
                request);
    }

    /**
     * Checks that tasks are left out of the client's capabilities. Otherwise, the server would start a task
     * instead of returning the result, and nobody would wait for the task.
     */
    @Test
    void callsDoNotDeclareSupportForTasks() {
        var _ = calls("{\"" + PREFIX + "clientCapabilities\":{\"elicitation\":{},\"extensions\":{\"" + PREFIX
                        + "tasks\":{},\"" + PREFIX + "ui\":{}}},\"progressToken\":1,\"x\":2}")
                .call("t", Slice.of("{}"));
        assertThat(sent.getFirst())
                .contains("\"elicitation\":{}", PREFIX + "ui", "\"x\":2")
                .doesNotContain(PREFIX + "tasks", "progressToken");
    }

    @Test
    void runsActionsWhenTheCallsAreCancelled() {
        InnerCalls calls = calls("{}");
        List<String> actions = new ArrayList<>();
        calls.onCancel(() -> actions.add("first"));
        assertThat(actions).isEmpty();
        calls.cancel("the test ends");
        calls.onCancel(() -> actions.add("second"));
        assertThat(actions).containsExactly("first", "second");
    }
}
