package dev.plimsoll.schema;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.List;

/** Adds the arguments for follow-up reads to a tool's entry, and a sentence about them before its description. */
final class ArgumentMerger {

    private static final String PROPERTIES = "properties";

    private final ListedTool tool;
    private final List<String> names;

    private ArgumentMerger(ListedTool tool, List<String> names) {
        this.tool = tool;
        this.names = names;
    }

    /** Returns the entry with these arguments for follow-up reads, and a sentence about them before its description. */
    static Slice merge(Slice entry, ListedTool tool, List<String> names) {
        return new ArgumentMerger(tool, names).writeEntry(entry);
    }

    /** Returns the entry with the argument {@code changes_since} added to its input schema. The rest is unchanged. */
    static Slice addChangesArgument(Slice entry) {
        JsonWriter json = new JsonWriter(entry.length() + 256).beginObject();
        Members members = Members.of(entry);
        while (members.next()) {
            if (members.keyIs("inputSchema") && members.type() == JsonType.OBJECT) {
                writeSchemaWithChangesArgument(members.value(), json.beginObject("inputSchema"));
                json.endObject();
            } else {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }

    private static void writeSchemaWithChangesArgument(Slice schema, JsonWriter json) {
        boolean isWritten = false;
        Members members = Members.of(schema);
        while (members.next()) {
            if (!isWritten && members.keyIs(PROPERTIES) && members.type() == JsonType.OBJECT) {
                isWritten = true;
                json.beginObject(PROPERTIES);
                Members properties = Members.of(members.value());
                while (properties.next()) {
                    json.rawMember(properties.member());
                }
                json.raw(ReadSchemas.CHANGES_SINCE, ReadSchemas.of(ReadSchemas.CHANGES_SINCE))
                        .endObject();
            } else {
                json.rawMember(members.member());
            }
        }
        if (!isWritten) {
            json.beginObject(PROPERTIES)
                    .raw(ReadSchemas.CHANGES_SINCE, ReadSchemas.of(ReadSchemas.CHANGES_SINCE))
                    .endObject();
        }
    }

    private Slice writeEntry(Slice entry) {
        JsonWriter json = new JsonWriter(entry.length() + 1024).beginObject();
        boolean hasDescription = false;
        Members members = Members.of(entry);
        while (members.next()) {
            if (members.keyIs("description") && members.type() == JsonType.STRING) {
                hasDescription = true;
                ByteSink description = new ByteSink(members.value().length() + 256).ascii(pagingSentence());
                json.rawString(
                        "description",
                        description
                                .ascii(" ")
                                .raw(Json.stringInside(members.value()))
                                .slice());
            } else if (members.keyIs("inputSchema") && members.type() == JsonType.OBJECT) {
                writeSchema(members.value(), json.name("inputSchema"));
            } else {
                json.rawMember(members.member());
            }
        }
        if (!hasDescription && Members.get(entry, "description") == null) {
            json.string("description", pagingSentence());
        }
        return json.endObject().slice();
    }

    private String pagingSentence() {
        return "Long results are paged: for more, call again with only " + names.get(0) + " from the last answer.";
    }

    private void writeSchema(Slice schema, JsonWriter json) {
        json.beginObject();
        boolean hasProperties = false;
        Members members = Members.of(schema);
        while (members.next()) {
            // a follow-up read names only the cursor, so no argument of the tool can be required
            if (members.keyIs("required")) {
                continue;
            }
            if (members.keyIs(PROPERTIES) && members.type() == JsonType.OBJECT) {
                hasProperties = true;
                writeProperties(members.value(), json);
            } else {
                json.rawMember(members.member());
            }
        }
        if (!hasProperties) {
            writeProperties(Slice.of("{}"), json);
        }
        json.endObject();
    }

    /**
     * Writes the properties with the added arguments. If a schema has the member {@code properties}
     * twice, both get the arguments, because parsers differ in which of two members with the same name they
     * use.
     */
    private void writeProperties(Slice toolProperties, JsonWriter json) {
        json.beginObject(PROPERTIES);
        Members members = Members.of(toolProperties);
        while (members.next()) {
            json.rawMember(members.member());
        }
        for (String name : names) {
            if (!tool.argumentNames().contains(name)) {
                json.raw(name, ReadSchemas.of(name));
            }
        }
        json.endObject();
    }
}
