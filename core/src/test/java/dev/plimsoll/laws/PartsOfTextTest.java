package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks reads of a part of a text: a file, a section, the tables of a section, a declaration in source
 * code, or lines. */
class PartsOfTextTest {

    private static final int FILES = 40;

    private final Engine engine = Engine.of(1_000, ClientFeatures.current());

    private static String path(int i) {
        return "/srv/app/src/module" + i + (i % 2 == 0 ? ".py" : ".md");
    }

    /** Returns the content of a file: code, or Markdown with headings, a rule, and a fenced block. */
    private static String content(int i) {
        return i % 2 == 0
                ? "import os\n\nclass Order" + i + ":\n    def total(self, rate):\n        return self.net * rate\n\n"
                        + "# a remark about the tax rate of the country\n".repeat(20)
                : "# Title " + i + "\n\nSome text.\n\n---\n\nkey: value\n\n## Usage\n\n" + "More text here. ".repeat(30)
                        + "\n";
    }

    private static String joined(String form) {
        return switch (form) {
            case "head" ->
                IntStream.range(0, FILES)
                        .mapToObj(i -> "==> " + path(i) + " <==\n" + content(i))
                        .collect(Collectors.joining("\n"));
            case "listed" ->
                IntStream.range(0, FILES)
                        .mapToObj(i -> path(i) + ":\n" + content(i) + "\n")
                        .collect(Collectors.joining("\n---\n"));
            case "tagged" ->
                "This file is a merged representation of the codebase.\n\n# Files\n\n"
                        + IntStream.range(0, FILES)
                                .mapToObj(i -> "<file path=\"" + path(i) + "\">\n" + content(i) + "</file>\n")
                                .collect(Collectors.joining("\n"));
            case "ruled" ->
                "Files\n"
                        + IntStream.range(0, FILES)
                                .mapToObj(
                                        i -> "================\nFile: " + path(i) + "\n================\n" + content(i))
                                .collect(Collectors.joining());
            default ->
                "# Files\n\n"
                        + IntStream.range(0, FILES)
                                .mapToObj(i -> "## File: " + path(i) + "\n````md\n" + content(i) + "````\n")
                                .collect(Collectors.joining("\n"));
        };
    }

    private static byte[] text(String text) {
        return SampleResults.text(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a text in a structured result with the only member {@code result}, as servers with an
     * output schema send it. */
    private static byte[] wrapped(String text) {
        return SampleResults.structured(
                new ByteSink(64).ascii("{\"result\":").string(text).ascii("}").toByteArray());
    }

    private static String shown(Answered answered) {
        return answered.texts().get(0).utf8();
    }

    /** Returns the text of an answer, without the header of a chunk. */
    private static String textWithoutHeader(Answered answered) {
        return answered.shown() == null ? shown(answered) : answered.chunkText().utf8();
    }

    @Test
    void firstNoticeSaysWhatATextIs() {
        String code =
                "import os\n\nclass Order:\n    def total(self, rate):\n        return self.net * rate\n\n".repeat(150);
        String log = "2026-03-05 08:00:00 ERROR [api] failed\n".repeat(600);
        String pages = IntStream.range(0, 60)
                .mapToObj(i -> "## Region " + i + "\n\n" + "Some plain words in a line. ".repeat(9) + "\n\n")
                .collect(Collectors.joining());
        assertThat(notice(joined("listed"))).contains(" (40 files");
        assertThat(notice(code)).contains(" (code");
        assertThat(notice(log)).contains(" (log");
        assertThat(notice(pages)).contains(" (Markdown");
        assertThat(notice("Only some words in a line, without a form.\n".repeat(600)))
                .startsWith("Lines 1-")
                .doesNotContain("prose");
    }

    private String notice(String text) {
        return engine.guard(text(text)).getShown().header().text("notice");
    }

    @Test
    void queryOfASectionGetsItsTable() {
        String text = IntStream.range(0, 30)
                .mapToObj(i -> "## Region " + i + "\n\nSome words.\n\n| id | cost |\n| --- | --- |\n"
                        + ("| " + i + " | 1.50 |\n").repeat(40) + "\n")
                .collect(Collectors.joining());
        Answered first = engine.guard(text(text));
        String cursor = first.getShown().readCursor();
        assertThat(shown(engine.read(cursor, "\"path\":\"#Region 7\",\"query\":\"map(.cost) | add\"")))
                .contains("\"results\":[60");
        assertThat(textWithoutHeader(engine.readPath(cursor, "#Region 7"))).startsWith("## Region 7\n");
    }

    /** Returns a page with tables below headings and prose around them. */
    private static String pageOfTables(boolean isRuled) {
        return "# Report\n\nSome words about the year, and how it went.\n\n"
                + IntStream.range(0, 24)
                        .mapToObj(i -> "## Region " + i + "\n\n" + "A line of words.\n".repeat(7)
                                + "\n| Id | Status | Cost |\n" + (isRuled ? "|---|---|---:|\n" : "")
                                + IntStream.range(0, 20)
                                        .mapToObj(k -> "| " + (100 * i + k) + " | " + (k % 3 == 0 ? "open" : "closed")
                                                + " | " + k * (i + 1) + ".5 |\n")
                                        .collect(Collectors.joining())
                                + "\n")
                        .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tablesInSectionsAreListedAndQueried(boolean isRuled) {
        for (byte[] result : List.of(text(pageOfTables(isRuled)), wrapped(pageOfTables(isRuled)))) {
            Answered first = Engine.of(4_000, ClientFeatures.current()).guard(result);
            assertThat(shown(first))
                    .contains("\"tables\":[\"24 in #2-#25: 480 rows {Id, Status, Cost}\"]")
                    .contains("\"path\":\"#2\",\"query\":\"sort_by(.Cost) | reverse[:5] | map({Id, Cost})\"")
                    .contains("\"query\":\"[.[][]] | group_by(.Status) |");
            first = engine.guard(result);
            String cursor = first.getShown().readCursor();
            assertThat(shown(engine.read(cursor, "\"path\":\"#Region 9\",\"query\":\"max_by(.Cost)\"")))
                    .contains("{\"Id\":919,\"Status\":\"closed\",\"Cost\":190.5}");
            assertThat(shown(engine.read(cursor, "\"query\":\"[.[][]] | map(.Cost) | add\"")))
                    .contains("[57240]");
            assertThat(shown(engine.read(cursor, "\"query\":\"[.[][]? | .Cost?] | add\"")))
                    .as("finds nothing in the lines")
                    .contains("[57240]");
            assertThat(shown(engine.read(cursor, "\"query\":\"[.[][]? | .Price?]\"")))
                    .doesNotContain("error");
            assertThat(shown(engine.read(cursor, "\"query\":\".\\\"Region 3\\\" | length\"")))
                    .contains("[20]");
            assertThat(shown(engine.read(
                            cursor, "\"path\":\"#Region 3\",\"query\":\"map(select(test(\\\"words\\\"))) | length\"")))
                    .as("the lines of the section")
                    .contains("[7]");
            assertThat(shown(engine.read(cursor, "\"path\":\"#Region 3\",\"query\":\"map(.cost) | add\"")))
                    .contains("did you mean \\\"Cost\\\"?");
        }
    }

    @Test
    void outlineNamesTablesOfEachForm() {
        String page = "# One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Two\n\nWords.\n\n| c |\n|---|\n| 1 |\n\n"
                + "# Three\n\n" + "Many words in a line of text.\n\n".repeat(300)
                + "| a | b |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |\n";
        String cursor = engine.guard(text(page)).getShown().readCursor();
        assertThat(shown(engine.read(cursor, "\"mode\":\"outline\"")))
                .contains("\"tables\":[\"2 in #1, #3: 3 rows {a, b}\",\"in #2: 1 row {c}\"]");
        assertThat(shown(engine.read(cursor, "\"mode\":\"outline\",\"path\":\"#Three\"")))
                .contains("\"tables\":[\"in #3: 2 rows {a, b}\"]");
        assertThat(shown(engine.read(cursor, "\"query\":\"map_values(map(.a))\"")))
                .contains("{\"One\":[1],\"Two\":[null],\"Three\":[3,5]}");
    }

    @Test
    void queryOfAWrappedLogGetsItsLines() {
        String log = "2026-03-05 08:00:00 ERROR [api] failed\n2026-03-05 08:00:01 INFO [api] works\n".repeat(300);
        String cursor = engine.guard(wrapped(log)).getShown().readCursor();
        for (String query : List.of(
                "map(fromlog | select(.level == \\\"ERROR\\\")) | length",
                ".result | split(\\\"\\\\n\\\") | map(fromlog | select(.level == \\\"ERROR\\\")) | length")) {
            assertThat(shown(engine.read(cursor, "\"query\":\"" + query + "\"")))
                    .as(query)
                    .contains("[300]");
        }
        for (String query : List.of(".result? | length", "[.[\\\"result\\\"]? | length] | add")) {
            assertThat(shown(engine.read(cursor, "\"query\":\"" + query + "\"")))
                    .as("a query that finds nothing in the lines may be about the object: %s", query)
                    .contains("[" + log.length() + "]");
        }
        assertThat(shown(engine.read(
                        cursor, "\"query\":\".result | split(\\\"\\\\n\\\") | map(fromlog) | max_by(.time)\"")))
                .contains("more records have time", "\"level\":\"INFO\"");
    }

    @Test
    void queryOfWrappedProseWarnsIfItMayMeanTheLines() {
        String cursor = engine.guard(wrapped("Some words in a line.\n".repeat(600)))
                .getShown()
                .readCursor();
        assertThat(shown(engine.read(cursor, "\"query\":\"map(select(test(\\\"words\\\"))) | length\"")))
                .contains(". is an object here; the 600 lines of its text are .result | split(");
        assertThat(shown(engine.read(cursor, "\"query\":\".[7]\"")))
                .contains("\"results\":[\"Some words in a line.\"]");
        assertThat(shown(engine.read(cursor, "\"query\":\".result | length\"")))
                .contains("[13200]")
                .doesNotContain("warnings");
    }

    @Test
    void outlineOfAWrappedTextHasItsSections() {
        Answered first = engine.guard(wrapped(joined("listed")));
        String outline = shown(engine.read(first.getShown().readCursor(), "\"mode\":\"outline\""));
        assertThat(outline).contains("\"fields\":{\"result\":{\"type\":\"string\"", "\"kind\":\"files\"", path(3));
        assertThat(textWithoutHeader(engine.readPath(first.getShown().readCursor(), "#4")))
                .isNotEmpty();
    }

    @Test
    void firstChunkOfAShortTextListsItsFiles() {
        Engine wide = Engine.of(4_000, ClientFeatures.current());
        String files = IntStream.range(0, 12)
                .mapToObj(i -> "==> " + path(i) + " <==\n" + content(i))
                .collect(Collectors.joining("\n"));
        Answered first = wide.guard(text(files + "\n" + content(0).repeat(20)));
        assertThat(shown(first)).contains("(12 files", "\"kind\":\"files\"", "\"path\":\"#2\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"head", "listed", "tagged", "ruled", "fenced"})
    void pathReadsOneOfSeveralFiles(String form) {
        Answered first = engine.guard(text(joined(form)));
        assertThat(shown(first)).contains("\"kind\":\"files\"", "\"1 " + path(0) + " ");

        String cursor = first.getShown().readCursor();
        for (String name : List.of("#8", "#" + path(7), "#module7.md")) {
            Answered file = engine.readPath(cursor, name);
            assertThat(textWithoutHeader(file)).as(name).isEqualTo(content(7));
        }
        assertThat(shown(engine.readPath(cursor, "#module7"))).contains("INVALID_REQUEST", "module7.md");
        assertThat(shown(engine.read(cursor, "\"find\":\"class Order12:\"")))
                .contains("\"names\":[\"#13 " + path(12) + "\"]");
    }

    @Test
    void pathReadsOneFileOfADiff() {
        String diff = IntStream.range(0, 60)
                .mapToObj(i -> "diff --git a/src/f" + i + ".c b/src/f" + i + ".c\nindex 1..2 100644\n--- a/src/f" + i
                        + ".c\n+++ b/src/f" + i + ".c\n@@ -1,2 +1,3 @@ int main(void)\n context " + i
                        + "\n-old line\n+new line "
                        + i + "\n+another line\n")
                .collect(Collectors.joining());
        Answered first = engine.guard(text(diff));
        String cursor = first.getShown().readCursor();

        assertThat(first.getShown().header().text("notice")).contains("diff of 60 records");
        assertThat(textWithoutHeader(engine.readPath(cursor, "#src/f7.c")))
                .startsWith("diff --git a/src/f7.c")
                .endsWith("+new line 7\n+another line\n")
                .doesNotContain("f8.c");
        assertThat(shown(engine.read(cursor, "\"as\":\"text\",\"mode\":\"outline\"")))
                .contains("\"files\":[\"1 src/f0.c 1-9\",\"2 src/f1.c 10-18\"");
    }

    @Test
    void sourceCodeHasAnOutlineOfItsDeclarations() {
        String code = IntStream.range(0, 120)
                .mapToObj(i -> "public final class Account" + i + " implements Comparable<Account" + i + "> {\n\n"
                        + "    private final long cents;\n\n    public long balance" + i + "(Rate rate) {\n"
                        + "        if (rate.isNone()) {\n            return cents;\n        }\n"
                        + "        return rate.applyTo(cents);\n    }\n}\n\n")
                .collect(Collectors.joining("", "package bank;\n\nimport java.util.List;\n\n", ""));
        Answered first = engine.guard(text(code));
        String cursor = first.getShown().readCursor();

        assertThat(shown(first))
                .contains("\"kind\":\"code\"", "1 # public final class Account0 implements Comparable<Account0> 5-15");
        assertThat(shown(engine.read(cursor, "\"mode\":\"outline\",\"path\":\"#Account7\"")))
                .contains("16 ## public long balance7(Rate rate) 93-98");
        assertThat(textWithoutHeader(engine.readPath(cursor, "#balance7")))
                .startsWith("    public long balance7(Rate rate) {\n")
                .endsWith("        return rate.applyTo(cents);\n    }\n");
        assertThat(shown(engine.read(cursor, "\"find\":\"rate.isNone\",\"page_size\":1")))
                .contains("\"names\":[\"#1 Account0\",\"#2 balance0\"]");
    }

    @Test
    void typeOfATextCanBeGiven() {
        String plain = "Overview\n\n# Part one\nText of it.\n".repeat(1)
                + "2026-11-01T10:00:00Z ERROR db: lost\n"
                + "a sentence without any form at all, which goes on and on\n".repeat(400);
        String cursor = engine.guard(text(plain)).getShown().readCursor();

        assertThat(shown(engine.read(cursor, "\"as\":\"markdown\",\"mode\":\"outline\"")))
                .contains("\"headings\":[\"1 # Part one 3-405\"]");
        assertThat(shown(engine.read(cursor, "\"as\":\"log\",\"mode\":\"outline\"")))
                .contains("\"kind\":\"log\"", "ERROR");
        assertThat(shown(engine.read(cursor, "\"as\":\"code\",\"mode\":\"outline\"")))
                .contains("\"kind\":\"code\"");
        assertThat(shown(engine.read(cursor, "\"as\":\"snapshot\"")))
                .contains("INVALID_REQUEST", "the text cannot be read as snapshot");
    }

    @Test
    void doesNotCountOtherLinesAsRecords() {
        String csv = "id;name\n"
                + IntStream.range(0, 900)
                        .mapToObj(i -> i + ";row number " + i + "\n")
                        .collect(Collectors.joining());
        String text = csv.replace("450;row number 450\n", "a line without any cell\n");

        Answered first = engine.guard(text(text));
        assertThat(first.getShown().header().text("notice"))
                .contains("CSV of 899 records {id, name}, line 452 is malformed");
        assertThat(shown(engine.read(first.getShown().readCursor(), "\"query\":\".[]\"")))
                .as("a later notice leaves out only the fields")
                .contains("CSV of 899 records, line 452 is malformed");
    }
}
