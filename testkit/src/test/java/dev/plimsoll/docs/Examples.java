package dev.plimsoll.docs;

import static dev.plimsoll.docs.ExampleEngine.block;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.Encoding;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.schema.ToolEntryWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** All examples in the reference documents that the engine can generate, by name. */
final class Examples {

    /** Three items per page, so that pages stay short although the budget fits a complete header. */
    private static final Policy PAGED =
            Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 800).with(Policy.DEFAULT_PAGE_SIZE, 3);

    private static final Policy SMALL_BUDGET = PAGED.with(Policy.TOKEN_BUDGET_THRESHOLD, 280);
    private static final Policy SMALL_CHUNKS = PAGED.with(Policy.CHUNK_SIZE, 120);
    private static final Policy SMALL_BINARY = Policy.defaults().with(Policy.BINARY_BYTES, 90);
    private static final String LABEL_AND_IMAGE =
            "{\"content\":[" + block("Label of order 1003:") + "," + Payload.image(360) + "]}";

    private Examples() {}

    static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>(answers());
        all.putAll(followUpReads());
        all.putAll(outputSchema());
        all.put("keys", PolicyTable.markdown());
        all.put("profiles", ProfileTable.markdown());
        all.putAll(AgentTables.byName(Project.find()));
        return all;
    }

    private static Map<String, String> answers() {
        Map<String, String> examples = new LinkedHashMap<>();
        examples.put(
                "passed",
                codeBlock(ExampleEngine.of("greet", SMALL_BUDGET)
                        .text("Good morning.")
                        .formatted()));
        pages(examples);
        objects(examples);
        ExampleEngine log = ExampleEngine.of("tail_log", SMALL_CHUNKS);
        examples.put("chunk", codeBlock(log.text(Payload.log(60)).text(0)));
        examples.put(
                "trim",
                codeBlock(ExampleEngine.of("get_ticket", trimPolicy())
                        .text(Payload.ticket())
                        .text(0)));
        String error = "{\"content\":[" + block(Payload.stackTrace()) + "],\"isError\":true}";
        examples.put(
                "error",
                codeBlock(ExampleEngine.of("pack_order", SMALL_BUDGET)
                        .guard(error)
                        .text(0)));
        examples.put("refused", codeBlock(log.read("", "{}").formatted()));
        blocks(examples);
        LiteralExamples.byName().forEach((name, text) -> examples.put(name, codeBlock(text)));
        return examples;
    }

    private static void pages(Map<String, String> examples) {
        ExampleEngine orders = ExampleEngine.of("list_orders", PAGED);
        ClientResult first = orders.text(Payload.orders(60));
        examples.put("page", codeBlock(first.text(0)));
        examples.put("table", codeBlock(table("list_orders", 1_000, Payload.orders(60))));
        examples.put("table-gaps", codeBlock(table("list_calls", 500, Payload.calls(60))));
        examples.put("page-meta", codeBlock(first.member("_meta")));
        examples.put("later-page", codeBlock(orders.secondPage(Payload.orders(60))));
        examples.put(
                "giant", codeBlock(orders.text(Payload.ordersWithALargeItem()).text(0)));
        String more = "{\"orders\":" + Payload.orders(60) + ",\"next_page\":2}";
        examples.put("more-upstream", codeBlock(orders.text(more).text(0)));
        examples.put(
                "tight",
                codeBlock(ExampleEngine.of("list_orders", SMALL_BUDGET)
                        .text(Payload.orders(60))
                        .text(0)));
    }

    private static String table(String tool, int budget, String list) {
        Policy policy = Policy.defaults()
                .with(Policy.TOKEN_BUDGET_THRESHOLD, budget)
                .with(Policy.ENCODING, Encoding.TABLE)
                .with(Policy.DEFAULT_PAGE_SIZE, 20);
        return ExampleEngine.of(tool, policy).text(list).text(0);
    }

    private static void objects(Map<String, String> examples) {
        ExampleEngine customer = ExampleEngine.of("get_customer", PAGED);
        examples.put("object", codeBlock(customer.text(Payload.customer()).text(0)));
        examples.put("object-later", codeBlock(customer.secondPage(Payload.customer())));
        String file = "{\"path\":\"shop.log\",\"content\":" + Layout.quoted(Payload.log(60)) + "}";
        examples.put(
                "string",
                codeBlock(ExampleEngine.of("read_file", SMALL_CHUNKS).text(file).text(0)));
        ExampleEngine ticket = ExampleEngine.of("get_ticket", PAGED);
        ExampleEngine withSmallBudget = ExampleEngine.of("get_ticket", PAGED.with(Policy.TOKEN_BUDGET_THRESHOLD, 330));
        examples.put("summary", codeBlock(withSmallBudget.text(Payload.ticket()).text(0)));
        examples.put("members", codeBlock(ticket.secondPage(Payload.ticket())));
    }

    private static Policy trimPolicy() {
        return Policy.defaults()
                .with(Policy.STYLE, StyleId.of("trim"))
                .with(Policy.LIMIT_ARRAY_ITEMS, 2)
                .with(Policy.LIMIT_STRING_BYTES, 40)
                .with(Policy.LIMIT_DEPTH, 2);
    }

    private static void blocks(Map<String, String> examples) {
        ExampleEngine label = ExampleEngine.of("get_label", SMALL_BINARY);
        examples.put("left-out", codeBlock(label.guard(LABEL_AND_IMAGE).member("content")));
        ExampleEngine linked = ExampleEngine.of("get_label", SMALL_BINARY.with(Policy.RESOURCE_LINKS, true));
        examples.put("link", codeBlock(linked.guard(LABEL_AND_IMAGE).member("content")));
        String note = block(Payload.words(700));
        String several =
                "{\"content\":[" + block("The box") + "," + Payload.image(360) + "," + note + "," + note + "]}";
        Policy policy = PAGED.with(Policy.BINARY_BYTES, 90);
        examples.put(
                "blocks",
                codeBlock(ExampleEngine.of("get_report", policy).guard(several).text(0)));
    }

    private static Map<String, String> followUpReads() {
        Map<String, String> examples = new LinkedHashMap<>();
        ExampleEngine orders = ExampleEngine.of("list_orders", PAGED);
        String cursor = orders.text(Payload.orders(60)).cursor();
        examples.put(
                "path",
                codeBlock(orders.read(cursor, "{\"cursor\":\"$\",\"path\":\"/39\"}")
                        .text(0)));
        examples.put(
                "limit",
                codeBlock(orders.read(cursor, "{\"cursor\":\"$\",\"limit\":2}").text(0)));
        examples.put(
                "fields",
                codeBlock(orders.read(cursor, "{\"cursor\":\"$\",\"fields\":\"id,total\"}")
                        .text(0)));
        ExampleEngine log = ExampleEngine.of("tail_log", SMALL_CHUNKS);
        ClientResult lines =
                log.read(log.text(Payload.log(60)).cursor(), "{\"cursor\":\"$\",\"startLine\":40,\"endLine\":42}");
        examples.put("lines", codeBlock(lines.text(0)));
        examples.put("errors", Refusals.markdown(orders, cursor));
        findAndQuery(examples, orders, cursor, log);
        return examples;
    }

    private static void findAndQuery(
            Map<String, String> examples, ExampleEngine orders, String cursor, ExampleEngine log) {
        examples.put("find", codeBlock(read(orders, cursor, "\"find\":\"byron\",\"limit\":2")));
        examples.put("find-nothing", codeBlock(read(orders, cursor, "\"find\":\"refunded\"")));
        String lines = log.text(Payload.log(60)).cursor();
        examples.put("find-lines", codeBlock(read(log, lines, "\"find\":\"/order 10[45]0/\"")));
        examples.put(
                "query",
                codeBlock(
                        read(
                                orders,
                                cursor,
                                "\"query\":\"group_by(.status) | map({status: .[0].status, orders: length, total: map(.total) | add})\"")));
        examples.put(
                "query-paged",
                codeBlock(read(orders, cursor, "\"query\":\".[] | select(.total > 60) | .id\",\"limit\":4")));
        examples.put("outline", codeBlock(read(orders, cursor, "\"mode\":\"outline\"")));
    }

    private static String read(ExampleEngine exampleEngine, String cursor, String more) {
        return exampleEngine.read(cursor, "{\"cursor\":\"$\"," + more + "}").text(0);
    }

    private static Map<String, String> outputSchema() {
        Map<String, String> examples = new LinkedHashMap<>();
        Slice listed =
                Slice.of("{\"name\":\"get_customer\",\"outputSchema\":{\"type\":\"object\",\"properties\":{\"orders\":"
                        + "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/order\"}}},\"required\":[\"orders\"],"
                        + "\"$defs\":{\"order\":{\"type\":\"object\"}}}}");
        examples.put(
                "listed-widen",
                codeBlock(Layout.of(ToolEntryWriter.withOutputSchema(listed, OutputSchema.WIDEN, false))));
        examples.put(
                "listed-slice",
                codeBlock(Layout.of(ToolEntryWriter.withOutputSchema(listed, OutputSchema.SLICE, false))));
        examples.put(
                "listed-strip",
                codeBlock(Layout.of(ToolEntryWriter.withOutputSchema(listed, OutputSchema.STRIP, false))));
        ExampleEngine slice =
                ExampleEngine.of("get_customer", SMALL_BUDGET.with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE));
        examples.put(
                "slice", codeBlock(slice.guard(structured(Payload.customer())).member("structuredContent")));
        examples.put(
                "slice-fallback",
                codeBlock(slice.guard(structured(Payload.ticket())).formatted()));
        return examples;
    }

    private static String structured(String json) {
        return "{\"content\":[" + block(json) + "],\"structuredContent\":" + json + "}";
    }

    private static String codeBlock(String text) {
        boolean isChunk = text.contains("}\n\n");
        boolean isJson = !isChunk && (text.startsWith("{") || text.startsWith("[{") || text.startsWith("[\n"));
        return "```" + (isJson ? "json" : "text") + "\n" + text.stripTrailing() + "\n```";
    }
}
