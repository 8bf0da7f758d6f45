package dev.plimsoll.laws;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element of a paged container: an item of an array, a member of an object, or a line of a text.
 *
 * @param key the escaped contents of a member's key; null for items and lines
 */
record Element(@Nullable Slice key, Slice value) {

    static List<Element> of(Expected container) {
        List<Element> elements = new ArrayList<>();
        if (container.is(JsonType.ARRAY)) {
            ItemIndex index = ItemIndex.of(container.value());
            for (int i = 0; i < index.count(); i++) {
                elements.add(new Element(null, index.item(i)));
            }
        } else if (container.is(JsonType.OBJECT)) {
            Members members = Members.of(container.value());
            while (members.next()) {
                elements.add(new Element(members.key(), members.value()));
            }
        } else if (!container.json()) {
            lines(container.value(), elements);
        } else {
            throw new AssertionError("paged, but not a container: " + container.path());
        }
        return elements;
    }

    /** Adds the lines of a text as strings, without their line feeds. */
    private static void lines(Slice text, List<Element> elements) {
        for (int start = 0; start < text.length(); ) {
            int end = start;
            while (end < text.length() && text.at(end) != '\n') {
                end++;
            }
            elements.add(new Element(
                    null,
                    new ByteSink(end - start + 2).string(text.sub(start, end)).slice()));
            start = end + 1;
        }
    }
}
