package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import dev.plimsoll.gateway.wrap.jsonc.JsoncParser;
import java.util.List;

/** Layout of a text, so that added text looks like the existing text. */
record TextLayout(String text) {

    /** Returns the white space between two items of an array: a line break, a space, or nothing. */
    String betweenItems(JsoncNode array, JsoncMember neighbour) {
        List<JsoncNode> items = array.items();
        String lead = items.isEmpty() ? "" : before(items.get(0).from());
        if (lead.contains("\n")) {
            return lead;
        }
        return items.size() > 1 ? before(items.get(1).from()) : betweenNameAndValue(neighbour);
    }

    /** Returns the white space after a colon. */
    String betweenNameAndValue(JsoncMember jsoncMember) {
        return before(jsoncMember.value().from());
    }

    /** Returns the white space before a position; of several lines, only the last. */
    String before(int at) {
        int from = spaceBefore(at);
        int line = text.lastIndexOf('\n', at - 1);
        if (line >= from) {
            from = line > from && text.charAt(line - 1) == '\r' ? line - 1 : line;
        }
        return text.substring(from, at);
    }

    /** Returns the start of the white space before a position. */
    int spaceBefore(int at) {
        int from = at;
        while (from > 0 && JsoncParser.isSpace(text.charAt(from - 1))) {
            from--;
        }
        return from;
    }
}
