package dev.plimsoll.gateway.config.edit;

import dev.plimsoll.gateway.config.edit.YamlNode.Entry;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes one entry of a YAML or JSON text. After each change, the text is parsed again: if anything but the entry has
 * changed, the change is refused.
 */
public final class YamlEntryEditor {

    private static final String CHANGE_BY_HAND = "; change the file by hand";

    private final String text;
    private final @Nullable YamlNode root;
    private final String newline;

    private YamlEntryEditor(String text, @Nullable YamlNode root) {
        this.text = text;
        this.root = root;
        this.newline = text.contains("\r\n") ? "\r\n" : "\n";
    }

    private static YamlEntryEditor of(String text) throws EditException {
        return new YamlEntryEditor(text, YamlTree.parse(text));
    }

    /**
     * Returns the text with a value at a path. Creates missing maps on the path. Replaces an existing value
     * only if it is a scalar or is written in brackets.
     *
     * @param json the value
     */
    public static String put(String text, List<String> path, Slice json) throws EditException {
        YamlEntryEditor editor = of(text);
        // refuses values that are nested too deeply before anything else reads them
        String flowText = YamlValueWriter.toFlowStyle(json);
        String newText = editor.put(path, json);
        YamlNode value = YamlTree.parse(flowText);
        Object expectedContent =
                EditedContent.withValue(contentOf(editor.root), path, value == null ? List.of() : value.content());
        return requireContent(newText, expectedContent);
    }

    /** Returns the text without the entry at a path; the text itself if there is none. */
    public static String remove(String text, List<String> path) throws EditException {
        YamlEntryEditor editor = of(text);
        List<Entry> entries = editor.find(path);
        if (entries.size() < path.size()) {
            return text;
        }
        String newText = editor.remove(entries);
        return requireContent(newText, EditedContent.without(contentOf(editor.root), path));
    }

    /** Returns whether the text has a value at a path. */
    public static boolean contains(String text, List<String> path) throws EditException {
        return of(text).find(path).size() == path.size();
    }

    private static Object contentOf(@Nullable YamlNode node) {
        return node == null || node.isEmpty() ? List.of() : node.content();
    }

    private static String requireContent(String newText, Object expectedContent) throws EditException {
        if (!contentOf(YamlTree.parse(newText)).equals(expectedContent)) {
            throw new EditException("this change would also change other parts of the file" + CHANGE_BY_HAND);
        }
        return newText;
    }

    /** Returns the entries on a path, as far as they exist. */
    private List<Entry> find(List<String> path) throws EditException {
        List<Entry> entries = new ArrayList<>();
        YamlNode node = root;
        for (String name : path) {
            Entry entry = node == null ? null : node.find(name);
            if (entry == null) {
                return entries;
            }
            if (entry.value().isAlias()) {
                throw new EditException("'" + String.join(".", path) + "' is behind an alias (*"
                        + entry.value().text() + ")" + CHANGE_BY_HAND);
            }
            entries.add(entry);
            node = entry.value();
        }
        return entries;
    }

    // --- put

    private String put(List<String> path, Slice json) throws EditException {
        if (root == null || (root.isEmpty() && !root.isFlow())) {
            String start = text.isEmpty() || text.endsWith("\n") ? text : text + newline;
            return start + joinLines(blockLines(path, json, 0));
        }
        List<Entry> entries = find(path);
        if (entries.size() == path.size()) {
            return replaceValue(entries.get(entries.size() - 1).value(), json);
        }
        Entry parent = entries.isEmpty() ? null : entries.get(entries.size() - 1);
        YamlNode map = parent == null ? root : parent.value();
        List<String> missingPath = path.subList(entries.size(), path.size());
        if (!map.isMap() && !map.isEmpty()) {
            throw new EditException(
                    "'" + String.join(".", path.subList(0, entries.size())) + "' is not a map" + CHANGE_BY_HAND);
        }
        boolean isInFlow = entries.stream()
                        .limit(Math.max(0, entries.size() - 1))
                        .anyMatch(entry -> entry.value().isFlow())
                || root.isFlow();
        if (map.isEmpty() && !isInFlow && parent != null) {
            return putInEmptyMap(parent, missingPath, json);
        }
        return map.isFlow() || isInFlow ? insertInFlow(map, missingPath, json) : insertInBlock(map, missingPath, json);
    }

    private String replaceValue(YamlNode value, Slice json) throws EditException {
        if (value.isBlock()) {
            throw new EditException(
                    "the value on line " + lineNumber(value.start()) + " has several lines" + CHANGE_BY_HAND);
        }
        String separator = value.start() > 0 && text.charAt(value.start() - 1) == ':' ? " " : "";
        return replaceRange(value.start(), value.end(), separator + YamlValueWriter.toFlowStyle(json));
    }

    /** Writes the first entries of an empty map, on the lines after the name of the map. */
    private String putInEmptyMap(Entry parent, List<String> missingPath, Slice json) throws EditException {
        int indent = columnOf(parent.key().start()) + indentStep();
        String block = joinLines(blockLines(missingPath, json, indent));
        int lineEnd = lineEnd(parent.value().end());
        String textBeforeValue = text.substring(0, parent.value().start()).stripTrailing();
        String restOfLine = text.substring(parent.value().end(), lineEnd);
        return textBeforeValue + restOfLine + newline + withoutLastBreak(block) + text.substring(lineEnd);
    }

    private String insertInBlock(YamlNode map, List<String> missingPath, Slice json) throws EditException {
        int indent = columnOf(map.entries().get(0).key().start());
        int lineEnd = lineEnd(map.end());
        String block = withoutLastBreak(joinLines(blockLines(missingPath, json, indent)));
        return replaceRange(lineEnd, lineEnd, newline + block);
    }

    private String insertInFlow(YamlNode map, List<String> missingPath, Slice json) {
        StringBuilder entry = new StringBuilder();
        for (int i = 0; i < missingPath.size(); i++) {
            entry.append(i == 0 ? "" : "{")
                    .append(YamlValueWriter.quote(missingPath.get(i)))
                    .append(": ");
        }
        entry.append(json.utf8()).append("}".repeat(missingPath.size() - 1));
        List<Entry> entries = map.entries();
        if (entries.isEmpty()) {
            // a null inside brackets becomes a map, and an empty map gets its first entry
            return replaceRange(map.start(), map.end(), "{" + entry + "}");
        }
        int firstKey = entries.get(0).key().start();
        boolean hasLines = text.substring(map.start(), firstKey).contains("\n");
        String separator = hasLines ? "," + newline + " ".repeat(columnOf(firstKey)) : ", ";
        int end = entries.get(entries.size() - 1).value().end();
        return replaceRange(end, end, separator + entry);
    }

    /** Returns the lines of an entry. Each member of an object gets one line, with maps and lists in brackets. */
    private List<String> blockLines(List<String> path, Slice json, int indent) throws EditException {
        List<String> lines = new ArrayList<>();
        String indentation = " ".repeat(indent);
        String name = indentation + YamlValueWriter.toScalar(path.get(0)) + ":";
        if (path.size() > 1) {
            lines.add(name);
            lines.addAll(blockLines(path.subList(1, path.size()), json, indent + indentStep()));
        } else if (YamlValueWriter.hasMembers(json)) {
            lines.add(name);
            MemberIndex members = MemberIndex.of(json);
            for (int i = 0; i < members.count(); i++) {
                lines.add(indentation + " ".repeat(indentStep()) + YamlValueWriter.toScalar(members.keyText(i)) + ": "
                        + YamlValueWriter.toFlowStyle(members.value(i)));
            }
        } else {
            lines.add(name + " " + YamlValueWriter.toFlowStyle(json));
        }
        return lines;
    }

    private String joinLines(List<String> lines) {
        return lines.stream().map(line -> line + newline).collect(Collectors.joining());
    }

    private String withoutLastBreak(String block) {
        return block.substring(0, block.length() - newline.length());
    }

    /** Returns the number of spaces of one level: that of the first nested map, or two. */
    private int indentStep() {
        if (root != null) {
            for (Entry entry : root.entries()) {
                if (entry.value().isMap() && entry.value().isBlock()) {
                    int step = columnOf(entry.value().start())
                            - columnOf(entry.key().start());
                    return step > 0 && step <= 8 ? step : 2;
                }
            }
        }
        return 2;
    }

    // --- remove

    private String remove(List<Entry> entriesOnPath) throws EditException {
        Entry entry = entriesOnPath.get(entriesOnPath.size() - 1);
        YamlNode map = entriesOnPath.size() == 1 && root != null
                ? root
                : entriesOnPath.get(entriesOnPath.size() - 2).value();
        List<Entry> siblings = map.entries();
        int index = siblings.indexOf(entry);
        if (map.isFlow()) {
            if (siblings.size() == 1) {
                return replaceRange(map.start() + 1, map.end() - 1, "");
            }
            return index + 1 < siblings.size()
                    ? replaceRange(
                            entry.key().start(), siblings.get(index + 1).key().start(), "")
                    : replaceRange(
                            siblings.get(index - 1).value().end(), entry.value().end(), "");
        }
        int start = lineStart(entry.key().start());
        int end = endOfLines(entry);
        boolean isAlone = text.substring(start, entry.key().start()).isBlank();
        if (!isAlone) {
            throw new EditException("line " + lineNumber(start) + " contains more than this entry" + CHANGE_BY_HAND);
        }
        if (siblings.size() == 1 && entriesOnPath.size() > 1) {
            int colon = text.indexOf(
                    ':', entriesOnPath.get(entriesOnPath.size() - 2).key().end());
            return text.substring(0, colon + 1) + " {}" + text.substring(colon + 1, start) + text.substring(end);
        }
        return replaceRange(start, end, "");
    }

    /**
     * Returns the index after the last line of the entry and after the comments that follow it, if they are indented
     * deeper than the entry.
     */
    private int endOfLines(Entry entry) {
        int end = nextLine(lineEnd(Math.max(entry.key().end(), entry.value().end())));
        int keyColumn = columnOf(entry.key().start());
        while (end < text.length()) {
            String line = text.substring(end, lineEnd(end));
            String content = line.stripLeading();
            if (!content.startsWith("#") || line.length() - content.length() <= keyColumn) {
                return end;
            }
            end = nextLine(lineEnd(end));
        }
        return end;
    }

    // --- positions in the text

    private String replaceRange(int start, int end, String replacement) {
        return text.substring(0, start) + replacement + text.substring(end);
    }

    private int lineStart(int index) {
        return text.lastIndexOf('\n', index - 1) + 1;
    }

    /** Returns the end of the line, before its line break. */
    private int lineEnd(int index) {
        int end = text.indexOf('\n', index);
        if (end < 0) {
            return text.length();
        }
        return end > index && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    private int nextLine(int lineEnd) {
        int end = lineEnd;
        if (end < text.length() && text.charAt(end) == '\r') {
            end++;
        }
        return Math.min(text.length(), end + 1);
    }

    private int columnOf(int index) {
        return index - lineStart(index);
    }

    private int lineNumber(int index) {
        return 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
    }
}
