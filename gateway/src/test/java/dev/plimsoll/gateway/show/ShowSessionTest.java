package dev.plimsoll.gateway.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Tier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests a session with the app: some requests are for the app, and the session forwards all other requests to the endpoint. */
@NullMarked
class ShowSessionTest {

    private static final String UI = "{\"extensions\":{\"io.modelcontextprotocol/ui\":{}}}";
    private static final String LISTING =
            "{\"tools\":[{\"name\":\"a\"},{\"name\":\"plimsoll_read\"}%s],\"nextCursor\":\"2\"}";

    private final CallerContext context =
            new CallerContext(Plimsoll.builder().keys(KeyRing.of(new byte[32])).build(), "caller", Tier.READ);
    private final Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.ERROR);
    private final List<String> forwarded = new ArrayList<>();
    private final List<Runnable> pendingTasks = new ArrayList<>();
    private String result = "{}";

    private ShowSession session(boolean isAsync) {
        return new ShowSession(
                new FakeEndpoint(),
                () -> List.of(new ServerResults("shop", context)),
                new ShowContext(isAsync ? pendingTasks::add : Runnable::run, log),
                ClientAbilities.NONE);
    }

    /** Endpoint that answers every request with the same result. */
    private final class FakeEndpoint implements EndpointSession {

        @Override
        public void handle(ReceivedMessages received, Peer requester) {
            received.messages().forEach(message -> forwarded.add(String.valueOf(message.method())));
            Message message = received.single();
            Slice id = message == null ? null : message.id();
            if (id != null) {
                try {
                    requester.send(Message.result(id, Slice.of(result)));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        }

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void runMaintenance() {}

        @Override
        public void cancel() {}

        @Override
        public void close() {}
    }

    private static String send(ShowSession session, String message) {
        StringBuilder responses = new StringBuilder();
        session.handle(
                ReceivedMessages.parse(Slice.of(message)),
                response -> responses.append(response.bytes().utf8()));
        return responses.toString();
    }

    private static String request(ShowSession session, String method, String params) {
        return send(session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    private String initialize(ShowSession session, String capabilities) {
        result = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}";
        return request(session, "initialize", "{\"capabilities\":" + capabilities + "}");
    }

    private String storeResult() {
        Slice toolResult = Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\"[1,2,3]\"}]}");
        ToolCall call = ToolCall.of("shop", "list", "caller").withSettings(context.settings());
        return context.engine().store(call.withHints(ToolHints.READ_ONLY), toolResult);
    }

    private static String call(ShowSession session, String tool, String cursor) {
        return request(
                session, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
    }

    @Test
    void listsToolsOfTheAppOnTheFirstPageForClientsThatShowApps() {
        ShowSession session = session(false);
        assertThat(initialize(session, UI))
                .contains("\"resources\":{}", "\"extensions\":{\"io.modelcontextprotocol/ui\":{}}");
        result = LISTING.formatted("");
        assertThat(request(session, "tools/list", "{}")).contains("plimsoll_show", "plimsoll_app_read", "nextCursor");
        assertThat(request(session, "tools/list", "{\"cursor\":\"2\"}")).doesNotContain("plimsoll_show");
        result = "{\"tools\":[{\"name\":\"a\"}]}";
        assertThat(request(session, "tools/list", "{}")).doesNotContain("plimsoll_show");

        ShowSession other = session(false);
        assertThat(initialize(other, "{}")).doesNotContain("resources", "extensions");
        result = LISTING.formatted("");
        assertThat(request(other, "tools/list", "{}")).doesNotContain("plimsoll_show");
    }

    /** Checks that requests get a response even if an unexpected exception occurs. */
    @Test
    void failuresAreAnswered() {
        List<ShowSources> failing = List.of(List::of, () -> {
            throw new IllegalStateException("test");
        });
        for (ShowSources sources : failing) {
            ShowSession session = new ShowSession(
                    new FakeEndpoint(), sources, new ShowContext(Runnable::run, log), ClientAbilities.NONE);
            initialize(session, UI);
            assertThat(call(session, "plimsoll_show", "x")).contains("could not be shown");
            assertThat(call(session, "plimsoll_app_read", "x")).contains("could not be shown");
        }
    }

    @Test
    void declaresNoAppForAServerWithoutTools() {
        ShowSession session = session(false);
        result = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{}}}";
        assertThat(request(session, "initialize", "{\"capabilities\":" + UI + "}"))
                .doesNotContain("resources", "extensions");
    }

    @Test
    void forwardsOtherMessages() {
        ShowSession session = session(false);
        initialize(session, UI);
        String shown = call(session, "plimsoll_show", storeResult());
        assertThat(shown).contains("Shown to the person: 3 items from list.");
        String appCursor = shown.replaceAll(".*\"dev.plimsoll/app\":\\{\"cursor\":\"([^\"]+)\".*", "$1");
        assertThat(call(session, "plimsoll_app_read", appCursor)).contains("\"items\":[1,2,3]");
        assertThat(request(session, "resources/read", "{\"uri\":\"ui://plimsoll/result\"}"))
                .contains("profile=mcp-app");
        assertThat(forwarded).containsExactly("initialize");
        request(session, "resources/read", "{\"uri\":\"ui://plimsoll/other\"}");
        call(session, "list", "x");
        send(session, "[{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}]");
        send(session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(forwarded)
                .containsExactly("initialize", "resources/read", "tools/call", "ping", "notifications/initialized");
    }

    @Test
    void forwardsCursorsOfAServerThatRunsPlimsoll() {
        ShowSession session = session(false);
        initialize(session, UI);
        result = LISTING.formatted(",{\"name\":\"plimsoll_show\",\"description\":\"of the server\"}");
        String listing = request(session, "tools/list", "{}");
        assertThat(listing).contains("of the server").doesNotContain("plimsoll_app_read");
        result = "{\"of\":\"the server\"}";
        String cursorOfServer = "E3gsDJNxUFwYKLZgdc87pae9pfOE1X2kRo-wuZMYX8stRZFk";
        assertThat(call(session, "plimsoll_show", cursorOfServer)).contains("the server");
        assertThat(call(session, "plimsoll_app_read", cursorOfServer)).contains("the server");
        assertThat(call(session, "plimsoll_show", storeResult())).contains("Shown to the person");
    }

    @Test
    void clientThatShowsNoAppsCannotShow() {
        ShowSession session = session(false);
        initialize(session, "{}");
        result = "{\"of\":\"the server\"}";
        assertThat(call(session, "plimsoll_show", storeResult())).contains("the server");
    }

    @Test
    void cancelledRequestGetsNoResponse() {
        ShowSession session = session(true);
        initialize(session, UI);
        assertThat(call(session, "plimsoll_show", storeResult())).isEmpty();
        assertThat(session.isIdle()).isFalse();
        send(session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertThat(session.isIdle()).isTrue();
        pendingTasks.forEach(Runnable::run);
        assertThat(pendingTasks).hasSize(1);
    }
}
