package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;

import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * 500 records in each of the formats in which servers send records as text. The records are the same in all formats.
 */
final class TextTablePayload {

    private TextTablePayload() {}

    static List<TaskPayload> all() {
        List<TaskPayload> payloads = new ArrayList<>(untypedPayloads());
        payloads.addAll(typedPayloads());
        return payloads;
    }

    /** Returns the payloads in formats in which all cells are text. */
    private static List<TaskPayload> untypedPayloads() {
        Condition inactive = is("active", "no");
        return List.of(
                create(
                        "Markdown table: 500 rows",
                        TaskPayload.Format.MARKDOWN,
                        "| id | name | plan | active | balance |\n|---|---|---|---|---|\n",
                        row -> "| " + row.id() + " | " + row.name() + " | " + row.plan() + " | " + word(row) + " | "
                                + row.balance() + " |\n",
                        "",
                        inactive),
                create(
                        "psql table: 500 rows",
                        TaskPayload.Format.PSQL,
                        " id | name | plan | active | balance\n----+------+------+--------+---------\n",
                        row -> " " + row.id() + " | " + row.name() + " | " + row.plan() + " | " + word(row) + " | "
                                + row.balance() + "\n",
                        "(500 rows)\n",
                        inactive),
                create(
                        "Blocks of key: value: 500 records",
                        TaskPayload.Format.BLOCKS,
                        "",
                        row -> "id: " + row.id() + "\nname: " + row.name() + "\nplan: " + row.plan() + "\nactive: "
                                + word(row) + "\nbalance: " + row.balance() + "\n\n",
                        "",
                        inactive),
                create(
                        "TSV: 500 rows",
                        TaskPayload.Format.TSV,
                        "id\tname\tplan\tactive\tbalance\n",
                        row -> row.id() + "\t" + row.name() + "\t" + row.plan() + "\t" + word(row) + "\t"
                                + row.balance() + "\n",
                        "",
                        inactive));
    }

    /** Returns the payloads in formats that have booleans. */
    private static List<TaskPayload> typedPayloads() {
        Condition inactive = is("active", false);
        return List.of(
                create(
                        "TOON: 500 rows",
                        TaskPayload.Format.TOON,
                        "[500]{id,name,plan,active,balance}:\n",
                        row -> "  " + row.id() + "," + row.name() + "," + row.plan() + "," + row.active() + ","
                                + row.balance() + "\n",
                        "",
                        inactive),
                create(
                        "YAML: 500 records",
                        TaskPayload.Format.YAML,
                        "",
                        row -> "- id: " + row.id() + "\n  name: " + row.name() + "\n  plan: " + row.plan()
                                + "\n  active: " + row.active() + "\n  balance: " + row.balance() + "\n",
                        "",
                        inactive),
                create(
                        "JSON Lines: 500 records",
                        TaskPayload.Format.JSON_LINES,
                        "",
                        row -> new JsonWriter()
                                        .beginObject()
                                        .number("id", row.id())
                                        .string("name", row.name())
                                        .string("plan", row.plan())
                                        .bool("active", row.active())
                                        .raw("balance", row.balance())
                                        .endObject()
                                        .slice()
                                        .utf8()
                                + "\n",
                        "",
                        inactive),
                create("Rows as arrays: 500 rows", TaskPayload.Format.ROWS, rows(), inactive));
    }

    private static String rows() {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .strings("columns", List.of("id", "name", "plan", "active", "balance"))
                .beginArray("rows");
        for (Account account : Account.all()) {
            json.beginArray().number(account.id()).string(account.name()).string(account.plan());
            json.bool(account.active()).raw(account.balance()).endArray();
        }
        return json.endArray().endObject().slice().utf8();
    }

    // formats without booleans write yes or no
    private static String word(Account account) {
        return account.active() ? "yes" : "no";
    }

    private static TaskPayload create(
            String title,
            TaskPayload.Format format,
            String before,
            Function<Account, String> row,
            String after,
            Condition inactive) {
        String rows = Account.all().stream().map(row).collect(Collectors.joining());
        return create(title, format, before + rows + after, inactive);
    }

    private static TaskPayload create(String title, TaskPayload.Format format, String text, Condition inactive) {
        return new TaskPayload(
                "accounts_as_" + format.name().toLowerCase(Locale.ROOT),
                title,
                format,
                ResultWriter.toTextResult(text),
                text,
                Account.createTasks(Account.all(), inactive));
    }
}
