package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Messages of a rehearsal: the tools of a server with their results, and the requests of a client. */
final class RehearsalScript {

    private static final List<String> WORDS = List.of(
            "the",
            "gateway",
            "keeps",
            "every",
            "result",
            "until",
            "somebody",
            "reads",
            "on",
            "a",
            "warehouse",
            "counts",
            "its",
            "devices",
            "and",
            "réserves",
            "twice",
            "yearly",
            "of",
            "which",
            "some",
            "are",
            "missing");

    static final String INITIALIZE = initialize();
    static final String INITIALIZED =
            toJsonObject(json -> json.string("jsonrpc", "2.0").string("method", "notifications/initialized"));
    /** ID of the last request of {@link RehearsalClient#initialize}. The IDs of further requests follow it. */
    static final int LAST_ID = 2;

    static final String LIST_TOOLS = request(LAST_ID, "tools/list", "{}");

    static final String INITIALIZE_RESULT = initializeResult();
    static final String TOOLS_RESULT =
            toolsResult("small", "big", "records", "list", "structured", "log", "manual", "table");

    static final String SMALL_RESULT = textResult("a few words");

    /** Records that fit most budgets. */
    static final String RECORDS = records(100);

    /** A result that is within the budget, but so large that its tokens are counted. */
    static final String LARGE_RESULT = textResult(RECORDS);

    /** A result far above the budget, as large as results that flood agents. */
    static final String LIST_RESULT = textResult(records(4_000));

    static final String MODERN_HEADERS =
            McpHeaders.REVISION + ": " + Revision.MODERN.text() + "\r\nMcp-Method: tools/call\r\nMcp-Name: small\r\n";

    /** A call of the tool {@code small} in the modern revision, which has no sessions. */
    static final String MODERN_CALL = modernCall();

    private RehearsalScript() {}

    /** Returns the result of each tool, by its name. */
    static Map<String, String> results() {
        String list = records(4_000);
        return Map.of(
                "small",
                SMALL_RESULT,
                "big",
                LARGE_RESULT,
                "records",
                textResult(records(300)),
                "list",
                LIST_RESULT,
                "structured",
                toJsonObject(json -> {
                    writeContent("a list", json);
                    json.beginObject("structuredContent")
                            .raw("items", Slice.of(list))
                            .endObject();
                }),
                "log",
                textResult(logText(5_000)),
                "manual",
                textResult(manualText(200)),
                "table",
                textResult(csvText(7_000)));
    }

    static String call(int id, String tool, Map<String, String> arguments) {
        return request(id, "tools/call", toJsonObject(json -> {
            json.string("name", tool).beginObject("arguments");
            arguments.forEach(json::string);
            json.endObject();
        }));
    }

    /** Returns the response with a result, as JSON. */
    static String response(int id, String result) {
        return toJsonObject(
                json -> json.string("jsonrpc", "2.0").number("id", id).raw("result", Slice.of(result)));
    }

    static boolean isRefusal(String answer) {
        return answer.contains("\"isError\":true") || answer.contains("\"error\":{\"code\"");
    }

    static String excerpt(String answer) {
        return answer.substring(0, Math.min(answer.length(), 400));
    }

    private static String toolsResult(String... names) {
        return toJsonObject(json -> json.array("tools", List.of(names), (name, tool) -> {
            tool.beginObject().string("name", name);
            tool.string("description", "Returns " + name + ".");
            tool.beginObject("inputSchema").string("type", "object").beginObject("properties");
            tool.beginObject("path").string("type", "string").endObject();
            tool.beginObject("limit").string("type", "integer").endObject();
            tool.endObject().endObject();
            if (name.equals("structured")) {
                tool.beginObject("outputSchema").string("type", "object").endObject();
            }
            tool.endObject();
        }));
    }

    private static String initialize() {
        return request(1, "initialize", toJsonObject(json -> {
            json.string("protocolVersion", Revision.LATEST_LEGACY.text())
                    .beginObject("capabilities")
                    .endObject();
            writeName("clientInfo", json);
        }));
    }

    private static String initializeResult() {
        return toJsonObject(json -> {
            json.string("protocolVersion", Revision.LATEST_LEGACY.text()).beginObject("capabilities");
            json.beginObject("tools").endObject().endObject();
            writeName("serverInfo", json);
        });
    }

    private static String modernCall() {
        return request(6, "tools/call", toJsonObject(json -> {
            json.string("name", "small").beginObject("arguments").endObject().beginObject("_meta");
            json.string(RequestMeta.PROTOCOL_VERSION, Revision.MODERN.text());
            writeName(RequestMeta.CLIENT_INFO, json);
            json.beginObject(RequestMeta.CLIENT_CAPABILITIES).endObject().endObject();
        }));
    }

    private static void writeName(String member, JsonWriter json) {
        json.beginObject(member)
                .string("name", "rehearsal")
                .string("version", "1")
                .endObject();
    }

    private static String request(int id, String method, String params) {
        return toJsonObject(json -> json.string("jsonrpc", "2.0")
                .number("id", id)
                .string("method", method)
                .raw("params", params));
    }

    private static String textResult(String text) {
        return toJsonObject(json -> writeContent(text, json));
    }

    private static void writeContent(String text, JsonWriter json) {
        json.beginArray("content").beginObject().string("type", "text").string("text", text);
        json.endObject().endArray();
    }

    private static String toJsonObject(Consumer<JsonWriter> members) {
        JsonWriter json = new JsonWriter().beginObject();
        members.accept(json);
        return json.endObject().slice().utf8();
    }

    private static String records(int count) {
        SplittableRandom random = new SplittableRandom(count);
        JsonWriter json = new JsonWriter(count * 100).beginArray();
        for (int i = 1; i <= count; i++) {
            json.beginObject().number("id", i).string("name", word(random) + " \"" + word(random) + '"');
            json.string("state", random.nextInt(9) == 0 ? "missing" : "in use");
            json.raw("price", Double.toString(random.nextInt(100_000) / 100.0));
            json.strings("tags", List.of("a", "b")).nullValue("note").endObject();
        }
        return json.endArray().slice().utf8();
    }

    private static String logText(int lines) {
        SplittableRandom random = new SplittableRandom(lines);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            out.append("2026-11-23T01:")
                    .append(10 + i % 50)
                    .append(":07.")
                    .append(100 + random.nextInt(900))
                    .append(random.nextInt(50) == 0 ? "Z ERROR [worker-" : "Z INFO  [worker-")
                    .append(random.nextInt(16))
                    .append("] request=")
                    .append(Integer.toHexString(random.nextInt()))
                    .append(" \"GET /")
                    .append(word(random))
                    .append("\" 200 ")
                    .append(random.nextInt(5_000))
                    .append(" ms\n");
        }
        return out.toString();
    }

    private static String manualText(int sections) {
        SplittableRandom random = new SplittableRandom(sections);
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= sections; i++) {
            out.append("## ").append(i).append(". ").append(word(random)).append("\n\n");
            for (int words = 0; words < 200; words++) {
                out.append(word(random)).append(words % 17 == 16 ? ".\n" : " ");
            }
            out.append("\n\n* `").append(word(random)).append("`: what it says\n\n");
        }
        return out.toString();
    }

    private static String csvText(int rows) {
        SplittableRandom random = new SplittableRandom(rows);
        StringBuilder out = new StringBuilder("id,name,state,price\n");
        for (int i = 0; i < rows; i++) {
            out.append(i)
                    .append(',')
                    .append(word(random))
                    .append(",\"in, use\",")
                    .append(random.nextInt(10_000));
            out.append('\n');
        }
        return out.toString();
    }

    private static String word(SplittableRandom random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }
}
