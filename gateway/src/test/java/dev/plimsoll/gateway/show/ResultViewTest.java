package dev.plimsoll.gateway.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests views of each kind of document, which the app reads in parts. */
class ResultViewTest {

    private static final int ALL = Integer.MAX_VALUE;

    private static ResultView json(String document) {
        return ResultView.of(new Document(Slice.of(document), true));
    }

    private static ResultView text(String document) {
        return ResultView.of(new Document(Slice.of(document), false));
    }

    private static JsonNode read(ResultView view, int from, int count) {
        return JsonMapper.shared().readTree(view.read(from, count).utf8());
    }

    private static String list(int count, int length) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add("{\"id\":" + i + ",\"text\":\"" + "x".repeat(length) + "\"}");
        }
        return "[" + String.join(",\n ", items) + "]";
    }

    @Test
    void readsItemsOfList() {
        assertThat(json("[1.10, {\"a\":2} ,null]").read(0, ALL).utf8())
                .isEqualTo("{\"totalCount\":3,\"from\":0,\"items\":[1.10,{\"a\":2},null]}");
        assertThat(json("[1,2,3]").read(1, 1).utf8()).isEqualTo("{\"totalCount\":3,\"from\":1,\"items\":[2]}");
        assertThat(json("[1,2,3]").read(7, ALL).utf8()).isEqualTo("{\"totalCount\":3,\"from\":7,\"items\":[]}");
        assertThat(json("[]").read(0, ALL).utf8()).isEqualTo("{\"totalCount\":0,\"from\":0,\"items\":[]}");
        assertThat(json("[1]").kind()).isEqualTo(ResultKind.LIST);
    }

    @Test
    void readsMembersOfObject() {
        ResultView view = json("{\"a\": 1.0, \"b\\n\": [2]}");

        assertThat(view.kind()).isEqualTo(ResultKind.OBJECT);
        assertThat(view.read(0, ALL).utf8())
                .isEqualTo("{\"totalCount\":2,\"from\":0,\"items\":[{\"key\":\"a\",\"value\":1.0},"
                        + "{\"key\":\"b\\n\",\"value\":[2]}]}");
    }

    @Test
    void readsLinesOfText() {
        ResultView view = text("one\r\n\ntwo \"2\"\nthree");

        assertThat(view.kind()).isEqualTo(ResultKind.TEXT);
        assertThat(view.read(0, ALL).utf8())
                .isEqualTo("{\"totalCount\":4,\"from\":0,\"lines\":[\"one\",\"\",\"two \\\"2\\\"\",\"three\"]}");
        assertThat(text("").totalCount()).isZero();
    }

    @Test
    void readsLongLinesInParts() {
        String line = "äß".repeat(20_000);
        ResultView view = text("first\n" + line + "\nlast");

        JsonNode read = read(view, 0, ALL);

        List<Integer> numbers = new ArrayList<>();
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < read.get("lines").size(); i++) {
            numbers.add(read.get("numbers").get(i).asInt());
            joined.append(numbers.get(i) == 2 ? read.get("lines").get(i).asString() : "");
        }
        assertThat(numbers).startsWith(1, 2, 2).endsWith(2, 3);
        assertThat(joined).hasToString(line);
        assertThat(read(view, 2, 1).get("numbers").toString()).isEqualTo("[2]");
    }

    @Test
    void readsImageWhole() {
        String data = "A".repeat(400_000);
        ResultView view = json("{\"type\":\"image\",\"data\":\"" + data + "\",\"mimeType\":\"image/png\"}");

        assertThat(view.kind()).isEqualTo(ResultKind.IMAGE);
        assertThat(read(view, 0, ALL).at("/items/0/data").asString()).isEqualTo(data);
        assertThat(view.kind().describeCount(1)).isEqualTo("1 image");
        // an object of type image without data is not a content block
        assertThat(json("{\"type\":\"image\",\"size\":1}").kind()).isEqualTo(ResultKind.OBJECT);
        assertThat(json("12.50").read(0, ALL).utf8()).isEqualTo("{\"totalCount\":1,\"from\":0,\"items\":[12.50]}");
    }

    @Test
    void readsAtMost256KilobytesAtATime() {
        ResultView view = json(list(5_000, 200));
        int from = 0;
        int reads = 0;
        while (from < view.totalCount()) {
            Slice read = view.read(from, ALL);
            assertThat(read.length()).isLessThanOrEqualTo(256 << 10);
            JsonNode items = JsonMapper.shared().readTree(read.utf8()).get("items");
            assertThat(items.get(0).get("id").asInt()).isEqualTo(from);
            from += items.size();
            reads++;
        }
        assertThat(from).isEqualTo(5_000);
        assertThat(reads).isBetween(4, 6);
    }

    @Test
    void foldsItemThatIsTooLong() {
        String big = "{\"id\":7,\"name\":\"big\",\"body\":\"" + "y".repeat(300_000) + "\",\"list\":" + list(9, 200)
                + ",\"a/b\":{\"c\":\"" + "z".repeat(2_000) + "\"}}";
        ResultView view = json("[1," + big + ",3]");

        Slice read = view.read(0, ALL);

        JsonNode node = JsonMapper.shared().readTree(read.utf8());
        assertThat(read.length()).isLessThan(10_000);
        assertThat(node.get("items").size()).isEqualTo(3);
        assertThat(node.at("/items/1/id").asInt()).isEqualTo(7);
        assertThat(node.at("/items/1/name").asString()).isEqualTo("big");
        assertThat(node.at("/items/1/body").asString()).startsWith("yyy").endsWith("… [300000 characters: /body]");
        assertThat(node.at("/items/1/list").asString()).isEqualTo("[9 items: /list]");
        assertThat(node.at("/items/1").get("a/b").asString()).isEqualTo("[1 members: /a~1b]");
        assertThat(node.get("folded").toString()).isEqualTo("[{\"index\":1,\"bytes\":" + big.length() + "}]");
        // an item below the limit is not folded, even if it needs a read of its own
        String whole = "\"" + "w".repeat(250_000) + "\"";
        assertThat(json("[" + whole + "," + whole + "]").read(0, ALL).utf8())
                .isEqualTo("{\"totalCount\":2,\"from\":0,\"items\":[" + whole + "]}");
    }

    @Test
    void foldsAnyKindOfLongValue() {
        String longList = list(2_000, 200);
        assertThat(read(json("{\"a\":" + longList + "}"), 0, ALL)
                        .at("/items/0/value")
                        .asString())
                .isEqualTo("[2000 items]");
        assertThat(read(json("[\"" + "é".repeat(200_000) + "\"]"), 0, ALL)
                        .at("/items/0")
                        .asString())
                .endsWith("… [200000 characters]");
        StringBuilder wide = new StringBuilder("{");
        for (int i = 0; i < 20_000; i++) {
            wide.append(i == 0 ? "" : ",")
                    .append("\"member")
                    .append(i)
                    .append("\":")
                    .append(i);
        }
        JsonNode folded = read(json("[" + wide + "}]"), 0, ALL).at("/items/0");
        assertThat(folded.get("member0").asInt()).isZero();
        assertThat(folded.get("…").asString()).endsWith("more members");
    }
}
