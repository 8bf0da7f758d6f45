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
        String lead = items.isEmpty() ? "" : whitespaceBefore(items.get(0).from());
        if (lead.contains("\n")) {
            return lead;
        }
        return items.size() > 1 ? whitespaceBefore(items.get(1).from()) : betweenNameAndValue(neighbour);
    }

    /** Returns the white space after a colon. */
    String betweenNameAndValue(JsoncMember jsoncMember) {
        return whitespaceBefore(jsoncMember.value().from());
    }

    /** Returns the white space before a position; of several lines, only the last. */
    String whitespaceBefore(int position) {
        int start = whitespaceStart(position);
        int lineStart = text.lastIndexOf('\n', position - 1);
        if (lineStart >= start) {
            start = lineStart > start && text.charAt(lineStart - 1) == '\r' ? lineStart - 1 : lineStart;
        }
        return text.substring(start, position);
    }

    /** Returns the start of the white space before a position. */
    int whitespaceStart(int position) {
        int start = position;
        while (start > 0 && JsoncParser.isSpace(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }
}
