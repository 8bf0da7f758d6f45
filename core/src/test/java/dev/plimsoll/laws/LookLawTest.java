package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the first answer to a large result, a look, is short (see {@code lookBudget}), that further pages are
 * full, and that headers repeat nothing.
 */
@Execution(ExecutionMode.CONCURRENT)
class LookLawTest {

    private static final Map<String, byte[]> PAYLOADS = LookPayloads.all();
    /** The maximum number of tokens of a look. */
    private static final int MAX_LOOK_TOKENS = 1_500;
    /** The maximum of the median number of tokens of all looks. */
    private static final int MAX_MEDIAN_LOOK_TOKENS = 700;
    /** The maximum number of tokens of the header of a further page. */
    private static final int MAX_HEADER_TOKENS = 120;
    /** Members of the object with the header that do not count as header. */
    private static final Set<String> DATA = Set.of("items", "value", "text", "folded", "upstream");
    /** Fields that are in {@code _meta}, and not in the header. */
    private static final List<String> META_FIELDS = List.of(
            "estimatedTokens",
            "budgetUsed",
            "budgetRemaining",
            "originalBytes",
            "chunkIndex",
            "totalChunks",
            "snapshotAt");

    /** The names of the payloads that are lists, each with more items than a look shows. */
    private static final Set<String> LISTS = Set.of("issues", "paged API", "countries", "CSV", "strings");

    @ParameterizedTest
    @ValueSource(ints = {300, 1_000, 4_000, 25_000})
    void lookIsShortAndFurtherPagesAreFull(int budget) {
        PAYLOADS.forEach((name, result) -> {
            Engine engine = Engine.of(budget, ClientFeatures.current());
            Answered first = engine.guard(result);
            boolean isLook = first.receipt().originalTokens() > 4L * budget;
            if (isLook) {
                ModelInput.within(Math.min(MAX_LOOK_TOKENS, budget), first);
            }
            if (isLook && budget >= 1_000 && LISTS.contains(name)) {
                int[] range = first.getShown().header().range();
                assertThat(range[1]).as("items of a look at %s", name).isBetween(3, 10);
            }
            String next = first.nextCursor();
            boolean hasFullPages = !name.equals("OpenAPI") && !name.equals("handbook");
            // a page has at most 1,000 of the short strings
            if (next != null && hasFullPages && !(name.equals("strings") && budget > 4_000)) {
                Answered second = engine.read(next);
                // at budgets of a few records, one more record may not fit; the last page has the rest
                assertThat(second.receipt().answerTokens())
                        .as("tokens of page 2 of %s", name)
                        .isBetween(second.nextCursor() == null ? 1L : budget / 2L, (long) budget);
            }
        });
    }

    @Test
    void mostLooksCostLessThanHalfOfTheirBudget() {
        List<Long> tokens = new ArrayList<>();
        for (byte[] result : PAYLOADS.values()) {
            tokens.add(Engine.of(4_000, ClientFeatures.current())
                    .guard(result)
                    .receipt()
                    .answerTokens());
        }
        Collections.sort(tokens);
        assertThat((tokens.get(4) + tokens.get(5)) / 2)
                .as("median of %s", tokens)
                .isLessThanOrEqualTo(MAX_MEDIAN_LOOK_TOKENS);
    }

    @Test
    void resultOfUpToFourBudgetsGetsTheWholeBudget() {
        byte[] result = payload("countries");
        Answered answered = Engine.of(8_000, ClientFeatures.current()).guard(result);
        assertThat(answered.receipt().originalTokens()).isLessThan(32_000L);
        assertThat(answered.receipt().answerTokens()).isGreaterThan(MAX_LOOK_TOKENS);
    }

    @Test
    void callerWhoAsksForASizeGetsIt() {
        byte[] result = payload("countries");
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        assertThat(engine.guardWithView(result, "{\"max_tokens\":3000}")
                        .receipt()
                        .answerTokens())
                .isBetween(MAX_LOOK_TOKENS + 1L, 3_000L);
        assertThat(engine.guardWithView(result, "{\"page_size\":20}")
                        .getShown()
                        .header()
                        .range())
                .containsExactly(1, 20);
        Engine asked = engine.as(engine.call.withMaxTokens(3_500));
        assertThat(asked.guard(result).receipt().answerTokens()).isBetween(MAX_LOOK_TOKENS + 1L, 3_500L);
        assertThat(engine.guard(result).receipt().answerTokens()).isLessThan(MAX_LOOK_TOKENS);
    }

    @Test
    void lookIsPageOneOfItsView() {
        byte[] result = payload("CSV");
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        Answered look = engine.guard(result);
        Answered second = engine.read(look.getShown().readCursor());
        int end = look.getShown().header().range()[1];
        assertThat(second.getShown().header().range()[0]).isEqualTo(end + 1);
        assertThat(second.getShown().header().range()[1]).isGreaterThan(end + 50);
        Answered back = engine.read(second.getShown().readCursor(), "\"direction\":\"previous\"");
        assertThat(back.getShown().header().range()).containsExactly(1, end);
        Answered third = engine.read(second.getShown().readCursor());
        Answered again = engine.read(look.getShown().readCursor(), "\"page\":3");
        assertThat(again.getShown().header().range())
                .isEqualTo(third.getShown().header().range());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"max_tokens\":20000", "\"max_tokens\":500", "\"page_size\":100", "\"limit\":2"})
    void anotherSizeContinuesBehindTheLook(String arguments) {
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        for (String name : List.of("CSV", "log")) {
            Answered look = engine.guard(payload(name));
            Answered next = engine.read(look.getShown().readCursor(), arguments);
            String end = name.equals("log") ? "endLine" : "range";
            String start = name.equals("log") ? "startLine" : "range";
            assertThat(lineOrItem(next, start, 0)).as(name).isEqualTo(lineOrItem(look, end, 1) + 1);
        }
    }

    private static int lineOrItem(Answered answered, String field, int end) {
        Fields header = answered.getShown().header();
        return field.equals("range") ? header.range()[end] : header.number(field);
    }

    @Test
    void otherViewsOfALookHaveTheWholeBudget() {
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        String cursor = engine.guard(payload("countries")).getShown().readCursor();
        for (String arguments :
                List.of("\"fields\":\"cca2,region\"", "\"find\":\"Asia\"", "\"query\":\".[] | .cca2\"")) {
            assertThat(engine.read(cursor, arguments).receipt().answerTokens())
                    .as(arguments)
                    .isGreaterThan(MAX_MEDIAN_LOOK_TOKENS);
        }
    }

    @Test
    void lookAtATextShowsItsEnds() {
        for (String name : List.of("log", "handbook", "page snapshot")) {
            Engine engine = Engine.of(4_000, ClientFeatures.current());
            Answered look = engine.guard(payload(name));
            Fields header = look.getShown().header();
            Fields end = new Fields(header.get("end"));
            assertThat(header.has("outline")).as(name).isTrue();
            int line = end.number("line");
            Answered tail = engine.read(
                    look.getShown().readCursor(),
                    "\"start_line\":" + line + ",\"end_line\":" + header.number("totalLines"));
            assertThat(tail.chunkText().utf8().strip())
                    .as(name)
                    .isEqualTo(end.text("text").strip());
            assertThat(engine.read(look.getShown().readCursor())
                            .getShown()
                            .header()
                            .number("startLine"))
                    .as(name)
                    .isEqualTo(header.number("endLine") + 1);
        }
    }

    @Test
    void headersOfFurtherPagesAreLean() {
        PAYLOADS.forEach((name, result) -> {
            Engine engine = Engine.of(4_000, ClientFeatures.current());
            Answered answered = engine.guard(result);
            for (int page = 1; page <= 6 && answered.nextCursor() != null; page++) {
                checkLeanFields(answered);
                if (page > 1) {
                    Fields header = answered.getShown().header();
                    assertThat(header.has("outline") || header.has("next"))
                            .as("page of %s", name)
                            .isFalse();
                    assertThat(headerTokens(header))
                            .as("header of %s", answered)
                            .isLessThanOrEqualTo(MAX_HEADER_TOKENS);
                }
                answered = engine.read(answered.nextCursor());
            }
        });
    }

    private static void checkLeanFields(Answered answered) {
        Fields header = answered.getShown().header();
        Fields meta = answered.page();
        assertThat(meta).isNotNull();
        for (String name : META_FIELDS) {
            assertThat(header.has(name)).as("%s of %s", name, answered).isFalse();
        }
        assertThat(meta.has("estimatedTokens") && meta.has("snapshotAt")).isTrue();
        assertThat(header.has("previousCursor")).isEqualTo(!header.has("nextCursor") && meta.has("previousCursor"));
        String text =
                String.join("\n", answered.texts().stream().map(Slice::utf8).toList());
        String cursor = header.text("nextCursor");
        assertThat(text.indexOf(cursor)).isEqualTo(text.lastIndexOf(cursor));
    }

    private static int headerTokens(Fields header) {
        StringJoiner kept = new StringJoiner(",", "{", "}");
        Members members = Members.of(header.object());
        while (members.next()) {
            if (!DATA.contains(members.keyText())) {
                kept.add(members.member().utf8());
            }
        }
        return RealTokens.count(kept.toString());
    }

    @Test
    void lastPageShowsItsPreviousCursor() {
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        Answered answered = engine.guard(payload("countries"));
        while (answered.nextCursor() != null) {
            answered = engine.read(answered.nextCursor());
        }
        assertThat(answered.getShown().header().has("previousCursor")).isTrue();
    }

    /** Checks the presets that reproduce the five documents in docs/reference/seeds.md. */
    @ParameterizedTest
    @EnumSource(names = {"PROBE", "LIST", "HARDENING", "CURSOR", "GUIDED"})
    void presetsOfSeedsHaveNoLook(Preset preset) {
        assertThat(preset.applyTo(Policy.defaults()).lookTokens()).isZero();
    }

    @Test
    void fullHeaderHasAllFields() {
        Engine engine = Engine.of(
                Engine.policy(4_000).withText("header", "full").withText("lookBudget", "null"),
                ClientFeatures.current());
        Answered first = engine.guard(payload("log"));
        Answered second = engine.read(first.getShown().readCursor());
        for (String name : META_FIELDS) {
            assertThat(second.getShown().header().has(name)).as(name).isEqualTo(!name.equals("snapshotAt"));
        }
        assertThat(second.getShown().header().has("previousCursor")).isTrue();
    }

    @Test
    void lookAtLargerItemsDoesNotShowMoreItems() {
        PropertyCases.check(80, 11, (random, size) -> random.nextInt(), seed -> {
            Random random = new Random(seed);
            int small = 10 + random.nextInt(600);
            int large = small + random.nextInt(4_000);
            assertThat(itemsOfLook(large))
                    .as("items of %d and %d characters", large, small)
                    .isLessThanOrEqualTo(itemsOfLook(small));
        });
    }

    private static int itemsOfLook(int characters) {
        StringJoiner list = new StringJoiner(",", "[", "]");
        for (int i = 0; i < 40 || list.length() < 80_000; i++) {
            list.add("{\"id\":" + (1_000_000 + i) + ",\"body\":\"" + "word ".repeat(characters / 5) + "\"}");
        }
        byte[] result = SampleResults.text(list.toString().getBytes(StandardCharsets.UTF_8));
        Answered look = Engine.of(4_000, ClientFeatures.current()).guard(result);
        return look.getShown().header().range()[1];
    }

    private static byte[] payload(String name) {
        return Objects.requireNonNull(PAYLOADS.get(name), name);
    }
}
