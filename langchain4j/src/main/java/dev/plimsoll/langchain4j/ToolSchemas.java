package dev.plimsoll.langchain4j;

import dev.langchain4j.agent.tool.SearchBehavior;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.plimsoll.agent.AgentTool;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Map;

/** Converts between tool specifications of LangChain4j and tools with JSON Schemas. */
final class ToolSchemas {

    private static final Slice ARRAY = Slice.of("\"array\"");
    private static final Slice NO_ARGUMENTS =
            new JsonWriter().beginObject().string("type", "object").endObject().slice();

    private ToolSchemas() {}

    static AgentTool toAgentTool(ToolSpecification specification) {
        String description = specification.description();
        Slice schema = Members.get(Slice.of(specification.toJson()), "parameters");
        return AgentTool.of(
                specification.name(),
                description == null ? "" : description,
                (schema == null ? NO_ARGUMENTS : schema).utf8());
    }

    /** Returns the specification of the tool for follow-up reads. LangChain4j's tool search never hides it. */
    static ToolSpecification readTool(AgentTool tool) {
        return parse(tool).toBuilder()
                .metadata(Map.of(ToolSpecification.METADATA_SEARCH_BEHAVIOR, SearchBehavior.ALWAYS_VISIBLE))
                .build();
    }

    /** Returns a copy of the specification with the description and the arguments of the tool. */
    static ToolSpecification withSchema(ToolSpecification specification, AgentTool tool) {
        ToolSpecification parsed = parse(tool);
        return specification.toBuilder()
                .description(parsed.description())
                .parameters(parsed.parameters())
                .build();
    }

    private static ToolSpecification parse(AgentTool tool) {
        JsonWriter json = new JsonWriter().beginObject().string("name", tool.name());
        json.string("description", tool.description()).name("parameters");
        writeObject(Slice.of(tool.inputSchema()), json);
        return ToolSpecification.fromJson(json.endObject().slice().utf8());
    }

    private static void writeObject(Slice schema, JsonWriter json) {
        json.beginObject();
        Members members = Members.of(schema);
        while (members.next()) {
            if (!members.keyIs("properties")) {
                json.rawMember(members.member());
                continue;
            }
            json.beginObject("properties");
            Members properties = Members.of(members.value());
            while (properties.next()) {
                writeProperty(properties, json);
            }
            json.endObject();
        }
        json.endObject();
    }

    /** Writes a property. LangChain4j has no class for a schema with several types, so they become an {@code anyOf}. */
    private static void writeProperty(Members property, JsonWriter json) {
        Slice types = property.type() == JsonType.OBJECT ? Members.get(property.value(), "type") : null;
        if (types == null || Json.type(types) != JsonType.ARRAY) {
            json.rawMember(property.member());
            return;
        }
        json.rawName(property.key()).beginObject();
        Members members = Members.of(property.value());
        Slice items = Members.get(property.value(), "items");
        while (members.next()) {
            if (members.keyIs("type")) {
                json.beginArray("anyOf");
                Elements elements = Elements.of(types);
                while (elements.next()) {
                    json.beginObject().raw("type", elements.value());
                    if (items != null && elements.value().contentEquals(ARRAY)) {
                        json.raw("items", items);
                    }
                    json.endObject();
                }
                json.endArray();
            } else if (!members.keyIs("items")) {
                json.rawMember(members.member());
            }
        }
        json.endObject();
    }
}
