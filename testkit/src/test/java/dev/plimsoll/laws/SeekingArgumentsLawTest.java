package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.Results;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What find, query and outline do with the other arguments. */
class SeekingArgumentsLawTest {

    private final Engine engine = Engine.of(1_000, Client.current());
    private final Answered first = engine.guard(Results.text(Payloads.orders(400)));
    private final String cursor = String.valueOf(first.nextCursor());

    private static List<Fields> matches(Answered answered) {
        return new Fields(answered.mustShow().main()).list("matches");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"find\":\"\"|find must not be empty",
                "\"query\":\"\"|query must not be empty",
                "\"find\":\"a\",\"query\":\".\"|query does not go with find",
                "\"find\":\"a\",\"mode\":\"summary\"|find does not go with mode summary",
                "\"query\":\".\",\"mode\":\"find\"|query does not go with mode find",
                "\"query\":\".\",\"fields\":\"id\"|fields does not go with query",
                "\"find\":\"a\",\"start_line\":3|find does not go with start_line",
                "\"mode\":\"find\"|mode find needs find",
                "\"mode\":\"query\"|mode query needs query",
            })
    void whatDoesNotGoTogetherIsRefused(String arguments, String said) {
        Answered refused = engine.readWith("{\"cursor\":\"" + cursor + "\"," + arguments + "}");
        assertThat(refused.isError()).isTrue();
        assertThat(refused.texts().get(0).utf8()).contains("INVALID_REQUEST").contains(said);
    }

    @Test
    void aBadExpressionIsRefusedInTheCodeOfQueries() {
        assertThat(engine.read(cursor, "\"find\":\"/a(/\"").texts().get(0).utf8())
                .contains("QUERY_INVALID")
                .contains("missing closing )");
        assertThat(engine.read(cursor, "\"query\":\".[\"").texts().get(0).utf8())
                .contains("QUERY_INVALID");
    }

    @Test
    void whatCostsTooMuchIsEnded() {
        Policy strict = Engine.policy(1_000).with(Policy.QUERY_STEPS, 1_000).with(Policy.QUERY_OUTPUT, 1_000);
        Engine limited = Engine.of(strict, Client.current());
        String at =
                String.valueOf(limited.guard(Results.text(Payloads.orders(400))).nextCursor());
        assertThat(limited.read(at, "\"query\":\"[range(1000000)] | length\"")
                        .texts()
                        .get(0)
                        .utf8())
                .contains("QUERY_LIMIT");
        assertThat(limited.read(at, "\"query\":\".\"").texts().get(0).utf8()).contains("QUERY_LIMIT");
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
    void dottedFieldsGoThroughListsAndNames(String fields, String kept) {
        String item =
                "{\"id\":7,\"owner\":{\"id\":3,\"name\":\"Ada\"},\"lines\":[{\"sku\":\"x\",\"price\":1.10},{\"price\":2}],"
                        + "\"a.b\":{\"c\":1,\"d\":2},\"deep\":[[{\"x\":[{\"y\":1,\"z\":2}]}]]}";
        String list = "{\"list\":[" + item + (",{\"id\":8,\"pad\":\"" + "x".repeat(200) + "\"}").repeat(60) + "]}";
        Answered opened = engine.guard(Results.text(list.getBytes(StandardCharsets.UTF_8)));
        String at = String.valueOf(opened.nextCursor());
        String asked = "\"page\":1,\"path\":\"/list\",\"page_size\":1,\"fields\":\"" + fields + "\"";
        Answered answered = engine.read(at, asked);
        assertThat(answered.texts().get(0).utf8()).endsWith("\"items\":[" + kept + "]}");
    }

    @Test
    void fieldsProjectTheItemsFound() {
        Answered answered = engine.read(cursor, "\"find\":\"open\"", "\"fields\":\"id,customer.name\"");
        Slice item = matches(answered).get(0).get("item");
        assertThat(item.utf8()).startsWith("{\"id\":").contains("\"name\":").doesNotContain("\"status\"");
    }

    @Test
    void aCursorOfASearchReadsPartsAndPagesOfTheWhole() {
        Answered found = engine.read(cursor, "\"find\":\"open\"", "\"page_size\":2");
        assertThat(matches(found)).hasSize(2);
        String next = String.valueOf(found.nextCursor());
        Answered second = engine.read(next);
        assertThat(second.mustShow().header().range()).containsExactly(3, 4);
        assertThat(second.mustShow().header().has("previousCursor")).isTrue();
        Answered part = engine.read(next, "\"path\":\"/0/id\"");
        assertThat(part.texts().get(0).utf8()).isEqualTo("1");
        Answered all = engine.read(next, "\"mode\":\"paginated\"", "\"page\":1");
        assertThat(all.mustShow().header().number("totalCount")).isEqualTo(400);
        Answered other = engine.read(next, "\"find\":\"shipped\"");
        assertThat(other.mustShow().header().range()[0]).isEqualTo(1);
        Answered third = engine.read(next, "\"mode\":\"find\"", "\"page\":3");
        assertThat(third.mustShow().header().range()).containsExactly(5, 6);
    }

    @Test
    void pathNarrowsWhatIsSearched() {
        Answered found = engine.read(cursor, "\"find\":\"a\"", "\"path\":\"/3\"");
        assertThat(found.mustShow().path()).isEqualTo("/3");
        assertThat(matches(found))
                .isNotEmpty()
                .allSatisfy(match -> assertThat(match.text("path")).startsWith("/3/"));
        Answered outline = engine.read(cursor, "\"mode\":\"outline\"", "\"path\":\"/3\"");
        assertThat(new Fields(outline.mustShow().header().get("outline")).text("type"))
                .isEqualTo("object");
    }

    @Test
    void nothingFoundIsAnAnswer() {
        Answered nothing = engine.read(cursor, "\"find\":\"no such thing\"");
        assertThat(nothing.isError()).isFalse();
        assertThat(nothing.mustShow().header().number("totalMatches")).isZero();
        assertThat(nothing.mustShow().header().text("notice"))
                .startsWith("Nothing found")
                .contains("mode = outline");
        assertThat(Members.get(nothing.mustShow().main(), "matches")).isEqualTo(Slice.of("[]"));
    }

    @Test
    void aGiantItemIsShownByWhatIsAroundTheMatch() {
        String giant =
                "[{\"id\":1,\"text\":\"" + "lorem ipsum ".repeat(3_000) + "NEEDLE" + " dolor".repeat(3_000) + "\"}]";
        Answered opened = engine.guard(Results.text(giant.getBytes(StandardCharsets.UTF_8)));
        Fields match = matches(engine.read(opened.mustShow().readingCursor(), "\"find\":\"needle\""))
                .get(0);
        assertThat(match.text("path")).isEqualTo("/0/text");
        assertThat(match.number("at")).isEqualTo(36_000);
        assertThat(match.text("text"))
                .startsWith("…")
                .contains("ipsum NEEDLE dolor")
                .endsWith("…");
        assertThat(match.text("text").length()).isLessThan(300);
    }

    @Test
    void linesOfAFileInAnObjectAreFoundByNumber() {
        String file =
                "{\"path\":\"a.log\",\"content\":" + Quoted.of("all well\n".repeat(2_000) + "it FAILED\nend\n") + "}";
        Answered opened = engine.guard(Results.text(file.getBytes(StandardCharsets.UTF_8)));
        String at = String.valueOf(opened.nextCursor());
        Answered found = engine.read(at, "\"find\":\"failed\"");
        Fields match = matches(found).get(0);
        assertThat(match.number("line")).isEqualTo(2_001);
        assertThat(match.text("text")).isEqualTo("it FAILED");
        assertThat(match.number("at")).isEqualTo(3);
        String next =
                found.mustShow().header().list("next").get(0).get("arguments").utf8();
        String filled = next.replace("<cursor>", found.mustShow().header().text("cursor"));
        Answered around = engine.readWith(filled);
        assertThat(around.texts()).anySatisfy(text -> assertThat(text.utf8()).contains("it FAILED\nend"));
        assertThat(Objects.requireNonNull(around.page()).number("startLine")).isEqualTo(1_998);
    }

    @Test
    void theFirstAnswerOffersAQueryThatWorks() {
        List<Fields> next = first.mustShow().header().list("next");
        String arguments = next.stream()
                .map(call -> call.get("arguments").utf8())
                .filter(call -> call.contains("query"))
                .findFirst()
                .orElseThrow();
        Answered answered = engine.readWith(arguments.replace("<nextCursor>", cursor));
        assertThat(answered.texts().get(0).utf8()).matches("\\{\"results\":\\[\\d+]}");
    }
}
