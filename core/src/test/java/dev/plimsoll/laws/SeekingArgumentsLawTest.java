package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks find, query, and outline in combination with other arguments. */
class SeekingArgumentsLawTest {

    private final Engine engine = Engine.of(1_000, ClientFeatures.current());
    private final Answered first = engine.guard(SampleResults.text(Payloads.orders(400)));
    private final String cursor = String.valueOf(first.nextCursor());

    private static List<Fields> matches(Answered answered) {
        return new Fields(answered.getShown().main()).list("matches");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"find\":\"a\",\"query\":\".\"|query cannot be used with find",
                "\"find\":\"a\",\"mode\":\"summary\"|find cannot be used with mode summary",
                "\"query\":\".\",\"mode\":\"find\"|query cannot be used with mode find",
                "\"query\":\".\",\"fields\":\"id\"|fields cannot be used with query",
                "\"query\":\".\",\"start_line\":3|query cannot be used with start_line",
                "\"find\":\"a\",\"start_line\":3|start_line 3 is after the end: the text has 1 lines",
                "\"mode\":\"find\",\"find\":\"\"|mode find needs find",
                "\"mode\":\"query\",\"query\":\"\"|mode query needs query",
            })
    void conflictingArgumentsAreRefused(String arguments, String message) {
        Answered refused = engine.readWith("{\"cursor\":\"" + cursor + "\"," + arguments + "}");
        assertThat(refused.isError()).isTrue();
        assertThat(refused.texts().get(0).utf8()).contains("INVALID_REQUEST").contains(message);
    }

    @Test
    void invalidExpressionIsRefusedWithItsPosition() {
        assertThat(engine.read(cursor, "\"find\":\"/a(/\"").texts().get(0).utf8())
                .contains("INVALID_REQUEST")
                .contains("invalid at character 1")
                .contains("missing closing )");
        assertThat(engine.read(cursor, "\"query\":\".[\"").texts().get(0).utf8())
                .contains("QUERY_INVALID");
    }

    @Test
    void expensiveQueryIsStopped() {
        Policy strict = Engine.policy(1_000).with(Policy.QUERY_STEPS, 1_000).with(Policy.QUERY_OUTPUT, 1_000);
        Engine limited = Engine.of(strict, ClientFeatures.current());
        String resultCursor = String.valueOf(
                limited.guard(SampleResults.text(Payloads.orders(400))).nextCursor());
        assertThat(limited.read(resultCursor, "\"query\":\"[range(1000000)] | length\"")
                        .texts()
                        .get(0)
                        .utf8())
                .contains("QUERY_LIMIT");
        assertThat(limited.read(resultCursor, "\"query\":\".\"").texts().get(0).utf8())
                .contains("QUERY_LIMIT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lines.price|{\"lines\":[{\"price\":1.10},{\"price\":2}]}",
                "owner.name, id|{\"id\":7,\"owner\":{\"name\":\"Ada\"}}",
                "a.b|{\"a.b\":{\"c\":1,\"d\":2}}",
                "a.b.c|{\"a.b\":{\"c\":1}}",
                "missing,owner.missing|{\"owner\":{}}",
                "owner,owner.name|{\"owner\":{\"id\":3,\"name\":\"Ada\"}}",
                "deep.x.y|{\"deep\":[[{\"x\":[{\"y\":1}]}]]}",
            })
    void dottedFieldsSelectInsideListsAndKeysWithDots(String fields, String expected) {
        String item =
                "{\"id\":7,\"owner\":{\"id\":3,\"name\":\"Ada\"},\"lines\":[{\"sku\":\"x\",\"price\":1.10},{\"price\":2}],"
                        + "\"a.b\":{\"c\":1,\"d\":2},\"deep\":[[{\"x\":[{\"y\":1,\"z\":2}]}]]}";
        String list = "{\"list\":[" + item + (",{\"id\":8,\"pad\":\"" + "x".repeat(200) + "\"}").repeat(60) + "]}";
        Answered opened = engine.guard(SampleResults.text(list.getBytes(StandardCharsets.UTF_8)));
        String resultCursor = String.valueOf(opened.nextCursor());
        String projected = "\"page\":1,\"path\":\"/list\",\"page_size\":1,\"fields\":\"" + fields + "\"";
        Answered answered = engine.read(resultCursor, projected);
        assertThat(answered.texts().get(0).utf8()).endsWith("\"items\":[" + expected + "]}");
    }

    @Test
    void fieldsProjectFoundItems() {
        Answered answered = engine.read(cursor, "\"find\":\"open\"", "\"fields\":\"id,customer.name\"");
        Slice item = matches(answered).get(0).get("item");
        assertThat(item.utf8()).startsWith("{\"id\":").contains("\"name\":").doesNotContain("\"status\"");
    }

    @Test
    void cursorOfSearchReadsPartsOfDocument() {
        Answered found = engine.read(cursor, "\"find\":\"open\"", "\"page_size\":2");
        assertThat(matches(found)).hasSize(2);
        String next = String.valueOf(found.nextCursor());
        Answered second = engine.read(next);
        assertThat(second.getShown().header().range()).containsExactly(3, 4);
        assertThat(second.pageText("previousCursor")).isNotNull();
        Answered part = engine.read(next, "\"path\":\"/0/id\"");
        assertThat(part.texts().get(0).utf8()).isEqualTo("1");
        Answered all = engine.read(next, "\"query\":\".\"");
        assertThat(all.getShown().header().number("totalCount")).isEqualTo(400);
        Answered other = engine.read(next, "\"find\":\"shipped\"");
        assertThat(other.getShown().header().range()[0]).isEqualTo(1);
        Answered third = engine.read(next, "\"mode\":\"find\"", "\"page\":3");
        assertThat(third.getShown().header().range()).containsExactly(5, 6);
    }

    @Test
    void pathNarrowsSearch() {
        Answered found = engine.read(cursor, "\"find\":\"a\"", "\"path\":\"/3\"");
        assertThat(found.getShown().path()).isEqualTo("/3");
        assertThat(matches(found))
                .isNotEmpty()
                .allSatisfy(match -> assertThat(match.text("path")).startsWith("/3/"));
        Answered outline = engine.read(cursor, "\"mode\":\"outline\"", "\"path\":\"/3\"");
        assertThat(new Fields(outline.getShown().header().get("outline")).text("type"))
                .isEqualTo("object");
    }

    @Test
    void emptySearchResultIsAnswer() {
        Answered noMatch = engine.read(cursor, "\"find\":\"no such thing\"");
        assertThat(noMatch.isError()).isFalse();
        assertThat(noMatch.getShown().header().number("totalMatches")).isZero();
        assertThat(noMatch.getShown().header().text("notice"))
                .startsWith("Nothing found")
                .contains("mode = outline");
        assertThat(Members.get(noMatch.getShown().main(), "matches")).isEqualTo(Slice.of("[]"));
    }

    @Test
    void giantItemShowsTextAroundMatch() {
        String giant =
                "[{\"id\":1,\"text\":\"" + "lorem ipsum ".repeat(3_000) + "NEEDLE" + " dolor".repeat(3_000) + "\"}]";
        Answered opened = engine.guard(SampleResults.text(giant.getBytes(StandardCharsets.UTF_8)));
        Fields match = matches(engine.read(opened.getShown().readCursor(), "\"find\":\"needle\""))
                .get(0);
        assertThat(match.text("path")).isEqualTo("/0/text");
        Fields item = new Fields(match.get("item"));
        assertThat(item.number("id")).isEqualTo(1);
        assertThat(item.text("text"))
                .startsWith("…")
                .contains("ipsum NEEDLE dolor")
                .endsWith("…");
        assertThat(item.text("text").length()).isLessThan(300);
    }

    @Test
    void linesOfFileInObjectAreFoundByNumber() {
        String file = "{\"path\":\"a.log\",\"content\":"
                + JsonStrings.of("all well\n".repeat(2_000) + "it FAILED\nend\n") + "}";
        Answered opened = engine.guard(SampleResults.text(file.getBytes(StandardCharsets.UTF_8)));
        String resultCursor = String.valueOf(opened.nextCursor());
        Answered found = engine.read(resultCursor, "\"find\":\"failed\"", "\"context\":2");
        Fields match = matches(found).get(0);
        assertThat(match.number("line")).isEqualTo(2_001);
        assertThat(match.text("text")).isEqualTo("it FAILED");
        String next =
                found.getShown().header().list("next").get(0).get("arguments").utf8();
        String filled = next.replace("<cursor>", found.getShown().header().text("cursor"));
        Answered excerpt = engine.readWith(filled);
        assertThat(excerpt.texts()).anySatisfy(text -> assertThat(text.utf8()).contains("it FAILED\nend"));
        assertThat(Objects.requireNonNull(excerpt.page()).number("startLine")).isEqualTo(1_991);
        assertThat(match.get("before").utf8()).isEqualTo("[\"all well\",\"all well\"]");
        assertThat(match.get("after").utf8()).isEqualTo("[\"end\"]");
    }

    private static String log() {
        StringBuilder log = new StringBuilder();
        for (int i = 1; i <= 3_000; i++) {
            log.append("line ").append(i).append(i % 100 == 0 ? " FAILED\n" : " went well\n");
        }
        return log.toString();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lineRangeLimitsSearch(boolean inObject) {
        String result = inObject ? "{\"path\":\"a.log\",\"content\":" + JsonStrings.of(log()) + "}" : log();
        Answered opened = engine.guard(SampleResults.text(result.getBytes(StandardCharsets.UTF_8)));
        String resultCursor = String.valueOf(opened.nextCursor());
        Answered found = engine.read(
                resultCursor, "\"find\":\"failed\"", "\"start_line\":150", "\"end_line\":400", "\"context\":2");
        assertThat(matches(found)).extracting(match -> match.number("line")).containsExactly(200, 300, 400);
        assertThat(found.getShown().header().number("totalMatches")).isEqualTo(3);
        assertThat(found.getShown().header().text("notice")).contains("for \"failed\" in lines 150-400 from");
        assertThat(matches(found).get(0).get("before").utf8())
                .isEqualTo("[\"line 198 went well\",\"line 199 went well\"]");
        assertThat(matches(found).get(2).get("after").utf8()).contains("line 402 went well");
        Answered open = engine.read(resultCursor, "\"find\":\"/failed/i\"", "\"start_line\":2901");
        assertThat(matches(open)).extracting(match -> match.number("line")).containsExactly(3_000);
        Answered noMatch = engine.read(resultCursor, "\"find\":\"failed\"", "\"start_line\":101", "\"end_line\":199");
        assertThat(noMatch.getShown().header().number("totalMatches")).isZero();
    }

    @Test
    void cursorOfLineSearchContinuesAndReadsDocument() {
        Answered opened = engine.guard(SampleResults.text(log().getBytes(StandardCharsets.UTF_8)));
        Answered found = engine.read(
                String.valueOf(opened.nextCursor()),
                "\"find\":\"well\"",
                "\"start_line\":1001",
                "\"end_line\":1050",
                "\"page_size\":4");
        assertThat(found.getShown().header().number("totalMatches")).isEqualTo(50);
        assertThat(matches(found).get(0).has("before")).isFalse();
        String next = String.valueOf(found.nextCursor());
        assertThat(matches(engine.read(next)).get(0).number("line")).isEqualTo(1_005);
        Answered all = engine.read(next, "\"start_line\":1");
        assertThat(Objects.requireNonNull(all.page()).number("startLine")).isEqualTo(1);
        Answered other = engine.read(next, "\"find\":\"failed\"");
        assertThat(other.getShown().header().number("totalMatches")).isEqualTo(30);
        Answered moved = engine.read(next, "\"mode\":\"find\"", "\"start_line\":1100", "\"end_line\":1101");
        assertThat(matches(moved)).extracting(match -> match.number("line")).containsExactly(1_101);
    }

    @Test
    void cursorInLineRangeReadsEarlierRange() {
        Answered opened = engine.guard(SampleResults.text(log().getBytes(StandardCharsets.UTF_8)));
        Answered laterRange =
                engine.read(String.valueOf(opened.nextCursor()), "\"start_line\":1000", "\"end_line\":3000");
        Answered earlierRange =
                engine.read(String.valueOf(laterRange.nextCursor()), "\"start_line\":7", "\"end_line\":8");
        assertThat(Objects.requireNonNull(earlierRange.page()).number("startLine"))
                .isEqualTo(7);
    }

    @Test
    void firstChunkOffersSearchAndQueryIfTheyFit() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            log.append("2026-01-15 09:00:00 ")
                    .append(i % 100 == 7 ? "ERROR" : "INFO")
                    .append(" order ")
                    .append(i);
            log.append(" packed\n");
        }
        byte[] bytes = log.toString().getBytes(StandardCharsets.UTF_8);
        List<Fields> next =
                engine.guard(SampleResults.text(bytes)).getShown().header().list("next");
        assertThat(next)
                .extracting(call -> call.get("arguments").utf8())
                .containsExactly(
                        "{\"cursor\":\"<nextCursor>\",\"find\":\"error\"}",
                        "{\"cursor\":\"<nextCursor>\","
                                + "\"query\":\"map(fromlog | select(.level == \\\"ERROR\\\")) | .[-5:]\"}");
        Answered small = Engine.of(400, ClientFeatures.current()).guard(SampleResults.text(bytes));
        assertThat(small.getShown().header().has("next")).isFalse();
    }

    @Test
    void firstAnswerOffersWorkingQuery() {
        List<Fields> next = first.getShown().header().list("next");
        String arguments = next.stream()
                .map(call -> call.get("arguments").utf8())
                .filter(call -> call.contains("query"))
                .findFirst()
                .orElseThrow();
        Answered answered = engine.readWith(arguments.replace("<nextCursor>", cursor));
        assertThat(answered.texts().get(0).utf8())
                .matches("\\{\"results\":\\[\\[(\\{\"status\":\"\\w+\",\"total\":[\\d.]+},?){4}]]}");
    }
}
