package dev.plimsoll.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.SchemaSlimmer;
import dev.plimsoll.schema.ToolEntryWriter;
import dev.plimsoll.texttype.TextTypes;

/** Fuzzes everything from servers except tool results: listings, resources, prompts, and texts of any kind. */
class ServerFuzzTest {

    private static final ToolPolicy HEAVY = new ToolPolicy(Policy.defaults().with(Policy.HEAVY, true), true);

    @FuzzTest
    void anyToolIsListed(byte[] data) {
        Slice entry = Json.trim(Slice.of(data));
        if (!Json.isValid(entry) || Json.type(entry) != JsonType.OBJECT) {
            return;
        }
        assertValid(SchemaSlimmer.slim(entry));
        assertValid(ToolEntryWriter.withOutputSchema(entry, HEAVY.policy().get(Policy.OUTPUT_SCHEMA), false));
        ListedTool tool = ListedTool.of(entry);
        tool.declaredArguments();
        tool.requiredArguments();
        tool.hints();
        assertValid(tool.clientEntry(HEAVY, ClientFeatures.current()));
        assertValid(tool.clientEntry(HEAVY, ClientFeatures.modern()));
    }

    @FuzzTest
    void anyTextHasAType(byte[] data) {
        assertThat(TextTypes.detect(Slice.of(data))).isNotNull();
        TextTypes.isProbablyJson(Slice.of(data));
    }

    @FuzzTest
    void anyResourceAndPromptIsGuarded(byte[] data) {
        Slice result = Json.trim(Slice.of(data));
        if (Json.isValid(result)) {
            EngineFixture engine = EngineFixture.result(400, Slice.of("{\"content\":[]}"));
            assertValid(engine.guardedResource(result));
            assertValid(engine.guardedPrompt(result));
        }
    }

    /** Fuzzes URIs. {@code $} is replaced by a valid cursor. */
    @FuzzTest
    void anyPlimsollUriIsReadOrRefused(byte[] data) {
        Slice text = Slice.of("0123456789 ".repeat(400));
        EngineFixture engine = EngineFixture.text(400, text);
        String uri = Slice.of(data).utf8().replace("$", String.valueOf(engine.next()));
        Slice answer = engine.resource(uri);
        if (answer != null) {
            assertValid(answer);
        }
    }

    private static void assertValid(Slice json) {
        assertThat(Json.isValid(json)).as("%s", json).isTrue();
    }
}
