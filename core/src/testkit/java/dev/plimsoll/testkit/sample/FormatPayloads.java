package dev.plimsoll.testkit.sample;

import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts with data in formats that servers and programs write, such as tables, logs, and Python lists. */
final class FormatPayloads {

    private FormatPayloads() {}

    private static String joined(int count, String between, IntFunction<String> part) {
        return IntStream.rangeClosed(1, count).mapToObj(part).collect(Collectors.joining(between));
    }

    private static String price(Random random) {
        return random.nextInt(1_000) + "." + random.nextInt(10) + "0";
    }

    /** Creates a list of dicts as Python prints it. */
    static String python(Random random, int rows) {
        return "["
                + joined(
                        rows,
                        ", ",
                        i -> "{'id': " + i + ", 'name': '" + RandomWords.words(random, 2) + "', 'price': "
                                + "Decimal('" + price(random) + "'), 'active': "
                                + (random.nextBoolean() ? "True" : "False")
                                + ", 'note': None, 'at': (" + i + ", 'x')}")
                + "]";
    }

    /** Creates the output of {@code git log --stat}. */
    static String gitLog(Random random, int commits) {
        return joined(
                commits,
                "\n",
                i -> "commit " + RandomWords.hex(random, 40) + "\nAuthor: "
                        + RandomWords.words(random, 2) + " <" + RandomWords.word(random)
                        + "@example.org>\nDate:   Mon Mar "
                        + (1 + i % 28) + " 10:11:12 2026 +0100\n\n    " + RandomWords.words(random, 6) + "\n\n    "
                        + RandomWords.words(random, 12) + "\n\n src/" + RandomWords.word(random) + ".java | 12 +++---\n"
                        + " 1 file changed, 6 insertions(+), 6 deletions(-)\n");
    }

    /** Creates matches of a search in files, as grep prints them: one line {@code PATH:LINE:TEXT} for each match. */
    static String matches(Random random, int lines) {
        return joined(
                        lines,
                        "\n",
                        i -> "src/main/java/" + RandomWords.word(random) + i % 40 + ".java:" + i + ":    "
                                + RandomWords.words(random, 5) + "();")
                + "\n";
    }

    /** Creates a table with {@code |} between the columns, as in Markdown or as psql prints it. */
    static String table(Random random, int rows) {
        boolean isMarkdown = random.nextBoolean();
        String edge = isMarkdown ? "| " : " ";
        String end = isMarkdown ? " |\n" : "\n";
        String rule = isMarkdown ? "| --- | --- | --- |\n" : "----+------+------\n";
        return edge + "id | name | price" + end + rule
                + joined(rows, "", i -> edge + i + " | " + RandomWords.words(random, 2) + " | " + price(random) + end)
                + (isMarkdown ? "" : "(" + rows + " rows)\n");
    }

    /** Creates a table whose columns are aligned with spaces, as kubectl prints it. */
    static String fixedTable(Random random, int rows) {
        return "NAME                  READY   STATUS             AGE\n"
                + joined(
                        rows,
                        "\n",
                        i -> String.format(
                                "%-22s%-8s%-19s%s",
                                RandomWords.hex(random, 12) + "-" + i,
                                i % 3 + "/2",
                                i % 7 == 0 ? "CrashLoopBackOff" : "Running",
                                i % 90 + "d"))
                + "\n";
    }

    /** Creates blocks of {@code key: value} lines. */
    static String blocks(Random random, int blocks) {
        return joined(
                blocks,
                "\n",
                i -> "Title: " + RandomWords.words(random, 4) + "\nURL: https://example.org/" + i + "\nScore: "
                        + random.nextInt(100) + "\n");
    }

    /** Creates TOON: a table of records. */
    static String toon(Random random, int rows) {
        return "orders[" + rows + "]{id,name,price}:\n"
                + joined(rows, "", i -> "  " + i + "," + RandomWords.word(random) + "," + price(random) + "\n");
    }

    /** Creates JSON in a fenced block, after a sentence. */
    static String fenced(Random random, int rows) {
        return "Script ran on page and returned:\n```json\n" + RecordPayloads.orders(random, rows) + "\n```\n";
    }

    /** Creates rows as arrays, with the column names in another member or in the first row. */
    static String rowArrays(Random random, int rows) {
        String all = joined(
                rows,
                ",",
                i -> "[" + i + ",\"" + RandomWords.words(random, 2) + "\"," + price(random) + ","
                        + (random.nextInt(4) == 0 ? "null" : "[\"a\",{\"b\":1.10}]") + "]");
        String names = "[\"id\",\"name\",\"price\",\"tags\"]";
        return random.nextBoolean() || rows == 0
                ? "{\"took\":1.50,\"columns\":" + names + ",\"rows\":[" + all + "],\"count\":" + rows + "}"
                : "[" + names + "," + all + "]";
    }

    /**
     * Creates several files in one text, in one of three forms: after a line {@code PATH:}, after a line
     * {@code ==> PATH <==}, or in an element {@code <file>}.
     */
    static String files(Random random, int files) {
        int form = random.nextInt(3);
        String between = form == 0 ? "\n---\n" : form == 1 ? "\n" : "";
        return joined(files, between, i -> {
            String path = "/srv/app/" + RandomWords.word(random) + i + ".txt";
            String before =
                    form == 0 ? path + ":\n" : form == 1 ? "==> " + path + " <==\n" : "<file path=\"" + path + "\">\n";
            return before + RandomWords.words(random, 30).replace(". ", ".\n") + (form == 2 ? "\n</file>\n" : "\n");
        });
    }
}
