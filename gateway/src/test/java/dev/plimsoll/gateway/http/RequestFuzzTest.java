package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a client posts and says in its headers: understood, or refused in words. */
class RequestFuzzTest {

    /** A first line for the query, a second for headers, and the body. */
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
            Said said = AskedBudget.of(Said.of(posted.body()), posted.query());
            assertThat(Json.isValid(said.body())).isTrue();
            assertThat(said.messages()).isNotEmpty();
            boolean modern = Modern.speaks(posted.header(), said);
            assertThat(modern && said.batch()).isFalse();
            for (Message message : said.messages()) {
                Modern.capabilities(message);
            }
        } catch (Refusal refused) {
            assertThat(refused.status()).isBetween(400, 499);
            assertThat(Json.isValid(refused.body())).isTrue();
            assertThat(Json.isValid(refused.plain())).isTrue();
        }
    }

    @FuzzTest
    void anyHeaderIsReadOrRefused(byte[] data) {
        String header = new String(data, StandardCharsets.ISO_8859_1);
        Accepts.of(header);
        Modern.named(header);
    }
}
