package dev.plimsoll.laws;

import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** Ten large results as real servers return them, by name: JSON, logs, tables, documents, and pages of browsers. */
final class LookPayloads {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String[] LABELS = {"bug", "docs", "performance", "question", "regression"};
    private static final String[] LEVELS = {"INFO", "INFO", "INFO", "INFO", "WARN", "ERROR", "DEBUG"};
    private static final String[] REGIONS = {"Europe", "Asia", "Africa", "Americas", "Oceania"};
    private static final String PROSE =
            "The worker keeps a lease on each job and renews it every ten seconds, so a job whose worker stops is picked"
                    + " up by another worker after at most half a minute. ";

    private LookPayloads() {}

    static Map<String, byte[]> all() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("issues", text(pretty(list(400, LookPayloads::issue))));
        all.put("paged API", structured(pagedApi()));
        all.put("countries", text(list(250, LookPayloads::country)));
        all.put("log", text(lines(5_000, LookPayloads::logLine)));
        all.put("CSV", text("id,sku,name,price,currency,stock,updated\n" + lines(3_000, LookPayloads::csvRow)));
        all.put("handbook", text(handbook()));
        all.put("strings", text(list(10_000, i -> "\"item-" + i * 37 % 10_000 + "\"")));
        all.put("OpenAPI", text(openApi()));
        all.put("Python list", text(python()));
        all.put("page snapshot", text(pageSnapshot()));
        return all;
    }

    /** Creates the random numbers for an item. The seed is spread, because close seeds give similar first
     * numbers. */
    private static Random random(int i) {
        return new Random(i * 0x9E3779B97F4A7C15L);
    }

    private static byte[] text(String payload) {
        return SampleResults.text(payload.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] structured(String payload) {
        return SampleResults.withTextCopy(payload.getBytes(StandardCharsets.UTF_8));
    }

    private static String list(int count, IntFunction<String> item) {
        return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(",", "[", "]"));
    }

    private static String lines(int count, IntFunction<String> line) {
        return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String pretty(String json) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(MAPPER.readTree(json));
    }

    private static String time(Random random) {
        return "2026-0%d-%02dT%02d:%02d:%02dZ"
                .formatted(
                        1 + random.nextInt(9),
                        1 + random.nextInt(28),
                        random.nextInt(24),
                        random.nextInt(60),
                        random.nextInt(60));
    }

    private static String user(int i) {
        String login = "user" + i % 31;
        return "{\"login\":\"" + login + "\",\"id\":" + (9_000 + i % 31) + ",\"avatar_url\":\"https://cdn.example/u/"
                + (9_000 + i % 31) + "?v=4\",\"html_url\":\"https://git.example/" + login
                + "\",\"type\":\"User\",\"site_admin\":false}";
    }

    private static String issue(int i) {
        Random random = random(i);
        String label = LABELS[random.nextInt(LABELS.length)];
        boolean open = random.nextBoolean();
        return "{\"url\":\"https://api.git.example/repos/acme/queue/issues/" + (i + 1) + "\",\"id\":"
                + (2_100_000_000L + i * 7_919L) + ",\"node_id\":\"I_kwDO" + Integer.toHexString(i * 7_919)
                + "\",\"number\":" + (i + 1) + ",\"title\":\"Job " + (i * 7 % 400)
                + " is delivered twice when its lease ends\""
                + ",\"user\":" + user(i) + ",\"labels\":[{\"id\":" + (77_000 + label.length()) + ",\"name\":\"" + label
                + "\",\"color\":\"d73a4a\",\"default\":true,\"description\":\"Something about " + label
                + "\"}],\"state\":\"" + (open ? "open" : "closed") + "\",\"locked\":false,\"assignee\":"
                + (random.nextInt(3) == 0 ? "null" : user(i + 5)) + ",\"milestone\":null,\"comments\":"
                + random.nextInt(40) + ",\"created_at\":\"" + time(random) + "\",\"updated_at\":\"" + time(random)
                + "\",\"closed_at\":" + (open ? "null" : "\"" + time(random) + "\"")
                + ",\"author_association\":\"NONE\",\"body\":\"" + PROSE.repeat(1 + random.nextInt(6))
                + "\",\"reactions\":{\"total_count\":" + random.nextInt(9)
                + ",\"+1\":1,\"-1\":0,\"laugh\":0,\"heart\":0,\"rocket\":0},\"timeline_url\":"
                + "\"https://api.git.example/repos/acme/queue/issues/" + (i + 1) + "/timeline\"}";
    }

    private static String pagedApi() {
        return "{\"count\":5000,\"next\":\"https://crm.example/api/orders?page=2\",\"previous\":null,\"results\":"
                + list(100, LookPayloads::order) + "}";
    }

    private static String order(int i) {
        Random random = random(i);
        String[] states = {"paid", "shipped", "cancelled", "open"};
        return "{\"id\":\"5f3c" + Integer.toHexString(77_777 + i * 991)
                + "-9d0e-4f7a-8c61-2b9e5d0c7a14\",\"number\":\"SO-"
                + (20_400 + i) + "\",\"status\":\"" + states[random.nextInt(4)] + "\",\"total\":"
                + (10 + random.nextInt(900)) + "." + (10 + random.nextInt(89))
                + ",\"currency\":\"EUR\",\"customer\":{\"id\":"
                + (300 + random.nextInt(40)) + ",\"name\":\"Customer " + random.nextInt(40) + "\",\"email\":\"c" + i
                + "@shop.example\"},\"created_at\":\"" + time(random) + "\",\"lines\":"
                + list(
                        1 + random.nextInt(5),
                        line -> "{\"sku\":\"SKU-" + (100 + line * 7) + "\",\"quantity\":" + (1 + line) + ",\"price\":"
                                + (5 + line) + ".90,\"discount\":null}")
                + ",\"shipping\":{\"street\":\"Hauptstraße " + i
                + "\",\"city\":\"Köln\",\"zip\":\"50667\",\"country\":\"DE\"},"
                + "\"note\":\"Leave the parcel with the neighbor if nobody is at home.\"}";
    }

    private static String country(int i) {
        String code = "" + (char) ('A' + i / 26) + (char) ('A' + i % 26);
        return "{\"name\":{\"common\":\"Country " + i + "\",\"official\":\"Republic of Country " + i
                + "\",\"nativeName\":{\"" + code.toLowerCase(Locale.ROOT) + "x\":{\"official\":\"Land " + i
                + "\",\"common\":\"L" + i + "\"}}},\"cca2\":\"" + code + "\",\"independent\":" + (i % 9 != 0)
                + ",\"currencies\":{\"" + code + "D\":{\"name\":\"" + code
                + " dollar\",\"symbol\":\"$\"}},\"capital\":[\"City "
                + i + "\"],\"region\":\"" + REGIONS[i % 5] + "\",\"languages\":{\"" + code.toLowerCase(Locale.ROOT)
                + "l\":\"Language " + i % 60 + "\"},\"latlng\":[" + (i % 90) + ".5," + (i % 180) + ".25],\"area\":"
                + (1_000 + i * 4_321 % 900_000) + ".0,\"population\":" + (20_000 + i * 7_919L * 131 % 90_000_000)
                + ",\"timezones\":[\"UTC+0" + i % 9 + ":00\"],\"flag\":\"https://flags.example/" + code + ".svg\"}";
    }

    private static String logLine(int i) {
        Random random = random(i);
        String level = LEVELS[random.nextInt(LEVELS.length)];
        return "2026-03-01T%02d:%02d:%02d.%03dZ %-5s [worker-%d] com.acme.queue.Dispatcher - job %d took %d ms%s"
                .formatted(
                        i / 360 % 24,
                        i / 6 % 60,
                        i * 10 % 60,
                        random.nextInt(1_000),
                        level,
                        random.nextInt(8),
                        70_000 + i,
                        random.nextInt(4_000),
                        level.equals("ERROR") ? ": lease expired, returned to queue" : "");
    }

    private static String csvRow(int i) {
        Random random = random(i);
        return (i + 1) + ",SKU-" + (10_000 + i * 7) + ",\"Lamp, model " + i % 80 + "\"," + (5 + random.nextInt(300))
                + ".90," + (i % 3 == 0 ? "USD" : "EUR") + "," + random.nextInt(500) + ",2026-0" + (1 + i % 9) + "-1"
                + i % 10;
    }

    private static String handbook() {
        StringBuilder text =
                new StringBuilder("# Operations handbook\n\nHow the queue is run, by the people who run it.\n\n");
        for (int i = 1; i <= 40; i++) {
            text.append(i % 4 == 1 ? "## Chapter " : "### Section ").append(i).append(": ");
            text.append(new String[] {"Deploying", "Backups", "Leases and retries", "Alerts"}[i % 4])
                    .append("\n\n");
            text.append(PROSE.repeat(13)).append("\n\n");
            text.append(i % 5 == 0 ? "```sh\nqueuectl drain --host worker-" + i + "\n```\n\n" : "");
        }
        return text.toString();
    }

    private static String openApi() {
        StringBuilder paths = new StringBuilder();
        for (int i = 0; i < 75; i++) {
            paths.append(i == 0 ? "" : ",").append("\"/v1/resource").append(i).append("/{id}\":{");
            for (String verb : new String[] {"get", "put", "delete"}) {
                paths.append(verb.equals("get") ? "" : ",")
                        .append('"')
                        .append(verb)
                        .append("\":{\"summary\":\"")
                        .append(verb);
                paths.append(" resource ")
                        .append(i)
                        .append("\",\"operationId\":\"")
                        .append(verb)
                        .append("Resource")
                        .append(i);
                paths.append(
                        "\",\"tags\":[\"resource\"],\"parameters\":[{\"name\":\"id\",\"in\":\"path\",\"required\":true,");
                paths.append(
                        "\"schema\":{\"type\":\"string\"}}],\"responses\":{\"200\":{\"description\":\"OK\"},\"404\":");
                paths.append("{\"description\":\"There is no such resource\"}}}");
            }
            paths.append('}');
        }
        StringBuilder schemas = new StringBuilder();
        for (int i = 0; i < 80; i++) {
            schemas.append(i == 0 ? "" : ",")
                    .append("\"Resource")
                    .append(i)
                    .append("\":{\"type\":\"object\",\"properties\":{");
            schemas.append(
                    "\"id\":{\"type\":\"string\"},\"name\":{\"type\":\"string\",\"maxLength\":80},\"parent\":{\"$ref\":");
            schemas.append("\"#/components/schemas/Resource0\"}},\"required\":[\"id\",\"name\"]}");
        }
        return "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Acme API\",\"version\":\"2026.3\",\"description\":\""
                + PROSE
                + "\"},\"servers\":[{\"url\":\"https://api.acme.example\"}],\"paths\":{" + paths
                + "},\"components\":{\"schemas\":{" + schemas + "}}}";
    }

    private static String python() {
        return IntStream.range(0, 800)
                .mapToObj(i ->
                        "{'id': " + (i + 1) + ", 'name': 'Guest " + i + "', 'vip': " + (i % 7 == 0 ? "True" : "False")
                                + ", 'balance': " + (i * 13 % 900) + ".5, 'room': "
                                + (i % 11 == 0 ? "None" : "'R" + i % 60 + "'")
                                + ", 'country': '" + new String[] {"DE", "FR", "IT"}[i % 3] + "'}")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String pageSnapshot() {
        StringBuilder page = new StringBuilder("""
                ### Page state
                - Page URL: https://shop.example/lamps
                - Page Title: Lamps - Shop
                - Page Snapshot:
                ```yaml
                - generic [ref=e1]:
                  - banner [ref=e2]:
                    - link "Shop" [ref=e3] [cursor=pointer]:
                      - /url: /
                    - searchbox "Search" [ref=e4]
                    - button "Cart (3)" [ref=e5]
                  - main [ref=e6]:
                    - heading "Lamps" [level=1] [ref=e7]
                """);
        for (int i = 0; i < 240; i++) {
            int ref = 10 + i * 5;
            page.append("    - article [ref=e")
                    .append(ref)
                    .append("]:\n      - heading \"Lamp model ")
                    .append(i);
            page.append("\" [level=3] [ref=e")
                    .append(ref + 1)
                    .append("]\n      - paragraph [ref=e")
                    .append(ref + 2);
            page.append(
                    "]: A lamp for the desk, with a switch and a cable of two meters.\n      - link \"Details\" [ref=e");
            page.append(ref + 3)
                    .append("] [cursor=pointer]:\n        - /url: /lamps/")
                    .append(i);
            page.append("\n      - button \"Add to cart\" [ref=e")
                    .append(ref + 4)
                    .append("]\n");
        }
        return page.append("  - contentinfo [ref=e2000]:\n    - link \"Imprint\" [ref=e2001]\n```\n")
                .toString();
    }
}
