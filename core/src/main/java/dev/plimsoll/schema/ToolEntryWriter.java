package dev.plimsoll.schema;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.OutputSchema;
import org.jspecify.annotations.Nullable;

/** Writes a tool's entry in {@code tools/list}. */
public final class ToolEntryWriter {

    private static final String OUTPUT_SCHEMA = "outputSchema";

    private ToolEntryWriter() {}

    /**
     * Returns the entry of a tool whose answers may be shaped, for a client. Only the {@code outputSchema} can differ
     * from the entry of the server: it is widened, unchanged, or omitted.
     *
     * @param isModern whether the client's revision allows schemas whose root is not an object (2026-07-28)
     */
    public static Slice withOutputSchema(Slice tool, OutputSchema mode, boolean isModern) {
        return withOutputSchema(
                tool, new ToolPolicy(Policy.defaults().with(Policy.OUTPUT_SCHEMA, mode), false), isModern);
    }

    /** Returns the entry with an {@code outputSchema} that fits the answers under this policy. */
    static Slice withOutputSchema(Slice tool, ToolPolicy policy, boolean isModern) {
        OutputSchema mode = policy.policy().get(Policy.OUTPUT_SCHEMA);
        Slice schema = Json.type(tool) == JsonType.OBJECT ? Members.get(tool, OUTPUT_SCHEMA) : null;
        if (schema == null || mode == OutputSchema.SLICE) {
            return tool;
        }
        return mode == OutputSchema.STRIP
                ? withoutOutputSchema(tool)
                : replaceOutputSchema(tool, OutputSchemaWidener.widen(schema, isModern, policy));
    }

    /** Returns the entry without an {@code outputSchema}. */
    static Slice withoutOutputSchema(Slice tool) {
        boolean hasSchema = Json.type(tool) == JsonType.OBJECT && Members.get(tool, OUTPUT_SCHEMA) != null;
        return hasSchema ? replaceOutputSchema(tool, null) : tool;
    }

    private static Slice replaceOutputSchema(Slice tool, @Nullable Slice newSchema) {
        JsonWriter json = new JsonWriter(tool.length() + 512).beginObject();
        Members members = Members.of(tool);
        while (members.next()) {
            if (!members.keyIs(OUTPUT_SCHEMA)) {
                json.rawMember(members.member());
            } else if (newSchema != null) {
                json.raw(OUTPUT_SCHEMA, newSchema);
            }
        }
        return json.endObject().slice();
    }
}
