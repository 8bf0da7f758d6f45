package dev.plimsoll.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.testkit.RealTokens;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class ToolEntryWriterTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void widensObjectSchemaAndChangesNothingElse() {
        Slice tool = tool("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\",\"multipleOf\":0.10}}}");

        Slice listed = ToolEntryWriter.withOutputSchema(tool, OutputSchema.WIDEN, false);

        JsonNode schema = JSON.readTree(listed.utf8()).get("outputSchema");
        assertThat(schema.get("type").asString()).isEqualTo("object");
        assertThat(schema.get("anyOf").get(0).get("properties").has("n")).isTrue();
        assertThat(schema.get("anyOf").get(1).get("required").toString()).isEqualTo("[\"notice\"]");
        assertThat(schema.get("anyOf").get(1).get("description").toString()).contains("value", "items");
        assertThat(listed.utf8()).contains("\"x\":1.10").contains("\"multipleOf\":0.10");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":{\"result\":{\"type\":\"string\"}},\"required\":[\"result\"],"
                        + "\"title\":\"set_valueOutput\"}",
                "{\"type\":\"object\",\"$defs\":{\"User\":{\"type\":\"object\"}},\"properties\":{\"users\":{\"type\":"
                        + "\"array\",\"items\":{\"$ref\":\"#/$defs/User\"}}}}",
                "{\"type\":\"object\"}"
            })
    void widenedSchemaCostsAtMost25TokensMore(String schema) {
        int widened = RealTokens.count(widened(schema, false));

        assertThat(widened - RealTokens.count(schema)).isLessThanOrEqualTo(25);
    }

    @Test
    void adjustsReferencesWithinTheSchema() {
        String original = "{\"type\":\"object\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{}},"
                + "\"properties\":{\"self\":{\"$ref\":\"#\"},\"named\":{\"$ref\":\"#anchor\"}}}";

        String widened = widened(original, false);

        assertThat(widened)
                .contains("\"$ref\":\"#/anyOf/0/$defs/b\"")
                .contains("\"$ref\":\"#/anyOf/0\"")
                .contains("\"$ref\":\"#anchor\"");
    }

    @Test
    void keepsReferencesBelowAnId() {
        String part = "{\"$id\":\"https://example.org/part\",\"$ref\":\"#/$defs/x\"}";

        assertThat(widened("{\"type\":\"object\",\"properties\":{\"p\":" + part + "}}", false))
                .contains(part);
    }

    @Test
    void keepsDataThatLooksLikeAReference() {
        String data = "\"default\":{\"$ref\":\"#/x\"},\"enum\":[{\"$ref\":\"#/y\"}]";

        assertThat(widened("{\"type\":\"object\"," + data + "}", false)).contains(data);
    }

    @Test
    void treatsPropertyNamedRefAsProperty() {
        String property = "\"properties\":{\"$ref\":{\"type\":\"string\"}}";

        assertThat(widened("{\"type\":\"object\"," + property + "}", false)).contains(property);
    }

    @Test
    void treatsPropertyNamedLikeKeywordAsProperty() {
        String schema = "{\"type\":\"object\",\"properties\":{\"default\":{\"$ref\":\"#/x\"}}}";

        assertThat(widened(schema, false)).contains("\"default\":{\"$ref\":\"#/anyOf/0/x\"}");
    }

    @Test
    void movesTheDialectToTheRoot() {
        String widened =
                widened("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\"}", false);

        assertThat(widened).startsWith("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\"");
        assertThat(widened.indexOf("$schema")).isEqualTo(widened.lastIndexOf("$schema"));
    }

    @Test
    void omitsSchemasThatCannotBeMoved() {
        assertThat(widenedTool("{\"type\":\"object\",\"$ref\":\"https://example.org/other\"}", false))
                .isNull();
        assertThat(widenedTool("{\"type\":\"object\",\"items\":{\"$dynamicRef\":\"#node\"}}", false))
                .isNull();
        assertThat(widenedTool("{\"type\":\"object\",\"items\":{\"$recursiveRef\":\"#\"}}", true))
                .isNull();
    }

    @Test
    void widensOtherRootsForModernClientsOnly() {
        String array = "{\"type\":\"array\",\"items\":{}}";

        assertThat(widenedTool(array, false)).isNull();
        assertThat(widened(array, true)).startsWith("{\"anyOf\":[{\"type\":\"array\"");
    }

    @Test
    void stripOmitsTheSchemaAndSliceKeepsIt() {
        Slice tool = tool("{\"type\":\"object\"}");

        assertThat(ToolEntryWriter.withOutputSchema(tool, OutputSchema.STRIP, true)
                        .utf8())
                .isEqualTo("{\"name\":\"t\",\"x\":1.10,\"inputSchema\":{\"type\":\"object\"}}");
        assertThat(ToolEntryWriter.withOutputSchema(tool, OutputSchema.SLICE, true))
                .isEqualTo(tool);
    }

    @Test
    void omitsSchemasThatAreTooDeep() {
        String deep = "{\"not\":".repeat(5000) + "{}" + "}".repeat(5000);

        assertThat(widenedTool("{\"type\":\"object\",\"not\":" + deep + "}", true))
                .isNull();
    }

    private static Slice tool(String schema) {
        return Slice.of(
                "{\"name\":\"t\",\"x\":1.10,\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":" + schema + "}");
    }

    private static @Nullable Slice widenedTool(String schema, boolean isModern) {
        return Members.get(
                ToolEntryWriter.withOutputSchema(tool(schema), OutputSchema.WIDEN, isModern), "outputSchema");
    }

    private static String widened(String schema, boolean isModern) {
        return Objects.requireNonNull(widenedTool(schema, isModern)).utf8();
    }
}
