package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Writes the events of documents as JSON, one value after another. Aliases become copies of the values that
 * they refer to. A method returns false if the text must not be converted: for example, it is nested too deep,
 * its JSON grows too long, or a mapping has a key twice.
 */
final class YamlEventWriter {

    /** Maximum nesting. A text with more is not converted. */
    private static final int MAX_DEPTH = 200;

    private final Slice text;
    private final ByteSink out;
    private final YamlShape shape;
    private final Deque<Collection> openCollections = new ArrayDeque<>();
    private final Map<String, AnchoredValue> anchors = new HashMap<>();
    private int lastAnchoredStart = -1;
    private boolean hasAliases;

    YamlEventWriter(Slice text, ByteSink out, YamlShape shape) {
        this.text = text;
        this.out = out;
        this.shape = shape;
    }

    /** Range of the JSON that an anchor names, and the depth of its nesting. */
    private record AnchoredValue(int from, int to, int height) {}

    /** Collection whose end is not written yet. */
    private static final class Collection {

        private final @Nullable Set<String> keys;
        private final @Nullable String anchor;
        private final int start;
        private int height = 1;
        private int nodeCount;
        private int keyStart;

        Collection(boolean isMap, @Nullable String anchor, int start) {
            this.keys = isMap ? new HashSet<>() : null;
            this.anchor = anchor;
            this.start = start;
        }

        boolean isAtKey() {
            return keys != null && nodeCount % 2 == 0;
        }
    }

    int depth() {
        return openCollections.size();
    }

    boolean hasAliases() {
        return hasAliases;
    }

    /** Starts the next document. The anchors of the previous one are no longer valid. */
    void startDocument() {
        anchors.clear();
    }

    boolean beginCollection(CollectionStartEvent event) {
        boolean isMap = event instanceof MappingStartEvent;
        shape.addCollection(event.isFlow(), isMap, openCollections.size());
        beforeNode();
        openCollections.push(new Collection(isMap, anchorName(event), out.size()));
        out.ascii(isMap ? "{" : "[");
        return openCollections.size() <= MAX_DEPTH && !ConvertedText.isTooLong(out.size(), text);
    }

    boolean endCollection() {
        Collection collection = openCollections.pop();
        out.ascii(collection.keys == null ? "]" : "}");
        return afterNode(collection.anchor, collection.start, collection.height);
    }

    boolean writeScalar(ScalarEvent event) {
        beforeNode();
        int start = out.size();
        Collection parent = openCollections.peek();
        if (parent != null && parent.keys != null && parent.isAtKey()) {
            shape.addKey(event.getValue().indexOf(' ') >= 0, openCollections.size());
            out.string(event.getValue());
            if (!parent.keys.add(event.getValue())) {
                return false;
            }
        } else {
            shape.addValue(event, parent != null && parent.keys == null);
            YamlScalars.write(event, out);
        }
        return afterNode(anchorName(event), start, 0);
    }

    boolean writeAlias(AliasEvent event) {
        hasAliases = true;
        beforeNode();
        int start = out.size();
        AnchoredValue anchoredValue = anchors.get(event.getAlias().getValue());
        if (anchoredValue == null
                || openCollections.size() + anchoredValue.height() > MAX_DEPTH
                || ConvertedText.isTooLong((long) start + anchoredValue.to() - anchoredValue.from(), text)) {
            return false;
        }
        out.raw(out.slice(anchoredValue.from(), anchoredValue.to()));
        return afterNode(null, start, anchoredValue.height());
    }

    /** Writes the comma or colon before a node. */
    private void beforeNode() {
        Collection parent = openCollections.peek();
        if (parent == null) {
            return;
        }
        boolean isValue = parent.keys != null && !parent.isAtKey();
        out.ascii(isValue ? ":" : parent.nodeCount == 0 ? "" : ",");
        parent.keyStart = isValue ? parent.keyStart : out.size();
    }

    /**
     * Ends a node: records its anchor, and counts it in its collection. Returns false if the node is a key that cannot
     * be written.
     */
    private boolean afterNode(@Nullable String anchor, int start, int height) {
        if (anchor != null) {
            lastAnchoredStart = Math.max(lastAnchoredStart, start);
            anchors.put(anchor, new AnchoredValue(start, out.size(), height));
        }
        Collection parent = openCollections.peek();
        if (parent != null) {
            if (parent.isAtKey() && !convertKeyToString(parent.keyStart)) {
                return false;
            }
            parent.nodeCount++;
            parent.height = Math.max(parent.height, height + 1);
        }
        return true;
    }

    /**
     * Replaces a key that is not a string by a string with its JSON. Returns false if an anchor names a part
     * of the key, because that part is then no longer JSON.
     */
    private boolean convertKeyToString(int keyStart) {
        Slice key = out.slice(keyStart, out.size());
        if (key.at(0) == '"') {
            return true;
        }
        Slice copy = Slice.of(key.toByteArray());
        out.truncate(keyStart);
        out.string(copy);
        return lastAnchoredStart < keyStart;
    }

    private static @Nullable String anchorName(NodeEvent event) {
        return event.getAnchor().isEmpty() ? null : event.getAnchor().get().getValue();
    }
}
