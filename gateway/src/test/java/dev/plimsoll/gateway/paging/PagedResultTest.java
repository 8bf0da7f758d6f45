package dev.plimsoll.gateway.paging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests that the lists of two pages are joined, in the forms in which servers return lists. */
class PagedResultTest {

    private static final PagingScheme PAGING =
            PagingScheme.of(ListedTool.of(Slice.of("{\"name\":\"list\"}")), Policy.defaults());

    private static final JsonMapper JSON = JsonMapper.shared();

    private static PagedResult page(String raw) {
        return Objects.requireNonNull(PagedResult.of(Slice.of(raw)));
    }

    private static String text(String text) {
        return "{\"type\":\"text\",\"text\":" + JSON.writeValueAsString(text) + "}";
    }

    private static JsonNode joined(String first, String second) {
        PagedResult page = page(first);
        List<String> path = page.findPath(PAGING);
        Slice firstList = Objects.requireNonNull(page.findList(path));
        Slice secondList =
                Objects.requireNonNull(PagedResult.findList(page(second).document(), path));
        return JSON.readTree(page.join(List.of(firstList, secondList)).utf8());
    }

    @Test
    void joinsTheListInAText() {
        JsonNode joinedResult = joined(
                "{\"content\":[" + text("{\"total\":3, \"rows\" : [ {\"a\": 1.10} ,{\"a\":\"\\u00e9\"} ],\"x\":0}")
                        + "],\"resultType\":\"complete\"}",
                "{\"content\":[" + text("{\"rows\":[{\"a\":3}],\"note\":[1,2,3,4,5,6,7,8,9]}") + "]}");
        assertThat(joinedResult.at("/content/0/text").asString())
                .isEqualTo("{\"total\":3, \"rows\" : [{\"a\": 1.10} ,{\"a\":\"\\u00e9\"},{\"a\":3}],\"x\":0}");
        assertThat(joinedResult.get("resultType").asString()).isEqualTo("complete");
    }

    @Test
    void joinsTheListInStructuredContent() {
        JsonNode joinedResult = joined(
                "{\"content\":[" + text("old") + "],\"structuredContent\":{\"result\":[{\"id\":1}]}}",
                "{\"content\":[],\"structuredContent\":{\"result\":[{\"id\":2},{\"id\":3}]}}");
        assertThat(joinedResult.get("structuredContent").toString())
                .isEqualTo("{\"result\":[{\"id\":1},{\"id\":2},{\"id\":3}]}");
        assertThat(joinedResult.at("/content/0/text").asString())
                .isEqualTo("{\"result\":[{\"id\":1},{\"id\":2},{\"id\":3}]}");
    }

    @Test
    void keepsBlocksThatDoNotRepeatTheStructuredContent() {
        String image = "{\"type\":\"image\",\"data\":\"AA==\",\"mimeType\":\"image/png\"}";
        JsonNode joinedResult = joined(
                "{\"content\":[" + text("{\"result\":[{\"id\":1}]}") + "," + text("the index is stale") + "," + image
                        + "],\"structuredContent\":{\"result\":[{\"id\":1}]}}",
                "{\"content\":[],\"structuredContent\":{\"result\":[{\"id\":2}]}}");
        assertThat(joinedResult.get("content")).hasSize(3);
        assertThat(joinedResult.at("/content/0/text").asString()).isEqualTo("{\"result\":[{\"id\":1},{\"id\":2}]}");
        assertThat(joinedResult.at("/content/1/text").asString()).isEqualTo("the index is stale");
        assertThat(joinedResult.at("/content/2").toString()).isEqualTo(image);
    }

    @Test
    void listInATextMemberStaysAText() {
        JsonNode joinedResult = joined(
                "{\"content\":[],\"structuredContent\":{\"result\":\"[{\\\"id\\\":1},{\\\"id\\\":2}]\"}}",
                "{\"content\":[],\"structuredContent\":{\"result\":\"[{\\\"id\\\":3},{\\\"id\\\":4}]\"}}");
        assertThat(joinedResult.at("/structuredContent/result").asString())
                .isEqualTo("[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4}]");
    }

    @Test
    void joinsCsvAsRecords() {
        JsonNode joinedResult = joined(
                "{\"content\":[" + text("id,name\n1,a\n2,b\n3,c\n") + "]}",
                "{\"content\":[" + text("id,name\n4,d\n5,e\n6,f\n") + "]}");
        assertThat(joinedResult.at("/content/0/text").asString())
                .startsWith("[{\"id\":1,\"name\":\"a\"}")
                .endsWith("{\"id\":6,\"name\":\"f\"}]");
    }

    @Test
    void rowsBesideTheirColumnsStayRows() {
        JsonNode joinedResult = joined(
                "{\"content\":[" + text("{\"columns\":[\"id\",\"n\"],\"rows\":[[1,\"a\"],[2,\"b\"],[3,\"c\"]]}") + "]}",
                "{\"content\":[" + text("{\"columns\":[\"id\",\"n\"],\"rows\":[[4,\"d\"]]}") + "]}");
        assertThat(joinedResult.at("/content/0/text").asString())
                .isEqualTo("{\"columns\":[\"id\",\"n\"],\"rows\":[[1,\"a\"],[2,\"b\"],[3,\"c\"],[4,\"d\"]]}");
    }

    @Test
    void headersOfRowsDoNotRepeat() {
        JsonNode joinedResult = joined(
                "{\"content\":[" + text("[[\"id\",\"n\"],[1,\"a\"],[2,\"b\"]]") + "]}",
                "{\"content\":[" + text("[[\"id\",\"n\"],[3,\"c\"],[4,\"d\"]]") + "]}");
        assertThat(joinedResult.at("/content/0/text").asString())
                .isEqualTo(
                        "[{\"id\":1,\"n\":\"a\"},{\"id\":2,\"n\":\"b\"},{\"id\":3,\"n\":\"c\"},{\"id\":4,\"n\":\"d\"}]");
    }

    @Test
    void keepsTheBlocksAroundTheText() {
        JsonNode joinedResult = joined(
                "{\"content\":[" + text("Found:") + "," + text("[{\"id\":1},{\"id\":2}]")
                        + ",{\"type\":\"image\",\"data\":\"AA==\",\"mimeType\":\"image/png\"}]}",
                "{\"content\":[" + text("Found more:") + "," + text("[{\"id\":3}]") + "]}");
        assertThat(joinedResult.at("/content/0/text").asString()).isEqualTo("Found:");
        assertThat(joinedResult.at("/content/1/text").asString()).isEqualTo("[{\"id\":1},{\"id\":2},{\"id\":3}]");
        assertThat(joinedResult.at("/content/2/type").asString()).isEqualTo("image");
    }

    @Test
    void joinsAnEmptyListWithAnother() {
        JsonNode joinedResult =
                joined("{\"content\":[" + text("{\"r\":[ ]}") + "]}", "{\"content\":[" + text("{\"r\":[{}]}") + "]}");
        assertThat(joinedResult.at("/content/0/text").asString()).isEqualTo("{\"r\":[{}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"content\":[],\"isError\":true}",
                "{\"content\":[]}",
                "[]",
                "{\"content\":[{\"type\":\"text\",\"text\":\"just a sentence\"}]}"
            })
    void resultsWithoutAListHaveNoPages(String raw) {
        PagedResult page = PagedResult.of(Slice.of(raw));
        assertThat(page == null || page.findList(page.findPath(PAGING)) == null).isTrue();
    }
}
