package dev.plimsoll.gateway.config.source;

import dev.plimsoll.gateway.config.model.Fault;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * YAML 1.2 (and so JSON) as a tree that knows its places. Only the library's events are used: it never makes objects of
 * what it reads, and the tree is built without recursion and within bounds.
 */
public final class YamlText {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_NODES = 100_000;
    private static final String STANDARD = "tag:yaml.org,2002:";
    private static final Set<String> TAGS = Set.of(
            "!",
            STANDARD + "str",
            STANDARD + "int",
            STANDARD + "float",
            STANDARD + "bool",
            STANDARD + "null",
            STANDARD + "map",
            STANDARD + "seq");

    private final String source;
    private final boolean lines;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Map<String, Node> anchors = new HashMap<>();
    private final Map<String, Integer> sizes = new HashMap<>();
    private final List<Fault> faults = new ArrayList<>();
    private @Nullable Node root;
    private int documents;
    private int nodes;

    private YamlText(String source, boolean lines) {
        this.source = source;
        this.lines = lines;
    }

    /** What is written in a text with lines; null where nothing is. */
    static @Nullable Node parsed(String text, String source) throws SourceException {
        return new YamlText(source, true).read(text);
    }

    /** What is written in a variable's value. */
    public static @Nullable Node flow(String text, String source) throws SourceException {
        return new YamlText(source, false).read(text);
    }

    private @Nullable Node read(String text) throws SourceException {
        LoadSettings settings =
                LoadSettings.builder().setLabel(source).setUseMarks(true).build();
        try {
            for (Event event : new Parse(settings).parseString(text)) {
                take(event);
            }
        } catch (MarkedYamlEngineException e) {
            faults.add(new Fault("", at(e.getProblemMark()).toString(), "is no YAML or JSON: " + problem(e)));
        } catch (ReaderException e) {
            faults.add(new Fault("", place(text, e.getPosition()).toString(), "a character that no text may have"));
        } catch (YamlEngineException e) {
            faults.add(new Fault("", source, "is no YAML or JSON"));
        }
        if (!faults.isEmpty()) {
            throw new SourceException(faults);
        }
        return root;
    }

    /** The library says what it expected; its own advice about tabs is the only one that helps. */
    private static String problem(MarkedYamlEngineException e) {
        String problem = e.getProblem();
        if (problem.contains("(TAB)")) {
            return "a tab cannot indent; use spaces";
        }
        return e.getContext() == null ? problem : problem + ", " + e.getContext();
    }

    private void take(Event event) throws SourceException {
        switch (event.getEventId()) {
            case DocumentStart -> start((DocumentStartEvent) event);
            case MappingStart, SequenceStart -> open((CollectionStartEvent) event);
            case MappingEnd, SequenceEnd -> close();
            case Scalar -> scalar((ScalarEvent) event);
            case Alias -> alias((AliasEvent) event);
            default -> {}
        }
    }

    private void start(DocumentStartEvent event) throws SourceException {
        if (++documents > 1) {
            throw new SourceException(at(event.getStartMark()), "a second document (---) begins; there can be one");
        }
    }

    private void open(CollectionStartEvent event) throws SourceException {
        Origin origin = counted(event, 1);
        if (open.size() == MAX_DEPTH) {
            throw new SourceException(origin, "is nested deeper than " + MAX_DEPTH + " levels");
        }
        checkTag(event.getTag(), origin);
        open.push(new Open(event instanceof MappingStartEvent, anchor(event), origin, nodes));
    }

    private void close() {
        Open closed = open.pop();
        Node node = closed.node();
        if (closed.anchor != null) {
            anchors.put(closed.anchor, node);
            sizes.put(closed.anchor, nodes - closed.nodesBefore + 1);
        }
        add(node);
    }

    private void scalar(ScalarEvent event) throws SourceException {
        Origin origin = counted(event, 1);
        checkTag(event.getTag(), origin);
        Node.Text text = new Node.Text(event.getValue(), event.getScalarStyle() == ScalarStyle.PLAIN, origin);
        String anchor = anchor(event);
        if (anchor != null) {
            anchors.put(anchor, text);
            sizes.put(anchor, 1);
        }
        add(text);
    }

    /** Counted with all that it stands for: a few lines of aliases of aliases would otherwise mean billions of nodes. */
    private void alias(AliasEvent event) throws SourceException {
        String name = event.getAlias().getValue();
        Node node = anchors.get(name);
        if (node == null) {
            throw new SourceException(at(event.getStartMark()), "there is no anchor &" + name + " before this alias");
        }
        counted(event, sizes.getOrDefault(name, 1));
        add(node);
    }

    private void add(Node node) {
        Open parent = open.peek();
        if (parent == null) {
            root = node;
        } else if (parent.map) {
            parent.addToMap(node);
        } else {
            parent.values.add(node);
        }
    }

    private Origin counted(Event event, int more) throws SourceException {
        Origin origin = at(event.getStartMark());
        nodes += more;
        if (nodes > MAX_NODES) {
            throw new SourceException(origin, "has more than " + MAX_NODES + " values (aliases count in full)");
        }
        return origin;
    }

    private void checkTag(Optional<String> tag, Origin origin) {
        if (tag.isPresent() && !TAGS.contains(tag.get())) {
            faults.add(new Fault("", origin.toString(), "tags such as " + tag.get() + " are not allowed"));
        }
    }

    private static @Nullable String anchor(NodeEvent event) {
        return event.getAnchor().map(Object::toString).orElse(null);
    }

    private Origin at(Optional<Mark> mark) {
        return lines && mark.isPresent()
                ? new Origin(source, mark.get().getLine() + 1, mark.get().getColumn() + 1)
                : Origin.of(source);
    }

    private Origin place(String text, int codePoint) {
        if (!lines) {
            return Origin.of(source);
        }
        int at = text.offsetByCodePoints(0, Math.min(codePoint, text.codePointCount(0, text.length())));
        String before = text.substring(0, at);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        String last = before.substring(before.lastIndexOf('\n') + 1);
        return new Origin(source, line, last.codePointCount(0, last.length()) + 1);
    }

    /** A list or map that has not ended. */
    private final class Open {

        private final boolean map;
        private final @Nullable String anchor;
        private final Origin origin;
        private final int nodesBefore;
        private final List<Node> values = new ArrayList<>();
        private final List<Node.Field> fields = new ArrayList<>();
        private final Map<String, Origin> names = new HashMap<>();
        private @Nullable Node name;

        Open(boolean map, @Nullable String anchor, Origin origin, int nodesBefore) {
            this.map = map;
            this.anchor = anchor;
            this.origin = origin;
            this.nodesBefore = nodesBefore;
        }

        void addToMap(Node node) {
            if (name == null) {
                name = node;
                return;
            }
            Node key = name;
            name = null;
            if (!(key instanceof Node.Text text)) {
                faults.add(new Fault("", key.origin().toString(), "a name must be a text, not " + key.kind()));
                return;
            }
            Origin first = names.putIfAbsent(text.text(), text.origin());
            if (first != null) {
                String earlier = first.line() == 0 ? "" : ", first in line " + first.line();
                faults.add(new Fault(text.text(), text.origin().toString(), "is written twice" + earlier));
                return;
            }
            fields.add(new Node.Field(text.text(), text.origin(), node));
        }

        Node node() {
            return map ? new Node.Fields(List.copyOf(fields), origin) : new Node.Items(List.copyOf(values), origin);
        }
    }
}
