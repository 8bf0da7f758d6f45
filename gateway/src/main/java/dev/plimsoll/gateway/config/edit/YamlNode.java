package dev.plimsoll.gateway.config.edit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value of a YAML text with its range in the text. */
final class YamlNode {

    private final Kind kind;
    private final boolean isFlow;
    private final String text;
    private final int start;
    private final List<YamlNode> children = new ArrayList<>();
    private int end;

    /** Kinds of nodes. */
    enum Kind {
        PLAIN,
        QUOTED,
        MAP,
        LIST,
        ALIAS
    }

    /**
     * @param isFlow whether the collection is written in brackets
     * @param text the text of a scalar, or the name of an alias
     * @param start the index of the first character
     * @param end the index after the last character
     */
    YamlNode(Kind kind, boolean isFlow, String text, int start, int end) {
        this.kind = kind;
        this.isFlow = isFlow;
        this.text = text;
        this.start = start;
        this.end = end;
    }

    /** A name and its value in a map. */
    record Entry(YamlNode key, YamlNode value) {}

    void add(YamlNode child) {
        children.add(child);
    }

    /**
     * Ends a collection. A collection without brackets ends with its last value, because the parser also counts
     * comments after that value.
     *
     * @param parsedEnd the end that the parser reports for the collection
     */
    void close(int parsedEnd) {
        end = isFlow || children.isEmpty() ? parsedEnd : children.get(children.size() - 1).end;
    }

    boolean isFlow() {
        return isFlow;
    }

    boolean isMap() {
        return kind == Kind.MAP;
    }

    boolean isAlias() {
        return kind == Kind.ALIAS;
    }

    boolean isBlock() {
        return (kind == Kind.MAP || kind == Kind.LIST) && !isFlow;
    }

    String text() {
        return text;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Returns whether this is null or a map without entries, so that entries can replace it. */
    boolean isEmpty() {
        boolean isNull = kind == Kind.PLAIN && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
        return isNull || (kind == Kind.MAP && children.isEmpty());
    }

    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; kind == Kind.MAP && i + 1 < children.size(); i += 2) {
            entries.add(new Entry(children.get(i), children.get(i + 1)));
        }
        return entries;
    }

    /** Returns the entry with this name; null if there is none. */
    @Nullable Entry find(String name) {
        for (Entry entry : entries()) {
            if (entry.key.kind != Kind.ALIAS && entry.key.children.isEmpty() && entry.key.text.equals(name)) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Returns the content without its range in the text, for comparisons: a map is a list in which each name is
     * followed by its value.
     */
    Object content() {
        return switch (kind) {
            case PLAIN -> isPlainValue() ? "plain " + text : "text " + text;
            case QUOTED -> "text " + text;
            case ALIAS -> "alias " + text;
            case MAP, LIST -> children.stream().map(YamlNode::content).toList();
        };
    }

    /** Returns whether the scalar is a number, a boolean, or null, which a text in quotes is not. */
    private boolean isPlainValue() {
        return text.isEmpty()
                || text.matches("~|[nN]ull|NULL|true|false|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    }
}
