package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.Encoding;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that a program cannot mistake a shaped answer for the whole result: what is left of a cut object or array is
 * in the member {@code value} or {@code items} of the answer, never in members that have the names of the result. This
 * applies to the text and to the structured content. Forms that the configuration selects are exempt.
 */
@Execution(ExecutionMode.CONCURRENT)
class OwnNamesLawTest {

    private static final int BUDGET = 600;
    private static final int PAGES = 4;

    /** Fields of the header that are not in {@code _meta}. */
    private static final Set<String> MODEL_FIELDS =
            Set.of("notice", "outline", "sample", "filters", "next", "folded", "sections", "shown");

    /** Members of an answer that contain data of the result. */
    private static final Set<String> DATA = Set.of("value", "items", "text");

    private static final Map<String, Policy> POLICIES = policies();

    private static Map<String, Policy> policies() {
        Policy base = Engine.policy(BUDGET);
        Map<String, Policy> all = new LinkedHashMap<>();
        for (StyleId style : StyleRegistry.standard().ids()) {
            Policy policy = base.with(Policy.STYLE, style);
            SchemaForm form = StyleRegistry.standard().of(policy).schemaForm();
            if (form == SchemaForm.WITH_HEADER) {
                all.put("style " + style, policy);
            }
        }
        all.put("pageByCount", base.with(Policy.PAGE_BY_COUNT, true).with(Policy.DEFAULT_PAGE_SIZE, 3));
        all.put("summaryThreshold", base.with(Policy.SUMMARY_THRESHOLD, 100));
        all.put("chunkSize", base.with(Policy.CHUNK_SIZE, 100));
        all.put("encoding table", base.with(Policy.ENCODING, Encoding.TABLE));
        return all;
    }

    static Stream<String> names() {
        return POLICIES.keySet().stream();
    }

    static Stream<Sample> samples() {
        return Samples.halfFor(OwnNamesLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shapedAnswersHaveNoMemberNamesOfRandomObjects(String name) {
        Policy policy = POLICIES.getOrDefault(name, Policy.defaults());
        int[] shaped = {0};
        PropertyCases.check(60, 11, new Shapes(), json -> {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            for (byte[] result : List.of(
                    SampleResults.text(bytes), SampleResults.withTextCopy(bytes), SampleResults.structured(bytes))) {
                shaped[0] += check(result, policy);
            }
        });
        assertThat(shaped[0]).isGreaterThan(name.equals("style pass") ? -1 : 60);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shapedAnswersHaveNoMemberNamesOfSamples(Sample sample) {
        check(sample.bytes(), Engine.policy(BUDGET));
    }

    @Test
    void programsFindNothingUnderTheNameOfACutArray() {
        byte[] result = SampleResults.withTextCopy(
                ("{\"orders\":[" + "{\"id\":1,\"customer\":\"Ada Byron\"},".repeat(799) + "{\"id\":800}]}")
                        .getBytes(StandardCharsets.UTF_8));
        Answered answered = Engine.of(4_000, ClientFeatures.current()).guard(result);

        Slice structured = answered.structured();
        assertThat(structured).isNotNull();
        Fields fields = new Fields(structured == null ? Slice.of("{}") : structured);
        assertThat(fields.has("orders")).isFalse();
        assertThat(fields.text("path")).isEqualTo("/orders");
        assertThat(new Fields(fields.get("value")).has("orders")).isTrue();
    }

    /** Checks the first pages of a result; returns the number of shaped answers. */
    private static int check(byte[] result, Policy policy) {
        Original original = Original.of(result);
        if (original.result().isError()) {
            return 0;
        }
        Set<String> names = names(original);
        Engine engine = Engine.of(policy, ClientFeatures.modern());
        Answered answered = engine.guard(result);
        int shaped = 0;
        for (int i = 0; i < PAGES; i++) {
            check(answered, original, names);
            shaped += answered.isShaped() ? 1 : 0;
            String next = answered.nextCursor();
            if (next == null) {
                return shaped;
            }
            answered = engine.read(next);
        }
        return shaped;
    }

    private static void check(Answered answered, Original original, Set<String> names) {
        Fields page = answered.page();
        Slice structured = answered.structured();
        if (page == null) {
            Slice whole = original.result().structured();
            boolean isPlainCut = structured != null
                    && Json.type(structured) == JsonType.OBJECT
                    && new Fields(structured).has("notice");
            assertThat(structured == null
                            || whole == null
                            || isPlainCut
                            || ParsedJson.hasSameTokens(structured.toByteArray(), whole.toByteArray()))
                    .as("%s", answered)
                    .isTrue();
            return;
        }
        if (structured != null) {
            checkNames(structured, page, names, answered);
        }
        for (Slice text : answered.texts()) {
            boolean isAnswer =
                    text.length() > 10 && text.sub(0, 10).utf8().equals("{\"notice\":") && Json.isValid(text);
            if (isAnswer && new Fields(text).has("nextCursor") == page.has("nextCursor")) {
                checkNames(text, page, names, answered);
                assertThat(structured == null || structured.contentEquals(text))
                        .as("%s", answered)
                        .isTrue();
            }
        }
    }

    private static void checkNames(Slice object, Fields page, Set<String> names, Answered answered) {
        assertThat(Json.type(object)).as("%s", answered).isEqualTo(JsonType.OBJECT);
        Members members = Members.of(object);
        while (members.next()) {
            String name = members.keyText();
            boolean isHeader = page.has(name) || MODEL_FIELDS.contains(name);
            if (!isHeader && !DATA.contains(name)) {
                assertThat(names).as("%s in %s", name, answered).doesNotContain(name);
            }
        }
        Fields fields = new Fields(object);
        if (fields.has("value") && (fields.has("range") || fields.has("startLine"))) {
            assertThat(fields.findText("path")).as("%s", answered).isNotEmpty();
        }
    }

    /** Returns the names of the members of the document, and of the objects in it that are not items. */
    private static Set<String> names(Original original) {
        Set<String> names = new HashSet<>();
        Slice structured = original.result().structured();
        add(original.document().isJson() ? original.document().bytes() : null, 0, names);
        add(structured, 0, names);
        return names;
    }

    private static void add(@Nullable Slice value, int depth, Set<String> names) {
        if (value == null || depth > 4 || Json.type(value) != JsonType.OBJECT) {
            return;
        }
        Members members = Members.of(value);
        while (members.next()) {
            names.add(members.keyText());
            add(members.value(), depth + 1, names);
        }
    }

    /** Generates objects of all shapes, with names that no header has: lists, texts, records in texts,
     * and maps at any depth. */
    private static final class Shapes implements Generator<String> {

        private static final List<String> NAMES =
                List.of("orders", "rows", "results", "data", "content", "_plimsoll", "matches", "log", "héros", "a b");

        @Override
        public String generate(Random random, int size) {
            List<String> members = new ArrayList<>();
            int count = 1 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                String name = NAMES.get((random.nextInt(NAMES.size()) + i) % NAMES.size()) + (i == 0 ? "" : i);
                members.add(JsonStrings.of(name) + ":" + value(random, i == 0 ? 10 + size * 4 : random.nextInt(20)));
            }
            return "{" + String.join(",", members) + "}";
        }

        private static String value(Random random, int count) {
            return switch (random.nextInt(7)) {
                case 0 -> "[" + repeat("{\"id\":7,\"name\":\"Ada Byron\"}", ",", count) + "]";
                case 1 -> JsonStrings.of(repeat("a line about ships and harbors", "\n", count));
                case 2 -> JsonStrings.of("id,name,total\n" + repeat("7,Ada Byron,1.50", "\n", count + 3));
                case 3 -> "{\"inner\":" + value(random, count) + ",\"total\":" + count + "}";
                case 4 -> "{" + repeat("\"KEY\":{\"rate\":1.10,\"name\":\"krone\"}", ",", count) + "}";
                case 5 -> "[" + repeat("[1,2,\"three\"]", ",", count) + "]";
                default -> JsonStrings.of("[" + repeat("{\"id\":7,\"note\":\"in a text\"}", ",", count) + "]");
            };
        }

        /** Repeats a piece; {@code KEY} in it becomes a number. */
        private static String repeat(String piece, String separator, int count) {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.add(piece.replace("KEY", "K" + i));
            }
            return String.join(separator, all);
        }
    }
}
