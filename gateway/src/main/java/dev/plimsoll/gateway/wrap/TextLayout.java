package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.wrap.jsonc.JsoncParser;
import dev.plimsoll.gateway.wrap.jsonc.JsoncMember;
import dev.plimsoll.gateway.wrap.jsonc.JsoncNode;
import java.util.List;

/** How a text is laid out, so that what comes in looks like what stands there. */
record TextLayout(String text) {

    /** Between two items of an array: a line each, or a space, or nothing in a text without any. */
    String betweenItems(JsoncNode array, JsoncMember neighbour) {
        List<JsoncNode> items = array.items();
        String lead = items.isEmpty() ? "" : before(items.get(0).from());
        if (lead.contains("\n")) {
            return lead;
        }
        return items.size() > 1 ? before(items.get(1).from()) : betweenNameAndValue(neighbour);
    }

    /** After a colon. */
    String betweenNameAndValue(JsoncMember jsoncMember) {
        return before(jsoncMember.value().from());
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
        while (from > 0 && JsoncParser.isSpace(text.charAt(from - 1))) {
            from--;
        }
        return from;
    }
}
