package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.UrlBudget;
import dev.plimsoll.gateway.http.mcp.ModernRequestCheck;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Fuzzes the bodies and headers of requests. Each request must be parsed, or refused with a message. */
class RequestFuzzTest {

    /** The parts of a fuzzed request: the first line is the query, the second line is a header, and the rest is the body. */
    private record FuzzedRequest(String query, String header, Slice body) {

        static FuzzedRequest of(byte[] data) {
            int queryEnd = findLineEnd(data, 0);
            int headerEnd = findLineEnd(data, Math.min(queryEnd + 1, data.length));
            return new FuzzedRequest(
                    new String(data, 0, queryEnd, StandardCharsets.ISO_8859_1),
                    new String(
                            Arrays.copyOfRange(data, Math.min(queryEnd + 1, headerEnd), headerEnd),
                            StandardCharsets.ISO_8859_1),
                    new Slice(data, Math.min(headerEnd + 1, data.length), data.length));
        }

        private static int findLineEnd(byte[] data, int from) {
            int position = from;
            while (position < data.length && data[position] != '\n') {
                position++;
            }
            return position;
        }
    }

    @FuzzTest
    void anyRequestIsParsedOrRefused(byte[] data) {
        FuzzedRequest fuzzedRequest = FuzzedRequest.of(data);
        try {
            PostedBody postedBody = UrlBudget.addTo(PostedBody.of(fuzzedRequest.body()), fuzzedRequest.query());
            assertThat(postedBody.messages()).isNotEmpty().allMatch(message -> Json.isValid(message.bytes()));
            boolean isModern = ModernRequestCheck.isModern(fuzzedRequest.header(), postedBody);
            assertThat(isModern && postedBody.isBatch()).isFalse();
            for (Message message : postedBody.messages()) {
                RequestMeta.capabilities(message);
            }
        } catch (HttpErrorException refused) {
            assertThat(refused.status()).isBetween(400, 499);
            assertThat(Json.isValid(refused.body())).isTrue();
            assertThat(Json.isValid(refused.restBody())).isTrue();
        }
    }

    @FuzzTest
    void anyHeaderIsParsed(byte[] data) {
        String header = new String(data, StandardCharsets.ISO_8859_1);
        AcceptedTypes.of(header);
        Revision.isModern(header);
    }
}
