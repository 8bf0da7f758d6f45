package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the shares of the result store without {@code auth}, for callers at different addresses. */
class AnonymousSharesTest {

    private static final String ADDRESS = "10.0.0.1";
    private static final String OTHER_ADDRESS = "10.0.0.2";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
    private static final String LIST = "{\"name\":\"list\",\"arguments\":{\"count\":3000}}";
    private static final String NOT_STORED = "the rest could not be stored";

    @TempDir
    Path folder;

    private record Session(URI url, String address, String id) {

        static Session open(URI url, String address) throws Exception {
            String id = post(url, address, "", INITIALIZE)
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            return new Session(url, address, id);
        }

        String call(String params) throws Exception {
            String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}";
            return post(url, address, id, body).body();
        }
    }

    private static HttpResponse<String> post(URI url, String address, String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("X-Forwarded-For", address)
                .POST(BodyPublishers.ofString(body));
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    @Test
    void oneAddressLeavesSpaceForOtherAddresses() throws Exception {
        Path file = folder.resolve("plimsoll.yaml");
        Files.writeString(
                file,
                ServeFixture.configurationText(
                        "{\"trustedProxies\":[\"127.0.0.1\"],\"store\":{\"maxBytes\":\"3MB\",\"spill\":{\"maxBytes\":0}}}",
                        IsolationMode.SHARED));
        try (ServeFixture gateway = ServeFixture.withFile(folder, file)) {
            URI url = URI.create(gateway.baseUrl() + "/mcp/fixture");
            Session session = Session.open(url, ADDRESS);
            String first = session.call(LIST);
            int stored = 1;
            while (!session.call(LIST).contains(NOT_STORED)) {
                stored++;
                assertThat(stored).isLessThan(100);
            }
            assertThat(stored).isGreaterThan(3);

            Session otherSession = Session.open(url, OTHER_ADDRESS);
            assertThat(otherSession.call(LIST)).doesNotContain(NOT_STORED).contains("nextCursor");
            assertThat(session.call(LIST)).contains(NOT_STORED);

            // the share of an address limits only how much it stores: callers at other addresses can read the result
            JsonNode answer = JsonMapper.shared().readTree(first);
            String cursor = answer.at("/result/structuredContent/nextCursor").asString();
            String read = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}";
            assertThat(otherSession.call(read)).doesNotContain("isError\":true");
        }
    }
}
