package dev.plimsoll.gateway.proxy.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.proxy.RelayFixture;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.policy.option.HandleUse;
import dev.plimsoll.tokens.TokenCounter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests handles: arguments that Plimsoll replaces with values of earlier results before it sends a call to
 * the server.
 */
class HandleArgumentsTest {

    private static final String TOOLS = """
            {"tools":[
             {"name":"list","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
             {"name":"put","description":"Stores rows.","inputSchema":{"type":"object","properties":{
               "rows":{"type":"array","items":{"type":"object","required":["id"]}},
               "text":{"type":"string"},"count":{"type":"integer"},
               "deep":{"type":"object","properties":{"list":{"type":"array","items":{"type":"string"}}}}}}},
             {"name":"count","inputSchema":{"type":"object","properties":{"rows":{"type":"array"}}},
              "annotations":{"readOnlyHint":true}},
             {"name":"plain","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}
            """.replaceAll("\\s*\\R\\s*", "");
    private static final String OK = "{\"content\":[{\"type\":\"text\",\"text\":\"stored\"}]}";
    private static final Policies POLICIES = new Policies(
            Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500),
            List.of(
                    new PolicyRule("put", policy -> policy.with(Policy.HANDLES, HandleUse.WRITE)),
                    new PolicyRule("count", policy -> policy.with(Policy.HANDLES, HandleUse.TRUE))));

    private static final Pattern CURSOR = Pattern.compile("\\b[A-Za-z0-9_-]{48}\\b");

    private int id = 10;

    private static RelayFixture relay() throws Exception {
        RelayFixture relay = new RelayFixture(POLICIES, "ann");
        relay.exchange(1, "tools/list", "{}", TOOLS);
        return relay;
    }

    private String cursorOf(RelayFixture relay, String document) throws Exception {
        JsonNode answer = relay.exchange(
                ++id, "tools/call", "{\"name\":\"list\",\"arguments\":{}}", RelayFixture.textResult(document));
        Matcher cursor = CURSOR.matcher(RelayFixture.text(answer));
        assertThat(cursor.find()).as(RelayFixture.text(answer)).isTrue();
        return cursor.group();
    }

    private static String params(String tool, ObjectNode arguments) {
        ObjectNode params = RelayFixture.JSON.createObjectNode().put("name", tool);
        params.set("arguments", arguments);
        return params.toString();
    }

    private static String put(String name, String value) {
        return params("put", RelayFixture.JSON.createObjectNode().put(name, value));
    }

    /** Calls the tool, and returns the bytes of the arguments that the server receives. */
    private String argumentsAtServer(RelayFixture relay, String params) throws Exception {
        relay.request(++id, "tools/call", params);
        String request = relay.nextAtServer();
        relay.result(id, OK);
        assertThat(RelayFixture.text(relay.nextResult())).isEqualTo("stored");
        return RelayFixture.JSON.readTree(request).at("/params/arguments").toString();
    }

    private JsonNode error(RelayFixture relay, String params) throws Exception {
        JsonNode result = relay.exchangeLocally(++id, "tools/call", params);
        assertThat(relay.serverReceivedNothing()).isTrue();
        assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
        return RelayFixture.JSON.readTree(RelayFixture.text(result)).get("error");
    }

    private static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void copiesRecordsWithFewTokens() throws Exception {
        try (RelayFixture relay = relay()) {
            String records = RelayFixture.records(500);
            String cursor = cursorOf(relay, records);
            String params = put("rows", "plimsoll:" + cursor + "#");
            assertThat(argumentsAtServer(relay, params)).isEqualTo("{\"rows\":" + records + "}");
            assertThat(TokenCounter.classes().count(Slice.of(params))).isLessThan(60);
        }
    }

    @Test
    void aQueryKeepsTheBytesOfValuesThatItDoesNotChange() throws Exception {
        try (RelayFixture relay = relay()) {
            String rows = "[{\"id\":1,\"n\":1.50,\"name\":\"café \\u0041 \\uD83D\\uDE00\"},"
                    + "{\"id\":2,\"n\":12345678901234567890123}]";
            String longMember = "\"text\":\"" + "long words ".repeat(27_000) + "\"";
            String cursor = cursorOf(relay, "{\"meta\":{\"v\":1e2," + longMember + "},\"rows\":" + rows + "}");
            String handle = "plimsoll:" + cursor + "?query=" + encoded(".rows + [{id: 3}]");
            relay.request(++id, "tools/call", put("rows", handle));
            assertThat(relay.nextAtServer())
                    .contains("{\"rows\":" + rows.substring(0, rows.length() - 1) + ",{\"id\":3}]}");
            relay.result(id, OK);
            relay.nextResult();
            String handleOfWholeDocument = "plimsoll:" + cursor + "?query=" + encoded(".rows += [{id: 3}]");
            relay.request(++id, "tools/call", put("document", handleOfWholeDocument));
            assertThat(relay.nextAtServer())
                    .contains("{\"document\":{\"meta\":{\"v\":1e2," + longMember + "},\"rows\":"
                            + rows.substring(0, rows.length() - 1) + ",{\"id\":3}]}}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Übergrößenträger, naïve façade, Ελληνικά",
                "日本語のテキスト、中文文本、한국어 텍스트",
                "नमस्ते दुनिया, สวัสดีชาวโลก, שלום עולם, مرحبا بالعالم",
                "emoji 👩‍👩‍👧‍👦 and \"quotes\" and \\ and \t tabs"
            })
    void aTextArrivesUnchanged(String line) throws Exception {
        try (RelayFixture relay = relay()) {
            String text = (line + "\r\n").repeat(300);
            String cursor = cursorOf(relay, text);
            JsonNode arguments =
                    RelayFixture.JSON.readTree(argumentsAtServer(relay, put("text", "plimsoll:" + cursor)));
            assertThat(arguments.get("text").asString()).isEqualTo(text);
        }
    }

    @Test
    void aValueBecomesTextWhereOnlyTextIsAllowed() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, RelayFixture.records(100));
            assertThat(argumentsAtServer(relay, put("text", "plimsoll:" + cursor + "#/7")))
                    .isEqualTo("{\"text\":\"{\\\"id\\\":7,\\\"name\\\":\\\"record number 7\\\"}\"}");
        }
    }

    @Test
    void replacesHandlesAtAnyDepth() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, RelayFixture.records(100));
            String name = "plimsoll:" + cursor + "#/3/name";
            String arguments = "{\"deep\":{\"list\":[\"a\",\"" + name + "\"],\"other\":{\"x\":[[\"" + name + "\"]]}},"
                    + "\"count\":\"plimsoll:" + cursor + "#/9/id\"}";
            assertThat(argumentsAtServer(relay, "{\"name\":\"put\",\"arguments\":" + arguments + "}"))
                    .isEqualTo("{\"deep\":{\"list\":[\"a\",\"record number 3\"],"
                            + "\"other\":{\"x\":[[\"record number 3\"]]}},\"count\":9}");
        }
    }

    @Test
    void aValueIsNeverAHandleItself() throws Exception {
        try (RelayFixture relay = relay()) {
            String secret = cursorOf(relay, RelayFixture.records(100));
            String inner = "plimsoll:" + secret + "#/1/name";
            String document = "[" + ("\"" + inner + "\",").repeat(99) + "\"" + inner + "\"]";
            String cursor = cursorOf(relay, document);
            assertThat(argumentsAtServer(relay, put("text", "plimsoll:" + cursor + "#/0")))
                    .isEqualTo("{\"text\":\"" + inner + "\"}");
        }
    }

    @Test
    void anEscapedPrefixIsALiteral() throws Exception {
        try (RelayFixture relay = relay()) {
            assertThat(argumentsAtServer(relay, put("text", "plimsoll::x#/y")))
                    .isEqualTo("{\"text\":\"plimsoll:x#/y\"}");
            assertThat(argumentsAtServer(relay, put("text", "about plimsoll:x")))
                    .isEqualTo("{\"text\":\"about plimsoll:x\"}");
            assertThat(argumentsAtServer(relay, "{\"name\":\"put\",\"arguments\":{\"text\":\"\\u0070limsoll::x\"}}"))
                    .isEqualTo("{\"text\":\"plimsoll:x\"}");
        }
    }

    @Test
    void toolsWithoutARuleGetStringsUnchanged() throws Exception {
        try (RelayFixture relay = relay()) {
            String params = params("plain", RelayFixture.JSON.createObjectNode().put("text", "plimsoll:x y"));
            assertThat(argumentsAtServer(relay, params)).isEqualTo("{\"text\":\"plimsoll:x y\"}");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rows | plimsoll:not a cursor | INVALID_REQUEST | argument /rows begins with plimsoll: but is not a handle",
                "rows | plimsoll://CURSOR | INVALID_REQUEST | argument /rows begins with plimsoll: but is not a handle",
                "rows | plimsoll:CURSOR#rows | INVALID_REQUEST | must be empty or begin with /",
                "rows | plimsoll:CURSOR#/x | INVALID_REQUEST | a path without a value: the result is an array",
                "rows | plimsoll:CURSOR#/1/x/y/z | INVALID_REQUEST | a path without a value: /1 has id, name",
                "rows | plimsoll:CURSOR#/1/id/y/z | INVALID_REQUEST | a path without a value: /1/id is a number",
                "rows | plimsoll:CURSOR#/1/x | INVALID_REQUEST | a path without a value: /1 has id, name",
                "rows | plimsoll:CURSOR#/1%2 | INVALID_REQUEST | without two hexadecimal digits",
                "rows | plimsoll:CURSOR?query=.[ | QUERY_INVALID | argument /rows",
                "rows | plimsoll:CURSOR?query=empty | INVALID_REQUEST | a query without an output",
                "rows | plimsoll:CURSOR#/1 | INVALID_REQUEST | is an object, but the schema requires \"array\"",
                "rows | plimsoll:CURSOR?query=map(.name) | INVALID_REQUEST | has a value at /0 that is a string",
                "rows | plimsoll:CURSOR?query=map({name}) | INVALID_REQUEST | has a value at /0 that has no member id",
                "count | plimsoll:CURSOR?query=1.5 | INVALID_REQUEST | is not an integer",
                "rows | plimsoll:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA | CURSOR_INVALID | argument /rows",
            })
    void nothingIsSentIfAHandleIsWrong(String name, String handle, String code, String message) throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, RelayFixture.records(100));
            JsonNode error = error(relay, put(name, handle.replace("CURSOR", cursor)));
            assertThat(error.get("code").asString()).isEqualTo(code);
            assertThat(error.get("message").asString()).contains(message);
            assertThat(error.at("/details/argument").asString()).isEqualTo("/" + name);
            assertThat(error.toString()).doesNotContain("record number");
        }
    }

    @Test
    void largeValuesAreRefused() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "[{\"id\":1,\"text\":\"" + "x".repeat(1 << 20) + "\"}]");
            ObjectNode arguments = RelayFixture.JSON.createObjectNode();
            for (int i = 0; i < 17; i++) {
                arguments.put("a" + i, "plimsoll:" + cursor + "#");
            }
            assertThat(error(relay, params("put", arguments)).get("code").asString())
                    .isEqualTo("RESULT_TOO_LARGE");
        }
    }

    @Test
    void manyHandlesAreRefused() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, RelayFixture.records(100));
            ObjectNode arguments = RelayFixture.JSON.createObjectNode();
            for (int i = 0; i < 101; i++) {
                arguments.put("a" + i, "plimsoll:" + cursor + "#/1");
            }
            assertThat(error(relay, params("put", arguments)).get("message").asString())
                    .contains("a call can have 100");
        }
    }

    @Test
    void writingNeedsItsOwnRule() throws Exception {
        Policies policiesForReadOnlyTools = new Policies(
                POLICIES.base(), List.of(new PolicyRule("put", policy -> policy.with(Policy.HANDLES, HandleUse.TRUE))));
        try (RelayFixture relay = new RelayFixture(policiesForReadOnlyTools, "ann")) {
            JsonNode tools = relay.exchange(1, "tools/list", "{}", TOOLS).get("tools");
            assertThat(tools.get(1).toString()).doesNotContain("plimsoll:");
            String cursor = cursorOf(relay, RelayFixture.records(100));
            JsonNode error = error(relay, put("rows", "plimsoll:" + cursor + "#"));
            assertThat(error.get("code").asString()).isEqualTo("FORBIDDEN");
            assertThat(error.at("/details/suggestion").asString()).contains("handles: write");
        }
    }

    @Test
    void aCallerWithoutTheTierOfTheSourceGetsNothing() throws Exception {
        Policies policies = new Policies(
                POLICIES.base(),
                List.of(
                        new PolicyRule("list", policy -> policy.with(Policy.TIER, Tier.ADMIN)),
                        new PolicyRule("count", policy -> policy.with(Policy.HANDLES, HandleUse.TRUE))));
        try (RelayFixture relay = new RelayFixture(policies, "ann")) {
            relay.exchange(1, "tools/list", "{}", TOOLS);
            String cursor = cursorOf(relay, RelayFixture.records(100));
            relay.setTier(Tier.READ);
            String params =
                    params("count", RelayFixture.JSON.createObjectNode().put("rows", "plimsoll:" + cursor + "#"));
            assertThat(error(relay, params).get("code").asString()).isEqualTo("FORBIDDEN");
        }
    }

    @Test
    void resultsOfOtherServersGoToToolsThatCarryDataAwayOnlyByRule() throws Exception {
        String tools = "{\"tools\":[{\"name\":\"mail\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"annotations\":{\"openWorldHint\":true}}]}";
        String params = params("mail", RelayFixture.JSON.createObjectNode().put("text", "plimsoll:abc"));
        for (String acceptedServer : List.of("other", "files")) {
            Policies policies = new Policies(
                    POLICIES.base(),
                    List.of(new PolicyRule(
                            "mail",
                            policy -> policy.with(Policy.HANDLES, HandleUse.WRITE)
                                    .with(Policy.ACCEPTS_FROM, List.of(acceptedServer)))));
            Document document = new Document(Slice.of("secret plans"), false);
            try (RelayFixture relay =
                    new RelayFixture(policies, cursor -> new HandleReplacer.Target("files", document))) {
                relay.exchange(1, "tools/list", "{}", tools);
                if (acceptedServer.equals("files")) {
                    assertThat(argumentsAtServer(relay, params)).isEqualTo("{\"text\":\"secret plans\"}");
                } else {
                    assertThat(error(relay, params).get("message").asString())
                            .isEqualTo("argument /text: mail can carry data away, and the result came from files");
                }
            }
        }
    }

    @Test
    void listsHandlesInTheDescriptionAndTheSchema() throws Exception {
        try (RelayFixture relay = new RelayFixture(POLICIES, "ann")) {
            JsonNode tools = relay.exchange(1, "tools/list", "{}", TOOLS).get("tools");
            assertThat(tools.get(1).get("description").asString())
                    .isEqualTo("Stores rows. Arguments may be plimsoll:CURSOR#/path or plimsoll:CURSOR?query=JQ"
                            + " (percent-encoded): earlier results.");
            JsonNode properties = tools.get(1).at("/inputSchema/properties");
            assertThat(properties.get("rows").toString())
                    .isEqualTo("{\"anyOf\":[{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"object\","
                            + "\"required\":[\"id\"]},{\"type\":\"string\"}]}},{\"type\":\"string\"}]}");
            assertThat(properties.get("text").toString()).isEqualTo("{\"type\":\"string\"}");
            assertThat(properties.get("count").toString()).isEqualTo("{\"type\":\"integer\"}");
            assertThat(tools.get(2).get("description").asString()).startsWith("Arguments may be plimsoll:");
            assertThat(tools.get(3).toString()).doesNotContain("plimsoll");
        }
    }

    @Test
    void theDispatchToolReplacesHandlesToo() throws Exception {
        try (RelayFixture relay = new RelayFixture(POLICIES, "ann", Tier.ADMIN, Catalog.DISPATCH)) {
            relay.request(1, "tools/list", "{}");
            String listing = relay.nextAtServer();
            String listingId = RelayFixture.JSON.readTree(listing).get("id").toString();
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + listingId + ",\"result\":" + TOOLS + "}");
            JsonNode dispatcher = relay.nextResult().get("tools").get(0);
            String name = dispatcher.get("name").asString();
            relay.request(2, "tools/call", "{\"name\":\"" + name + "\",\"arguments\":{\"name\":\"list\",\"call\":{}}}");
            relay.nextAtServer();
            relay.result(2, RelayFixture.textResult(RelayFixture.records(100)));
            String cursor = RelayFixture.JSON
                    .readTree(RelayFixture.text(relay.nextResult()))
                    .get("nextCursor")
                    .asString();
            relay.request(
                    3,
                    "tools/call",
                    "{\"name\":\"" + name + "\",\"arguments\":{\"name\":\"put\",\"call\":{\"text\":\"plimsoll:" + cursor
                            + "#/5/name\"}}}");
            assertThat(RelayFixture.JSON
                            .readTree(relay.nextAtServer())
                            .at("/params/arguments")
                            .toString())
                    .isEqualTo("{\"text\":\"record number 5\"}");
        }
    }
}
