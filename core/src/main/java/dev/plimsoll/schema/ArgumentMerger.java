package dev.plimsoll.schema;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
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

    static Slice merge(Slice entry, ListedTool tool, List<String> names) {
        return new ArgumentMerger(tool, names).writeEntry(entry);
    }

    private Slice writeEntry(Slice entry) {
        ByteSink out = new ByteSink(entry.length() + 1024).ascii("{");
        boolean described = false;
        Members members = Members.of(entry);
        while (members.next()) {
            out.ascii(out.size() == 1 ? "" : ",");
            if (members.keyIs("description") && members.type() == JsonType.STRING) {
                described = true;
                out.ascii("\"description\":\"").ascii(sentence()).ascii(" ");
                out.raw(Json.stringInside(members.value())).ascii("\"");
            } else if (members.keyIs("inputSchema") && members.type() == JsonType.OBJECT) {
                out.ascii("\"inputSchema\":");
                writeSchema(members.value(), out);
            } else {
                out.raw(members.member());
            }
        }
        if (!described && Members.get(entry, "description") == null) {
            out.ascii(",\"description\":\"").ascii(sentence()).ascii("\"");
        }
        return out.ascii("}").slice();
    }

    private String sentence() {
        return "Long results are paged: for more, call again with only " + names.get(0) + " from the last answer.";
    }

    private void writeSchema(Slice schema, ByteSink out) {
        out.ascii("{");
        int empty = out.size();
        boolean merged = false;
        Members members = Members.of(schema);
        while (members.next()) {
            if (members.keyIs("required")) {
                continue;
            }
            out.ascii(out.size() == empty ? "" : ",");
            if (members.keyIs(PROPERTIES) && members.type() == JsonType.OBJECT) {
                merged = true;
                writeProperties(members.value(), out);
            } else {
                out.raw(members.member());
            }
        }
        if (!merged) {
            writeProperties(Slice.of("{}"), out.ascii(out.size() == empty ? "" : ","));
        }
        out.ascii("}");
    }

    /**
     * Writes the properties with the added arguments. A second {@code properties} gets them too, because parsers differ in
     * which of two equal members counts.
     */
    private void writeProperties(Slice toolProperties, ByteSink out) {
        out.string(PROPERTIES).ascii(":{");
        int empty = out.size();
        Members members = Members.of(toolProperties);
        while (members.next()) {
            out.ascii(out.size() == empty ? "" : ",").raw(members.member());
        }
        for (String name : names) {
            if (!tool.argumentNames().contains(name)) {
                out.ascii(out.size() == empty ? "" : ",").string(name).ascii(":");
                out.ascii(ReadSchemas.of(name));
            }
        }
        out.ascii("}");
    }
}
