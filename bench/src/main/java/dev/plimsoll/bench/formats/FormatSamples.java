package dev.plimsoll.bench.formats;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/** Generates a text in each format, all of about the same size. */
final class FormatSamples {

    private static final String[] STATUSES = {"open", "closed", "waiting"};
    private static final String[] CITIES = {"Zürich", "Kraków", "Lisboa", "Αθήνα", "東京", "Ottawa"};

    private final int bytes;
    private final Map<String, Slice> texts = new LinkedHashMap<>();

    private FormatSamples(int bytes) {
        this.bytes = bytes;
    }

    /** Returns a text of about this size for each format, by the name of the format. */
    static Map<String, Slice> generate(int bytes) {
        FormatSamples samples = new FormatSamples(bytes);
        samples.addRecords();
        samples.addTables();
        samples.addLines();
        return samples.texts;
    }

    /** Adds a text in a format: appends records until the text has the wanted size. */
    private void add(String format, String before, IntFunction<String> record, String after) {
        StringBuilder text = new StringBuilder(bytes + 1024).append(before);
        for (int i = 0; text.length() < bytes; i++) {
            text.append(record.apply(i));
        }
        texts.put(format, Slice.of(text.append(after).toString()));
    }

    private static String status(int i) {
        return STATUSES[i % STATUSES.length];
    }

    private static String city(int i) {
        return CITIES[i * 7 % CITIES.length];
    }

    private static String cost(int i) {
        return String.format(Locale.ROOT, "%d.%02d", i * 31 % 900, i % 100);
    }

    private void addRecords() {
        IntFunction<String> json = i -> new JsonWriter(new ByteSink(64))
                .beginObject()
                .number("id", i)
                .string("city", city(i))
                .string("status", status(i))
                .raw("cost", Slice.of(cost(i)))
                .endObject()
                .slice()
                .utf8();
        add("json", "The result:\n[", i -> (i == 0 ? "" : ",") + json.apply(i), "]");
        add("jsonl", "", i -> json.apply(i) + "\n", "");
        add(
                "python",
                "[",
                i -> (i == 0 ? "" : ", ") + "{'id': " + i + ", 'city': '" + city(i) + "', 'status': '" + status(i)
                        + "', 'cost': " + cost(i) + ", 'note': None}",
                "]");
        add(
                "yaml",
                "tickets:\n",
                i -> "  - id: " + i + "\n    city: " + city(i) + "\n    status: " + status(i) + "\n    cost: " + cost(i)
                        + "\n",
                "");
        add(
                "blocks",
                "",
                i -> "Id: " + i + "\nCity: " + city(i) + "\nStatus: " + status(i) + "\nCost: " + cost(i) + "\n\n",
                "");
    }

    private void addTables() {
        IntFunction<String> row = i -> i + "," + city(i) + "," + status(i) + "," + cost(i) + "\n";
        add("csv", "id,city,status,cost\n", row, "");
        add("tsv", "id\tcity\tstatus\tcost\n", i -> row.apply(i).replace(',', '\t'), "");
        add(
                "table",
                "| id | city | status | cost |\n| --- | --- | --- | --- |\n",
                i -> "| " + i + " | " + city(i) + " | " + status(i) + " | " + cost(i) + " |\n",
                "");
        add(
                "fixed table",
                "NAME           STATUS    RESTARTS   AGE\n",
                i -> String.format(Locale.ROOT, "pod-%-10d %-9s %-10d %dd%n", i, status(i), i % 7, i % 90),
                "");
        int rows = bytes / 24;
        add(
                "toon",
                "[" + rows + "]{id,status,cost}:\n",
                i -> i < rows ? "  " + i + "," + status(i) + "," + cost(i) + "\n" : "\n",
                "");
    }

    private void addLines() {
        add(
                "matches",
                "",
                i -> "src/main/part" + i % 300 + "/Module" + i % 40 + ".java:" + (1 + i % 900) + ":    return total + "
                        + i + ";\n",
                "");
        add(
                "diff",
                "",
                i -> i % 12 == 0
                        ? "diff --git a/src/f" + i + ".c b/src/f" + i + ".c\n--- a/src/f" + i + ".c\n+++ b/src/f" + i
                                + ".c\n" + "@@ -1,9 +1,9 @@ int main()\n"
                        : i % 12 < 9
                                ? " int value" + i + " = next(" + i + ");\n"
                                : i % 12 == 9 ? "-int old;\n" : i % 12 == 10 ? "+int now;\n" : "",
                "");
        add(
                "gitlog",
                "",
                i -> String.format(
                        Locale.ROOT,
                        "commit %040x%nAuthor: Ada Byron <ada@example.com>%n"
                                + "Date:   Mon Jan 5 10:00:00 2026 +0100%n%n    Fix the part %d of the import%n%n",
                        i + 0x10000000L,
                        i),
                "");
    }
}
