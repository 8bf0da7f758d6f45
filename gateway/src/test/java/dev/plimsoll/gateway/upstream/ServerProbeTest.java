package dev.plimsoll.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.ServerProbe.ServerFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ServerProbeTest {

    /** A server that answers each request, but whose connection reports the last one as failed. */
    private static final class FailingServer implements Upstream {

        private @Nullable UpstreamListener listener;

        @Override
        public void start(UpstreamListener upstreamListener) {
            listener = upstreamListener;
        }

        @Override
        public void send(Message message) throws IOException {
            JsonNode json = JsonMapper.shared().readTree(message.bytes().utf8());
            JsonNode id = json.get("id");
            if (id == null) {
                return;
            }
            String result = "{\"serverInfo\":{\"name\":\"files\"},\"tools\":[]}";
            UpstreamListener started = Objects.requireNonNull(listener);
            TestMessages.deliver("not a message", started);
            TestMessages.deliver("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}", started);
            if (json.get("method").asString().equals("tools/list")) {
                throw new IOException("closed");
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void countsOnlyLinesThatAreNoMessagesAsInvalid() throws Exception {
        ServerFacts facts = ServerProbe.probe(new FailingServer(), Duration.ofSeconds(20), System.nanoTime());

        assertThat(facts.name()).isEqualTo("files");
        assertThat(facts.invalidLines()).isEqualTo(2);
    }
}
