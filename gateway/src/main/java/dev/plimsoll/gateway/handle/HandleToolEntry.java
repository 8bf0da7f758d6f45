package dev.plimsoll.gateway.handle;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;

/**
 * Changes the entry of a tool in the tool list, to tell the client that arguments can contain handles. It adds a
 * sentence to the description, and allows a string where the input schema requires an array or an object.
 */
public final class HandleToolEntry {

    private static final String SENTENCE = "Arguments may be " + Handle.PREFIX + "CURSOR#/path or " + Handle.PREFIX
            + "CURSOR?query=JQ (percent-encoded): earlier results.";
    private static final String DESCRIPTION = "description";
    private static final int MAX_DEPTH = 20;

    private final SchemaCheck schemaCheck;

    private HandleToolEntry(SchemaCheck schemaCheck) {
        this.schemaCheck = schemaCheck;
    }

    /** Returns the changed entry. */
    public static Slice withHandles(Slice entry) {
        if (Json.type(entry) != JsonType.OBJECT) {
            return entry;
        }
        JsonWriter json = new JsonWriter(entry.length() + 1024).beginObject();
        boolean hasDescription = false;
        Members members = Members.of(entry);
        while (members.next()) {
            if (members.keyIs(DESCRIPTION) && members.type() == JsonType.STRING) {
                hasDescription = true;
                ByteSink inside = new ByteSink(members.valueLength() + SENTENCE.length());
                inside.raw(Json.stringInside(members.value())).ascii(" ").ascii(SENTENCE);
                json.rawString(DESCRIPTION, inside.slice());
            } else if (members.keyIs("inputSchema") && members.type() == JsonType.OBJECT) {
                json.raw("inputSchema", widenSchema(members.value()));
            } else {
                json.rawMember(members.member());
            }
        }
        if (!hasDescription) {
            json.string(DESCRIPTION, SENTENCE);
        }
        return json.endObject().slice();
    }

    private static Slice widenSchema(Slice schema) {
        // the added anyOf moves the schema of a property, which would break references into it
        if (schema.utf8().contains("\"#/properties")) {
            return schema;
        }
        JsonWriter json = new JsonWriter(schema.length() + 512);
        new HandleToolEntry(new SchemaCheck(schema)).writeSchema(schema, json, 0);
        return json.slice();
    }

    /** Writes a schema, and allows handles in its members and items. */
    private void writeSchema(Slice schema, JsonWriter json, int depth) {
        json.beginObject();
        Members members = Members.of(schema);
        while (members.next()) {
            if (members.keyIs("properties") && members.type() == JsonType.OBJECT) {
                json.beginObject("properties");
                Members properties = Members.of(members.value());
                while (properties.next()) {
                    json.rawName(properties.key());
                    writeValueSchema(properties.value(), json, depth + 1);
                }
                json.endObject();
            } else if (members.keyIs("items") && members.type() == JsonType.OBJECT) {
                json.rawName(members.key());
                writeValueSchema(members.value(), json, depth + 1);
            } else {
                json.rawMember(members.member());
            }
        }
        json.endObject();
    }

    private void writeValueSchema(Slice schema, JsonWriter json, int depth) {
        Slice resolvedSchema = depth > MAX_DEPTH ? null : schemaCheck.resolve(schema);
        if (resolvedSchema == null || Json.type(schema) != JsonType.OBJECT) {
            json.raw(schema);
            return;
        }
        boolean isStructure = schemaCheck.isAllowed(resolvedSchema, JsonType.OBJECT)
                || schemaCheck.isAllowed(resolvedSchema, JsonType.ARRAY);
        if (!isStructure || schemaCheck.isAllowed(resolvedSchema, JsonType.STRING)) {
            writeSchema(schema, json, depth);
            return;
        }
        json.beginObject();
        Slice description = Members.get(schema, DESCRIPTION);
        if (description != null) {
            json.raw(DESCRIPTION, description);
        }
        json.beginArray("anyOf");
        writeSchema(withoutDescription(schema), json, depth);
        json.beginObject().string("type", "string").endObject();
        json.endArray().endObject();
    }

    private static Slice withoutDescription(Slice schema) {
        JsonWriter json = new JsonWriter(schema.length()).beginObject();
        Members members = Members.of(schema);
        while (members.next()) {
            if (!members.keyIs(DESCRIPTION)) {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }
}
