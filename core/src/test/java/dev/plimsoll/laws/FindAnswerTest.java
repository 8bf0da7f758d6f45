package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what an answer to a search says: its notice, counts, contexts, and as much of each record as the budget allows. */
class FindAnswerTest {

    private static final int BUDGET = 2_000;

    private final Engine engine = Engine.of(BUDGET, ClientFeatures.current());

    private String issueCursor(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return engine.guard(SampleResults.text(bytes)).getShown().readCursor();
    }

    private static String issues(int count) {
        StringBuilder issues = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            issues.append(i == 0 ? "" : ",")
                    .append("{\"number\":")
                    .append(i)
                    .append(",\"title\":\"Issue ")
                    .append(i);
            issues.append("\",\"state\":\"").append(i % 50 == 7 ? "draft" : i % 2 == 0 ? "open" : "closed");
            issues.append("\",\"user\":{\"name\":\"Ada ").append(i % 9).append("\"},\"body\":\"");
            issues.append("some words about it ".repeat(8))
                    .append(i % 100 == 3 ? "RATE limit" : "")
                    .append("\"}");
        }
        return issues.append("]").toString();
    }

    private static List<Fields> matches(Answered answered) {
        assertThat(answered.isError()).as("%s", answered).isFalse();
        return new Fields(answered.getShown().main()).list("matches");
    }

    private static String notice(Answered answered) {
        return answered.getShown().header().text("notice");
    }

    private static String log() {
        StringBuilder log = new StringBuilder();
        for (int i = 1; i <= 2_000; i++) {
            boolean failed = i == 500 || i == 502 || i == 503 || i == 1_900;
            log.append("line ").append(i).append(failed ? " FAILED\n" : " went well\n");
        }
        return log.toString();
    }

    @Test
    void noticeNamesTermsTotalAndRest() {
        String cursor = issueCursor(issues(400));
        Answered few = engine.read(cursor, "\"find\":\"rate limit\"");
        assertThat(notice(few))
                .startsWith("Matches 1-4 of 4 for \"rate limit\" in the 400 items from list_things")
                .endsWith("; there are no more.");
        Answered many = engine.read(cursor, "\"find\":\"open\"");
        int last = many.getShown().header().range()[1];
        assertThat(notice(many))
                .contains("; to read the other " + (200 - last) + ", call plimsoll_read with cursor = nextCursor.");
        assertThat(notice(engine.read(cursor, "\"find\":[\"rate limit\",\"zebra\",\"/Issue 39\\\\d/\"]")))
                .contains("of 14 for \"rate limit\" or \"zebra\" or /Issue 39\\d/ in")
                .contains(" Nothing found for \"zebra\".");
        assertThat(notice(engine.read(cursor, "\"find\":[\"lion\",\"zebra\"]")))
                .startsWith("Nothing found for \"lion\", nor for \"zebra\" in the 400 items")
                .contains("mode = outline");
    }

    @Test
    void termThatAnotherOneHidesIsNotCalledMissing() {
        String cursor = issueCursor(issues(400));
        // both terms are in the same items, the first always before the second
        Answered both = engine.read(cursor, "\"find\":[\"Issue\",\"rate limit\"]");
        assertThat(notice(both)).doesNotContain("Nothing found");
        assertThat(both.getShown().header().number("totalMatches")).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"page_size", "limit"})
    void sizeZeroBesideFindCountsMatches(String name) {
        String cursor = issueCursor(issues(400));
        Answered counted = engine.read(cursor, "\"find\":\"open\"", "\"" + name + "\":0");
        assertThat(matches(counted)).isEmpty();
        assertThat(counted.getShown().header().number("totalMatches")).isEqualTo(200);
        assertThat(notice(counted))
                .startsWith("200 matches for \"open\" in the 400 items from list_things")
                .contains("; to read them, call plimsoll_read with cursor = nextCursor.");
        Answered first = engine.read(String.valueOf(counted.nextCursor()));
        assertThat(first.getShown().header().range()[0]).isEqualTo(1);
        assertThat(matches(first)).isNotEmpty();
        Answered none = engine.read(cursor, "\"find\":\"zebra\"", "\"" + name + "\":0");
        assertThat(none.getShown().header().number("totalMatches")).isZero();
        assertThat(none.nextCursor()).isNull();
        // without find, 0 means absent
        assertThat(engine.read(cursor, "\"find\":\"\"", "\"" + name + "\":0").bytes())
                .isEqualTo(engine.read(cursor).bytes());
    }

    @Test
    void fewMatchesAreWholeRecords() {
        List<Fields> found = matches(engine.read(issueCursor(issues(400)), "\"find\":\"rate limit\""));
        assertThat(found).hasSize(4).allSatisfy(match -> {
            Fields item = new Fields(match.get("item"));
            assertThat(item.has("user")).isTrue();
            assertThat(item.text("body")).endsWith("RATE limit");
            assertThat(match.text("path")).isEqualTo("/" + match.number("index") + "/body");
        });
    }

    @Test
    void manyMatchesHaveIdentifyingFieldsAndWhatMatched() {
        Answered many = engine.read(issueCursor(issues(400)), "\"find\":\"open\"");
        List<Fields> found = matches(many);
        assertThat(new Fields(found.get(0).get("item")).has("user")).isTrue();
        Fields last = new Fields(found.get(found.size() - 1).get("item"));
        assertThat(last.text("state")).isEqualTo("open");
        assertThat(last.has("number") && last.has("title")).isTrue();
        assertThat(last.has("user") || last.has("body")).isFalse();
        assertThat(found.size()).isGreaterThan(20);
        ModelInput.within(BUDGET, many);
    }

    @Test
    void matchInNestedObjectNamesItsAncestors() {
        StringBuilder hotels = new StringBuilder("{\"name\":\"all\",\"hotels\":[");
        for (int i = 0; i < 300; i++) {
            hotels.append(i == 0 ? "" : ",").append("{\"name\":\"Hotel ").append(i);
            hotels.append("\",\"rooms\":[{\"title\":\"Suite\",\"beds\":[{\"id\":7,\"kind\":\"");
            hotels.append(i == 120 ? "king" : "twin").append("\"}]}]}");
        }
        Fields match = matches(engine.read(issueCursor(hotels.append("]}").toString()), "\"find\":\"king\""))
                .get(0);
        assertThat(match.text("path")).isEqualTo("/hotels/120/rooms/0/beds/0/kind");
        assertThat(match.get("names").utf8()).isEqualTo("[\"Hotel 120\",\"Suite\",\"7\"]");
        Fields flat = matches(engine.read(issueCursor(issues(400)), "\"find\":\"rate limit\""))
                .get(0);
        assertThat(flat.has("names")).isFalse();
    }

    @Test
    void contextIsAbsentByDefaultAndNeverShownTwice() {
        String cursor = issueCursor(log());
        List<Fields> bare = matches(engine.read(cursor, "\"find\":\"failed\""));
        assertThat(bare).hasSize(4).noneMatch(match -> match.has("before") || match.has("after"));
        List<Fields> found = matches(engine.read(cursor, "\"find\":\"failed\"", "\"context\":2"));
        assertThat(found.get(0).get("before").utf8()).isEqualTo("[\"line 498 went well\",\"line 499 went well\"]");
        assertThat(found.get(0).get("after").utf8()).isEqualTo("[\"line 501 went well\"]");
        assertThat(found.get(1).has("before") || found.get(1).has("after")).isFalse();
        assertThat(found.get(2).has("before")).isFalse();
        assertThat(found.get(2).get("after").utf8()).isEqualTo("[\"line 504 went well\",\"line 505 went well\"]");
        List<Fields> sides = matches(engine.read(cursor, "\"find\":\"/1900 FAILED/\"", "\"context\":\"1,0\""));
        assertThat(sides.get(0).get("before").utf8()).isEqualTo("[\"line 1899 went well\"]");
        assertThat(sides.get(0).has("after")).isFalse();
        assertThat(engine.read(cursor, "\"find\":\"failed\"", "\"context\":0").bytes())
                .isEqualTo(engine.read(cursor, "\"find\":\"failed\"").bytes());
    }

    @Test
    void contextOfItemsIsTheirNeighbors() {
        Answered found =
                engine.read(issueCursor(issues(400)), "\"find\":\"\\\"number\\\":120\"", "\"context\":\"2,1\"");
        Fields match = matches(found).get(0);
        assertThat(match.number("index")).isEqualTo(120);
        assertThat(match.list("before"))
                .extracting(item -> item.number("number"))
                .containsExactly(118, 119);
        assertThat(match.list("after"))
                .extracting(item -> item.number("number"))
                .containsExactly(121);
    }

    @Test
    void longLineHasMatchForEachOccurrenceWithItsColumn() {
        String line = "x".repeat(30_000) + "NEEDLE" + "é".repeat(10_000) + "needle" + "y".repeat(30_000);
        Answered found = engine.read(issueCursor(line), "\"find\":\"needle\"");
        assertThat(matches(found)).extracting(match -> match.number("column")).containsExactly(30_001, 40_007);
        assertThat(matches(found))
                .allSatisfy(match -> assertThat(match.number("line")).isEqualTo(1));
        Answered part = engine.read(found.getShown().readCursor(), "\"lines\":\"1:40005-40014\"");
        assertThat(part.chunkText().utf8()).isEqualTo("ééneedleyy");
    }

    @Test
    void matchInLongStringOfItemSuggestsItsPlace() {
        String words = "some words about it ".repeat(1_000);
        String pages = "{\"pages\":[{\"url\":\"a\",\"text\":\"" + words + "\"},{\"url\":\"b\",\"text\":\"first line\\n"
                + words + "NEEDLE " + words + "\"}]}";
        String cursor = issueCursor(pages);

        Fields found =
                new Fields(engine.read(cursor, "\"find\":\"needle\"").getShown().main());

        Fields next = new Fields(found.list("next").get(0).get("arguments"));
        assertThat(next.text("path")).isEqualTo("/pages/1/text");
        assertThat(next.text("lines")).isEqualTo("2:19501-20501");
        Answered place = engine.read(cursor, "\"path\":\"/pages/1/text\"", "\"lines\":\"2:19501-20501\"");
        assertThat(place.chunkText().utf8()).contains("NEEDLE").hasSize(1_001);
    }

    @Test
    void severalRangesAreReadTogether() {
        String cursor = issueCursor(log());
        Answered read = engine.read(cursor, "\"lines\":\"1900, 3-4,4-5\"");
        assertThat(read.chunkText().utf8())
                .isEqualTo("line 3 went well\nline 4 went well\nline 5 went well\nline 1900 FAILED\n");
        Fields header = read.getShown().header();
        assertThat(header.text("lines")).isEqualTo("3-5,1900");
        assertThat(header.text("notice")).startsWith("Lines 3-5,1900 of 2000 from list_things");
        assertThat(header.number("startLine")).isEqualTo(3);
        assertThat(header.number("endLine")).isEqualTo(1_900);
        assertThat(header.flag("hasMore")).isFalse();
        // one range has the form of start_line and end_line
        assertThat(engine.read(cursor, "\"lines\":\"7-9\"").bytes())
                .isEqualTo(engine.read(cursor, "\"start_line\":7", "\"end_line\":9")
                        .bytes());
        Answered found = engine.read(cursor, "\"find\":\"failed\"", "\"lines\":\"1-501,1900-1950\"");
        assertThat(matches(found)).extracting(match -> match.number("line")).containsExactly(500, 1_900);
        assertThat(notice(found)).contains(" in lines 1-501,1900-1950 from ");
    }

    @Test
    void rangesAboveTheBudgetArePaged() {
        String cursor = issueCursor(log());
        Answered page = engine.read(cursor, "\"lines\":\"1-800,1001-1900\"");
        StringBuilder all = new StringBuilder(page.chunkText().utf8());
        while (page.nextCursor() != null) {
            page = engine.read(String.valueOf(page.nextCursor()));
            all.append(page.chunkText().utf8());
        }
        List<String> lines = log().lines().map(line -> line + "\n").toList();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            expected.append(i < 800 || (i >= 1_000 && i < 1_900) ? lines.get(i) : "");
        }
        assertThat(all.toString()).isEqualTo(expected.toString());
    }

    @Test
    void argumentsThatStrictClientsFillInChangeNothing() {
        String cursor = issueCursor(issues(400));
        String filled =
                "\"find\":\"\",\"page\":0,\"fields\":[],\"pages\":\"\",\"mode\":\"paginated\",\"direction\":\"next\","
                        + "\"limit\":0,\"context\":0,\"lines\":\"\",\"path\":\"\",\"max_tokens\":0";
        assertThat(engine.read(cursor, filled).bytes())
                .isEqualTo(engine.read(cursor).bytes());
        assertThat(engine.read(cursor, filled, "\"query\":\"length\"").bytes())
                .isEqualTo(engine.read(cursor, "\"query\":\"length\"").bytes());
        assertThat(engine.read(cursor, "\"page\":1", "\"query\":\"\"", "\"find\":[]")
                        .bytes())
                .isEqualTo(engine.read(cursor).bytes());
        assertThat(engine.read(cursor, "\"find\":[\"\",\"open\"]").bytes())
                .isEqualTo(engine.read(cursor, "\"find\":\"open\"").bytes());
    }
}
