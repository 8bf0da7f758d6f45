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
 * they refer to. A method returns false if the text must not be converted: it is nested too deep, or its JSON
 * grows too long.
 */
final class YamlEventWriter {

    /** Maximum nesting. A text with more is not converted. */
    private static final int MAX_DEPTH = 200;

    private final Slice text;
    private final ByteSink out;
    private final YamlShape shape;
    private final Deque<Collection> open = new ArrayDeque<>();
    private final Map<String, Anchored> anchors = new HashMap<>();
    private int lastAnchored = -1;
    private boolean hasAliases;

    YamlEventWriter(Slice text, ByteSink out, YamlShape shape) {
        this.text = text;
        this.out = out;
        this.shape = shape;
    }

    /** Range of the JSON that an anchor names, and the nesting inside. */
    private record Anchored(int from, int to, int height) {}

    /** Collection whose end is not written yet. */
    private static final class Collection {

        private final @Nullable Set<String> keys;
        private final @Nullable String anchor;
        private final int start;
        private int height = 1;
        private int nodes;
        private int keyStart;

        Collection(boolean isMap, @Nullable String anchor, int start) {
            this.keys = isMap ? new HashSet<>() : null;
            this.anchor = anchor;
            this.start = start;
        }

        boolean isAtKey() {
            return keys != null && nodes % 2 == 0;
        }
    }

    int depth() {
        return open.size();
    }

    boolean hasAliases() {
        return hasAliases;
    }

    /** Starts the next document. The anchors of the previous one are no longer valid. */
    void startDocument() {
        anchors.clear();
    }

    boolean begin(CollectionStartEvent event) {
        boolean isMap = event instanceof MappingStartEvent;
        shape.addCollection(event.isFlow(), isMap, open.size());
        beforeNode();
        open.push(new Collection(isMap, anchor(event), out.size()));
        out.ascii(isMap ? "{" : "[");
        return open.size() <= MAX_DEPTH && !ConvertedText.isTooLong(out.size(), text);
    }

    boolean end() {
        Collection closed = open.pop();
        out.ascii(closed.keys == null ? "]" : "}");
        return afterNode(closed.anchor, closed.start, closed.height);
    }

    boolean scalar(ScalarEvent event) {
        beforeNode();
        int start = out.size();
        Collection parent = open.peek();
        if (parent != null && parent.keys != null && parent.isAtKey()) {
            shape.addKey(event.getValue().indexOf(' ') >= 0, open.size());
            out.string(event.getValue());
            if (!parent.keys.add(event.getValue())) {
                return false;
            }
        } else {
            shape.addValue(event, parent != null && parent.keys == null);
            YamlScalars.write(event, out);
        }
        return afterNode(anchor(event), start, 0);
    }

    boolean alias(AliasEvent event) {
        hasAliases = true;
        beforeNode();
        int start = out.size();
        Anchored anchored = anchors.get(event.getAlias().getValue());
        if (anchored == null
                || open.size() + anchored.height() > MAX_DEPTH
                || ConvertedText.isTooLong((long) start + anchored.to() - anchored.from(), text)) {
            return false;
        }
        out.raw(out.slice(anchored.from(), anchored.to()));
        return afterNode(null, start, anchored.height());
    }

    /** Writes the comma or colon before a node. */
    private void beforeNode() {
        Collection parent = open.peek();
        if (parent == null) {
            return;
        }
        boolean isValue = parent.keys != null && !parent.isAtKey();
        out.ascii(isValue ? ":" : parent.nodes == 0 ? "" : ",");
        parent.keyStart = isValue ? parent.keyStart : out.size();
    }

    /**
     * Ends a node: records its anchor, and counts it in its collection. Returns false if its key cannot be
     * written.
     */
    private boolean afterNode(@Nullable String anchor, int start, int height) {
        if (anchor != null) {
            lastAnchored = Math.max(lastAnchored, start);
            anchors.put(anchor, new Anchored(start, out.size(), height));
        }
        Collection parent = open.peek();
        if (parent != null) {
            if (parent.isAtKey() && !makeKey(parent.keyStart)) {
                return false;
            }
            parent.nodes++;
            parent.height = Math.max(parent.height, height + 1);
        }
        return true;
    }

    /**
     * Replaces a key that is not a string by a string with its JSON. Returns false if an anchor names a part
     * of the key, because its JSON is gone then.
     */
    private boolean makeKey(int start) {
        Slice key = out.slice(start, out.size());
        if (key.at(0) == '"') {
            return true;
        }
        Slice copy = Slice.of(key.toByteArray());
        out.truncate(start);
        out.string(copy);
        return lastAnchored < start;
    }

    private static @Nullable String anchor(NodeEvent event) {
        return event.getAnchor().isEmpty() ? null : event.getAnchor().get().getValue();
    }
}
