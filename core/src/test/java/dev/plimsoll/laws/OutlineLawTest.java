package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that an outline counts the whole result, fits its budget, and omits facts rather than being wrong. */
@Execution(ExecutionMode.CONCURRENT)
class OutlineLawTest {

    private static final String MODE = "{\"mode\":\"outline\"}";

    static Stream<Sample> samples() {
        return Samples.halfFor(OutlineLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void outlineOfEverySampleFits(Sample sample) {
        Original original = Original.of(sample.bytes());
        if (original.isBinary() || !original.result().isCompleteFor(ClientFeatures.current())) {
            return;
        }
        for (int budget : Engine.BUDGETS) {
            Answered answered = Engine.of(budget, ClientFeatures.current()).guardWithView(sample.bytes(), MODE);
            assertThat(answered.isShaped()).as("%s", answered).isTrue();
            ModelInput.within(budget, answered);
            Shown shown = answered.getShown();
            assertThat(ParsedJson.isJson(shown.main().toByteArray())).isTrue();
            if (!original.isListOfBlocks()) {
                check(
                        new Fields(shown.header().get("outline")),
                        List.of(original.document().bytes()),
                        1,
                        original);
            }
        }
    }

    @Test
    void outlineOfRandomResultsMatchesSimpleCount() {
        Policy roomy = Engine.policy(20_000);
        PropertyCases.check(200, 31, SampleResults.any(), result -> {
            Original original = Original.of(result.bytes());
            Answered answered = Engine.of(roomy, ClientFeatures.current()).guardWithView(result.bytes(), MODE);
            if (!original.isListOfBlocks() && !original.isBinary()) {
                Fields outline = new Fields(answered.getShown().header().get("outline"));
                check(outline, List.of(original.document().bytes()), 1, original);
            }
        });
    }

    private static void check(Fields outline, List<Slice> values, int parentCount, Original original) {
        if (!original.document().isJson()) {
            String text = original.document().bytes().utf8();
            long lines = text.chars().filter(c -> c == '\n').count() + (text.isEmpty() || text.endsWith("\n") ? 0 : 1);
            assertThat(outline.number("lines")).isEqualTo((int) lines);
        } else {
            checkPosition(outline, values, values.size(), parentCount);
        }
    }

    /**
     * Checks all values at one path against the outline. Of {@code parentCount} parents, {@code valueCount} have a
     * value there. If the numbers differ, the outline must state {@code valueCount} in its field {@code in}.
     */
    private static void checkPosition(Fields fragment, List<Slice> values, int valueCount, int parentCount) {
        Map<String, Integer> types = new TreeMap<>();
        List<Slice> items = new ArrayList<>();
        values.forEach(value -> types.merge(Json.type(value).typeName(), 1, Integer::sum));
        if (types.size() == 1) {
            assertThat(fragment.text("type"))
                    .isEqualTo(types.keySet().iterator().next());
        } else if (types.size() > 1) {
            assertThat(counts(fragment.get("types"))).isEqualTo(types);
        }
        assertThat(fragment.has("in") ? fragment.number("in") : parentCount).isEqualTo(valueCount);
        values.stream().filter(value -> Json.type(value) == JsonType.ARRAY).forEach(array -> {
            ItemIndex index = ItemIndex.of(array);
            for (int i = 0; i < index.count(); i++) {
                items.add(index.item(i));
            }
        });
        if (types.containsKey("array")) {
            assertThat(fragment.number("items")).isEqualTo(items.size());
            if (fragment.has("each")) {
                checkPosition(new Fields(fragment.get("each")), items, 0, 0);
            }
        }
        if (types.containsKey("object")) {
            checkFields(fragment, values, types.get("object"));
        }
        checkScalars(fragment, values);
    }

    private static void checkFields(Fields fragment, List<Slice> values, int objects) {
        Map<String, List<Slice>> byName = new LinkedHashMap<>();
        Map<String, Integer> objectsWithField = new LinkedHashMap<>();
        for (Slice value : values) {
            Map<String, Boolean> present = new LinkedHashMap<>();
            Members members = Json.type(value) == JsonType.OBJECT ? Members.of(value) : Members.of(Slice.of("{}"));
            while (members.next()) {
                String name = members.keyText();
                byName.computeIfAbsent(name, key -> new ArrayList<>()).add(members.value());
                present.put(name, true);
            }
            present.keySet().forEach(name -> objectsWithField.merge(name, 1, Integer::sum));
        }
        if (fragment.has("members")) {
            List<Slice> all = byName.values().stream().flatMap(List::stream).toList();
            assertThat(fragment.number("members")).isEqualTo(all.size());
            assertThat(fragment.has("keys") ? fragment.number("keys") : byName.size())
                    .isEqualTo(byName.size());
            if (fragment.has("eachMember")) {
                checkPosition(new Fields(fragment.get("eachMember")), all, 0, 0);
            }
            return;
        }
        Members shownFields = Members.of(fragment.has("fields") ? fragment.get("fields") : Slice.of("{}"));
        int shown = 0;
        while (shownFields.next()) {
            shown++;
            String name = shownFields.keyText();
            checkPosition(
                    new Fields(shownFields.value()),
                    byName.getOrDefault(name, List.of()),
                    objectsWithField.getOrDefault(name, 0),
                    objects);
        }
        int more = fragment.has("moreFields") ? fragment.number("moreFields") : 0;
        if (!fragment.has("moreMembers")) {
            assertThat(shown + more).isEqualTo(byName.size());
        }
    }

    private static void checkScalars(Fields fragment, List<Slice> values) {
        Map<String, Integer> scalars = new TreeMap<>();
        List<BigDecimal> numbers = new ArrayList<>();
        for (Slice value : values) {
            JsonType type = Json.type(value);
            if (type == JsonType.STRING) {
                scalars.merge(JsonText.unescapeToString(Json.stringInside(value)), 1, Integer::sum);
            } else if (type == JsonType.NUMBER || type == JsonType.BOOLEAN) {
                scalars.merge(value.utf8(), 1, Integer::sum);
            }
            if (type == JsonType.NUMBER && value.length() < 50) {
                numbers.add(new BigDecimal(value.utf8()));
            }
        }
        if (fragment.has("values")) {
            assertThat(counts(fragment.get("values"))).isEqualTo(scalars);
        }
        if (fragment.has("range") && !numbers.isEmpty()) {
            ItemIndex ends = ItemIndex.of(fragment.get("range"));
            assertThat(new BigDecimal(ends.item(0).utf8()))
                    .isEqualByComparingTo(
                            numbers.stream().min(BigDecimal::compareTo).orElseThrow());
            assertThat(new BigDecimal(ends.item(1).utf8()))
                    .isEqualByComparingTo(
                            numbers.stream().max(BigDecimal::compareTo).orElseThrow());
        }
    }

    private static Map<String, Integer> counts(Slice object) {
        Map<String, Integer> counts = new TreeMap<>();
        Members members = Members.of(object);
        while (members.next()) {
            counts.merge(members.keyText(), Integer.parseInt(members.value().utf8()), Integer::sum);
        }
        return counts;
    }
}
