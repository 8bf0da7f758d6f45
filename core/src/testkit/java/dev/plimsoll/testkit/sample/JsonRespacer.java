package dev.plimsoll.testkit.sample;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Rewrites a valid JSON document with other white space or another order of members. The text of its strings,
 * numbers, and literals does not change.
 */
public final class JsonRespacer {

    private JsonRespacer() {}

    public static byte[] minified(byte[] json) {
        return respace(json, false);
    }

    /** Formats a document with one member or item per line, and two spaces per level. */
    public static byte[] pretty(byte[] json) {
        return respace(json, true);
    }

    /**
     * Minifies a document, and reorders the members of the outermost object. Members with the same name keep their
     * order. Arrays, scalars, and objects with escaped names are only minified.
     */
    public static byte[] reordered(byte[] json) {
        String text = new String(minified(json), StandardCharsets.UTF_8);
        List<String> members = text.startsWith("{") ? split(text) : List.of();
        if (members.stream().anyMatch(member -> name(member).contains("\\"))) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (!members.isEmpty()) {
            members.sort(Comparator.comparing(JsonRespacer::name).reversed());
            text = "{" + String.join(",", members) + "}";
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String name(String member) {
        return member.substring(0, stringEnd(member, 0));
    }

    static String prettyText(String json) {
        return new String(pretty(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    private static byte[] respace(byte[] json, boolean pretty) {
        String text = new String(json, StandardCharsets.UTF_8);
        StringBuilder out = new StringBuilder(text.length());
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                int end = stringEnd(text, i);
                out.append(text, i, end);
                i = end - 1;
            } else if (c == '{' || c == '[') {
                depth++;
                newLine(out.append(c), depth, pretty);
            } else if (c == '}' || c == ']') {
                depth--;
                newLine(out, depth, pretty);
                out.append(c);
            } else if (c == ',') {
                newLine(out.append(c), depth, pretty);
            } else if (c == ':') {
                out.append(pretty ? ": " : ":");
            } else if (c > ' ') {
                out.append(c);
            }
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void newLine(StringBuilder out, int depth, boolean pretty) {
        if (pretty) {
            out.append('\n').append("  ".repeat(Math.min(depth, 40)));
        }
    }

    /** Splits a minified object into its members, or a minified array into its items. */
    static List<String> split(String container) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 1;
        for (int i = 1; i < container.length() - 1; i++) {
            char c = container.charAt(i);
            if (c == '"') {
                i = stringEnd(container, i) - 1;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(container.substring(from, i));
                from = i + 1;
            }
        }
        if (from < container.length() - 1) {
            parts.add(container.substring(from, container.length() - 1));
        }
        return parts;
    }

    private static int stringEnd(String text, int quote) {
        int i = quote + 1;
        while (text.charAt(i) != '"') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }
}
