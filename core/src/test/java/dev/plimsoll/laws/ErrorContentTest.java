package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests errors whose reason is in texts, in structured content, or in both. */
class ErrorContentTest {

    private static final String WORDS =
            IntStream.range(0, 9_000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    private static final String NUMBERS =
            IntStream.range(0, 9_000).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));

    private final Engine engine = Engine.of(1_000, ClientFeatures.current());

    @Test
    void aLongTextIsShownBesideShortStructuredContent() {
        byte[] error = error("{\"code\":7}", "it failed: " + WORDS);

        assertThat(text(engine.guard(error))).contains("it failed: word0 word1").contains("{\"code\":7}");
        NothingLostLawTest.readBack(error, engine);
    }

    @Test
    void aShortTextIsShownBesideLongStructuredContent() {
        byte[] error = error("{\"code\":" + NUMBERS + "}", "it failed");

        assertThat(text(engine.guard(error))).contains("it failed\n{\"code\":[0,1,2,");
        NothingLostLawTest.readBack(error, engine);
    }

    @Test
    void aReasonBesideACopyIsShown() {
        byte[] error = error("{\"code\":" + NUMBERS + "}", "it failed", "{\"code\":" + NUMBERS + "}");

        assertThat(text(engine.guard(error))).contains("it failed\n{\"code\":[0,1,2,");
        NothingLostLawTest.readBack(error, engine);
    }

    @Test
    void aCopyIsShownOnce() {
        byte[] error = error("{\"code\":" + NUMBERS + "}", "{\"code\":" + NUMBERS + "}");

        assertThat(text(engine.guard(error))).contains("]\n{\"code\":[0,1,2,");
        NothingLostLawTest.readBack(error, engine);
    }

    @Test
    void severalTextsAreJoinedInOrder() {
        assertThat(text(engine.guard(error(null, "it\nfailed", WORDS)))).contains("it\nfailed\nword0 word1");
    }

    private static String text(Answered answer) {
        return answer.texts().get(0).utf8();
    }

    private static byte[] error(@Nullable String structured, String... texts) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content");
        for (String text : texts) {
            json.beginObject().string("type", "text").string("text", text).endObject();
        }
        json.endArray();
        if (structured != null) {
            json.raw("structuredContent", Slice.of(structured));
        }
        return json.bool("isError", true).endObject().toByteArray();
    }
}
