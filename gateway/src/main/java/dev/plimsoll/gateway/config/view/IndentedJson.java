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
        StringBuilder out = new StringBuilder();
        write(viewBranch, "", out);
        return out.append('\n').toString();
    }

    static String quote(String text) {
        return new ByteSink().string(text).slice().utf8();
    }

    private static void write(Object value, String indent, StringBuilder out) {
        if (value instanceof ViewBranch viewBranch) {
            writeMap(viewBranch.values(), indent, out);
        } else if (value instanceof List<?> list) {
            writeList(list, indent, out);
        } else if (value instanceof ViewLeaf viewLeaf) {
            String text = viewLeaf.text();
            out.append(text == null ? "null" : viewLeaf.isBare() ? text : quote(text));
        }
    }

    private static void writeMap(Map<String, Object> values, String indent, StringBuilder out) {
        String deeper = indent + "  ";
        Iterator<Map.Entry<String, Object>> entries = values.entrySet().iterator();
        out.append(values.isEmpty() ? "{" : "{\n");
        while (entries.hasNext()) {
            Map.Entry<String, Object> entry = entries.next();
            out.append(deeper).append(quote(entry.getKey())).append(": ");
            write(entry.getValue(), deeper, out);
            out.append(entries.hasNext() ? ",\n" : "\n" + indent);
        }
        out.append('}');
    }

    private static void writeList(List<?> list, String indent, StringBuilder out) {
        boolean isFlat = list.stream().allMatch(ViewLeaf.class::isInstance);
        String deeper = isFlat ? "" : indent + "  ";
        String separator = isFlat ? ", " : ",\n";
        out.append(isFlat ? "[" : "[\n");
        for (int i = 0; i < list.size(); i++) {
            out.append(i == 0 ? "" : separator).append(deeper);
            write(list.get(i), deeper, out);
        }
        out.append(isFlat ? "]" : "\n" + indent + "]");
    }
}
