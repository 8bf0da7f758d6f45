package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.GeneratedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks slimming: equal values in fewer tokens, and a whole result wherever that is enough. */
@Execution(ExecutionMode.CONCURRENT)
class SlimLawTest {

    static Stream<Sample> samples() {
        return Samples.halfFor(SlimLawTest.class);
    }

    /** Checks that a slimmed answer has every value of the result, within the budget, and leads to the original. */
    static void checkSlimmed(Engine engine, Answered slimmed, byte[] result) {
        Slice raw = Slice.of(result);
        assertThat(Json.isValid(slimmed.raw())).isTrue();
        assertThat(slimmed.pageText("nextCursor")).isNull();
        assertSameContent(slimmed, result);
        String cursor = Objects.requireNonNull(slimmed.pageText("cursor"));
        Answered original = engine.read(cursor);
        assertThat(original.receipt().outcome().recordName()).isEqualTo("read");
        assertThat(withoutMeta(original.raw()).utf8())
                .isEqualTo(withoutMeta(raw).utf8());
    }

    @Test
    void indentedResultThatFitsOnlySlimmedComesWhole() {
        List<Integer> tried = new ArrayList<>();
        PropertyCases.check(150, 51, SlimLawTest::list, list -> {
            for (byte[] result : List.of(
                    SampleResults.text(Utf8.encode(list)),
                    SampleResults.structured(Utf8.encode(list)),
                    SampleResults.withTextCopy(Utf8.encode(list)))) {
                int slim = RealTokens.count(slim(Slice.of(list)).utf8());
                int whole = RealTokens.count(list);
                if (slim == whole || slim < 20) {
                    continue;
                }
                tried.add(1);
                Engine engine = engine(slim, SlimMode.SHAPED);
                Answered answered = engine.guard(result);
                assertThat(answered.receipt().outcome().recordName())
                        .as("%s", answered)
                        .isEqualTo("slimmed");
                assertThat(answered.receipt().answerTokens()).isLessThanOrEqualTo(slim);
                checkSlimmed(engine, answered, result);
                ModelInput.within(slim, answered);

                assertThat(engine(slim - 1, SlimMode.SHAPED).guard(result).isSlimmed())
                        .isFalse();
                assertThat(engine(slim, SlimMode.NEVER).guard(result).isSlimmed())
                        .isFalse();
                assertThat(engine(whole, SlimMode.SHAPED)
                                .guard(result)
                                .receipt()
                                .outcome()
                                .recordName())
                        .isEqualTo("passed");
            }
        });
        assertThat(tried).hasSizeGreaterThan(300);
    }

    @Test
    void passingResultsAreSlimmedInModeAlways() {
        PropertyCases.check(300, 52, SampleResults.any(), result -> {
            Engine engine = engine(1_000_000, SlimMode.ALWAYS);
            Answered answered = engine.guard(result.bytes());
            if (answered.isSlimmed()) {
                checkSlimmed(engine, answered, result.bytes());
                Answered again = engine(1_000_000, SlimMode.ALWAYS)
                        .guard(withoutMeta(answered.raw()).toByteArray());
                assertThat(again.isSlimmed()).isFalse();
            } else {
                assertSameContent(answered, result.bytes());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shapedAnswersAreSlim(Sample sample) {
        for (int budget : Engine.BUDGETS) {
            Engine engine = engine(budget, SlimMode.SHAPED);
            Answered answered = engine.guard(sample.bytes());
            for (int pages = 0; pages < 3 && answered.isShaped(); pages++) {
                Slice structured = answered.structured();
                if (structured != null) {
                    assertThat(slim(structured).utf8()).isEqualTo(structured.utf8());
                }
                Shown shown = answered.shown();
                if (shown != null && Document.ofDecoded(shown.main()).isJson()) {
                    assertThat(slim(shown.main()).utf8()).isEqualTo(shown.main().utf8());
                }
                String next = answered.nextCursor();
                if (next == null) {
                    break;
                }
                answered = engine.read(next);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SlimMode.class)
    void everyModeKeepsEverything(SlimMode mode) {
        PropertyCases.check(60, 53, SlimLawTest::list, list -> {
            for (int budget : Engine.BUDGETS) {
                NothingLostLawTest.readBack(
                        SampleResults.text(Utf8.encode(list)),
                        engine(budget, mode).withObserver(answered -> {
                            if (answered.isShaped()) {
                                ModelInput.within(budget, answered);
                            }
                        }));
            }
        });
    }

    @Test
    void itemsStayAsWrittenInModeNever() {
        String item = "{ \"n\" : 1.10,\n \"name\" : \"caf\\u00e9 \\/ bar\" }";
        String list = "[" + (item + ",").repeat(300) + item + "]";
        Answered never = engine(1_000, SlimMode.NEVER).guard(SampleResults.text(Utf8.encode(list)));
        Answered shaped = engine(1_000, SlimMode.SHAPED).guard(SampleResults.text(Utf8.encode(list)));

        assertThat(never.texts().get(0).utf8()).contains(item);
        assertThat(shaped.texts().get(0).utf8())
                .contains("{\"n\":1.10,\"name\":\"café / bar\"}")
                .doesNotContain("\\u00e9");
    }

    @Test
    void stylesOfHeavyToolsKeepTheirForms() {
        String list = "[ {\"a\" : 1},\n" + "   {\"a\" : 2},\n".repeat(200) + " {\"a\" : 3} ]";
        for (String style : List.of("probe", "list", "cursor")) {
            Policy policy =
                    Engine.policy(1_400).with(Policy.STYLE, StyleId.of(style)).with(Policy.HEAVY, true);
            Answered answered =
                    Engine.of(policy, ClientFeatures.current()).guard(SampleResults.text(Utf8.encode(list)));
            assertThat(answered.isSlimmed()).as(style).isFalse();
        }
        assertThat(engine(1_400, SlimMode.SHAPED)
                        .guard(SampleResults.text(Utf8.encode(list)))
                        .isSlimmed())
                .isTrue();
    }

    @Test
    void resultThatCannotBeStoredIsNotSlimmed() {
        byte[] result = SampleResults.text(Utf8.encode("[ " + "{\"a\" : 1},\n".repeat(2_000) + "{\"a\" : 2} ]"));
        SnapshotStore full = SnapshotStore.inMemory(new StoreLimits(10_000, 10_000, 1), new FakeClock(), new Random(1));
        Policy always = Engine.policy(1_000_000).with(Policy.SLIM, SlimMode.ALWAYS);

        Answered passed = Engine.of(always, ClientFeatures.current(), full, new FakeClock())
                .guard(result);
        assertThat(passed.receipt().outcome().recordName()).isEqualTo("passed");
        assertSameContent(passed, result);
        assertThat(passed.texts().get(0).utf8()).contains("{\"a\" : 1},\n");

        Answered cut = Engine.of(Engine.policy(11_000), ClientFeatures.current(), full, new FakeClock())
                .guard(result);
        assertThat(cut.isSlimmed()).isFalse();
        assertThat(Engine.of(11_000, ClientFeatures.current()).guard(result).isSlimmed())
                .isTrue();
    }

    @Test
    void strippedResultThatFitsOnlySlimmedLacksOnlyTheStrippedMembers() {
        String list = "{ \"rows\" : [ " + "{\"a\" : 1},\n".repeat(300) + "{\"a\" : 2} ], \"debug\" : \"x\\/y\" }";
        byte[] result = SampleResults.structured(Utf8.encode(list));
        Policy policy = Engine.policy(2_000).with(Policy.STRIP, List.of("/debug"));
        Engine engine = Engine.of(policy, ClientFeatures.current());
        Answered answered = engine.guard(result);

        assertThat(answered.isSlimmed()).as("%s", answered).isTrue();
        assertThat(answered.raw().utf8())
                .contains("{\"rows\":[{\"a\":1},")
                .contains("\"dev.plimsoll/stripped\":{\"members\":1}")
                .doesNotContain("\"debug\"");
        Answered original = engine.read(Objects.requireNonNull(answered.pageText("cursor")));
        assertThat(original.raw().utf8()).contains(list);
    }

    @Test
    void onlyMetaReportsThatAResultWasSlimmed() {
        String item = "{\n  \"n\" : 1.10,\n  \"name\" : \"caf\\u00e9 \\/ bar\"\n}";
        byte[] result = SampleResults.text(Utf8.encode("[" + (item + ",").repeat(40) + item + "]"));
        Answered answered = engine(600, SlimMode.SHAPED).guard(result);

        assertThat(answered.isSlimmed()).as("%s", answered).isTrue();
        assertThat(answered.texts()).hasSize(1);
        assertThat(answered.texts().get(0).utf8())
                .isEqualTo("[" + "{\"n\":1.10,\"name\":\"café / bar\"},".repeat(40)
                        + "{\"n\":1.10,\"name\":\"café / bar\"}]");
        assertThat(answered.receipt().reason()).isEqualTo("within the budget after slimming");
        assertThat(answered.budget().number("budgetUsed"))
                .isEqualTo((int) answered.receipt().answerTokens());
        assertThat(answered.pageText("snapshotAt")).isNotNull();
        assertThat(answered.receipt().originalTokens()).isGreaterThan(600);
    }

    private static Engine engine(int budget, SlimMode mode) {
        return Engine.of(Engine.policy(budget).with(Policy.SLIM, mode), ClientFeatures.current());
    }

    private static Slice slim(Slice json) {
        return new ByteSink().json(json).slice();
    }

    /** Creates an indented list of records. */
    private static String list(Random random, int size) {
        GeneratedJson generated = new GeneratedJson(random.nextLong());
        StringBuilder out = new StringBuilder("[\n");
        for (int i = 0; i < 3 + size; i++) {
            out.append(i == 0 ? "" : ",\n")
                    .append("  {\n    \"id\": ")
                    .append(i)
                    .append(".10,\n    \"value\": ");
            out.append(random.nextInt(4) == 0 ? generated.spell(generated.value(2)) : "\"caf\\u00e9 \\/ " + i + "\"")
                    .append("\n  }");
        }
        return out.append("\n]\n").toString();
    }

    private static void assertSameContent(Answered answered, byte[] result) {
        List<Slice> texts = answered.texts();
        List<Slice> originals = new Answered(result, answered.receipt()).texts();
        assertThat(texts).hasSameSizeAs(originals);
        for (int i = 0; i < texts.size(); i++) {
            boolean same = texts.get(i).contentEquals(originals.get(i))
                    || ParsedJson.hasSameTokens(
                            texts.get(i).toByteArray(), originals.get(i).toByteArray());
            assertThat(same).as("%s", answered).isTrue();
            assertThat(texts.get(i).length())
                    .isLessThanOrEqualTo(originals.get(i).length());
        }
        Slice structured = answered.structured();
        Slice original = new Answered(result, answered.receipt()).structured();
        assertThat(structured == null).isEqualTo(original == null);
        if (structured != null && original != null) {
            assertThat(ParsedJson.hasSameTokens(structured.toByteArray(), original.toByteArray()))
                    .isTrue();
        }
    }

    /** Returns a result without {@code _meta}. */
    private static Slice withoutMeta(Slice result) {
        ByteSink out = new ByteSink(result.length()).ascii("{");
        Members members = Members.of(result);
        while (members.next()) {
            if (!members.keyText().equals("_meta")) {
                out.ascii(out.size() == 1 ? "" : ",").raw(members.member());
            }
        }
        return out.ascii("}").slice();
    }
}
