package dev.plimsoll.gateway.config.view;

import dev.plimsoll.json.ByteSink;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes a branch as indented JSON, with lists of plain values on one line. The recursion is only as deep as the keys
 * are nested.
 */
final class IndentedJson {

    private IndentedJson() {}

    static String toJson(ViewBranch viewBranch) {
        StringBuilder json = new StringBuilder();
        write(viewBranch, "", json);
        return json.append('\n').toString();
    }

    static String quote(String text) {
        return new ByteSink().string(text).slice().utf8();
    }

    private static void write(Object value, String indent, StringBuilder json) {
        if (value instanceof ViewBranch viewBranch) {
            writeMap(viewBranch.values(), indent, json);
        } else if (value instanceof List<?> list) {
            writeList(list, indent, json);
        } else if (value instanceof ViewLeaf viewLeaf) {
            String text = viewLeaf.text();
            json.append(text == null ? "null" : viewLeaf.isBare() ? text : quote(text));
        }
    }

    private static void writeMap(Map<String, Object> values, String indent, StringBuilder json) {
        String innerIndent = indent + "  ";
        Iterator<Map.Entry<String, Object>> entries = values.entrySet().iterator();
        json.append(values.isEmpty() ? "{" : "{\n");
        while (entries.hasNext()) {
            Map.Entry<String, Object> entry = entries.next();
            json.append(innerIndent).append(quote(entry.getKey())).append(": ");
            write(entry.getValue(), innerIndent, json);
            json.append(entries.hasNext() ? ",\n" : "\n" + indent);
        }
        json.append('}');
    }

    private static void writeList(List<?> list, String indent, StringBuilder json) {
        boolean isFlat = list.stream().allMatch(ViewLeaf.class::isInstance);
        String innerIndent = isFlat ? "" : indent + "  ";
        String separator = isFlat ? ", " : ",\n";
        json.append(isFlat ? "[" : "[\n");
        for (int i = 0; i < list.size(); i++) {
            json.append(i == 0 ? "" : separator).append(innerIndent);
            write(list.get(i), innerIndent, json);
        }
        json.append(isFlat ? "]" : "\n" + indent + "]");
    }
}
