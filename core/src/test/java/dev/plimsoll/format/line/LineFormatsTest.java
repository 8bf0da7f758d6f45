package dev.plimsoll.format.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineFormatsTest {

    @Test
    void readsMatches() {
        TextData data = data("src/A.java:12:  int a = 1;\nsrc/B b.java:7:x:y\nC:\\src\\c.c:3:\n");
        assertThat(data.label()).isEqualTo("matches");
        assertThat(json(data))
                .isEqualTo("[{\"path\":\"src/A.java\",\"line\":12,\"text\":\"  int a = 1;\"},"
                        + "{\"path\":\"src/B b.java\",\"line\":7,\"text\":\"x:y\"},"
                        + "{\"path\":\"C:\\\\src\\\\c.c\",\"line\":3,\"text\":\"\"}]");
        assertThat(Objects.requireNonNull(data.text(1, 3)).utf8()).isEqualTo("src/B b.java:7:x:y\nC:\\src\\c.c:3:");
    }

    @Test
    void readsColumnsOnlyIfAllMatchesHaveOne() {
        assertThat(json(data("a.c:1:5: error: x\na.c:2:7: error: y\nb.c:9:1: warning: z\n")))
                .isEqualTo("[{\"path\":\"a.c\",\"line\":1,\"column\":5,\"text\":\" error: x\"},"
                        + "{\"path\":\"a.c\",\"line\":2,\"column\":7,\"text\":\" error: y\"},"
                        + "{\"path\":\"b.c\",\"line\":9,\"column\":1,\"text\":\" warning: z\"}]");
        assertThat(json(data("a.yml:1:80: x\na.yml:2:y\na.yml:3:z\n")))
                .startsWith("[{\"path\":\"a.yml\",\"line\":1,\"text\":\"80: x\"}");
    }

    @Test
    void readsMatchesWithASymbolAndADash() {
        assertThat(json(data("📄 /a/b.js:24 - return x;\n📄 /a/b.js:25 - \n📄 /c.js:3 - 5: y\n")))
                .isEqualTo("[{\"path\":\"/a/b.js\",\"line\":24,\"text\":\"return x;\"},"
                        + "{\"path\":\"/a/b.js\",\"line\":25,\"text\":\"\"},"
                        + "{\"path\":\"/c.js\",\"line\":3,\"text\":\"5: y\"}]");
    }

    @Test
    void readsBlocksWhoseLastValueHasParagraphs() {
        TextData data = data("""
                Commit history:
                Commit: a1
                Author: Ada
                Message: Fix it

                It was wrong.
                Always: since May.

                Fixes #1

                Commit: b2
                Author: Bob
                Message: Add it
                """);
        assertThat(data.lineErrors()).isEqualTo(LineErrors.NONE);
        assertThat(json(data))
                .isEqualTo("[{\"Commit\":\"a1\",\"Author\":\"Ada\","
                        + "\"Message\":\"Fix it\\n\\nIt was wrong.\\nAlways: since May.\\n\\nFixes #1\"},"
                        + "{\"Commit\":\"b2\",\"Author\":\"Bob\",\"Message\":\"Add it\"}]");
    }

    @Test
    void readsMatchesBelowTheirPath() {
        TextData data = data("src/a.js\n12:let a\n15:3: b\n\nsrc/b.js\n1:c\n");
        assertThat(json(data))
                .isEqualTo("[{\"path\":\"src/a.js\",\"line\":12,\"text\":\"let a\"},"
                        + "{\"path\":\"src/a.js\",\"line\":15,\"text\":\"3: b\"},"
                        + "{\"path\":\"src/b.js\",\"line\":1,\"text\":\"c\"}]");
        assertThat(data.text(0, 1)).isNull();
        assertThat(json(data("""
                /repo/a.js
                  12:5  error  'x' is not defined  no-undef
                  13:1  warning  y  semi

                /repo/b.js
                  1:1  error  z  semi
                """)))
                .startsWith("[{\"path\":\"/repo/a.js\",\"line\":12,\"column\":5,"
                        + "\"text\":\"error  'x' is not defined  no-undef\"},");
    }

    @Test
    void marksContextLines() {
        assertThat(json(data("a/b-1.c-11-before\na/b-1.c:12:x\na/b-1.c-13-after\n--\na/c.c:1:y\na/c.c:2:z\n")))
                .isEqualTo(
                        "[{\"path\":\"a/b-1.c\",\"line\":11,\"text\":\"before\",\"context\":true},"
                                + "{\"path\":\"a/b-1.c\",\"line\":12,\"text\":\"x\"},"
                                + "{\"path\":\"a/b-1.c\",\"line\":13,\"text\":\"after\",\"context\":true},"
                                + "{\"path\":\"a/c.c\",\"line\":1,\"text\":\"y\"},{\"path\":\"a/c.c\",\"line\":2,\"text\":\"z\"}]");
    }

    @Test
    void readsBlocks() {
        TextData data = data("Name: Ada\nAge: 36\nNote: first\n  second\n\nName: Bob\nAge: \nCity: Rome: old\n");
        assertThat(data.label()).isEqualTo("blocks");
        assertThat(json(data))
                .isEqualTo("[{\"Name\":\"Ada\",\"Age\":36,\"Note\":\"first\\n  second\"},"
                        + "{\"Name\":\"Bob\",\"Age\":null,\"City\":\"Rome: old\"}]");
        assertThat(Objects.requireNonNull(data.text(1, 2)).utf8()).isEqualTo("Name: Bob\nAge: \nCity: Rome: old");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1. Title: A\n   URL: u\n2. Title: B\n   URL: v\n",
                "Title: A\nURL: u\nTitle: B\nURL: v\n",
                "### Result 1\n**Title:** A\n**URL**: u\n\n### Result 2\n- **Title:** B\n- **URL:** v\n",
                "[1]\nTitle: A\nURL: u\n[2]\nTitle: B\nURL: v\n",
                "Title: A\nURL: u\n-----\nTitle: B\nURL: v\n"
            })
    void readsBlocksWithAnySeparator(String text) {
        assertThat(json(data(text))).isEqualTo("[{\"Title\":\"A\",\"URL\":\"u\"},{\"Title\":\"B\",\"URL\":\"v\"}]");
    }

    @Test
    void readsTheLogOfAGitMcpServer() {
        String text = IntStream.range(1, 9)
                .mapToObj(i -> """
                        Commit: 'abc%d'
                        Author: <git.Actor "Ada <a@b.c>">
                        Date: 2026-01-0%d 10:00:00+00:00
                        Message: 'Fix: a thing'

                        """.formatted(i, i))
                .collect(Collectors.joining("", "Commit history:\n", ""));
        assertThat(json(data(text))).startsWith("[{\"Commit\":\"'abc1'\",\"Author\":\"<git.Actor \\\"Ada");
    }

    @Test
    void toleratesOneBadLineInAHundred() {
        String matches = "a/b.c:1:x\n".repeat(150);
        TextData data = data(matches + "Binary file x matches\n" + matches);
        assertThat(data.lineErrors()).isEqualTo(new LineErrors(1, 0, 151));
        assertThat(json(data)).contains("{\"line\":151,\"text\":\"Binary file x matches\"}");
        String blocks = "a: 1\nb: 2\n\n".repeat(150);
        TextData records = data(blocks + "A remark\n\n" + blocks);
        assertThat(records.lineErrors()).isEqualTo(new LineErrors(1, 0, 451));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-05 10:15:30 INFO a\n2026-01-05 10:15:31 INFO b\n2026-01-05 10:15:32 INFO c\n",
                "Jan  5 10:15:30 host.a app: x\nJan  5 10:15:31 host.a app: y\nJan  5 10:15:32 host.a app: z\n",
                "10:15:30 text\n10:15:31 text\n10:15:32 text\n",
                "http://a.b:80:x\nhttp://a.b:81:y\nhttp://a.b:82:z\n",
                "10.0.0.1:80:open\n10.0.0.2:80:open\n10.0.0.3:22:open\n",
                "    at f (/a/b.js:10:5)\n    at g (/a/b.js:11:5)\n    at h (/a/b.js:12:5)\n",
                "fe80::1:2:3\nfe80::1:2:4\nfe80::1:2:5\n",
                "Error: the file is missing.\nIt was there before.\nTry again: later.\n",
                "server:\n  port: 80\n  host: a\nclient:\n  port: 81\n",
                "a:\n  b: 1\n\na:\n  b: 2\n",
                "Note: this is one.\n\nNote: this is another one.\n",
                "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 5\n\nHello\n",
                "[section]\nkey = value\nother = value\n",
                "int main() {\n  switch (a) {\n    case 1: return 2;\n    default: return 3;\n  }\n}\n",
                "# Title\n\nSome text: it goes on.\n\nMore text, too.\n\n- item: one\n- item: two\n",
                "total 12\ndrwxr-xr-x 2 root root 4096 Jan  1 10:00 a\n-rw-r--r-- 1 root root   12 Jan  1 10:00 b\n",
                "def f(a: int):\n    return a\n\ndef g(b: int):\n    return b\n",
                "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x()\nValueError: no\n"
            })
    void rejectsTextsWithoutMatchesOrBlocks(String text) {
        for (var format : List.of(new MatchesFormat(), new BlocksFormat())) {
            assertThat(format.canRead(Slice.of(text)) ? format.read(Slice.of(text)) : null)
                    .as(format.name())
                    .isNull();
        }
    }

    @Test
    void rejectsHostileTextsInLinearTime() {
        assertThat(TextFormats.read(Slice.of("a: 1\n" + "b: 2\n".repeat(300_000))))
                .isNull();
        String keys =
                IntStream.range(0, 100_000).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());
        assertThat(TextFormats.read(Slice.of(keys))).isNull();
        assertThat(TextFormats.read(Slice.of("a/b.c:1:" + "x".repeat(5_000_000))))
                .isNull();
        assertThat(TextFormats.read(Slice.of("a/b.c:".repeat(500_000)))).isNull();
    }

    private static TextData data(String text) {
        return Objects.requireNonNull(TextFormats.read(Slice.of(text)), text);
    }

    private static String json(TextData data) {
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        assertThat(Json.isValid(out.slice())).as(out.slice().utf8()).isTrue();
        return out.slice().utf8();
    }
}
