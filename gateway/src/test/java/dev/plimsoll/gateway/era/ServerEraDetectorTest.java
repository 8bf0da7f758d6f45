package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.share.Played.Ear;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Tests servers of either era with clients that initialize. */
class ServerEraDetectorTest {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"roots\":{}}}}";
    private static final String WELCOME = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}";

    private final PlayedModern server = new PlayedModern();
    private final KnownEra era = new KnownEra();
    private Ear client = new Ear();
    private Upstream line = open();

    private Upstream open() {
        Upstream opened = TranslationFactory.either(server, era, ServerRestart.NEVER);
        opened.start(client);
        return opened;
    }

    private void say(String message) throws Exception {
        line.send(Slice.of(message));
    }

    @Test
    void translatesForAServerThatRefusesInitialize() throws Exception {
        say(INITIALIZE);
        JsonNode welcome = client.next();
        assertThat(welcome.get("id").asString()).isEqualTo("i");
        assertThat(welcome.at("/result/serverInfo/name").asString()).isEqualTo("played");
        say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        JsonNode asked = server.next();
        assertThat(asked.at("/params/_meta").toString()).contains("2026-07-28", "\"roots\":{}");
        server.result(asked, "{\"resultType\":\"complete\",\"tools\":[]}");
        assertThat(client.text()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}");
    }

    @Test
    void startsWithTheMethodThatWorkedBefore() throws Exception {
        say(INITIALIZE);
        client.next();
        server.answers = false;
        client = new Ear();
        line = open();
        say(INITIALIZE);
        assertThat(server.next().get("method").asString()).isEqualTo("server/discover");
    }

    @Test
    void detectsThatTheKnownEraIsWrong() throws Exception {
        era.found(true);
        server.answers = false;
        say(INITIALIZE);
        server.error(server.next(), -32601, "{}");
        JsonNode initialize = server.next();
        assertThat(initialize.get("method").asString()).isEqualTo("initialize");
        server.result(initialize, WELCOME);
        assertThat(client.next().get("result").toString()).isEqualTo(WELCOME);
        assertThat(era.isModern()).isFalse();
    }

    @Test
    void forwardsMessagesOfALegacyServerUnchanged() throws Exception {
        server.answers = false;
        say(INITIALIZE);
        server.result(server.next(), WELCOME);
        assertThat(client.next().get("result").toString()).isEqualTo(WELCOME);
        say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        assertThat(server.next().toString()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    }

    @Test
    void reportsTheFirstErrorIfBothMethodsFail() throws Exception {
        server.answers = false;
        say(INITIALIZE);
        server.error(server.next(), -32000, "{\"first\":1}");
        server.error(server.next(), -32601, "{}");
        assertThat(client.next().at("/error/data/first").asInt()).isEqualTo(1);
        assertThat(server.hasHeardNothing()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"UPSTREAM_TIMEOUT", "CREDENTIAL_NOT_FOUND", "UPSTREAM_UNAVAILABLE"})
    void triesDiscoverOnlyIfTheServerIsUnavailable(ErrorCode why) throws Exception {
        server.answers = false;
        say(INITIALIZE);
        server.fail(server.next(), why);
        if (why == ErrorCode.UPSTREAM_UNAVAILABLE) {
            JsonNode question = server.next();
            assertThat(question.get("method").asString()).isEqualTo("server/discover");
            server.fail(question, ErrorCode.UPSTREAM_TIMEOUT);
        }
        assertThat(client.text()).contains(why.name());
        assertThat(server.hasHeardNothing()).isTrue();
    }

    @Test
    void forwardsModernRequestsUnchanged() throws Exception {
        String request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":"
                + "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";
        say(request);
        JsonNode asked = server.next();
        assertThat(asked.toString()).isEqualTo(request);
        server.result(asked, "{\"resultType\":\"complete\"}");
        assertThat(client.next().at("/result/resultType").asString()).isEqualTo("complete");
    }
}
