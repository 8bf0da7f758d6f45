package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks that stripped members are stored: mode full returns the original bytes. */
@Execution(ExecutionMode.CONCURRENT)
class StrippedLawTest {

    private static final String SMALL =
            "{\"id\":1,\"name\":\"Bolt\",\"debug\":{\"sql\":\"select 1\"},\"rows\":[{\"n\":1.10,\"_raw\":\"x\"}]}";

    private static Policy strippingPolicy(String... patterns) {
        return Policy.defaults().with(Policy.STRIP, List.of(patterns));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns what {@code _meta} reports as stripped. */
    private static @Nullable Fields stripped(Answered answered) {
        Slice meta = answered.member("_meta");
        Slice found = meta == null ? null : Members.get(meta, "dev.plimsoll/stripped");
        return found == null ? null : new Fields(found);
    }

    private static Fields getStripped(Answered answered) {
        Fields removed = stripped(answered);
        assertThat(removed).as("%s", answered).isNotNull();
        return removed;
    }

    @Test
    void smallResultLosesStrippedMembers() {
        Engine engine = Engine.of(strippingPolicy("/debug", "/rows/*/_raw"), ClientFeatures.current());
        byte[] result = SampleResults.withTextCopy(bytes(SMALL));

        Answered answered = engine.guard(result);

        String left = "{\"id\":1,\"name\":\"Bolt\",\"rows\":[{\"n\":1.10}]}";
        assertThat(Objects.requireNonNull(answered.structured()).utf8()).isEqualTo(left);
        assertThat(answered.texts())
                .singleElement()
                .satisfies(text -> assertThat(text.utf8()).isEqualTo(left));
        assertThat(answered.isShaped()).isFalse();
        assertThat(answered.receipt().outcome().recordName()).isEqualTo("trimmed");
        assertThat(answered.receipt().reason()).isEqualTo("production.strip removed 2");
        assertThat(getStripped(answered).number("members")).isEqualTo(2);
        Answered whole = engine.read(getStripped(answered).text("cursor"), "\"mode\":\"full\"");
        assertThat(Objects.requireNonNull(Members.get(whole.raw(), "structuredContent"))
                        .utf8())
                .isEqualTo(SMALL);
        assertThat(withoutMeta(whole.raw())).isEqualTo(withoutMeta(Slice.of(result)));
    }

    @Test
    void onlyModeFullShowsStrippedMembers() {
        Engine engine = Engine.of(strippingPolicy("**/debug"), ClientFeatures.current());
        Answered answered = engine.guard(SampleResults.text(bytes(SMALL)));
        String cursor = getStripped(answered).text("cursor");

        assertThat(engine.read(cursor).raw().utf8()).contains("Bolt").doesNotContain("select 1");
        assertThat(engine.read(cursor, "\"query\":\"keys\"").raw().utf8()).doesNotContain("debug");
        assertThat(engine.read(cursor, "\"find\":\"select\"").raw().utf8()).doesNotContain("select 1\\\\");
        assertThat(engine.readPath(cursor, "/debug").isError()).isTrue();
        assertThat(engine.read(cursor, "\"path\":\"/debug\"", "\"mode\":\"full\"")
                        .raw()
                        .utf8())
                .contains("select 1");
    }

    @Test
    void longResultIsShapedWithoutStrippedMembersAndReportsThem() {
        StringBuilder items = new StringBuilder("{\"items\":[");
        for (int i = 0; i < 900; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"_raw\":\"payload ")
                    .append(i);
            items.append("\",\"name\":\"Item number ").append(i).append("\"}");
        }
        byte[] result = SampleResults.withTextCopy(bytes(items.append("]}").toString()));
        Engine engine = Engine.of(strippingPolicy("/items/*/_raw"), ClientFeatures.current());

        Answered answered = engine.guard(result);

        assertThat(answered.isShaped()).isTrue();
        assertThat(answered.raw().utf8()).doesNotContain("_raw").contains("900 members removed by configuration");
        assertThat(getStripped(answered).number("members")).isEqualTo(900);
        String cursor = Objects.requireNonNull(answered.nextCursor());
        Answered next = engine.read(cursor);
        assertThat(next.raw().utf8()).doesNotContain("_raw");
        Answered whole = engine.read(cursor, "\"mode\":\"full\"");
        assertThat(withoutMeta(whole.raw()) + "").isEqualTo(withoutMeta(Slice.of(result)));
    }

    @Test
    void errorsTextsAndResultsWithDeclaredSchemaAreNotStripped() {
        for (Policy policy : List.of(
                strippingPolicy("**/debug"),
                strippingPolicy("**/debug")
                        .with(Policy.OUTPUT_SCHEMA, dev.plimsoll.policy.option.OutputSchema.SLICE))) {
            Engine engine = Engine.of(policy, ClientFeatures.current());
            for (byte[] result : List.of(
                    SampleResults.error(bytes(SMALL)),
                    SampleResults.text(bytes("debug: {\"debug\":1}")),
                    SampleResults.text(bytes("{\"debug\":1")),
                    SampleResults.text(bytes("{\"bug\":1}")))) {
                assertThat(withoutMeta(engine.guard(result).raw())).isEqualTo(withoutMeta(Slice.of(result)));
            }
        }
        Policy slice =
                strippingPolicy("**/debug").with(Policy.OUTPUT_SCHEMA, dev.plimsoll.policy.option.OutputSchema.SLICE);
        byte[] doubled = SampleResults.withTextCopy(bytes(SMALL));
        assertThat(withoutMeta(Engine.of(slice, ClientFeatures.current())
                        .guard(doubled)
                        .raw()))
                .isEqualTo(withoutMeta(Slice.of(doubled)));
    }

    @Test
    void textAndItsStructuredCopyAreBothStripped() {
        Engine engine = Engine.of(strippingPolicy("/debug"), ClientFeatures.current());

        Answered answered = engine.guard(SampleResults.fileServer(bytes(SMALL)));

        assertThat(answered.raw().utf8()).doesNotContain("select 1").contains("Bolt");
        assertThat(ParsedJson.isJson(answered.bytes())).isTrue();
    }

    @Test
    void ruleStripsResultsOfOneTool() {
        Policies policies = new Policies(
                Policy.defaults(),
                List.of(new dev.plimsoll.policy.PolicyRule(
                        "other_*", policy -> policy.with(Policy.STRIP, List.of("/debug")))));
        Engine engine = Engine.of(policies, ClientFeatures.current());
        byte[] result = SampleResults.withTextCopy(bytes(SMALL));

        assertThat(stripped(engine.guard(result))).isNull();
        assertThat(stripped(engine.as(engine.call.withTool("other_one")).guard(result)))
                .isNotNull();
    }

    @Test
    void modeFullReturnsReceivedBytes() {
        Policy policy =
                strippingPolicy("**/id", "**/*e*", "/0/*", "/*/*/a").with(Policy.FULL_BUDGET_THRESHOLD, 10_000_000);
        PropertyCases.check(400, 31, SampleResults.any(), result -> {
            Engine engine = Engine.of(policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000), ClientFeatures.current());
            Answered answered = engine.guard(result.bytes());
            assertThat(ParsedJson.isJson(answered.bytes())).isTrue();
            Fields removed = stripped(answered);
            if (removed == null) {
                return;
            }
            String cursor = removed.has("cursor") ? removed.text("cursor") : answered.nextCursor();
            if (cursor != null) {
                Answered whole = engine.read(cursor, "\"mode\":\"full\"");
                assertThat(withoutMeta(whole.raw())).isEqualTo(withoutMeta(Slice.of(result.bytes())));
            }
        });
    }

    private static String withoutMeta(Slice object) {
        StringBuilder others = new StringBuilder();
        Members members = Members.of(Json.trim(object));
        while (members.next()) {
            others.append(members.keyIs("_meta") ? "" : members.member().utf8() + ",");
        }
        return others.toString();
    }
}
