package dev.plimsoll.shape.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemColumnsTest {

    private static final String[] CELLS = {
        "null",
        "\"\"",
        "\"-\"",
        "\"--\"",
        "true",
        "\"true\"",
        "1.0",
        "1e5",
        "-0",
        "1.10",
        "\"007\"",
        "1e400",
        "{}",
        "[]",
        "[[1],{\"a\":null}]",
        "{\"id\" : 1}",
        "\"a|b\\tc\\nd\"",
        "\"\\\"\\\\\\u0000\"",
        "\"\\ud800\"",
        "\"日本 \\uD83D\\uDE00\"",
        "123456789012345678901234567890"
    };

    @Test
    void writesKeysOnce() {
        assertThat(table("{\"id\":1,\"name\":\"Ada\"}", "{\"id\":2,\"name\":null}"))
                .isEqualTo("{\"columns\":[\"id\",\"name\"],\"rows\":[[1,\"Ada\"],[2,null]]}");
    }

    @Test
    void distinguishesMissingFieldFromNullAndEmptyText() {
        assertThat(table("{\"a\":1,\"b\":null}", "{\"a\":2}", "{\"a\":3,\"b\":\"\"}"))
                .isEqualTo("{\"columns\":[\"a\",\"b\"],\"absent\":\"-\",\"rows\":[[1,null],[2,\"-\"],[3,\"\"]]}");
    }

    @Test
    void choosesMarkThatIsNotAValue() {
        assertThat(table("{\"a\":\"-\",\"b\":\"--\"}", "{\"a\":2}"))
                .isEqualTo("{\"columns\":[\"a\",\"b\"],\"absent\":\"---\",\"rows\":[[\"-\",\"--\"],[2,\"---\"]]}");
    }

    @Test
    void leavesItemsWithGapsUnchangedIfEveryMarkIsUsed() {
        assertThat(table("{\"a\":\"-\",\"b\":\"--\"}", "{\"a\":\"---\",\"b\":\"----\"}", "{\"a\":1}"))
                .isEqualTo("{\"columns\":[\"a\",\"b\"],\"rows\":[[\"-\",\"--\"],[\"---\",\"----\"],{\"a\":1}]}");
    }

    @Test
    void leavesItemWithExtraFieldUnchanged() {
        assertThat(table("{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "{\"a\":4}", "{\"a\":5,\"odd\":6}", "7", "null"))
                .isEqualTo("{\"columns\":[\"a\"],\"rows\":[[1],[2],[3],[4],{\"a\":5,\"odd\":6},7,null]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\":1,\"a\":2}",
                "{\"a\":1,\"a\":2,\"b\":3}",
                "{\"\\u0061\":1,\"b\":2}",
                "{\"a\":1,\"b\":2,\"a\":3}"
            })
    void leavesItemUnchangedIfKeysDifferInOrderCountOrSpelling(String unusual) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            items.add("{\"a\":" + i + ",\"b\":" + 7 * i + "}");
        }
        items.add(unusual);

        assertThat(table(items.toArray(new String[0])))
                .startsWith("{\"columns\":[\"a\",\"b\"],\"rows\":[[0,0],")
                .endsWith("," + unusual + "]}");
    }

    @Test
    void namesKeysOfNestedObjectsByTheirPath() {
        assertThat(table(
                        "{\"id\":1,\"user\":{\"login\":\"ada\",\"home\":{\"city\":\"London\"}}}",
                        "{\"id\":2,\"user\":{\"login\":\"grace\",\"home\":{\"city\":\"New York\"}}}"))
                .isEqualTo("{\"columns\":[\"id\",\"user.login\",\"user.home.city\"],"
                        + "\"rows\":[[1,\"ada\",\"London\"],[2,\"grace\",\"New York\"]]}");
    }

    @Test
    void writesSharedValuesOnce() {
        assertThat(table(
                        "{\"id\":1,\"state\":\"open\",\"user\":{\"login\":\"ada\",\"type\":\"User\"},\"note\":null}",
                        "{\"id\":2,\"state\":\"open\",\"user\":{\"login\":\"grace\",\"type\":\"User\"},\"note\":null}"))
                .isEqualTo("{\"columns\":[\"id\",\"user.login\"],"
                        + "\"constant\":{\"state\":\"open\",\"user.type\":\"User\",\"note\":null},"
                        + "\"rows\":[[1,\"ada\"],[2,\"grace\"]]}");
    }

    @Test
    void writesNoRowForItemThatDiffersFromTheConstant() {
        List<Slice> describedItems = items("[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"x\"}]");
        ItemColumns columns = Objects.requireNonNull(ItemColumns.of(describedItems));
        AnswerDraft row = new AnswerDraft(TokenCounter.chars());

        for (String other : List.of("{\"a\":3,\"b\":\"y\"}", "{\"a\":3}", "{\"a\":3,\"b\":\"x\",\"b\":\"x\"}")) {
            assertThat(columns.writeRow(Slice.of(other), row)).as(other).isFalse();
        }
        assertThat(columns.writeRow(Slice.of("{\"b\":\"x\",\"a\":3}"), row)).isTrue();
        assertThat(row.written().utf8()).isEqualTo("[3]");
    }

    @Test
    void keepsOneColumnIfAllItemsAreEqual() {
        assertThat(table("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}"))
                .isEqualTo("{\"columns\":[\"b\"],\"constant\":{\"a\":1},\"rows\":[[2],[2]]}");
    }

    @Test
    void distinguishesNullEmptyAndMissingNestedObjects() {
        String[] items = {
            "{\"id\":1,\"u\":{\"a\":1,\"b\":1}}",
            "{\"id\":2,\"u\":{\"a\":2,\"b\":null}}",
            "{\"id\":3,\"u\":{\"a\":3,\"b\":3}}",
            "{\"id\":4,\"u\":{\"a\":4,\"b\":3}}"
        };
        ItemColumns columns = Objects.requireNonNull(
                ItemColumns.of(Arrays.stream(items).map(Slice::of).toList()));
        AnswerDraft row = new AnswerDraft(TokenCounter.chars());

        assertThat(columns.hasNestedKeys()).isTrue();
        for (String other : List.of("{\"id\":5,\"u\":null}", "{\"id\":5,\"u\":{}}", "{\"id\":5}")) {
            assertThat(columns.writeRow(Slice.of(other), row)).as(other).isFalse();
        }
        assertThat(columns.writeRow(Slice.of("{\"id\":5,\"u\":{\"a\":1,\"b\":2},\"u\":{\"a\":1,\"b\":2}}"), row))
                .isFalse();
        assertThat(columns.writeRow(Slice.of("{\"id\":5,\"u\":{\"a\":1},\"u\":{\"b\":2}}"), row))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"a.b\":1,\"c\":1},{\"a.b\":2,\"c\":2}]",
                "[{\"a\\u002eb\":1,\"c\":1},{\"a\\u002eb\":2,\"c\":2}]"
            })
    void rejectsColumnsWhoseKeysContainDots(String list) {
        assertThat(ItemColumns.of(items(list))).isNull();
    }

    @Test
    void writesObjectsWithUnusualKeysAsOneCell() {
        assertThat(table(
                        "{\"id\":1,\"u\":{\"a.b\":1},\"m\":{\"EUR\":1}}",
                        "{\"id\":2,\"u\":{\"a.b\":2},\"m\":{\"USD\":1}}",
                        "{\"id\":3,\"u\":{\"a.b\":3},\"m\":{\"GBP\":1}}"))
                .startsWith("{\"columns\":[\"id\",\"u\",\"m\"],\"rows\":[[1,{\"a.b\":1},{\"EUR\":1}],");
    }

    @Test
    void findsKeyOrderThatFitsItemsWithGaps() {
        assertThat(table("{\"a\":1,\"c\":2}", "{\"a\":3,\"b\":4,\"c\":5}", "{\"b\":6,\"c\":7,\"d\":8}"))
                .startsWith("{\"columns\":[\"a\",\"b\",\"c\",\"d\"],\"absent\":\"-\",\"rows\":[[1,\"-\",2,\"-\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "[]", "[[1],[2]]", "[1,2,3]", "[{\"a\":1}]", "[{},{}]", "[{\"a\":1},{\"a\":2},[3]]"})
    void rejectsListsThatAreNotTables(String list) {
        assertThat(ItemColumns.of(items(list))).isNull();
    }

    @Test
    void rejectsRecordsWithoutCommonKeys() {
        List<Slice> items = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            items.add(Slice.of("{\"k" + i + "\":" + i + "}"));
        }

        assertThat(ItemColumns.of(items)).isNull();
    }

    @Test
    void restoresEveryUnusualCell() {
        Random random = new Random(11);
        for (int round = 0; round < 400; round++) {
            List<Slice> items = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(12); i++) {
                items.add(Slice.of(unusualItem(random, 1 + round % 6)));
            }
            String table = table(items);
            List<Slice> readItems = Objects.requireNonNull(ItemTableReader.items(Slice.of(table)));

            assertThat(Json.isValid(Slice.of(table))).as(table).isTrue();
            assertThat(readItems).as(table).hasSameSizeAs(items);
            for (int i = 0; i < items.size(); i++) {
                assertThat(ItemTableReader.isSame(readItems.get(i), items.get(i)))
                        .as(
                                "%s read as %s from %s",
                                items.get(i).utf8(), readItems.get(i).utf8(), table)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"b\":1.0}",
                "{\"a\":1,\"b\":1,\"b\":1}",
                "{\"a\":1}",
                "{\"a\":1,\"b\":1,\"c\":1}",
                "{\"a\":1,\"b\":\"1\"}",
                "{\"\\u0061\":1,\"b\":1}",
                "[1,1]"
            })
    void detectsDifferentItems(String other) {
        assertThat(ItemTableReader.isSame(Slice.of("{\"a\":1,\"b\":1}"), Slice.of(other)))
                .isFalse();
        assertThat(ItemTableReader.isSame(Slice.of(other), Slice.of("{\"a\":1,\"b\":1}")))
                .isFalse();
        assertThat(ItemTableReader.isSame(Slice.of("{ \"b\" : 1 ,\n\"a\":1}"), Slice.of("{\"a\":1,\"b\":1}")))
                .isTrue();
    }

    @Test
    void rejectsRowOfWrongLength() {
        assertThat(ItemTableReader.items(Slice.of("{\"columns\":[\"a\"],\"rows\":[[1,2]]}")))
                .isNull();
        assertThat(ItemTableReader.items(Slice.of("{\"columns\":[\"a\"],\"rows\":[[]]}")))
                .isNull();
        assertThat(ItemTableReader.items(Slice.of("{\"columns\":[\"a\",\"a.b\"],\"rows\":[[1,2]]}")))
                .isNull();
    }

    private static String unusualItem(Random random, int keys) {
        StringBuilder out = new StringBuilder("{");
        if (random.nextInt(10) > 0) {
            String member = random.nextInt(20) == 0 ? "" : "\"a\":" + CELLS[random.nextInt(CELLS.length)];
            String sharedMember = member.isEmpty() ? "" : ",\"type\":\"User\"";
            out.append(random.nextInt(20) == 0 ? "\"u\":null" : "\"u\":{" + member + sharedMember + "}");
        }
        for (int k = 0; k < keys; k++) {
            if (random.nextInt(5) > 0) {
                String name = random.nextInt(12) == 0 ? "again" : "k" + k;
                out.append(out.length() == 1 ? "" : random.nextBoolean() ? "," : " , ");
                out.append('"').append(name).append("\":").append(random.nextInt(9) == 0 ? " " : "");
                out.append(CELLS[random.nextInt(CELLS.length)]);
            }
        }
        return out.append('}').toString();
    }

    private static List<Slice> items(String array) {
        ItemIndex index = ItemIndex.of(Slice.of(array));
        return IntStream.range(0, index.count()).mapToObj(index::item).toList();
    }

    private static String table(String... items) {
        return table(Arrays.stream(items).map(Slice::of).toList());
    }

    /**
     * Writes the items as a table. Items that do not fit its columns stay unchanged. If there are no common columns,
     * all items stay unchanged.
     */
    private static String table(List<Slice> items) {
        ItemColumns columns = ItemColumns.of(items);
        AnswerDraft answerDraft = new AnswerDraft(TokenCounter.chars()).ascii("{");
        if (columns == null) {
            answerDraft.ascii("\"columns\":[]");
        } else {
            columns.writeMembers(answerDraft);
        }
        answerDraft.ascii(",\"rows\":[");
        for (int i = 0; i < items.size(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",");
            if (columns == null || !columns.writeRow(items.get(i), answerDraft)) {
                answerDraft.raw(items.get(i));
            }
        }
        return answerDraft.ascii("]}").written().utf8();
    }
}
