package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.fixture.SimulatedModernServer;
import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.ConnectionTasks;
import dev.plimsoll.gateway.upstream.shared.HandshakeResult;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests that the server gets its request state back unchanged, and only from the caller to whom it was issued. */
class RequestStateFilterTest {

    private static final byte[] KEY = new byte[32];
    private static final String STATE = "\"s \\u00e4 \\ud83d\"";

    private final SimulatedModernServer server = new SimulatedModernServer();
    private Instant now = Instant.EPOCH;

    /** A request of a caller, sent through a translation that encrypts request states. */
    private final class Call {

        private final RecordingListener client = new RecordingListener();

        Call(String caller, String method, String params) throws Exception {
            this(caller, method, params, KEY);
        }

        Call(String caller, String method, String params, byte[]... keys) throws Exception {
            RequestStateCipher cipher = new RequestStateCipher(List.of(keys), () -> now);
            Upstream translation = FilterChain.of(
                    server,
                    List.of(TranslationFactory.createForModernClient(
                            new HandshakeResult(true, Slice.of("{}")),
                            cipher,
                            caller,
                            new ConnectionTasks(response -> {}))));
            translation.start(client);
            translation.send(TestMessages.message(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + params + "}}"));
        }
    }

    /** Returns the state that a client receives. */
    private String issuedState() throws Exception {
        Call call = new Call("a", "tools/call", "\"name\":\"t\"");
        server.sendResult(
                server.nextReceived(),
                "{\"resultType\":\"input_required\",\"inputRequests\":{},\"requestState\":" + STATE + "}");
        JsonNode result = call.client.next().get("result");
        assertThat(result.get("inputRequests").isEmpty()).isTrue();
        String encrypted = result.get("requestState").asString();
        assertThat(encrypted).doesNotContain("s ").startsWith("sealed.");
        return encrypted;
    }

    private static String resumeParams(String name, String state) {
        return name + ",\"inputResponses\":{},\"requestState\":\"" + state + "\"";
    }

    /**
     * Checks that each encryption uses another nonce. With equal nonces, a client that knows one state could decrypt
     * the other.
     */
    @Test
    void encryptsEqualStatesDifferently() throws Exception {
        assertThat(issuedState()).isNotEqualTo(issuedState());
    }

    @Test
    void returnsTheStateUnchangedToTheServer() throws Exception {
        new Call("a", "tools/call", resumeParams("\"name\":\"t\"", issuedState()));
        assertThat(server.nextReceivedText()).contains("\"requestState\":" + STATE);
    }

    @ParameterizedTest
    @CsvSource({"b, tools/call, name, t", "a, tools/call, name, u", "a, prompts/get, name, t"})
    void rejectsAStateOfAnotherCallerOrRequest(String caller, String method, String key, String name) throws Exception {
        Call call = new Call(caller, method, resumeParams("\"" + key + "\":\"" + name + "\"", issuedState()));
        assertThat(call.client.next().at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void rejectsChangedAndInventedStates() throws Exception {
        String issuedState = issuedState();
        char character = issuedState.charAt(20);
        String manipulated = issuedState.substring(0, 20) + (character == 'A' ? 'B' : 'A') + issuedState.substring(21);
        for (String state : List.of(manipulated, "sealed.", "sealed.!", "s", "", issuedState.substring(0, 40))) {
            Call call = new Call("a", "tools/call", resumeParams("\"name\":\"t\"", state));
            assertThat(call.client.next().at("/error/code").asInt()).as(state).isEqualTo(-32602);
        }
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void acceptsAStateForOneDay() throws Exception {
        String issuedState = issuedState();
        now = now.plus(RequestStateCipher.MAX_AGE);
        new Call("a", "tools/call", resumeParams("\"name\":\"t\"", issuedState));
        server.nextReceived();
        now = now.plusSeconds(1);
        Call tooLate = new Call("a", "tools/call", resumeParams("\"name\":\"t\"", issuedState));
        assertThat(tooLate.client.next().has("error")).isTrue();
    }

    @Test
    void decryptsWithAnEarlierKey() throws Exception {
        byte[] newKey = new byte[32];
        newKey[0] = 1;
        new Call("a", "tools/call", resumeParams("\"name\":\"t\"", issuedState()), newKey, KEY);
        assertThat(server.nextReceivedText()).contains(STATE);
    }

    @Test
    void leavesOtherResultsUnchanged() throws Exception {
        Call call = new Call("a", "tools/call", "\"name\":\"t\"");
        server.sendResult(server.nextReceived(), "{\"resultType\":\"complete\",\"requestState\":\"s\"}");
        assertThat(call.client.nextText()).contains("\"requestState\":\"s\"");
    }

    @Test
    void decryptsWithAnEarlierNameOfTheCaller() throws Exception {
        byte[] newKey = new byte[] {1, 2, 3};
        String encrypted = new RequestStateCipher(List.of(KEY)).encrypt(Slice.of(STATE), "a@old");
        RequestStateCipher cipherWithTwoKeys =
                new RequestStateCipher(List.of(newKey, KEY), caller -> List.of(caller.replace("@new", "@old")));
        assertThat(cipherWithTwoKeys.decrypt(encrypted, "a@new")).isEqualTo(Slice.of(STATE));
        assertThat(cipherWithTwoKeys.decrypt(encrypted, "b@new")).isNull();
    }
}
