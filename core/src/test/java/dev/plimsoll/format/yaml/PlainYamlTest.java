package dev.plimsoll.format.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares {@link PlainYaml}, which reads only the most common forms of YAML but is fast, with {@link YamlReader},
 * which uses a YAML library.
 */
class PlainYamlTest {

    /** Values of members and items. A {@code %} after a line break stands for an indentation. */
    private static final String[] VALUES = {
        "web",
        "two words here",
        "a few more words than five",
        "12",
        "-1.50",
        "007",
        "1e5",
        "0x1F",
        ".5",
        "~",
        "null",
        "True",
        "no",
        "nope",
        "-x",
        "http://a.example:80/b#c",
        "a:b",
        "ä €",
        "東京",
        "😀",
        "\"\"",
        "''",
        "\"a: b # c\"",
        "\"x\\ty \\\"z\\\" \\\\\"",
        "'it''s'",
        "'- a'",
        "{}",
        "[]",
        "(x)",
        "/etc",
        "a #b",
        "\"\\u00e9\"",
        "{a: 1}",
        "[1, 2]",
        "&x 1",
        "*x",
        "!!str 1",
        "|\n%literal\n%\n% more\n",
        "|-\n%a\n",
        "|+\n%a\n\n",
        ">\n%folded\n%text\n",
        "a\n% b",
        "\"a\n% b\"",
        "- a",
        "@a",
        "`a",
        "%a",
        "? a",
        "a: b",
        "a:",
        "'a' b",
        "\"a\"b",
        "\ttab",
        "a\t",
        "a  ",
        "# c",
        "x # c"
    };

    private static final String[] KEYS = {
        "id",
        "name",
        "a.b/c",
        "f:meta",
        "k:{\"x\":1}",
        "two words",
        "\"quoted\"",
        "'q'",
        "1",
        "ü",
        "null",
        "<<",
        "-x",
        "a ",
        "?",
        "\"e\\n\"",
        "..."
    };

    /** Number of values at the start of {@link #VALUES} that {@link PlainYaml} can read. */
    private static final int USUAL_VALUE_COUNT = 15;

    /** Number of keys at the start of {@link #KEYS} that {@link PlainYaml} can read. */
    private static final int USUAL_KEY_COUNT = 11;

    /** Lines to insert at random positions. */
    private static final String[] LINES = {"\n", "# comment\n", "  # comment\n", "---\n", "...\n", "   \n", " x: 1\n"};

    /** Parts of random lines. */
    private static final String[] PIECES = {
        "a",
        "b:",
        ": ",
        "- ",
        "-",
        "#",
        " #",
        "|",
        "|-",
        "'",
        "\"",
        "\\",
        "{}",
        "[]",
        "{",
        "}",
        ",",
        "&a",
        "*a",
        "!",
        "?",
        "? ",
        "%",
        "@",
        "---",
        "...",
        "~",
        "1",
        "0x1",
        "1.0",
        "null",
        "true",
        " ",
        "  ",
        ":",
        "=",
        "<<",
        "a: 1",
        "- a: 1",
        "a:",
        "  b: 2",
        "é",
        "日",
        "key: value",
        "- item"
    };

    @Test
    void agreesWithTheLibraryOnRandomYaml() {
        Random random = new Random(37);
        int readCount = 0;
        for (int i = 0; i < 6_000; i++) {
            StringBuilder yaml = new StringBuilder(random.nextInt(8) == 0 ? "---\n" : "");
            boolean isUsual = i % 2 == 0;
            appendCollection(random, 0, yaml, isUsual);
            if (!isUsual && random.nextInt(3) == 0) {
                insertLine(random, yaml);
            }
            readCount += isReadLikeTheLibrary(yaml.toString()) ? 1 : 0;
        }
        assertThat(readCount).isGreaterThan(1_500);
    }

    @Test
    void readsFormsThatProgramsWrite() {
        for (String text : List.of(
                "items:\n- a: 1\n  b:\n  - x\n  c: {}\n- a: 2\n  b: []\nkind: List\n",
                "- id: 1\n  note: |\n    a\n\n      b\n  x: ''\n-   id: 2\n-\n  id: 3\n-\n- plain\n",
                "---\n# c\na: 1\n---\nb:\n  c: 'd'\n",
                "a: |-\n  text\n# c\nb: \"x\\n\"\n",
                "a:\n  b:\n    c: -1\nd:\n")) {
            assertThat(isReadLikeTheLibrary(text)).as(text).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: b\r\n",
                "a: \"b\n  c\"\n",
                "a: b\n  c\n",
                "a: 1\na: 2\n",
                "a: 1\n'a': 2\n",
                "a: b: c\n",
                "a: [1]\n",
                "a: 1 # c\n",
                "a: b #\n",
                "\tb: 1\n",
                "a:\tb\n",
                "a: \u0085\n",
                "a: \u2028\n",
                "\ufeffa: 1\n",
                "a: \u007f\n",
                "? a\n: b\n",
                "- - a\n",
                "%YAML 1.2\n---\na: 1\n",
                "a: 1\n...\n",
                "a: 1\n---\n",
                " a: 1\n",
                "a:\n - b\n- c\n",
                "a: |\n  text",
                "a: |\n\n  text\n",
                "text\n",
                ""
            })
    void returnsNullForOtherYaml(String text) {
        assertThat(PlainYaml.read(Slice.of(text))).isNull();
    }

    @Test
    void rejectsDuplicateKeys() {
        StringBuilder yaml = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            yaml.append("k").append(i).append(":\n  a: 1\n");
        }
        assertThat(isReadLikeTheLibrary(yaml.toString())).isTrue();
        for (int i = 0; i < 200; i += 20) {
            assertThat(PlainYaml.read(Slice.of(yaml + "k" + i + ": 1\n"))).isNull();
        }
    }

    @Test
    void readsHostileTextsInLinearTime() {
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            deep.append(" ".repeat(i)).append("a:\n");
        }
        assertThat(PlainYaml.read(Slice.of(deep.toString()))).isNull();
        assertThat(PlainYaml.read(Slice.of("a:\n" + "- x: 1\n  x: 2\n".repeat(1_000))))
                .isNull();
        assertThat(PlainYaml.read(Slice.of("a" + "b".repeat(2_000_000) + ": 1\n")))
                .isNull();
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < 300_000; i++) {
            wide.append("k").append(i).append(": 1\n");
        }
        assertThat(PlainYaml.read(Slice.of(wide.toString()))).isNotNull();
    }

    /**
     * Checks two texts that would take minutes without limits: the long line in the YAML library, and the many mappings
     * in the check for repeated keys.
     */
    @Test
    void readsLongLinesAndManyNestedMappingsQuickly() {
        assertThat(YamlReader.read(Slice.of("a: &x\n  b: 1\n" + "::::".repeat(2_000_000))))
                .isNull();
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            wide.append("k").append(i).append(":\n");
            for (int j = 0; j < 25; j++) {
                wide.append("  a").append(j).append(": 1\n");
            }
        }
        assertThat(PlainYaml.read(Slice.of(wide.toString()))).isNotNull();
    }

    @Test
    void agreesWithTheLibraryOnRandomLines() {
        Random random = new Random(41);
        int readCount = 0;
        for (int i = 0; i < 40_000; i++) {
            StringBuilder yaml = new StringBuilder();
            int lines = 1 + random.nextInt(6);
            for (int line = 0; line < lines; line++) {
                yaml.append(" ".repeat(random.nextInt(4) == 0 ? random.nextInt(5) : 0));
                int pieces = 1 + random.nextInt(4);
                for (int piece = 0; piece < pieces; piece++) {
                    yaml.append(PIECES[random.nextInt(PIECES.length)]);
                }
                yaml.append(random.nextInt(12) == 0 ? "" : "\n");
            }
            readCount += isReadLikeTheLibrary(yaml.toString()) ? 1 : 0;
        }
        assertThat(readCount).isGreaterThan(800);
    }

    /** Returns whether {@link PlainYaml} reads a text. Fails if it does, and the library reads something else. */
    private static boolean isReadLikeTheLibrary(String text) {
        YamlDocuments plainResult = PlainYaml.read(Slice.of(text));
        if (plainResult == null) {
            return false;
        }
        YamlDocuments libraryResult = Objects.requireNonNull(YamlReader.read(Slice.of(text)), text);
        assertThat(plainResult.json().utf8())
                .as(text)
                .isEqualTo(libraryResult.json().utf8());
        assertThat(plainResult.isCertainlyYaml()).as(text).isEqualTo(libraryResult.isCertainlyYaml());
        assertThat(plainResult.hasOnlyCollections()).as(text).isEqualTo(libraryResult.hasOnlyCollections());
        assertThat(offsets(plainResult.itemLines())).as(text).isEqualTo(offsets(libraryResult.itemLines()));
        return true;
    }

    private static @Nullable List<Integer> offsets(@Nullable Spans spans) {
        if (spans == null) {
            return null;
        }
        List<Integer> offsets = new ArrayList<>();
        for (int i = 0; i < spans.count(); i++) {
            offsets.add(spans.from(i));
            offsets.add(spans.to(i));
        }
        return offsets;
    }

    private static void insertLine(Random random, StringBuilder yaml) {
        int lineStart = yaml.indexOf("\n", random.nextInt(yaml.length())) + 1;
        yaml.insert(lineStart, LINES[random.nextInt(LINES.length)]);
    }

    /** Appends a mapping or list with the given indentation. */
    private static void appendCollection(Random random, int indent, StringBuilder yaml, boolean isUsual) {
        boolean isMap = random.nextBoolean();
        int members = 1 + random.nextInt(3);
        for (int i = 0; i < members; i++) {
            yaml.append(" ".repeat(indent));
            appendMember(random, isMap, indent, yaml, isUsual);
        }
    }

    private static void appendMember(Random random, boolean isMap, int indent, StringBuilder yaml, boolean isUsual) {
        int keys = isUsual ? USUAL_KEY_COUNT : KEYS.length;
        String keyOrDash = isMap ? KEYS[random.nextInt(keys)] + ":" : "-";
        yaml.append(keyOrDash);
        boolean isNested = indent < 8 && random.nextInt(3) == 0;
        if (isNested && isMap && random.nextInt(3) == 0) {
            // a list may begin below its key
            yaml.append("\n").append(" ".repeat(indent)).append("-");
            appendScalar(random, indent, yaml, isUsual);
        } else if (isNested && !isMap && random.nextBoolean()) {
            yaml.append(" ").append(KEYS[random.nextInt(keys)]).append(":");
            appendScalar(random, indent + 2, yaml, isUsual);
            yaml.append(" ".repeat(indent + 2))
                    .append(KEYS[random.nextInt(keys)])
                    .append(":");
            appendScalar(random, indent + 2, yaml, isUsual);
        } else if (isNested) {
            yaml.append("\n");
            appendCollection(random, indent + 1 + random.nextInt(3), yaml, isUsual);
        } else {
            appendScalar(random, indent, yaml, isUsual);
        }
    }

    private static void appendScalar(Random random, int indent, StringBuilder yaml, boolean isUsual) {
        String value = VALUES[random.nextInt(isUsual ? USUAL_VALUE_COUNT : VALUES.length)];
        String innerIndent = " ".repeat(indent + 1 + random.nextInt(3));
        yaml.append(
                random.nextInt(12) == 0 ? "" : " " + value.replace("%\n", "\n").replace("\n%", "\n" + innerIndent));
        yaml.append(value.endsWith("\n") ? "" : "\n");
    }
}
