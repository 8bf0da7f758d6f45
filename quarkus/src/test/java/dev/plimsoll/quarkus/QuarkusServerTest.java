package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.quarkus.app.ShelfTools;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests an application with two guarded MCP servers. */
@QuarkusTest
@SuppressWarnings("NullAway.Init") // Quarkus sets the fields
class QuarkusServerTest {

    private static final int MAX_SHAPED_CHARS = 10_000;

    @TestHTTPResource("/mcp")
    URI endpoint;

    @TestHTTPResource("/other")
    URI otherEndpoint;

    @Inject
    EndpointGuard guard;

    @Test
    void failsStartupIfTheServerCannotBeGuarded() {
        assertThatThrownBy(() -> guard.requireInterceptor("a handler without an interceptor"))
                .hasMessageContaining("does not guard this version of quarkus-mcp-server-http");
    }

    @Test
    void listsTheReadToolAndSchemasThatAllowAnswers() {
        String listing = new RawClient(endpoint).ask("tools/list", "{}");
        assertThat(listing).contains("\"name\":\"plimsoll_read\"", "\"added_log\"", "\"anyOf\":[");
    }

    @Test
    void passesASmallResultByteForByte() {
        String answer = new RawClient(endpoint).call("list_books", "{\"count\":1}");
        assertThat(RawClient.result(answer, "structuredContent"))
                .isEqualTo("{\"books\":[{\"id\":0,\"title\":\"Volume 0 of the catalog\",\"price\":12.50}]}");
        assertThat(answer).doesNotContain("nextCursor");
    }

    @Test
    void readsALargeResultToItsEnd() {
        RawClient client = new RawClient(endpoint);
        String answer = client.call("list_books", "{\"count\":300}");
        int pages = 1;
        for (; answer.contains("nextCursor"); pages++) {
            assertThat(answer).hasSizeLessThan(MAX_SHAPED_CHARS);
            answer = client.read("{\"cursor\":\"" + RawClient.cursor(answer) + "\"}");
        }
        assertThat(pages).isGreaterThan(2);
        assertThat(answer).contains("Volume 299 of the catalog");
    }

    @Test
    void queriesTheWholeResult() {
        RawClient client = new RawClient(endpoint);
        String cursor = RawClient.cursor(client.call("list_books", "{\"count\":300}"));
        String answer = client.read("{\"cursor\":\"" + cursor + "\",\"query\":\".books | map(.price) | add\"}");
        assertThat(RawClient.result(answer, "structuredContent")).contains("\"results\":[3750");
    }

    @ParameterizedTest
    @ValueSource(strings = {"get_log", "added_log"})
    void guardsToolsOnTheEventLoopAndToolsAddedInCode(String tool) {
        String answer = new RawClient(endpoint).call(tool, "{}");
        assertThat(answer).contains("plimsoll_read", "nextCursor").hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void guardsACallWithoutArguments() {
        String answer = new RawClient(endpoint).ask("tools/call", "{\"name\":\"get_log\"}");
        assertThat(answer).contains("nextCursor").hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void guardsAResultInAnEventStream() {
        String stream = new RawClient(endpoint).call("get_reported_log", "{}");
        assertThat(stream).contains("event: message\ndata: {", "notifications/message", "\"data\":\"reading\"");
        assertThat(stream).contains("nextCursor").hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void heavyToolTakesReadArguments() {
        RawClient client = new RawClient(endpoint);
        client.ask("tools/list", "{}");
        String cursor = RawClient.cursor(client.call("heavy_books", "{}"));
        int runs = ShelfTools.RUNS.get();
        String answer = client.call("heavy_books", "{\"cursor\":\"" + cursor + "\",\"query\":\".books | length\"}");
        assertThat(answer).contains("\"results\":[500]");
        assertThat(ShelfTools.RUNS).hasValue(runs);
    }

    @Test
    void guardsResourcesAndPrompts() {
        RawClient client = new RawClient(endpoint);
        String resource = client.ask("resources/read", "{\"uri\":\"shelf://log\"}");
        assertThat(resource).contains("plimsoll://page/").hasSizeLessThan(MAX_SHAPED_CHARS);
        assertThat(client.ask("prompts/get", "{\"name\":\"review\"}")).hasSizeLessThan(MAX_SHAPED_CHARS);
    }

    @Test
    void rejectsCursorOfAnotherSession() {
        String cursor = RawClient.cursor(new RawClient(endpoint).call("get_log", "{}"));
        String answer = new RawClient(endpoint).read("{\"cursor\":\"" + cursor + "\"}");
        assertThat(answer).contains("CURSOR_INVALID");
    }

    @Test
    void passesErrorsOfTheServer() {
        RawClient client = new RawClient(endpoint);
        assertThat(client.call("fail", "{}")).contains("\"error\":{\"code\":-32603");
        assertThat(client.call("no_such_tool", "{}")).contains("\"error\":{\"code\":-32602");
    }

    @Test
    void rejectsABodyThatIsNotJsonRpc() {
        HttpResponse<String> response = new RawClient(endpoint).post("[1, ");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("-32700");
    }

    @Test
    void answersABatchOfReadsAndCalls() {
        RawClient client = new RawClient(endpoint);
        String cursor = RawClient.cursor(client.call("get_log", "{}"));
        HttpResponse<String> response = client.post("""
                [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plimsoll_read","arguments":{"cursor":"%s"}}},
                 {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_books","arguments":{"count":1}}}]""".formatted(cursor));
        assertThat(response.body()).contains("\"id\":1", "a line of the log", "\"id\":2", "Volume 0 of the catalog");
    }

    @Test
    void guardsAllServersOfTheApplication() {
        String answer = new RawClient(otherEndpoint).call("other_log", "{}");
        assertThat(answer).contains("nextCursor").hasSizeLessThan(MAX_SHAPED_CHARS);
    }
}
