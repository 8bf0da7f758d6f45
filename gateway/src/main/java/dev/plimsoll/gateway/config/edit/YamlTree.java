package dev.plimsoll.gateway.config.edit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Parses a YAML text into nodes with their ranges. Reads only valid configurations, and changed versions of them. */
final class YamlTree {

    private final String text;
    private final int[] offsets;
    private final Deque<YamlNode> openCollections = new ArrayDeque<>();
    private @Nullable YamlNode root;

    private YamlTree(String text) {
        this.text = text;
        this.offsets = text.codePointCount(0, text.length()) == text.length() ? new int[0] : offsets(text);
    }

    /** Returns the root; null if the text has no value. */
    static @Nullable YamlNode parse(String text) throws EditException {
        YamlTree tree = new YamlTree(text);
        try {
            for (Event event :
                    new Parse(LoadSettings.builder().setUseMarks(true).build()).parseString(text)) {
                tree.onEvent(event);
            }
        } catch (YamlEngineException e) {
            throw new EditException("the file is not valid YAML; correct it first");
        }
        return tree.root;
    }

    private void onEvent(Event event) {
        switch (event.getEventId()) {
            case MappingStart, SequenceStart -> {
                CollectionStartEvent start = (CollectionStartEvent) event;
                boolean isFlow = start.getFlowStyle() == FlowStyle.FLOW;
                YamlNode.Kind kind = event instanceof MappingStartEvent ? YamlNode.Kind.MAP : YamlNode.Kind.LIST;
                int startIndex = index(event.getStartMark());
                openCollections.push(new YamlNode(kind, isFlow, "", startIndex, startIndex));
            }
            case MappingEnd, SequenceEnd -> {
                YamlNode closedNode = openCollections.pop();
                closedNode.close(index(event.getEndMark()));
                add(closedNode);
            }
            case Scalar -> {
                ScalarEvent scalar = (ScalarEvent) event;
                add(new YamlNode(
                        scalar.isPlain() ? YamlNode.Kind.PLAIN : YamlNode.Kind.QUOTED,
                        false,
                        scalar.getValue(),
                        index(event.getStartMark()),
                        trimmedEnd(index(event.getStartMark()), index(event.getEndMark()))));
            }
            case Alias ->
                add(new YamlNode(
                        YamlNode.Kind.ALIAS,
                        false,
                        ((AliasEvent) event).getAlias().getValue(),
                        index(event.getStartMark()),
                        index(event.getEndMark())));
            default -> {}
        }
    }

    private void add(YamlNode node) {
        YamlNode parent = openCollections.peek();
        if (parent == null) {
            root = node;
        } else {
            parent.add(node);
        }
    }

    /** Returns the end without white space: a block scalar includes the line breaks after it. */
    private int trimmedEnd(int start, int end) {
        int endOfText = end;
        while (endOfText > start && Character.isWhitespace(text.charAt(endOfText - 1))) {
            endOfText--;
        }
        return endOfText;
    }

    /** Returns the index of a mark in the text. Marks count code points; the index counts characters. */
    private int index(Optional<Mark> mark) {
        int codePoints = mark.map(Mark::getIndex).orElse(0);
        return offsets.length == 0 ? Math.min(codePoints, text.length()) : offsets[codePoints];
    }

    /** Returns the index of each code point in the text, and the length of the text as the last element. */
    private static int[] offsets(String text) {
        int[] offsets = new int[text.codePointCount(0, text.length()) + 1];
        int position = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = position;
            position += position < text.length() ? Character.charCount(text.codePointAt(position)) : 0;
        }
        return offsets;
    }
}
