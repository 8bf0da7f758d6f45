package dev.plimsoll.gateway.config.source;

import dev.plimsoll.gateway.config.model.ConfigError;
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
 * Parses YAML 1.2 (and so JSON) into a tree with positions. Uses only the library's events, so the library never
 * creates objects from the input. The tree is built without recursion and within limits.
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
    /** True for a file, whose errors have a line and a column; false for a variable. */
    private final boolean hasLines;

    private final Deque<PendingCollection> openCollections = new ArrayDeque<>();
    private final Map<String, ConfigNode> anchors = new HashMap<>();
    /** Number of nodes of each anchor's value, by the name of the anchor. */
    private final Map<String, Integer> nodeCounts = new HashMap<>();

    private final List<ConfigError> errors = new ArrayList<>();
    private @Nullable ConfigNode root;
    private int documentCount;
    private int nodeCount;

    private YamlText(String source, boolean hasLines) {
        this.source = source;
        this.hasLines = hasLines;
    }

    /** Parses a text with lines; null if it is empty. */
    static @Nullable ConfigNode parse(String text, String source) throws SourceException {
        return new YamlText(source, true).read(text);
    }

    /** Parses the value of a variable; null if it is empty. */
    public static @Nullable ConfigNode parseValue(String text, String source) throws SourceException {
        return new YamlText(source, false).read(text);
    }

    private @Nullable ConfigNode read(String text) throws SourceException {
        LoadSettings settings =
                LoadSettings.builder().setLabel(source).setUseMarks(true).build();
        try {
            for (Event event : new Parse(settings).parseString(text)) {
                onEvent(event);
            }
        } catch (MarkedYamlEngineException e) {
            errors.add(new ConfigError(
                    "", originOf(e.getProblemMark()).toString(), "not valid YAML or JSON: " + problem(e)));
        } catch (ReaderException e) {
            errors.add(new ConfigError(
                    "", originAt(text, e.getPosition()).toString(), "a character that is not allowed in YAML"));
        } catch (YamlEngineException e) {
            errors.add(new ConfigError("", source, "not valid YAML or JSON"));
        }
        if (!errors.isEmpty()) {
            throw new SourceException(errors);
        }
        return root;
    }

    /** Returns the library's message and context, or a clearer message for tabs. */
    private static String problem(MarkedYamlEngineException e) {
        String problem = e.getProblem();
        if (problem.contains("(TAB)")) {
            return "a tab cannot indent; use spaces";
        }
        return e.getContext() == null ? problem : problem + ", " + e.getContext();
    }

    private void onEvent(Event event) throws SourceException {
        switch (event.getEventId()) {
            case DocumentStart -> startDocument((DocumentStartEvent) event);
            case MappingStart, SequenceStart -> startCollection((CollectionStartEvent) event);
            case MappingEnd, SequenceEnd -> endCollection();
            case Scalar -> addScalar((ScalarEvent) event);
            case Alias -> addAlias((AliasEvent) event);
            default -> {}
        }
    }

    private void startDocument(DocumentStartEvent event) throws SourceException {
        if (++documentCount > 1) {
            throw new SourceException(originOf(event.getStartMark()), "a second document (---) is not allowed");
        }
    }

    private void startCollection(CollectionStartEvent event) throws SourceException {
        ConfigOrigin configOrigin = originOf(event.getStartMark());
        countNodes(configOrigin, 1);
        if (openCollections.size() == MAX_DEPTH) {
            throw new SourceException(configOrigin, "is nested deeper than " + MAX_DEPTH + " levels");
        }
        checkTag(event.getTag(), configOrigin);
        openCollections.push(
                new PendingCollection(event instanceof MappingStartEvent, anchor(event), configOrigin, nodeCount));
    }

    private void endCollection() {
        PendingCollection closedCollection = openCollections.pop();
        ConfigNode configNode = closedCollection.node();
        if (closedCollection.anchor != null) {
            anchors.put(closedCollection.anchor, configNode);
            nodeCounts.put(closedCollection.anchor, nodeCount - closedCollection.nodeCountAtStart + 1);
        }
        add(configNode);
    }

    private void addScalar(ScalarEvent event) throws SourceException {
        ConfigOrigin configOrigin = originOf(event.getStartMark());
        countNodes(configOrigin, 1);
        checkTag(event.getTag(), configOrigin);
        ConfigNode.Text text =
                new ConfigNode.Text(event.getValue(), event.getScalarStyle() == ScalarStyle.PLAIN, configOrigin);
        String anchor = anchor(event);
        if (anchor != null) {
            anchors.put(anchor, text);
            nodeCounts.put(anchor, 1);
        }
        add(text);
    }

    /**
     * Adds an alias. It counts as all the nodes that it stands for, because a few lines of nested aliases may expand to
     * billions of nodes.
     */
    private void addAlias(AliasEvent event) throws SourceException {
        String name = event.getAlias().getValue();
        ConfigNode configNode = anchors.get(name);
        if (configNode == null) {
            throw new SourceException(
                    originOf(event.getStartMark()), "there is no anchor &" + name + " before this alias");
        }
        countNodes(originOf(event.getStartMark()), nodeCounts.getOrDefault(name, 1));
        add(configNode);
    }

    private void add(ConfigNode configNode) {
        PendingCollection parent = openCollections.peek();
        if (parent == null) {
            root = configNode;
        } else if (parent.isMap) {
            parent.addToMap(configNode);
        } else {
            parent.values.add(configNode);
        }
    }

    private void countNodes(ConfigOrigin configOrigin, int added) throws SourceException {
        nodeCount += added;
        if (nodeCount > MAX_NODES) {
            throw new SourceException(configOrigin, "has more than " + MAX_NODES + " values (aliases count in full)");
        }
    }

    private void checkTag(Optional<String> tag, ConfigOrigin configOrigin) {
        if (tag.isPresent() && !TAGS.contains(tag.get())) {
            errors.add(new ConfigError("", configOrigin.toString(), "tags such as " + tag.get() + " are not allowed"));
        }
    }

    private static @Nullable String anchor(NodeEvent event) {
        return event.getAnchor().map(Object::toString).orElse(null);
    }

    private ConfigOrigin originOf(Optional<Mark> mark) {
        return hasLines && mark.isPresent()
                ? new ConfigOrigin(source, mark.get().getLine() + 1, mark.get().getColumn() + 1)
                : ConfigOrigin.of(source);
    }

    private ConfigOrigin originAt(String text, int codePoint) {
        if (!hasLines) {
            return ConfigOrigin.of(source);
        }
        int offset = text.offsetByCodePoints(0, Math.min(codePoint, text.codePointCount(0, text.length())));
        String textBefore = text.substring(0, offset);
        int line = 1 + (int) textBefore.chars().filter(c -> c == '\n').count();
        String lastLine = textBefore.substring(textBefore.lastIndexOf('\n') + 1);
        return new ConfigOrigin(source, line, lastLine.codePointCount(0, lastLine.length()) + 1);
    }

    /** A list or map that is not complete yet. */
    private final class PendingCollection {

        private final boolean isMap;
        private final @Nullable String anchor;
        private final ConfigOrigin configOrigin;
        private final int nodeCountAtStart;
        private final List<ConfigNode> values = new ArrayList<>();
        private final List<ConfigNode.Field> fields = new ArrayList<>();
        private final Map<String, ConfigOrigin> names = new HashMap<>();
        private @Nullable ConfigNode name;

        PendingCollection(boolean isMap, @Nullable String anchor, ConfigOrigin configOrigin, int nodeCountAtStart) {
            this.isMap = isMap;
            this.anchor = anchor;
            this.configOrigin = configOrigin;
            this.nodeCountAtStart = nodeCountAtStart;
        }

        void addToMap(ConfigNode configNode) {
            if (name == null) {
                name = configNode;
                return;
            }
            ConfigNode key = name;
            name = null;
            if (!(key instanceof ConfigNode.Text text)) {
                errors.add(new ConfigError("", key.origin().toString(), "a name must be a text, not " + key.kind()));
                return;
            }
            ConfigOrigin firstOrigin = names.putIfAbsent(text.text(), text.origin());
            if (firstOrigin != null) {
                String firstPosition = firstOrigin.line() == 0 ? "" : ", first on line " + firstOrigin.line();
                errors.add(new ConfigError(text.text(), text.origin().toString(), "occurs twice" + firstPosition));
                return;
            }
            fields.add(new ConfigNode.Field(text.text(), text.origin(), configNode));
        }

        ConfigNode node() {
            return isMap
                    ? new ConfigNode.Fields(List.copyOf(fields), configOrigin)
                    : new ConfigNode.Items(List.copyOf(values), configOrigin);
        }
    }
}
