package dev.plimsoll.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {

    private static final SearchDeadline LONG_DEADLINE = SearchDeadline.of(60_000, () -> 0);
    private static final DocumentIndexes NO_CACHE = new DocumentIndexes() {};

    private static SearchMatches search(String json, String find) {
        return Search.findInJson(List.of(Slice.of(json)), SearchPattern.parse(find, LONG_DEADLINE), NO_CACHE);
    }

    /** Returns the first four characters of each match. */
    private static List<String> firstCharacters(String json, String find) {
        SearchMatches searchMatches = search(json, find);
        List<String> beginnings = new ArrayList<>();
        for (int i = 0; i < searchMatches.count(); i++) {
            int matchStart = searchMatches.unitOffset(i);
            beginnings.add(json.substring(matchStart, Math.min(json.length(), matchStart + 4)));
        }
        return beginnings;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"caf\\u00e9\"]|É|1",
                "[\"caf\\u00E9 noir\"]|café noir|1",
                "[\"a\\/b\"]|a/b|1",
                "[\"say \\\"hi\\\"\"]|say \"hi\"|1",
                "[\"\\ud83d\\ude00\"]|😀|1",
                "[{\"a\":1}]|\":|0",
                "[{\"a\":1}]|{|0",
                "[\"a\",\"b\"]|,|0",
                "[\"n\\name\"]|nname|0",
                "[\"\\\\u00e9\"]|é|0",
                "[\"\\\\u00e9\"]|\\u00e9|1",
                "[1.10]|1.10|1",
                "[1.10]|1.1|1",
                "[true,false,null]|NULL|1",
                "[{\"na\\u006de\":1}]|name|1",
            })
    void searchesDecodedValues(String json, String find, int count) {
        assertThat(search(json, find).count()).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "[\"open\",\"reopen\",{\"open\":1},\"OPEN\",\"caf\\u00e9\"]|\"open\"|2",
                "[\"open\",\"caf\\u00e9\",\"cafe\"]|\"café\"|1",
                "[\"open\",\"caf\\u00e9\"]|\"caf\\u00e9\"|1",
                "[2500,25001,\"2500\"]|\"2500\"|2",
                "[\"\",\"a\",{\"b\":\"\"}]|\"\"|2",
                "[\"C:\\\\Users\"]|\"C:\\Users\"|1",
                "[{\"id\":2500},{\"id\":25001},{\"id\" : 2.5e3},{\"id\":\"2500\"}]|\"id\":2500|2",
                "[{\"id\":2500},{\"id\":25001}]|\"id\" : 2500|1",
                "[{\"discount\":null},{\"discount\":0},{\"x\":{\"discount\":null}}]|\"discount\":null|2",
                "[{\"labels\":[]},{\"labels\":[1]}]|\"labels\":[]|1",
                "[{\"a\":{\"x\":1,\"y\":2}},{\"a\":{\"y\":2,\"x\":1}}]|\"a\":{\"x\":1,\"y\":2}|2",
                "{\"labels\":[],\"b\":{\"labels\":[ ]}}|\"labels\":[]|2",
                "[{\"na\\u006de\":\"x\"}]|\"name\":\"x\"|1",
                "[{\"a\":\"say \\\"id\\\":1\"}]|\"id\":1|0",
                "[{\"status\":\"open\"}]|\"status\":open|0",
                "[\"a\",\"b\",\"ab\",\"c\"]|[\"a\",\"/^b/\"]|3",
                "[\"a\",{\"n\":1},{\"n\":2},\"[x\"]|[\"\\\"n\\\":1\",\"[x\"]|2",
            })
    void searchesWholeValuesMembersAndLists(String json, String find, int count) {
        assertThat(search(json, find).count()).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '!',
            value = {
                "\"discount\":null|3",
                "\"discount\" : 5|1",
                "\"flag\":true|1",
                "\"name\":\"a \\\"b\\\"\"|1",
                "\"tags\":[\"x\"]|1",
                "\"discount\":nul|0",
                "\"end\":1|0",
            })
    void searchesMembersInTextWithSpacesAndEscapedQuotes(String find, int count) {
        String text = "x ".repeat(1_500) + "{\"discount\": null, \"flag\" : true} discount: null \"discount\" null"
                + " {\\\"discount\\\": null, \\\"name\\\":\\\"a \\\\\\\"b\\\\\\\"\\\", \\\"tags\\\" : [ \\\"x\\\" ]}"
                + " {\\\"discount\\\"\\n:\\t5,\\\"discount\\\":null}, \\\"end\\\"";

        assertThat(Search.findInText(Slice.of(text), SearchPattern.parse(find, LONG_DEADLINE), NO_CACHE)
                        .count())
                .isEqualTo(count);
    }

    @Test
    void longStringOutsideListsMatchesAtEachOccurrence() {
        String json = "{\"a\":\"" + "x needle ".repeat(400) + "\",\"b\":\"needle needle\"}";
        assertThat(search(json, "needle").count()).isEqualTo(401);
        assertThat(search(json, "/nee.le/").count()).isEqualTo(401);
        assertThat(search(json, "[\"needle\",\"eedl\"]").count()).isEqualTo(801);
    }

    @Test
    void matchesEachItemOnce() {
        SearchMatches searchMatches = search("[\"aa\",[\"a\",\"a\"],{\"a\":\"a\"},\"b\"]", "a");
        assertThat(searchMatches.count()).isEqualTo(3);
        assertThat(searchMatches.numberInUnit(2)).isEqualTo(2);
    }

    @Test
    void matchesMembersAndItemsInDocumentOrder() {
        String json = "{\"xa\":{\"b\":\"xc\"},\"list\":[\"x1\",\"y\",\"x2\"],\"text\":\"y\\nx3\\nx4\",\"z\":\"x\"}";
        assertThat(firstCharacters(json, "x"))
                .containsExactly("\"xa\"", "\"b\":", "\"x1\"", "\"x2\"", "\"tex", "\"y\\n", "\"y\\n", "\"z\":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "/x/", "/X/i", "é"})
    void searchesAHundredThousandLevels(String find) {
        String deep = "[".repeat(100_000) + "\"xé\"" + "]".repeat(100_000);
        String deepObject = "{\"a\":".repeat(100_000) + "\"xé\"" + "}".repeat(100_000);
        assertThat(search(deep, find).count()).isEqualTo(1);
        assertThat(search(deepObject, find).count()).isEqualTo(1);
    }

    @Test
    void findsItemsBetweenEscapes() {
        String json = "[\"\\n\",\"needle\",\"\\t\",\"x\",\"NEEDLE\\n\",\"n\\u0065edle\"]";
        assertThat(search(json, "needle").count()).isEqualTo(3);
    }

    @Test
    void findsNothingInEmptyDocuments() {
        for (String json : new String[] {"[]", "{}", "\"\"", "[[],{}]"}) {
            assertThat(search(json, "a").count()).isZero();
        }
    }
}
