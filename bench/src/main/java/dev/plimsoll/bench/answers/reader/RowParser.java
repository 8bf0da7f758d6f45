package dev.plimsoll.bench.answers.reader;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Parses the records in the lines of a text that may be cut. Like a model, it ignores an incomplete last line.
 */
final class RowParser {

    private RowParser() {}

    /**
     * Reads rows of cells. The first line has the names of the columns. {@code linesBefore} is the number of lines
     * before the first row. The characters in {@code marks} are removed from both ends of each line.
     */
    static JsonNode parseTable(String text, String separator, int linesBefore, String marks) {
        ArrayNode records = JsonValues.newArray();
        List<String> lines = completeLines(text);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            List<String> cells = Arrays.stream(strip(lines.get(i), marks).split(separator, -1))
                    .map(String::strip)
                    .toList();
            if (i == 0) {
                names.addAll(cells);
            } else if (i >= linesBefore && cells.size() == names.size()) {
                ObjectNode json = records.addObject();
                for (int j = 0; j < names.size(); j++) {
                    json.set(names.get(j), parseCell(cells.get(j)));
                }
            }
        }
        return records;
    }

    /** Reads {@code key: value} lines; a blank line, or a line that begins with a dash, begins a record. */
    static JsonNode parsePairs(String text) {
        ArrayNode records = JsonValues.newArray();
        ObjectNode record = JsonValues.newObject();
        for (String line : completeLines(text)) {
            if (line.isBlank() || line.startsWith("- ")) {
                record = JsonValues.newObject();
            }
            String pair = line.startsWith("- ") ? line.substring(2) : line.strip();
            int colon = pair.indexOf(": ");
            if (colon > 0) {
                if (record.isEmpty()) {
                    records.add(record);
                }
                record.set(pair.substring(0, colon), parseCell(pair.substring(colon + 2)));
            }
        }
        return records;
    }

    /** Converts {@code {columns, rows}} to records with the names of the columns. */
    static JsonNode convertRows(JsonNode parsed) {
        ArrayNode records = JsonValues.newArray();
        for (JsonNode row : parsed.path("rows")) {
            ObjectNode json = records.addObject();
            for (int i = 0; i < row.size(); i++) {
                json.set(parsed.path("columns").path(i).asString(), row.get(i));
            }
        }
        return records;
    }

    /** Reads a JSON object from each line. */
    static JsonNode parseLines(String text, Function<String, JsonNode> parser) {
        ArrayNode records = JsonValues.newArray();
        completeLines(text).forEach(line -> records.add(parser.apply(line)));
        return records;
    }

    /** Reads lines {@code path:line:text}. */
    static JsonNode parseMatches(String text) {
        ArrayNode records = JsonValues.newArray();
        for (String line : completeLines(text)) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                ObjectNode json = records.addObject();
                json.put("path", parts[0]);
                json.set("line", parseCell(parts[1]));
                json.put("text", parts[2]);
            }
        }
        return records;
    }

    /** Reads the default output of {@code git log}. */
    static JsonNode parseCommits(String text) {
        ArrayNode records = JsonValues.newArray();
        ObjectNode commit = JsonValues.newObject();
        for (String line : completeLines(text)) {
            if (line.startsWith("commit ")) {
                commit = records.addObject();
                commit.put("commit", line.substring(7));
            } else if (line.startsWith("Author: ")) {
                int address = line.indexOf(" <");
                commit.put("author", line.substring(8, address));
                commit.put("email", line.substring(address + 2, line.length() - 1));
            } else if (line.startsWith("    ") && !commit.has("subject")) {
                commit.put("subject", line.strip());
            }
        }
        return records;
    }

    /** Reads the files of a unified diff, with the numbers of their lines. */
    static JsonNode parseDiff(String text) {
        ArrayNode records = JsonValues.newArray();
        ObjectNode file = JsonValues.newObject();
        for (String line : completeLines(text)) {
            if (line.startsWith("diff --git ")) {
                file = records.addObject();
                file.put("file", line.substring(line.indexOf(" b/") + 3));
                file.put("status", "modified").put("added", 0).put("removed", 0);
            } else if (line.startsWith("new file mode")) {
                file.put("status", "added");
            } else if (line.startsWith("+") && !line.startsWith("+++")) {
                file.put("added", file.path("added").asInt() + 1);
            } else if (line.startsWith("-") && !line.startsWith("---")) {
                file.put("removed", file.path("removed").asInt() + 1);
            }
        }
        return records;
    }

    /** Removes the characters in {@code marks} from both ends of a line. */
    private static String strip(String line, String marks) {
        int from = 0;
        int to = line.length();
        while (from < to && marks.indexOf(line.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && marks.indexOf(line.charAt(to - 1)) >= 0) {
            to--;
        }
        return line.substring(from, to);
    }

    /** Returns the lines, without the last one if the text is cut inside it. */
    private static List<String> completeLines(String text) {
        List<String> lines = text.lines().toList();
        return text.endsWith("\n") || lines.isEmpty() ? lines : lines.subList(0, lines.size() - 1);
    }

    private static JsonNode parseCell(String text) {
        if (text.equals("true") || text.equals("false")) {
            return BooleanNode.valueOf(text.equals("true"));
        }
        return text.matches("-?[0-9]+(\\.[0-9]+)?")
                ? DecimalNode.valueOf(new BigDecimal(text))
                : StringNode.valueOf(text);
    }
}
