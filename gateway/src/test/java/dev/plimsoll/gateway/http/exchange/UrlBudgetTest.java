package dev.plimsoll.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the budget in the query of a URL, as in {@code ?maxTokens=4000}. It applies to the calls in the body
 * of the request.
 */
class UrlBudgetTest {

    private static final String LIST_REQUEST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}";

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static String withQuery(String body, String query) throws HttpErrorException {
        PostedBody changedRequest = UrlBudget.addTo(PostedBody.of(Slice.of(body)), query);
        Message message = changedRequest.isBatch() ? Message.batch(changedRequest.messages()) : changedRequest.first();
        return message.bytes().utf8();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/call", "resources/read", "prompts/get"})
    void addsBudgetToRequestsWithShapedResults(String method) throws Exception {
        assertThat(withQuery(request(method, "{\"name\":\"送料\"}"), "maxTokens=4000"))
                .isEqualTo(request(method, "{\"name\":\"送料\",\"_meta\":{\"dev.plimsoll/maxTokens\":4000}}"));
    }

    @Test
    void addsBudgetToRequestMetadata() throws Exception {
        assertThat(withQuery(request("tools/call", "{\"_meta\":{\"progressToken\":7}}"), "a=b&maxTokens=1&c"))
                .isEqualTo(request("tools/call", "{\"_meta\":{\"progressToken\":7,\"dev.plimsoll/maxTokens\":1}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"_meta\":{\"dev.plimsoll/maxTokens\":900}}",
                "{\"_meta\":7}",
                "[]",
            })
    void keepsRequestWithOwnBudgetOrInvalidParams(String params) throws Exception {
        String body = request("tools/call", params);
        assertThat(withQuery(body, "maxTokens=4000")).isEqualTo(body);
    }

    @Test
    void changesOnlyCallsInBatch() throws Exception {
        String call = request("tools/call", "{}");
        String changedRequest = request("tools/call", "{\"_meta\":{\"dev.plimsoll/maxTokens\":4000}}");
        assertThat(withQuery("[" + call + "," + LIST_REQUEST + "," + call + "]", "maxTokens=4000"))
                .isEqualTo("[" + changedRequest + "," + LIST_REQUEST + "," + changedRequest + "]");
    }

    @Test
    void leavesOtherRequestsUnchanged() throws Exception {
        PostedBody listing = PostedBody.of(Slice.of(LIST_REQUEST));
        assertThat(UrlBudget.addTo(listing, "maxTokens=4000")).isSameAs(listing);
        assertThat(UrlBudget.addTo(listing, "maxTokens=nonsense")).isSameAs(listing);
        PostedBody call = PostedBody.of(Slice.of(request("tools/call", "{}")));
        assertThat(UrlBudget.addTo(call, null)).isSameAs(call);
        assertThat(UrlBudget.addTo(call, "tokens=4000&xmaxTokens=2")).isSameAs(call);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "10000000, true", "0, false", "10000001, false", "'', false", "4e3, false", "-1, false"})
    void acceptsWholeNumbersUpToTenMillion(String number, boolean isValid) throws Exception {
        String call = request("tools/call", "{}");
        if (isValid) {
            assertThat(withQuery(call, "maxTokens=" + number)).contains("\"dev.plimsoll/maxTokens\":" + number + "}");
        } else {
            assertThatThrownBy(() -> withQuery(call, "maxTokens=" + number))
                    .isInstanceOf(HttpErrorException.class)
                    .hasMessageContaining("maxTokens must be a whole number from 1 to 10000000");
        }
    }

    @Test
    void rejectsInvalidNumbers() {
        for (String number : new String[] {"100000000", "99999999999999999999", "１２"}) {
            assertThatThrownBy(() -> withQuery(request("tools/call", "{}"), "maxTokens=" + number))
                    .isInstanceOf(HttpErrorException.class);
        }
    }
}
