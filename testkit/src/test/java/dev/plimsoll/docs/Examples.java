package dev.plimsoll.docs;

import static dev.plimsoll.docs.Stage.block;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Encoding;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.schema.ToolEntryWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** All examples in the reference documents that the engine can generate, by name. */
final class Examples {

    /** Three items per page, so that pages stay short although the budget fits a complete header. */
    private static final Policy ROOMY =
            Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 800).with(Policy.DEFAULT_PAGE_SIZE, 3);

    private static final Policy TIGHT = ROOMY.with(Policy.TOKEN_BUDGET_THRESHOLD, 280);
    private static final Policy LOGS = ROOMY.with(Policy.CHUNK_SIZE, 120);
    private static final Policy SMALL_BINARY = Policy.defaults().with(Policy.BINARY_BYTES, 90);
    private static final String TICKET_AND_IMAGE =
            "{\"content\":[" + block("Label of order 1003:") + "," + Payload.image(360) + "]}";

    private Examples() {}

    static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>(answers());
        all.putAll(reading());
        all.putAll(outputSchema());
        all.put("keys", PolicyTable.markdown());
        all.put("profiles", ProfileTable.markdown());
        return all;
    }

    private static Map<String, String> answers() {
        Map<String, String> examples = new LinkedHashMap<>();
        examples.put("passed", fenced(Stage.of("greet", TIGHT).text("Good morning.").whole()));
        pages(examples);
        objects(examples);
        Stage log = Stage.of("tail_log", LOGS);
        examples.put("chunk-header", fenced(log.text(Payload.log(60)).text(0)));
        examples.put("chunk-text", fenced(log.text(Payload.log(60)).text(1)));
        examples.put(
                "trim",
                fenced(Stage.of("get_ticket", trim()).text(Payload.ticket()).text(0)));
        String error = "{\"content\":[" + block(Payload.stackTrace()) + "],\"isError\":true}";
        examples.put("error", fenced(Stage.of("pack_order", TIGHT).guard(error).text(0)));
        examples.put("refused", fenced(log.read("", "{}").whole()));
        blocks(examples);
        LiteralExamples.of().forEach((name, text) -> examples.put(name, fenced(text)));
        return examples;
    }

    private static void pages(Map<String, String> examples) {
        Stage orders = Stage.of("list_orders", ROOMY);
        Told first = orders.text(Payload.orders(60));
        examples.put("page", fenced(first.text(0)));
        examples.put("table", fenced(table("list_orders", 800, Payload.orders(60))));
        examples.put("table-gaps", fenced(table("list_calls", 500, Payload.calls(60))));
        examples.put("page-meta", fenced(first.member("_meta")));
        examples.put("later-page", fenced(orders.second(Payload.orders(60))));
        examples.put("giant", fenced(orders.text(Payload.ordersWithAGiant()).text(0)));
        String more = "{\"orders\":" + Payload.orders(60) + ",\"next_page\":2}";
        examples.put("more-upstream", fenced(orders.text(more).text(0)));
        examples.put(
                "tight",
                fenced(Stage.of("list_orders", TIGHT).text(Payload.orders(60)).text(0)));
    }

    private static String table(String tool, int budget, String list) {
        Policy policy = Policy.defaults()
                .with(Policy.TOKEN_BUDGET_THRESHOLD, budget)
                .with(Policy.ENCODING, Encoding.TABLE)
                .with(Policy.DEFAULT_PAGE_SIZE, 14);
        return Stage.of(tool, policy).text(list).text(0);
    }

    private static void objects(Map<String, String> examples) {
        Stage customer = Stage.of("get_customer", ROOMY);
        examples.put("object", fenced(customer.text(Payload.customer()).text(0)));
        examples.put("object-later", fenced(customer.second(Payload.customer())));
        String taken = "{\"_plimsoll\":\"a line on a ship\",\"orders\":" + Payload.orders(60) + "}";
        examples.put("name-taken", fenced(Stage.of("get_ship", ROOMY).text(taken).text(0)));
        String file = "{\"path\":\"shop.log\",\"content\":" + Layout.quoted(Payload.log(60)) + "}";
        examples.put("string", fenced(Stage.of("read_file", LOGS).text(file).text(0)));
        Stage ticket = Stage.of("get_ticket", ROOMY);
        Stage less = Stage.of("get_ticket", ROOMY.with(Policy.TOKEN_BUDGET_THRESHOLD, 330));
        examples.put("summary", fenced(less.text(Payload.ticket()).text(0)));
        examples.put("members", fenced(ticket.second(Payload.ticket())));
    }

    private static Policy trim() {
        return Policy.defaults()
                .with(Policy.STYLE, Style.TRIM)
                .with(Policy.LIMIT_ARRAY_ITEMS, 2)
                .with(Policy.LIMIT_STRING_BYTES, 40)
                .with(Policy.LIMIT_DEPTH, 2);
    }

    private static void blocks(Map<String, String> examples) {
        Stage label = Stage.of("get_label", SMALL_BINARY);
        examples.put("link", fenced(label.guard(TICKET_AND_IMAGE).member("content")));
        examples.put(
                "link-old-client",
                fenced(label.client(ClientFeatures.old())
                        .guard(TICKET_AND_IMAGE)
                        .member("content")));
        String note = block(Payload.words(700));
        String several =
                "{\"content\":[" + block("The box") + "," + Payload.image(360) + "," + note + "," + note + "]}";
        Policy policy = ROOMY.with(Policy.BINARY_BYTES, 90);
        examples.put("blocks", fenced(Stage.of("get_report", policy).guard(several).text(0)));
    }

    private static Map<String, String> reading() {
        Map<String, String> examples = new LinkedHashMap<>();
        Stage orders = Stage.of("list_orders", ROOMY);
        String cursor = orders.text(Payload.orders(60)).cursor();
        examples.put(
                "path",
                fenced(orders.read(cursor, "{\"cursor\":\"$\",\"path\":\"/39\"}")
                        .text(0)));
        examples.put(
                "limit",
                fenced(orders.read(cursor, "{\"cursor\":\"$\",\"limit\":2}").text(0)));
        examples.put(
                "fields",
                fenced(orders.read(cursor, "{\"cursor\":\"$\",\"fields\":\"id,total\",\"limit\":3}")
                        .text(0)));
        Stage log = Stage.of("tail_log", LOGS);
        Told lines = log.read(log.text(Payload.log(60)).cursor(), "{\"cursor\":\"$\",\"startLine\":40,\"endLine\":42}");
        examples.put("lines-header", fenced(lines.text(0)));
        examples.put("lines-text", fenced(lines.text(1)));
        examples.put("errors", Refusals.markdown(orders, cursor));
        sought(examples, orders, cursor, log);
        return examples;
    }

    private static void sought(Map<String, String> examples, Stage orders, String cursor, Stage log) {
        examples.put("find", fenced(read(orders, cursor, "\"find\":\"byron\",\"limit\":2")));
        examples.put("find-nothing", fenced(read(orders, cursor, "\"find\":\"refunded\"")));
        String lines = log.text(Payload.log(60)).cursor();
        examples.put("find-lines", fenced(read(log, lines, "\"find\":\"/order 10[45]0/\"")));
        examples.put(
                "query",
                fenced(
                        read(
                                orders,
                                cursor,
                                "\"query\":\"group_by(.status) | map({status: .[0].status, orders: length, total: map(.total) | add})\"")));
        examples.put(
                "query-paged",
                fenced(read(orders, cursor, "\"query\":\".[] | select(.total > 60) | .id\",\"limit\":4")));
        examples.put("outline", fenced(read(orders, cursor, "\"mode\":\"outline\"")));
    }

    private static String read(Stage stage, String cursor, String more) {
        return stage.read(cursor, "{\"cursor\":\"$\"," + more + "}").text(0);
    }

    private static Map<String, String> outputSchema() {
        Map<String, String> examples = new LinkedHashMap<>();
        Slice listed =
                Slice.of("{\"name\":\"get_customer\",\"outputSchema\":{\"type\":\"object\",\"properties\":{\"orders\":"
                        + "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/order\"}}},\"required\":[\"orders\"],"
                        + "\"$defs\":{\"order\":{\"type\":\"object\"}}}}");
        examples.put(
                "listed-widen", fenced(Layout.of(ToolEntryWriter.withOutputSchema(listed, OutputSchema.WIDEN, false))));
        examples.put(
                "listed-slice", fenced(Layout.of(ToolEntryWriter.withOutputSchema(listed, OutputSchema.SLICE, false))));
        examples.put(
                "listed-strip", fenced(Layout.of(ToolEntryWriter.withOutputSchema(listed, OutputSchema.STRIP, false))));
        Stage slice = Stage.of("get_customer", TIGHT.with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE));
        examples.put("slice", fenced(slice.guard(structured(Payload.customer())).member("structuredContent")));
        examples.put(
                "slice-fallback",
                fenced(slice.guard(structured(Payload.ticket())).whole()));
        return examples;
    }

    private static String structured(String json) {
        return "{\"content\":[" + block(json) + "],\"structuredContent\":" + json + "}";
    }

    private static String fenced(String text) {
        boolean json = text.startsWith("{") || text.startsWith("[{") || text.startsWith("[\n");
        return "```" + (json ? "json" : "text") + "\n" + text.stripTrailing() + "\n```";
    }
}
