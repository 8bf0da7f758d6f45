package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.Jsonc;
import dev.plimsoll.gateway.wrap.jsonc.Member;
import dev.plimsoll.gateway.wrap.jsonc.Node;
import java.util.List;

/** How a text is laid out, so that what comes in looks like what stands there. */
record Layout(String text) {

    /** Between two items of an array: a line each, or a space, or nothing in a text without any. */
    String betweenItems(Node array, Member neighbour) {
        List<Node> items = array.items();
        String lead = items.isEmpty() ? "" : before(items.get(0).from());
        if (lead.contains("\n")) {
            return lead;
        }
        return items.size() > 1 ? before(items.get(1).from()) : betweenNameAndValue(neighbour);
    }

    /** After a colon. */
    String betweenNameAndValue(Member member) {
        return before(member.value().from());
    }

    /** White space in front of a place; of several lines the last. */
    String before(int at) {
        int from = spaceBefore(at);
        int line = text.lastIndexOf('\n', at - 1);
        if (line >= from) {
            from = line > from && text.charAt(line - 1) == '\r' ? line - 1 : line;
        }
        return text.substring(from, at);
    }

    /** Where the white space in front of a place begins. */
    int spaceBefore(int at) {
        int from = at;
        while (from > 0 && Jsonc.isSpace(text.charAt(from - 1))) {
            from--;
        }
        return from;
    }
}
