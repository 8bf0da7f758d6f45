package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.view.ArgumentNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {

    /** A schema that allows no further arguments. */
    private static final String CLOSED =
            "{\"type\":\"object\",\"properties\":{\"status\":{\"type\":\"string\",\"default\":1.10},\"page\":{\"type\":"
                    + "\"string\"}},\"required\":[\"status\"],\"additionalProperties\":false}";

    @Test
    void omitsTheOutputSchemaForClientsWithoutStructuredContent() {
        ListedTool tool = ListedTool.of(
                Slice.of("{\"name\":\"list\",\"inputSchema\":" + CLOSED + ",\"outputSchema\":{\"type\":\"object\"}}"));
        ToolPolicy policy = new ToolPolicy(Policy.defaults(), false);

        assertThat(Members.get(tool.clientEntry(policy, ClientFeatures.current()), "outputSchema"))
                .isNotNull();
        assertThat(Members.get(tool.clientEntry(policy, ClientFeatures.old()), "outputSchema"))
                .isNull();
    }

    @Test
    void readToolHasFewTokens() {
        Slice entry = ReadTool.entry(ClientFeatures.current());

        Slice description = Slice.of(text(entry, "description"));
        assertThat(Estimator.BPE.answerCounter().count(description)).isLessThanOrEqualTo(220);
        assertThat(Estimator.BPE.answerCounter().count(entry)).isLessThanOrEqualTo(450);
        assertThat(RealTokens.count(entry.toByteArray())).isLessThanOrEqualTo(450);
        assertThat(entry.utf8()).contains("\"readOnlyHint\":true", "\"openWorldHint\":false", "\"title\":");
        assertThat(arguments(entry))
                .containsExactlyInAnyOrder(
                        "cursor",
                        "mode",
                        "page",
                        "page_size",
                        "fields",
                        "path",
                        "find",
                        "context",
                        "query",
                        "with",
                        "lines",
                        "as",
                        "direction",
                        "pages",
                        "max_tokens");
    }

    @Test
    void readToolDescribesArgumentsWhoseNamesDoNotExplainThem() {
        String listing = ReadTool.entry(ClientFeatures.current()).utf8();

        assertThat(listing)
                .contains("until it expires", "every reading of the whole ", "\\\"query\\\": ")
                .contains(
                        "\\\"find\\\": ",
                        "\\\"path\\\": ",
                        "query is jq (no input",
                        "0 with find: the count",
                        "#section")
                .contains("\"query\":{\"type\":[\"string\",\"object\"]", "\"find\":{\"type\":[\"string\",\"array\"]")
                .contains("\"with\":{\"type\":\"object\"", "\"context\":{\"type\":[\"integer\",\"string\"]");
    }

    @Test
    void readToolHasTheNameThatTheClientKnows() {
        ClientFeatures other = new ClientFeatures("files__plimsoll_read", true, false, true);

        assertThat(text(ReadTool.entry(other), "name")).isEqualTo("files__plimsoll_read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cursor\":\"x\"}",
                "{\"next\":\"x\",\"limit\":5}",
                "{\"cursor\":\"x\",\"fields\":\"id,name\",\"page\":2,\"mode\":\"summary\"}",
                "{\"cursor\":\"x\",\"fields\":[\"id\"],\"find\":\"/a/i\",\"query\":\".\",\"pages\":\"1-3\"}",
                "{\"cursor\":\"x\",\"find\":[\"a\",\"b\"],\"context\":\"2,0\",\"lines\":\"3-9,12\"}",
                "{\"cursor\":\"x\",\"query\":{\"n\":\"length\"},\"with\":{\"b\":\"y\"},\"context\":1}"
            })
    void readToolAcceptsAllArgumentNames(String arguments) {
        SchemaValidator.of(ReadTool.entry(ClientFeatures.current()), "inputSchema")
                .assertAccepts(arguments);
    }

    @Test
    void listsAHeavyToolWithTheArgumentsOfItsStyle() {
        Map<StyleId, List<String>> names = Map.of(
                StyleId.of("probe"), List.of("continuation_token", "mode", "page", "page_size", "filter_keys"),
                StyleId.of("list"), List.of("next", "limit"),
                StyleId.of("cursor"), List.of("cursor_id", "limit", "direction"),
                StyleId.of("auto"), List.of("cursor", "mode", "page", "page_size", "fields", "find", "query"));
        names.forEach((style, merged) -> {
            Slice listed = listed(EngineHost.heavy().with(Policy.STYLE, style), "{\"type\":\"object\"}");
            assertThat(arguments(listed)).containsExactlyInAnyOrderElementsOf(merged);
        });
        Policy namedArguments = EngineHost.heavy()
                .with(Policy.MERGED_ARGUMENTS, List.of("cursor", "limit", "fields", "startLine", "endLine"));
        assertThat(arguments(listed(namedArguments, "{\"type\":\"object\",\"properties\":{\"a\":true}}")))
                .containsExactlyInAnyOrder("a", "cursor", "limit", "fields", "startLine", "endLine");
    }

    @Test
    void parsesEveryListedName() {
        List<StyleId> styles = new ArrayList<>(StyleRegistry.standard().ids());
        assertThat(styles.remove(StyleId.of("pass"))).as("lists no arguments").isTrue();
        for (StyleId style : styles) {
            for (String name :
                    arguments(listed(EngineHost.heavy().with(Policy.STYLE, style), "{\"type\":\"object\"}"))) {
                assertThat(ArgumentNames.canonical(name)).as(name).isNotNull();
            }
        }
    }

    @Test
    void keepsAllOtherMembersOfTheTool() {
        Slice listed = listed(EngineHost.heavy(), CLOSED);

        assertThat(listed.utf8())
                .contains("\"x\":1.10")
                .contains("\"status\":{\"type\":\"string\",\"default\":1.10}")
                .contains("\"page\":{\"type\":\"string\"}")
                .contains("\"additionalProperties\":false")
                .contains("Lists\\u0020\\\"orders\\\".\"")
                .doesNotContain("required");
        String description = text(listed, "description");
        assertThat(description.substring(0, description.indexOf("Lists"))).hasSizeLessThanOrEqualTo(121);
    }

    @Test
    void listedClosedSchemaAcceptsMergedArguments() {
        SchemaValidator listed = SchemaValidator.of(listed(EngineHost.heavy(), CLOSED), "inputSchema");

        listed.assertAccepts("{\"cursor\":\"x\"}");
        listed.assertAccepts("{\"status\":\"open\",\"page_size\":3,\"fields\":[\"id\"],\"mode\":\"full\"}");
        listed.assertAccepts("{\"status\":\"open\",\"fields\":\"id,name\",\"page\":\"the tool's own\"}");
        assertThat(listed.accepts("{\"status\":\"open\",\"page\":2}")).isFalse();
        assertThat(SchemaValidator.of(CLOSED).accepts("{\"cursor\":\"x\"}")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"unevaluatedProperties\":false",
                "\"$ref\":\"#/$defs/a\"",
                "\"oneOf\":[{}]",
                "\"anyOf\":[{}]",
                "\"allOf\":[{}]",
                "\"not\":{}",
                "\"if\":{}",
                "\"patternProperties\":{}",
                "\"propertyNames\":{}",
                "\"minProperties\":1",
                "\"maxProperties\":3",
                "\"dependentRequired\":{}",
                "\"dependentSchemas\":{}",
                "\"dependencies\":{}",
                "\"properties\":{\"cursor\":{}}",
                "\"properties\":[]",
                "\"type\":[\"object\",\"null\"]",
                "\"\\u0024ref\":\"#\""
            })
    void mergesNothingIntoUnsafeSchemas(String keyword) {
        Slice entry = EngineHost.entry("{\"type\":\"object\"," + keyword + "}");

        assertThat(ListedTool.of(entry).clientEntry(new ToolPolicy(EngineHost.heavy(), true), ClientFeatures.current()))
                .isEqualTo(entry);
    }

    @Test
    void doesNotChangeEntriesOfToolsThatPass() {
        Slice entry = Slice.of(
                "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\"}}");

        for (Policy policy : List.of(
                EngineHost.heavy().with(Policy.ENABLED, false),
                EngineHost.heavy().with(Policy.STYLE, StyleId.of("pass")))) {
            ToolPolicy resolved = StyleRegistry.standard().resolve(new ToolPolicy(policy, true));
            assertThat(ListedTool.of(entry).clientEntry(resolved, ClientFeatures.current()))
                    .isSameAs(entry);
        }
        Slice light =
                ListedTool.of(entry).clientEntry(new ToolPolicy(Policy.defaults(), false), ClientFeatures.current());
        assertThat(light.utf8()).contains("\"required\":[\"notice\"]", "\"inputSchema\":{\"type\":\"object\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "[]",
                "",
                "{",
                "{\"name\":7,\"inputSchema\":{\"type\":\"object\"}}",
                "{\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\"}}"
            })
    void listsInvalidEntriesUnchanged(String odd) {
        Slice entry = Slice.of(odd);

        assertThat(ListedTool.of(entry).clientEntry(new ToolPolicy(EngineHost.heavy(), true), ClientFeatures.current()))
                .isSameAs(entry);
    }

    @Test
    void listsLargeDeepAndDuplicateSchemas() {
        StringBuilder wide = new StringBuilder("\"a\":{}");
        for (int i = 0; i < 20_000; i++) {
            wide.append(",\"p").append(i).append("\":{\"type\":\"string\"}");
        }
        String deep = "{\"items\":".repeat(100_000) + "{}" + "}".repeat(100_000);
        for (String schema : List.of(
                "{\"type\":\"object\",\"properties\":{" + wide + "}}",
                "{\"type\":\"object\",\"properties\":{\"a\":" + deep + "}}",
                "{\"properties\":{\"a\":1},\"properties\":{\"b\":2},\"required\":[\"a\"],\"required\":[\"b\"]}",
                "{}")) {
            Slice listed = listed(EngineHost.heavy(), schema);
            assertThat(Json.isValid(listed)).isTrue();
            assertThat(arguments(listed)).contains("cursor", "page_size");
        }
    }

    @Test
    void addsADescriptionToAToolWithoutOne() {
        Slice entry = Slice.of("{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}");

        assertThat(text(
                        ListedTool.of(entry)
                                .clientEntry(new ToolPolicy(EngineHost.heavy(), true), ClientFeatures.current()),
                        "description"))
                .contains("cursor")
                .hasSizeLessThanOrEqualTo(120);
    }

    @Test
    void parsesNamesArgumentsAndHintsOfATool() {
        ListedTool tool = ListedTool.of(Slice.of("{\"name\":\"\\u0074\",\"inputSchema\":" + CLOSED
                + ",\"outputSchema\":{},\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":true},"
                + "\"execution\":{\"taskSupport\":\"optional\"}}"));

        assertThat(tool.name()).isEqualTo("t");
        assertThat(tool.argumentNames()).containsExactlyInAnyOrder("status", "page");
        assertThat(tool.requiredArguments()).containsExactly("status");
        assertThat(tool.readOnlyHint()).isFalse();
        assertThat(tool.destructiveHint()).isTrue();
        assertThat(tool.hasOutputSchema()).isTrue();
        assertThat(tool.taskSupport()).isEqualTo("optional");
        assertThat(ListedTool.of(Slice.of("{}")).readOnlyHint()).isNull();
    }

    @Test
    void allowsResultsWithoutStrippedMembers() {
        Policy stripping = Policy.defaults().with(Policy.STRIP, List.of("/debug"));
        for (String root : List.of("\"type\":\"object\",", "\"type\":\"array\",")) {
            Slice entry = Slice.of("{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{" + root
                    + "\"required\":[\"debug\"]}}");
            Slice modern = ListedTool.of(entry).clientEntry(new ToolPolicy(stripping, true), ClientFeatures.modern());
            String shaped = root.contains("object") ? "{\"type\":\"object\",\"description\"" : "{\"description\"";
            assertThat(modern.utf8())
                    .contains("\"required\":[\"debug\"]}," + shaped)
                    .doesNotContain("notice");
        }
    }

    @Test
    void slimsSchemasIfThePolicySaysSo() {
        Slice entry = Slice.of("{\"name\":\"t\",\"description\":\"Does it. And much more.\",\"inputSchema\":{\"type\":"
                + "\"object\",\"title\":\"T\",\"properties\":{\"title\":{\"type\":\"string\",\"examples\":[\"x\"]}}}}");
        Policy slim = Policy.defaults().with(Policy.SLIM_SCHEMAS, true);

        Slice listed = ListedTool.of(entry).clientEntry(new ToolPolicy(slim, true), ClientFeatures.current());

        assertThat(listed.utf8())
                .isEqualTo("{\"name\":\"t\",\"description\":\"Does it\",\"inputSchema\":{\"type\":\"object\","
                        + "\"properties\":{\"title\":{\"type\":\"string\"}}}}");
    }

    private static Slice listed(Policy policy, String schema) {
        return ListedTool.of(EngineHost.entry(schema))
                .clientEntry(StyleRegistry.standard().resolve(new ToolPolicy(policy, true)), ClientFeatures.current());
    }

    private static String text(Slice entry, String name) {
        return JsonText.unescapeToString(Json.stringInside(Objects.requireNonNull(Members.get(entry, name))));
    }

    private static Set<String> arguments(Slice entry) {
        Slice schema = Objects.requireNonNull(Members.get(entry, "inputSchema"));
        Members members = Members.of(Objects.requireNonNull(Members.get(schema, "properties")));
        Set<String> names = new TreeSet<>();
        while (members.next()) {
            names.add(members.keyText());
        }
        return names;
    }
}
