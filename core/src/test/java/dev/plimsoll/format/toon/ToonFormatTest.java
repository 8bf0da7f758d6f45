package dev.plimsoll.format.toon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToonFormatTest {

    private static final ToonFormat FORMAT = new ToonFormat();

    @Test
    void readsTablesAsRecords() {
        assertThat(
                        read(
                                "total: 2\nusers[2]{id,\"full name\",x}:\n  1,\"a, b\",null\n  2,\"b\\\"c\\\\\\n\",1e+21\nnext: true\n"))
                .isEqualTo("{\"total\":2,\"users\":[{\"id\":1,\"full name\":\"a, b\",\"x\":null},"
                        + "{\"id\":2,\"full name\":\"b\\\"c\\\\\\n\",\"x\":1e+21}],\"next\":true}");
        assertThat(read("t[2|]{a|b}:\n  \"x|y\"|\"1\"\n  \"\"|007\nu[2\t]: a,b\tc d\n"))
                .isEqualTo("{\"t\":[{\"a\":\"x|y\",\"b\":\"1\"},{\"a\":\"\",\"b\":\"007\"}],\"u\":[\"a,b\",\"c d\"]}");
        assertThat(read("[#1]{a}:\n  x\n")).isEqualTo("[{\"a\":\"x\"}]");
    }

    @Test
    void readsListsAndNesting() {
        assertThat(read("""
                        a: []
                        b:
                        c: ""
                        d[3]:
                          - [2]: 1,2
                          - [0]:
                          - [2]:
                            - [1]: 1
                            - x: 1
                        e[6]:
                          - a: 1
                            b[2]{x,y}:
                              1,2
                              2,3
                          - b[2]:
                              - x: 1
                              - y: 2
                            c: 1
                          -
                          - k:
                              z: 1
                            l: 2
                          - "- x"
                          - o:
                            p: []
                        """))
                .isEqualTo("{\"a\":[],\"b\":{},\"c\":\"\",\"d\":[[1,2],[],[[1],{\"x\":1}]],"
                        + "\"e\":[{\"a\":1,\"b\":[{\"x\":1,\"y\":2},{\"x\":2,\"y\":3}]},{\"b\":[{\"x\":1},{\"y\":2}],\"c\":1},"
                        + "{},{\"k\":{\"z\":1},\"l\":2},\"- x\",{\"o\":{},\"p\":[]}]}");
    }

    @Test
    void textOfSomeItemsHasTheirCountInItsHeader() {
        TextData table = Objects.requireNonNull(FORMAT.read(Slice.of("[3]{id,x}:\n  1,a\n  2,b\n  3,c\n")));
        assertThat(table.label()).isEqualTo("TOON");
        assertThat(text(table, 1, 3)).isEqualTo("[2]{id,x}:\n  2,b\n  3,c");
        assertThat(read(text(table, 1, 3))).isEqualTo("[{\"id\":2,\"x\":\"b\"},{\"id\":3,\"x\":\"c\"}]");
        TextData list = Objects.requireNonNull(FORMAT.read(Slice.of("[3]:\n  - a: 1\n    b: 2\n  - x\n  - y\n")));
        assertThat(text(list, 0, 2)).isEqualTo("[2]:\n  - a: 1\n    b: 2\n  - x");
        assertThat(read(text(list, 0, 2))).isEqualTo("[{\"a\":1,\"b\":2},\"x\"]");
        TextData values = Objects.requireNonNull(FORMAT.read(Slice.of("[3]: 1,2,3\n")));
        assertThat(text(values, 1, 3)).isEqualTo("[2]: 2,3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "name: Ada\nage: 36\n",
                "users[3]{id,name}:\n  1,Ada\n  2,Bob\n",
                "users[1]{id,name}:\n  1,Ada\n  2,Bob\n",
                "users[2]{id,name}:\n  1,Ada\n  2\n",
                "sshd[1234]: Accepted publickey for root\nsshd[1234]: closed\n",
                "arr[0]: 1\narr[1]: 2\n",
                "Note: this is a sentence\nand it goes on\n",
                "items[2]:\n  - a: 1\n",
                "items[2]: a,b\nSome other text\n",
                "key: \"not closed\ntags[2]: a,b\n",
                "[INFO] started\n[INFO] done\n"
            })
    void rejectsTextsWithoutAMatchingHeader(String text) {
        assertThat(read(text)).isNull();
    }

    @Test
    void readsToonWithoutListsOnlyIfDeclared() {
        TextData data = Objects.requireNonNull(FORMAT.readDeclared(Slice.of("name: Ada\nage: 36\n")));
        assertThat(json(data)).isEqualTo("{\"name\":\"Ada\",\"age\":36}");
        assertThat(FORMAT.readDeclared(Slice.of("Some text\n"))).isNull();
    }

    @Test
    void readsHostileTextsInLinearTime() {
        StringBuilder nested = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            nested.append(" ".repeat(i)).append("a:\n");
        }
        assertThat(read(nested + "x[1]: 1\n")).isNull();
        String columns = "c".repeat(1000) + ",";
        String wide = "{" + columns.repeat(2000) + "x}:\n";
        String row = "  " + ",".repeat(2000) + "\n";
        assertThat(read("t[2000]" + wide + row.repeat(2000))).isNull();
        assertThat(read("t[999999999]: " + "1,".repeat(1_000_000))).isNull();
        assertThat(read("t[999999999]:\n  - 1\n")).isNull();
        assertThat(read("- ".repeat(1_000_000))).isNull();
        assertThat(read("t[1]:\n  - " + "- [1]: ".repeat(1_000_000))).isNotNull();
    }

    private static @Nullable String read(String text) {
        Slice slice = Slice.of(text);
        TextData data = FORMAT.canRead(slice) ? FORMAT.read(slice) : null;
        return data == null ? null : json(data);
    }

    private static String text(TextData data, int from, int to) {
        return Objects.requireNonNull(data.text(from, to)).utf8();
    }

    private static String json(TextData data) {
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        assertThat(Json.isValid(out.slice())).as(out.slice().utf8()).isTrue();
        return out.slice().utf8();
    }
}
