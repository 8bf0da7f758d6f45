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

class SharedKeysTest {

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
        String usual = "{\"a\":1,\"b\":2}";

        assertThat(table(usual, usual, usual, usual, unusual)).endsWith("," + unusual + "]}");
    }

    @Test
    void findsKeyOrderThatFitsItemsWithGaps() {
        assertThat(table("{\"a\":1,\"c\":2}", "{\"a\":3,\"b\":4,\"c\":5}", "{\"b\":6,\"c\":7,\"d\":8}"))
                .startsWith("{\"columns\":[\"a\",\"b\",\"c\",\"d\"],\"absent\":\"-\",\"rows\":[[1,\"-\",2,\"-\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "[]", "[[1],[2]]", "[1,2,3]", "[{\"a\":1}]", "[{},{}]", "[{\"a\":1},{\"a\":2},[3]]"})
    void rejectsListsThatAreNotTables(String list) {
        assertThat(SharedKeys.of(items(list))).isNull();
    }

    @Test
    void rejectsRecordsWithoutCommonKeys() {
        List<Slice> items = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            items.add(Slice.of("{\"k" + i + "\":" + i + "}"));
        }

        assertThat(SharedKeys.of(items)).isNull();
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
            List<Slice> read = Objects.requireNonNull(ItemTableReader.items(Slice.of(table)));

            assertThat(Json.isValid(Slice.of(table))).as(table).isTrue();
            assertThat(read).as(table).hasSameSizeAs(items);
            for (int i = 0; i < items.size(); i++) {
                assertThat(ItemTableReader.isSame(read.get(i), items.get(i)))
                        .as(
                                "%s read as %s from %s",
                                items.get(i).utf8(), read.get(i).utf8(), table)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"b\":1.0}",
                "{\"b\":1,\"a\":1}",
                "{\"a\":1}",
                "{\"a\":1,\"b\":1,\"c\":1}",
                "{\"a\":1,\"b\":\"1\"}",
                "{\"\\u0061\":1,\"b\":1}",
                "[1,1]"
            })
    void detectsDifferentList(String other) {
        assertThat(ItemTableReader.isSame(Slice.of("{\"a\":1,\"b\":1}"), Slice.of(other)))
                .isFalse();
        assertThat(ItemTableReader.isSame(Slice.of(other), Slice.of("{\"a\":1,\"b\":1}")))
                .isFalse();
        assertThat(ItemTableReader.isSame(Slice.of("{ \"a\" : 1 ,\n\"b\":1}"), Slice.of("{\"a\":1,\"b\":1}")))
                .isTrue();
    }

    @Test
    void rejectsRowOfWrongLength() {
        assertThat(ItemTableReader.items(Slice.of("{\"columns\":[\"a\"],\"rows\":[[1,2]]}")))
                .isNull();
        assertThat(ItemTableReader.items(Slice.of("{\"columns\":[\"a\"],\"rows\":[[]]}")))
                .isNull();
    }

    private static String unusualItem(Random random, int keys) {
        StringBuilder out = new StringBuilder("{");
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

    /** Returns the items as a table with columns if there are any, else as one without columns. */
    private static String table(List<Slice> items) {
        SharedKeys sharedKeys = SharedKeys.of(items);
        AnswerDraft answerDraft = new AnswerDraft(TokenCounter.chars()).ascii("{\"columns\":");
        if (sharedKeys == null) {
            answerDraft.ascii("[]");
        } else {
            sharedKeys.writeNames(answerDraft);
            answerDraft.ascii(sharedKeys.absent() == null ? "" : ",\"absent\":" + sharedKeys.absent());
        }
        answerDraft.ascii(",\"rows\":[");
        for (int i = 0; i < items.size(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",");
            if (sharedKeys == null || !sharedKeys.writeRow(items.get(i), answerDraft)) {
                answerDraft.raw(items.get(i));
            }
        }
        return answerDraft.ascii("]}").written().utf8();
    }
}
