package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.TaskPayload;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Parses the data in a text that may be cut. Like a model, it uses everything before the cut. */
final class TextParser {

    private TextParser() {}

    /** Returns the records in a text; of a cut text, those before the cut. */
    static JsonNode parse(String text, TaskPayload.Format format) {
        return switch (format) {
            case JSON -> parseJson(text);
            case PYTHON -> parseJson(toJson(text));
            case CSV -> parseCsv(text);
            case MARKDOWN -> RowParser.parseTable(text, "\\|", 2, "| ");
            case PSQL -> RowParser.parseTable(text, "\\|", 2, " ");
            case TOON -> RowParser.parseTable(text.replaceFirst("^\\[\\d+]\\{(.*)}:", "$1"), ",", 1, " ");
            case BLOCKS, YAML -> RowParser.parsePairs(text);
            case ROWS -> RowParser.convertRows(parseJson(text));
            case TSV -> RowParser.parseTable(text, "\t", 1, "");
            case JSON_LINES -> RowParser.parseLines(text, TextParser::parseJson);
            case MATCHES -> RowParser.parseMatches(text);
            case GIT_LOG -> RowParser.parseCommits(text);
            case DIFF -> RowParser.parseDiff(text);
            case LINES -> JsonValues.newArray();
        };
    }

    private static JsonNode parseJson(String text) {
        List<JsonNode> openValues = new ArrayList<>();
        List<String> names = new ArrayList<>();
        try (JsonParser parser = JsonValues.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                JsonNode value = newValue(parser, token);
                if (token == JsonToken.PROPERTY_NAME) {
                    names.set(names.size() - 1, parser.currentName());
                } else if (value == null) {
                    closeInnermost(openValues, names);
                } else if (openValues.isEmpty() || value.isContainer()) {
                    if (!openValues.isEmpty()) {
                        addToInnermost(openValues, names, value);
                    }
                    openValues.add(value);
                    names.add("");
                } else {
                    addToInnermost(openValues, names, value);
                }
            }
        } catch (JacksonException e) {
            // the text is cut here
        }
        return openValues.isEmpty() ? JsonValues.newArray() : openValues.get(0);
    }

    /** Removes the innermost open value, but never the document. */
    private static void closeInnermost(List<JsonNode> openValues, List<String> names) {
        if (openValues.size() > 1) {
            openValues.remove(openValues.size() - 1);
            names.remove(names.size() - 1);
        }
    }

    private static void addToInnermost(List<JsonNode> openValues, List<String> names, JsonNode value) {
        JsonNode parent = openValues.get(openValues.size() - 1);
        if (parent instanceof ObjectNode object) {
            object.set(names.get(names.size() - 1), value);
        } else if (parent instanceof ArrayNode array) {
            array.add(value);
        }
    }

    /** Returns a new value for a token; null for the end of a value and for names. */
    private static @Nullable JsonNode newValue(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> JsonValues.newObject();
            case START_ARRAY -> JsonValues.newArray();
            case VALUE_STRING -> StringNode.valueOf(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> DecimalNode.valueOf(parser.getDecimalValue());
            case VALUE_TRUE, VALUE_FALSE -> BooleanNode.valueOf(token == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> NullNode.getInstance();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT -> null;
        };
    }

    /** Converts a Python literal of simple values to JSON. */
    private static String toJson(String literal) {
        StringBuilder json = new StringBuilder();
        boolean isText = false;
        for (String part : literal.splitWithDelimiters("'", 0)) {
            if (part.equals("'")) {
                isText = !isText;
                json.append('"');
            } else if (isText) {
                json.append(part.replace("\"", "\\\""));
            } else {
                json.append(
                        part.replace("True", "true").replace("False", "false").replace("None", "null"));
            }
        }
        return json.toString();
    }

    private static JsonNode parseCsv(String text) {
        ArrayNode records = JsonValues.newArray();
        List<String> lines = text.lines().toList();
        List<String> names = splitCells(lines.isEmpty() ? "" : lines.get(0));
        // the last line of a cut text can be incomplete
        int end = text.endsWith("\n") ? lines.size() : lines.size() - 1;
        for (int i = 1; i < end; i++) {
            List<String> cells = splitCells(lines.get(i));
            ObjectNode json = records.addObject();
            for (int j = 0; j < Math.min(cells.size(), names.size()); j++) {
                json.set(names.get(j), parseCell(cells.get(j)));
            }
        }
        return records;
    }

    private static JsonNode parseCell(String text) {
        BigDecimal number = text.matches("-?[0-9]+(\\.[0-9]+)?") ? new BigDecimal(text) : null;
        return number == null ? StringNode.valueOf(text) : DecimalNode.valueOf(number);
    }

    private static List<String> splitCells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == ',' && !isQuoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
