package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Fuzzes bodies and headers of clients: each is parsed, or refused with a message. */
class RequestFuzzTest {

    /** A request: the first line is the query, the second has the headers, the rest is the body. */
    private record Posted(String query, String header, Slice body) {

        static Posted of(byte[] data) {
            int first = end(data, 0);
            int second = end(data, Math.min(first + 1, data.length));
            return new Posted(
                    new String(data, 0, first, StandardCharsets.ISO_8859_1),
                    new String(
                            Arrays.copyOfRange(data, Math.min(first + 1, second), second), StandardCharsets.ISO_8859_1),
                    new Slice(data, Math.min(second + 1, data.length), data.length));
        }

        private static int end(byte[] data, int from) {
            int at = from;
            while (at < data.length && data[at] != '\n') {
                at++;
            }
            return at;
        }
    }

    @FuzzTest
    void whatIsPostedIsUnderstoodOrRefused(byte[] data) {
        Posted posted = Posted.of(data);
        try {
            PostedBody postedBody = QueryBudget.of(PostedBody.of(posted.body()), posted.query());
            assertThat(Json.isValid(postedBody.body())).isTrue();
            assertThat(postedBody.messages()).isNotEmpty();
            boolean modern = ModernRequestCheck.isModern(posted.header(), postedBody);
            assertThat(modern && postedBody.isBatch()).isFalse();
            for (Message message : postedBody.messages()) {
                ModernRequestCheck.findCapabilities(message);
            }
        } catch (HttpErrorException refused) {
            assertThat(refused.status()).isBetween(400, 499);
            assertThat(Json.isValid(refused.body())).isTrue();
            assertThat(Json.isValid(refused.restBody())).isTrue();
        }
    }

    @FuzzTest
    void anyHeaderIsReadOrRefused(byte[] data) {
        String header = new String(data, StandardCharsets.ISO_8859_1);
        AcceptedTypes.of(header);
        ModernRequestCheck.isModernRevision(header);
    }
}
