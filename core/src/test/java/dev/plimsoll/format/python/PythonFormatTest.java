package dev.plimsoll.format.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PythonFormatTest {

    @Test
    void readsAListOfDicts() {
        assertThat(read("[{'id': 1, 'note': None, 'ok': True}, {'id': 2, 'note': \"it's\", 'ok': False}]"))
                .isEqualTo("[{\"id\":1,\"note\":null,\"ok\":true},{\"id\":2,\"note\":\"it's\",\"ok\":false}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '§',
            value = {
                "(1, 'a')¦[1,\"a\"]",
                "[(1,), (), {1, 2}, set(), frozenset({'x'}), {}]¦[[1],[],[1,2],[],[\"x\"],{}]",
                "[('long ' 'text')]¦[\"long text\"]",
                "[Decimal('1.10'), Decimal('NaN'), decimal.Decimal('-5E+3')]¦[1.10,\"NaN\",-5E+3]",
                "[1e-07, 1.5, -0.0, 1., .5, 12345678901234567890123]¦[1e-07,1.5,-0.0,1.0,0.5,12345678901234567890123]",
                "[nan, inf, -inf, (1+2j), 3j, ...]¦[\"nan\",\"inf\",\"-inf\",\"(1+2j)\",\"3j\",\"...\"]",
                "[datetime.datetime(2024, 1, 2, 3, 4)]¦[\"2024-01-02T03:04:00\"]",
                "[datetime.datetime(2024, 1, 2, 3, 4, 5, 60, tzinfo=datetime.timezone.utc)]¦[\"2024-01-02T03:04:05.000060+00:00\"]",
                "[datetime.datetime(2024, 1, 2, 3, 4, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=68400)))]"
                        + "¦[\"2024-01-02T03:04:00-05:00\"]",
                "[datetime.date(2024, 12, 31), datetime.time(7, 5)]¦[\"2024-12-31\",\"07:05:00\"]",
                "[datetime.timedelta(days=1), UUID('12'), Row(id=1, name='x)')]"
                        + "¦[\"datetime.timedelta(days=1)\",\"UUID('12')\",\"Row(id=1, name='x)')\"]",
                "[b'a\\x00', <Color.RED: 1>, <function f at 0x7f>]¦[\"b'a\\\\x00'\",\"<Color.RED: 1>\",\"<function f at 0x7f>\"]",
                "{1: 'a', None: 2, (1, 2): 3, 'k': [1]}¦{\"1\":\"a\",\"None\":2,\"(1, 2)\":3,\"k\":[1]}",
                "['\\x41\\u00e9\\U0001F600\\n\\t\\\\\\'\\101\\q']¦[\"Aé😀\\n\\t\\\\'A\\\\q\"]",
                "[u'x', r'\\n', 'a' \"b\"]¦[\"x\",\"\\\\n\",\"ab\"]",
                "['\\ud800']¦[\"\\ud800\"]"
            })
    void convertsLiteralsToJson(String text, String json) {
        assertThat(jsonOf(data(text)).utf8()).isEqualTo(json);
    }

    @Test
    void readsOneValueForEachLine() {
        TextData data = data("(1, 'a')\n(2, None)\n\n(3, 'c')\n");
        assertThat(jsonOf(data).utf8()).isEqualTo("[[1,\"a\"],[2,null],[3,\"c\"]]");
        assertThat(Objects.requireNonNull(data.text(1, 3)).utf8()).isEqualTo("(2, None)\n\n(3, 'c')");
    }

    @Test
    void keepsListsThatAreJsonUnchanged() {
        assertThat(read("[1, 2, 3]")).isEqualTo("[1, 2, 3]");
        assertThat(read("[1, None]\n")).isEqualTo("[1,null]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[2024-01-02 10:00:00] INFO started\n[2024-01-02 10:00:01] INFO ended\n",
                "(see below)\n",
                "(1)\n",
                "{{template}}",
                "{a: 1, b: 2}",
                "{a=1, b=2}",
                "[link](http://example.org) and more",
                "[a, b, c]",
                "[1, 2",
                "['open",
                "{'a' 1}",
                "{'a': 1,, 'b': 2}",
                "[1 2]",
                "[007]",
                "(a, b) -> a + b;",
                "[x] done\n[ ] open\n",
                "{'a': 1} trailing",
                "[None]]",
                "(cd /tmp && ls)"
            })
    void rejectsTextsThatAreNotPythonLiterals(String text) {
        assertThat(new PythonFormat().read(Slice.of(text))).isNull();
    }

    @Test
    void rejectsUnclosedAndTooDeepTexts() {
        for (String hostile : List.of("[", "(", "{", "[(", "{1:", "frozenset(", "'", "\"\"\"", "<", "f(", "['a' ")) {
            assertThat(new PythonFormat().read(Slice.of("[" + hostile.repeat(300_000))))
                    .as(hostile)
                    .isNull();
        }
        assertThat(new PythonFormat().read(Slice.of("[" + "[],".repeat(500_000) + "]")))
                .isNotNull();
        assertThat(new PythonFormat().read(Slice.of("[".repeat(5000) + "]".repeat(5000))))
                .isNull();
    }

    @Test
    void readsRandomListsAndTheirParts() {
        Random random = new Random(3);
        for (int n = 0; n < 2_000; n++) {
            StringBuilder python = new StringBuilder();
            StringBuilder json = new StringBuilder();
            appendList(random, 0, python, json);
            TextData data = data(python.toString());
            assertThat(jsonOf(data).utf8()).as(python.toString()).isEqualTo(json.toString());
            ItemIndex items = ItemIndex.of(jsonOf(data));
            if (items.count() > 0) {
                int from = random.nextInt(items.count());
                int to = from + 1 + random.nextInt(items.count() - from);
                List<String> expectedItems = new ArrayList<>();
                for (int i = from; i < to; i++) {
                    expectedItems.add(items.item(i).utf8());
                }
                String text = Objects.requireNonNull(data.text(from, to)).utf8();
                assertThat(jsonOf(Objects.requireNonNull(new PythonFormat().read(Slice.of(text))))
                                .utf8())
                        .isEqualTo("[" + String.join(",", expectedItems) + "]");
            }
        }
    }

    private static void appendList(Random random, int depth, StringBuilder python, StringBuilder json) {
        int count = random.nextInt(5);
        boolean isTuple = random.nextInt(4) == 0;
        python.append(isTuple ? '(' : '[');
        json.append('[');
        for (int i = 0; i < count; i++) {
            python.append(i == 0 ? "" : ", ");
            json.append(i == 0 ? "" : ",");
            appendValue(random, depth + 1, python, json);
        }
        python.append(isTuple ? count == 1 ? ",)" : ")" : "]");
        json.append(']');
    }

    private static void appendValue(Random random, int depth, StringBuilder python, StringBuilder json) {
        switch (random.nextInt(depth > 3 ? 4 : 6)) {
            case 0 -> {
                String number = random.nextBoolean() ? "" + random.nextInt() : "" + random.nextDouble();
                python.append(number);
                json.append(number);
            }
            case 1 -> {
                python.append("None");
                json.append("null");
            }
            case 2 -> {
                boolean isTrue = random.nextBoolean();
                python.append(isTrue ? "True" : "False");
                json.append(isTrue);
            }
            case 4 -> appendList(random, depth, python, json);
            case 5 -> {
                python.append("{");
                json.append("{");
                int count = random.nextInt(4);
                for (int i = 0; i < count; i++) {
                    python.append(i == 0 ? "" : ", ").append("'k").append(i).append("': ");
                    json.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":");
                    appendValue(random, depth + 1, python, json);
                }
                python.append("}");
                json.append("}");
            }
            default -> {
                String[][] literals = {
                    {"'a'", "\"a\""},
                    {"\"it's\"", "\"it's\""},
                    {"'say \"x\"'", "\"say \\\"x\\\"\""},
                    {"'\\n\\\\'", "\"\\n\\\\\""},
                    {"'ä€😀'", "\"ä€😀\""},
                    {"''", "\"\""}
                };
                String[] pair = literals[random.nextInt(literals.length)];
                python.append(pair[0]);
                json.append(pair[1]);
            }
        }
    }

    private static @Nullable String read(String text) {
        TextData data = TextFormats.read(Slice.of(text));
        return data == null ? null : jsonOf(data).utf8();
    }

    private static TextData data(String text) {
        return Objects.requireNonNull(new PythonFormat().read(Slice.of(text)), text);
    }

    private static Slice jsonOf(TextData data) {
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        assertThat(Json.isValid(out.slice())).as(out.slice().utf8()).isTrue();
        return out.slice();
    }
}
