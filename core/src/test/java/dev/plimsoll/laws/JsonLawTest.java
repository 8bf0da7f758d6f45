package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that no cut breaks a JSON document, a JSON token, a UTF-8 sequence, a surrogate pair, or a grapheme. */
@Execution(ExecutionMode.CONCURRENT)
class JsonLawTest {

    private static final int PAGES = 4;
    private static final Pattern LONE_SURROGATE = Pattern.compile("\\\\u[dD][89a-fA-F]");
    private static final String FAMILY = "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66";

    static Stream<Sample> samples() {
        return Samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void answersAboutSamplesAreValidJson(Sample sample) {
        for (ClientFeatures clientFeatures : Engine.CLIENTS) {
            checkAllPages(sample.bytes(), 300, clientFeatures);
        }
        checkAllPages(sample.bytes(), 4_000, ClientFeatures.current());
    }

    @Test
    void answersAboutRandomResultsAreValidJson() {
        PropertyCases.check(200, 3, SampleResults.any(), result -> {
            checkAllPages(result.bytes(), 300, ClientFeatures.current());
            checkAllPages(result.bytes(), 1_000, ClientFeatures.old());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 305, 1_000})
    void emojiFamilyIsNeverSplit(int budget) {
        byte[] text = FAMILY.repeat(2_000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        checkNoPageSplitsAFamily(Engine.of(budget, ClientFeatures.current()), SampleResults.text(text));
        checkNoPageSplitsAFamily(Engine.of(budget, ClientFeatures.current()), SampleResults.fileServer(text));
        String inJson = "{\"a\":\"" + FAMILY.repeat(2_000) + "\",\"b\":[\"" + FAMILY.repeat(2_000) + "\"]}";
        checkNoPageSplitsAFamily(
                Engine.of(budget, ClientFeatures.old()),
                SampleResults.text(inJson.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    @Test
    void accentsStayWithTheirLetterIfTheyFit() {
        byte[] text = "e\u0301\u0302\u0323".repeat(8_000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        Engine engine = Engine.of(1_000, ClientFeatures.old());
        Answered answered = engine.guard(SampleResults.text(text));
        for (int i = 0; i < PAGES; i++) {
            assertThat(answered.chunkText().utf8()).startsWith("e").endsWith("\u0323");
            answered = engine.read(String.valueOf(answered.nextCursor()));
        }
    }

    private static void checkNoPageSplitsAFamily(Engine engine, byte[] result) {
        Answered answered = engine.guard(result);
        for (int i = 0; i < PAGES && answered.nextCursor() != null; i++) {
            for (Slice text : answered.texts()) {
                String left = text.utf8().replace(FAMILY, "");
                assertThat(left).as("%s", answered).doesNotContain("\u200d").doesNotContain("\ud83d");
            }
            answered = engine.read(String.valueOf(answered.nextCursor()));
        }
    }

    private static void checkAllPages(byte[] result, int budget, ClientFeatures clientFeatures) {
        boolean surrogates = LONE_SURROGATE.matcher(Slice.of(result).utf8()).find()
                || Original.of(result).contentBlocks().stream()
                        .map(ContentBlock::text)
                        .anyMatch(text -> text != null
                                && LONE_SURROGATE
                                        .matcher(JsonText.unescapeToString(text))
                                        .find());
        Engine engine = Engine.of(budget, clientFeatures);
        Answered answered = engine.guard(result);
        for (int i = 0; i < PAGES; i++) {
            assertValid(answered, surrogates);
            String next = answered.nextCursor();
            if (next == null) {
                return;
            }
            answered = engine.read(next);
        }
    }

    private static void assertValid(Answered answered, boolean surrogates) {
        assertThat(ParsedJson.isJson(answered.bytes())).as("%s", answered).isTrue();
        if (answered.isShaped()) {
            assertThat(names(answered.raw())).as("%s", answered).doesNotHaveDuplicates();
        }
        if (!surrogates) {
            assertThat(LONE_SURROGATE.matcher(answered.raw().utf8()).find())
                    .as("a lone surrogate in %s", answered)
                    .isFalse();
        }
        for (Slice block : answered.blocks()) {
            assertThat(Json.type(block))
                    .as("%s", answered)
                    .isIn(JsonType.OBJECT, JsonType.STRING, JsonType.NULL, JsonType.NUMBER, JsonType.ARRAY);
        }
        if (answered.isShaped() && !answered.isError()) {
            assertThat(ParsedJson.isJson(answered.getShown().main().toByteArray()))
                    .as("%s", answered)
                    .isTrue();
        }
    }

    private static List<String> names(Slice object) {
        List<String> names = new ArrayList<>();
        Members members = Members.of(object);
        while (members.next()) {
            names.add(members.keyText());
        }
        return names;
    }

    @Test
    void copiesOfJsonSamplesAreJson() {
        Payloads.samples().stream()
                .filter(samplePayload -> samplePayload.isObject())
                .forEach(samplePayload -> {
                    Answered answered = Engine.of(1_000, ClientFeatures.current())
                            .guard(SampleResults.withTextCopy(samplePayload.bytes()));
                    Slice structured = answered.structured();
                    Slice text = answered.texts().get(0);
                    assertThat(ParsedJson.isJson(text.toByteArray()))
                            .as("%s", answered)
                            .isTrue();
                    assertThat(structured).as("%s", answered).isNotNull();
                    if (structured != null) {
                        ReadBack.assertSameValue(structured, text, samplePayload.name());
                    }
                });
    }
}
