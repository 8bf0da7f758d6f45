package dev.plimsoll.bench.answers.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;

class ReadAnswerTest {

    private static final String CURSOR = "A".repeat(48);

    @Test
    void readsAPageOfAList() {
        ReadAnswer answer =
                answer("{\"notice\": \"n\", \"hasMore\": true, \"nextCursor\": \"" + CURSOR + "\", \"items\": [1, 2]}");

        assertThat(answer.findItems()).hasSize(2);
        assertThat(answer.hasMore()).isTrue();
        assertThat(answer.findCursor()).isEqualTo(CURSOR);
    }

    @Test
    void readsAListInAnObject() {
        String list = "\"path\": \"/a/b\", \"value\": {\"a\": {\"b\": [1, 2, 3]}}}";
        ReadAnswer framed = answer("{\"notice\": \"n\", " + list);
        ReadAnswer own = answer("{\"_plimsoll\": {\"notice\": \"n\", \"path\": \"/a/b\"}, \"a\": {\"b\": [1, 2, 3]}}");

        assertThat(framed.findItems()).hasSize(3);
        assertThat(framed.isListInFrame()).isTrue();
        assertThat(own.findItems()).hasSize(3);
    }

    @Test
    void readsItemsOfAListInsideTheDocument() {
        ReadAnswer answer = answer("{\"notice\": \"n\", \"path\": \"/a/b\", \"items\": [1]}");

        assertThat(answer.findItems()).hasSize(1);
        assertThat(answer.isListInFrame()).isFalse();
    }

    @Test
    void readsAChunkInOneBlockAndInTwo() {
        String header = "{\"notice\": \"n\", \"hasMore\": true}";
        ReadAnswer one = answer(header + "\n\n# Title\n\nText");
        ReadAnswer two = answer(header, "# Title\n\nText");

        assertThat(one.text()).isEqualTo("# Title\n\nText").isEqualTo(two.text());
        assertThat(one.value()).isNull();
        assertThat(two.hasMore()).isTrue();
    }

    @Test
    void readsResultsThatPassed() {
        assertThat(answer("{\"a\": 1}").value()).hasToString("{\"a\":1}");
        assertThat(answer("plain\n\ntext").text()).isEqualTo("plain\n\ntext");
    }

    @Test
    void readsQueryResultsAndTheUpstreamMember() {
        ReadAnswer answer = answer("{\"notice\": \"n\", \"upstream\": {\"count\": 5000}, \"results\": [7]}");

        assertThat(answer.find("results")).hasToString("[7]");
        assertThat(answer.hasMoreUpstream()).isTrue();
    }

    @Test
    void countsLikeJtokkitWithAFixedCursor() {
        String text = "{\"notice\": \"n\", \"nextCursor\": \"" + CURSOR + "\", \"items\": [\"häuser\", \"日本\"]}";
        long expected = Encodings.newLazyEncodingRegistry()
                .getEncoding(EncodingType.O200K_BASE)
                .countTokensOrdinary(text.replace(CURSOR, "GFyrvje1jvPs62Af_ZoL_rdyBMf27Fri1HOOa6iLAjPMBaP_"));

        assertThat(answer(text).tokens()).isEqualTo(expected);
        assertThat(answer(text.replace('A', 'x')).tokens()).isEqualTo(expected);
    }

    private static ReadAnswer answer(String... texts) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content");
        for (String text : texts) {
            json.beginObject().string("type", "text").string("text", text).endObject();
        }
        Slice result = json.endArray().endObject().slice();
        return ReadAnswer.of(result);
    }
}
