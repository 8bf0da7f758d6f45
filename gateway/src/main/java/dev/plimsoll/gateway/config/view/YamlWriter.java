package dev.plimsoll.gateway.config.view;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a branch as YAML that {@code YamlText} can parse. Ambiguous texts are quoted as in JSON. */
final class YamlWriter {

    private YamlWriter() {}

    static String toYaml(ViewBranch viewBranch) {
        StringBuilder yaml = new StringBuilder();
        writeMap(viewBranch, "", yaml);
        return yaml.toString();
    }

    private static void writeMap(ViewBranch viewBranch, String indent, StringBuilder yaml) {
        for (Map.Entry<String, Object> entry : viewBranch.values().entrySet()) {
            yaml.append(indent).append(scalar(entry.getKey())).append(':');
            Object value = entry.getValue();
            boolean isBlock =
                    value instanceof ViewBranch child && !child.values().isEmpty();
            if (!isBlock) {
                yaml.append(' ').append(flow(value));
            }
            String comment = viewBranch.findComment(entry.getKey());
            yaml.append(comment.isEmpty() ? "" : "  # " + comment).append('\n');
            if (isBlock && value instanceof ViewBranch child) {
                writeMap(child, indent + "  ", yaml);
            }
        }
    }

    private static String flow(Object value) {
        StringBuilder yaml = new StringBuilder();
        if (value instanceof ViewBranch viewBranch) {
            viewBranch
                    .values()
                    .forEach((name, element) -> yaml.append(yaml.isEmpty() ? "" : ", ")
                            .append(scalar(name))
                            .append(": ")
                            .append(flow(element)));
            return yaml.isEmpty() ? "{}" : "{ " + yaml + " }";
        }
        if (value instanceof List<?> list) {
            list.forEach(element -> yaml.append(yaml.isEmpty() ? "" : ", ").append(flow(element)));
            return "[" + yaml + "]";
        }
        if (value instanceof ViewLeaf viewLeaf && viewLeaf.text() != null) {
            return viewLeaf.isBare() ? viewLeaf.text() : scalar(viewLeaf.text());
        }
        return "null";
    }

    /** Returns the text without quotes if every version of YAML reads it as this text; otherwise in quotes. */
    private static String scalar(String text) {
        boolean isPlain = !text.isEmpty() && Character.isLetterOrDigit(text.charAt(0)) && text.charAt(0) < 0x80;
        for (int i = 0; i < text.length() && isPlain; i++) {
            char c = text.charAt(i);
            isPlain = (c < 0x80 && Character.isLetterOrDigit(c))
                    || "_-./%".indexOf(c) >= 0
                    || (c == ':' && i + 1 < text.length() && text.charAt(i + 1) != ' ' && text.indexOf(' ') < 0);
        }
        return isPlain && !isReserved(text) ? text : IndentedJson.quote(text);
    }

    private static boolean isReserved(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "false", "null", "yes", "no", "on", "off", "y", "n" -> true;
            default -> text.charAt(0) <= '9' && text.chars().noneMatch(c -> c >= 'A');
        };
    }
}
