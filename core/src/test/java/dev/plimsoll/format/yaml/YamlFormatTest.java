package dev.plimsoll.format.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.JsonEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFormatTest {

    private static final YamlFormat FORMAT = new YamlFormat();

    @Test
    void readsMappingsAndLists() {
        assertThat(read("# a comment\nkind: Pod\nmeta:\n  name: web\n  ports: [80, 0x1F, 0o7]\non: ~\n"))
                .isEqualTo("{\"kind\":\"Pod\",\"meta\":{\"name\":\"web\",\"ports\":[80,31,7]},\"on\":null}");
        assertThat(read("- id: 1\n  name: |\n    two\n    lines\n- id: 2\n  name: 'it''s'\n"))
                .isEqualTo("[{\"id\":1,\"name\":\"two\\nlines\\n\"},{\"id\":2,\"name\":\"it's\"}]");
    }

    @Test
    void resolvesScalarsByTheCoreSchema() {
        assertThat(readDeclared("""
                        - 1.10
                        - +1
                        - .5
                        - 1.
                        - -0.0
                        - 1e400
                        - 007
                        - .inf
                        - .NaN
                        - yes
                        - True
                        - "1"
                        - !!str 2
                        - 2026-01-05
                        - 1_000
                        - 0xZ
                        -
                        """))
                .isEqualTo(
                        "[1.10,1,0.5,1.0,-0.0,1e400,7,\".inf\",\".NaN\",\"yes\",true,\"1\",\"2\",\"2026-01-05\",\"1_000\","
                                + "\"0xZ\",null]");
        assertThat(readDeclared("1: a\n? [x, 2]\n: b\n~: c\n<<: d\n"))
                .isEqualTo("{\"1\":\"a\",\"[\\\"x\\\",2]\":\"b\",\"~\":\"c\",\"<<\":\"d\"}");
    }

    @Test
    void readsSeveralDocumentsAsAnArray() {
        assertThat(read("---\nkind: A\nn: 1\n---\nkind: B\nn: 2\n---\n"))
                .isEqualTo("[{\"kind\":\"A\",\"n\":1},{\"kind\":\"B\",\"n\":2}]");
        assertThat(read("---\ntitle: x\n---\n# Heading\n")).isNull();
    }

    @Test
    void replacesAliasesByCopies() {
        TextData data =
                Objects.requireNonNull(FORMAT.read(Slice.of("- &a\n  id: 1\n  x: 2\n- *a\n- id: 3\n  y: *a\n")));
        assertThat(json(data)).isEqualTo("[{\"id\":1,\"x\":2},{\"id\":1,\"x\":2},{\"id\":3,\"y\":{\"id\":1,\"x\":2}}]");
        assertThat(Objects.requireNonNull(data.text(1, 2)).utf8()).isEqualTo("[{\"id\":1,\"x\":2}]");
        assertThat(readDeclared("- &a [*a]\n")).isNull();
        assertThat(readDeclared("? [&a x, &b y]\n: 1\nz: *b\n")).isNull();
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a" + i + ": &a" + i + " [")
                    .append(("*a" + (i - 1) + ", ").repeat(9))
                    .append("x]\n");
        }
        assertThat(readDeclared(bomb.toString())).isNull();
    }

    @Test
    void textOfItemsIsTheirPartOfTheYaml() {
        String text = "# ä\n- id: 1\n  tags:\n  - a\n  - b\n\n- \n  id: 2\n  n: {}\n- - x\n- id: 4\n  name: \"ö\"\n";
        TextData data = Objects.requireNonNull(FORMAT.read(Slice.of(text)));
        assertThat(Objects.requireNonNull(data.text(1, 3)).utf8()).isEqualTo("- \n  id: 2\n  n: {}\n- - x");
        assertThat(Objects.requireNonNull(data.text(3, 4)).utf8()).isEqualTo("- id: 4\n  name: \"ö\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "name: Ada\nage: 36\n",
                "Note: this is a sentence\n",
                "Note: this is a sentence\n\nSteps:\n- open the door slowly\n- go through the door\n",
                "# Title\n\n- one\n- two\n  - three\n",
                "- Fixed: a bug\n- Added: a feature\n",
                "2026-01-05 12:00:00 INFO: started\n2026-01-05 12:00:01 WARN: slow\n",
                "sshd[12]: Accepted\nsshd[12]: closed\n",
                "def f(x):\n    return 1\n\nif x:\n    f(2)\n",
                "class A:\n    x: int = 1\n    y: str\n",
                "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(1)\n}\n",
                "const a = {\n  b: 1,\n  c: [2],\n};\n",
                "fn main() {\n    let x: i32 = 1;\n}\n",
                "public class A {\n    int x = 1;\n}\n",
                "[section]\nkey = value\nother = 1\n",
                "id,name\n1,Ada\n2,Bob\n",
                "all: build test\n\nbuild:\n\tgo build\n",
                "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nValueError: x\n",
                "java.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)\n",
                "Feature: x\n  Scenario: y\n    Given z\n",
                "a:\n  b: 1\n a: 2\n",
                "a:\n  b: 1\na: 2\n",
                "a:\n  b: \"not closed\n"
            })
    void rejectsTextsThatAreOnlyAccidentallyYaml(String text) {
        assertThat(read(text)).isNull();
    }

    @Test
    void rejectsHostileTextsInLinearTime() {
        assertThat(readDeclared("[".repeat(1_000_000))).isNull();
        assertThat(readDeclared("- ".repeat(1_000_000))).isNull();
        assertThat(readDeclared("? ".repeat(1_000_000))).isNull();
        assertThat(readDeclared("{a: ".repeat(100_000))).isNull();
        assertThat(readDeclared("a: &x 1\nb: [" + "*x,".repeat(100_000))).isNull();
        assertThat(readDeclared("a: \0\n")).isNull();
        assertThat(readDeclared("!!x".repeat(10_000))).isNull();
    }

    @Test
    void readsRandomLists() {
        Random random = new Random(132);
        for (int i = 0; i < 300; i++) {
            List<String> items = new ArrayList<>();
            StringBuilder yaml = new StringBuilder();
            for (int item = 0; item < 1 + random.nextInt(6); item++) {
                StringBuilder json = new StringBuilder();
                yaml.append("-");
                appendValue(random, 1, yaml, json);
                items.add(json.toString());
            }
            TextData data = Objects.requireNonNull(FORMAT.readDeclared(Slice.of(yaml.toString())), yaml.toString());
            Slice expectedList = Slice.of("[" + String.join(",", items) + "]");
            assertThat(JsonEquality.isEqual(Slice.of(json(data)), expectedList))
                    .as(yaml.toString())
                    .isTrue();
            int from = random.nextInt(items.size());
            int to = from + 1 + random.nextInt(items.size() - from);
            String partText = Objects.requireNonNull(data.text(from, to)).utf8();
            Slice expectedPart = Slice.of("[" + String.join(",", items.subList(from, to)) + "]");
            assertThat(JsonEquality.isEqual(Slice.of(Objects.requireNonNull(readDeclared(partText))), expectedPart))
                    .as(partText)
                    .isTrue();
            assertThat(ItemIndex.of(Slice.of(json(data))).count()).isEqualTo(items.size());
        }
    }

    private static void appendValue(Random random, int depth, StringBuilder yaml, StringBuilder json) {
        int kind = random.nextInt(depth > 3 ? 1 : 3);
        if (kind == 0) {
            String[][] scalars = {
                {"1.10", "1.10"},
                {"null", "null"},
                {"\"a: \\\"b\\\"\"", "\"a: \\\"b\\\"\""},
                {"a b", "\"a b\""},
                {"'- x'", "\"- x\""},
                {"{a: [1, ä]}", "{\"a\":[1,\"ä\"]}"},
                {"[]", "[]"},
                {"false", "false"}
            };
            String[] pair = scalars[random.nextInt(scalars.length)];
            yaml.append(" ").append(pair[0]).append("\n");
            json.append(pair[1]);
            return;
        }
        boolean isMap = kind == 1;
        yaml.append("\n");
        json.append(isMap ? "{" : "[");
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            yaml.append("  ".repeat(depth)).append(isMap ? "k" + i + ":" : "-");
            json.append(i == 0 ? "" : ",").append(isMap ? "\"k" + i + "\":" : "");
            appendValue(random, depth + 1, yaml, json);
        }
        json.append(isMap ? "}" : "]");
    }

    private static @Nullable String read(String text) {
        Slice slice = Slice.of(text);
        TextData data = FORMAT.canRead(slice) ? FORMAT.read(slice) : null;
        return data == null ? null : json(data);
    }

    private static @Nullable String readDeclared(String text) {
        TextData data = FORMAT.readDeclared(Slice.of(text));
        return data == null ? null : json(data);
    }

    private static String json(TextData data) {
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        assertThat(Json.isValid(out.slice())).as(out.slice().utf8()).isTrue();
        return out.slice().utf8();
    }
}
