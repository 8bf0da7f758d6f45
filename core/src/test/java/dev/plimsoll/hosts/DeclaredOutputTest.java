package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.schema.ListedTool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that every answer of a tool is valid under its listed output schema, because some clients validate it. */
class DeclaredOutputTest {

    private static final Pattern CURSOR = Pattern.compile("ursor\\\\?\":\\\\?\"([A-Za-z0-9_-]{48})");
    private static final List<String> ARGUMENTS = List.of(
            "",
            "\"mode\":\"summary\"",
            "\"mode\":\"paginated\"",
            "\"mode\":\"full\"",
            "\"mode\":\"lines\"",
            "\"fields\":\"id\"",
            "\"path\":\"/about\"",
            "\"path\":\"/about/text\"",
            "\"path\":\"/list\"",
            "\"path\":\"/list/0\"",
            "\"path\":\"/list/0/id\"",
            "\"page_size\":1",
            "\"max_tokens\":900");

    record SchemaCase(String name, String document, OutputSchema mode) {

        @Override
        public String toString() {
            return name + ", " + mode;
        }
    }

    static Stream<SchemaCase> schemaCases() {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < 150; i++) {
            list.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"name\":\"item number ")
                    .append(i);
            list.append("\"}");
        }
        String about = "\"about\":{\"id\":7,\"text\":\"short\"}";
        String text = "line of a text\\n".repeat(600);
        List<String> documents = List.of(
                "{" + about + ",\"list\":[" + list + "]}",
                "{" + about + ",\"list\":[{\"id\":1,\"name\":\"a\"}],\"text\":\"" + text + "\"}",
                "{" + about + ",\"list\":[{\"id\":1,\"name\":\"" + text + "\"}],\"b\":\"" + text + "\",\"c\":\"" + text
                        + "\"}",
                "{" + about + ",\"list\":[{\"id\":1,\"name\":\"a\"}]}");
        return Stream.of(OutputSchema.values())
                .flatMap(how -> Stream.of(0, 1, 2, 3).map(i -> new SchemaCase("document " + i, documents.get(i), how)));
    }

    @ParameterizedTest
    @MethodSource("schemaCases")
    void everyAnswerMatchesTheListedSchema(SchemaCase schemaCase) {
        String schema = schemaOf(Slice.of(schemaCase.document));
        assertThat(SchemaValidator.of(schema).accepts(schemaCase.document)).isTrue();
        Policy policy = EngineHost.heavy().with(Policy.OUTPUT_SCHEMA, schemaCase.mode);
        ListedTool tool = ListedTool.of(Slice.of("{\"name\":\"list_orders\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"outputSchema\":" + schema + "}"));
        EngineHost engineHost = EngineHost.of(policy, "{}");
        Slice listed = tool.clientEntry(new ToolPolicy(policy, false), ClientFeatures.current());
        assertThat(Members.get(listed, "outputSchema") == null).isEqualTo(schemaCase.mode == OutputSchema.STRIP);
        if (schemaCase.mode == OutputSchema.STRIP) {
            return;
        }
        SchemaValidator schemaValidator = SchemaValidator.of(listed, "outputSchema");
        Slice result = result(schemaCase.document);
        ToolCall call = engineHost.call;
        for (String arguments : ARGUMENTS) {
            CallDecision callDecision = engineHost.plimsoll.classify(call, tool, Slice.of("{" + arguments + "}"));
            CallDecision.Forward forward = (CallDecision.Forward) callDecision;
            Slice firstAnswer = engineHost
                    .plimsoll
                    .guard(forward.call(), RawResult.of(result))
                    .result();
            assertAccepted(schemaValidator, firstAnswer, arguments);
            Matcher cursors = CURSOR.matcher(firstAnswer.utf8());
            while (cursors.find()) {
                for (String further : ARGUMENTS) {
                    String readArguments =
                            "{\"cursor\":\"" + cursors.group(1) + "\"" + (further.isEmpty() ? "" : ",") + further + "}";
                    CallDecision.Answer answer =
                            (CallDecision.Answer) engineHost.plimsoll.classify(call, tool, Slice.of(readArguments));
                    assertAccepted(schemaValidator, answer.outcome().result(), arguments + " then " + further);
                }
            }
        }
    }

    private static void assertAccepted(SchemaValidator schemaValidator, Slice result, String arguments) {
        Slice error = Members.get(result, "isError");
        if (error != null && error.utf8().equals("true")) {
            assertThat(Members.get(result, "structuredContent")).isNull();
            return;
        }
        Slice structured = Members.get(result, "structuredContent");
        assertThat(structured).as(arguments + ": " + result.utf8()).isNotNull();
        schemaValidator.assertAccepts(Objects.requireNonNull(structured).utf8());
    }

    private static Slice result(String document) {
        byte[] text = document.getBytes(StandardCharsets.UTF_8);
        return new ByteSink()
                .ascii("{\"content\":[{\"type\":\"text\",\"text\":")
                .string(Slice.of(text))
                .ascii("}],\"structuredContent\":")
                .raw(Slice.of(text))
                .ascii("}")
                .slice();
    }

    /** Creates the strictest schema of this document: every name is required, and no other is allowed. */
    private static String schemaOf(Slice value) {
        JsonType type = Json.type(value);
        if (type == JsonType.ARRAY) {
            return "{\"type\":\"array\",\"items\":"
                    + schemaOf(ItemIndex.of(value).item(0)) + "}";
        }
        if (type != JsonType.OBJECT) {
            return "{\"type\":\"" + (type == JsonType.NUMBER ? "number" : "string") + "\"}";
        }
        StringBuilder properties = new StringBuilder();
        StringBuilder required = new StringBuilder();
        Members members = Members.of(value);
        while (members.next()) {
            String comma = properties.length() == 0 ? "" : ",";
            properties
                    .append(comma)
                    .append('"')
                    .append(members.keyText())
                    .append("\":")
                    .append(schemaOf(members.value()));
            required.append(comma).append('"').append(members.keyText()).append('"');
        }
        return "{\"type\":\"object\",\"properties\":{" + properties + "},\"required\":[" + required
                + "],\"additionalProperties\":false}";
    }
}
