package dev.plimsoll.gateway.wrap.syntax;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds the syntax tree of a YAML document from the events of SnakeYAML Engine. Does not follow aliases: values with
 * aliases, and the aliases, are marked as read-only, because a change would have an effect elsewhere.
 */
public final class YamlParser {

    private static final Pattern NON_STRING = Pattern.compile(
            "|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9][0-9_.]*(?:[eE][-+]?[0-9]+)?|0[xo][0-9A-Fa-f]+");

    /** Collection whose end has not been read; for a mapping, also the key of the next value. */
    private static final class OpenCollection {

        private final SyntaxNode node;
        private @Nullable SyntaxNode key;

        OpenCollection(SyntaxNode node) {
            this.node = node;
        }
    }

    private final String text;
    private final int @Nullable [] offsets;
    private final Deque<OpenCollection> open = new ArrayDeque<>();
    private final Map<String, SyntaxNode> anchors = new HashMap<>();
    private @Nullable SyntaxNode root;

    private YamlParser(String text) {
        this.text = text;
        this.offsets = text.codePointCount(0, text.length()) == text.length() ? null : codePointOffsets(text);
    }

    /** Parses a text with one document. */
    public static SyntaxNode parse(String text) throws SyntaxException {
        return new YamlParser(text).read();
    }

    /** Returns the text position of each code point, because SnakeYAML Engine counts code points. */
    private static int[] codePointOffsets(String text) {
        int[] offsets = new int[text.codePointCount(0, text.length()) + 1];
        int position = 0;
        for (int i = 0; i < offsets.length - 1; i++) {
            offsets[i] = position;
            position += Character.charCount(text.codePointAt(position));
        }
        offsets[offsets.length - 1] = position;
        return offsets;
    }

    private SyntaxNode read() throws SyntaxException {
        LoadSettings settings = LoadSettings.builder()
                .setUseMarks(true)
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        try {
            for (Event event : new Parse(settings).parseString(text)) {
                onEvent(event);
            }
        } catch (MarkedYamlEngineException e) {
            throw SyntaxException.create(text, offsetOf(e.getProblemMark(), text.length()), describeProblem(e));
        } catch (ReaderException e) {
            int errorOffset = Math.min(Math.max(0, e.getPosition()), text.length());
            throw SyntaxException.create(text, errorOffset, "a character that is not allowed in YAML");
        } catch (YamlEngineException e) {
            throw SyntaxException.create(text, 0, "not valid YAML");
        }
        if (root == null) {
            throw SyntaxException.create(text, text.length(), "only white space and comments");
        }
        return root;
    }

    /** Returns the library's message without its context, which can quote the text. */
    private static String describeProblem(MarkedYamlEngineException e) {
        return e.getProblem().contains("(TAB)") ? "a tab cannot indent; use spaces" : withoutQuotations(e.getProblem());
    }

    private static String withoutQuotations(String problem) {
        return problem.lines().findFirst().orElse("invalid text");
    }

    private int offsetOf(Optional<Mark> mark, int fallback) {
        return mark.map(found -> offsets == null ? found.getIndex() : offsets[found.getIndex()])
                .orElse(fallback);
    }

    private void onEvent(Event event) throws SyntaxException {
        switch (event.getEventId()) {
            case DocumentStart -> {
                if (root != null) {
                    throw SyntaxException.create(
                            text, offsetOf(event.getStartMark(), 0), "a second document (---) is not allowed");
                }
            }
            case MappingStart, SequenceStart -> {
                SyntaxNode node = add(event, event.getEventId() == Event.ID.MappingStart ? Kind.OBJECT : Kind.ARRAY);
                if (((CollectionStartEvent) event).isFlow()) {
                    node.markBracketed();
                }
                open.push(new OpenCollection(node));
            }
            case MappingEnd, SequenceEnd -> close((CollectionEndEvent) event);
            case Scalar -> {
                ScalarEvent scalar = (ScalarEvent) event;
                boolean isString = !scalar.isPlain()
                        || !NON_STRING.matcher(scalar.getValue()).matches();
                add(event, isString ? Kind.STRING : Kind.OTHER);
            }
            case Alias -> {
                String name = ((AliasEvent) event).getAlias().getValue();
                SyntaxNode target = anchors.get(name);
                if (target == null) {
                    throw SyntaxException.create(
                            text, offsetOf(event.getStartMark(), 0), "an alias without an anchor before it");
                }
                target.markReadOnly("other parts of the file refer to it (&" + name + ")");
                add(event, Kind.OTHER).markReadOnly("it refers to another part of the file (*" + name + ")");
            }
            default -> {}
        }
    }

    private void close(CollectionEndEvent event) {
        SyntaxNode node = open.pop().node;
        if (node.isBracketed()) {
            node.closeAt(offsetOf(event.getEndMark(), node.to()));
        } else if (!node.items().isEmpty()) {
            node.closeAt(node.items().getLast().to());
        } else if (!node.members().isEmpty()) {
            node.closeAt(node.members().getLast().value().to());
        }
    }

    /** Adds the value of an event to the open collection. */
    private SyntaxNode add(Event event, Kind kind) throws SyntaxException {
        int from = offsetOf(event.getStartMark(), 0);
        String value = event instanceof ScalarEvent scalar ? scalar.getValue() : "";
        SyntaxNode node =
                new SyntaxNode(text, kind, from, offsetOf(event.getEndMark(), from), (source, start, end) -> value);
        if (event instanceof NodeEvent nodeEvent && !(event instanceof AliasEvent)) {
            nodeEvent.getAnchor().map(Anchor::getValue).ifPresent(name -> anchors.put(name, node));
        }
        OpenCollection parent = open.peek();
        if (parent == null) {
            root = node;
        } else if (parent.node.is(Kind.ARRAY)) {
            parent.node.add(node);
        } else if (parent.key == null) {
            parent.key = node;
        } else {
            SyntaxNode key = parent.key;
            parent.key = null;
            parent.node.add(new SyntaxMember(key.text(), key.from(), key.from(), key.to(), node));
        }
        return node;
    }
}
