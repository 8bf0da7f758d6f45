package dev.plimsoll.find;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;

/**
 * Searches a document in pieces, each of which matches once: the items of its outermost lists, the lines of texts that
 * have several, and the members outside of lists.
 */
public final class Search {

    /** Objects in objects deeper than this are searched as one piece. */
    public static final int DEEPEST = 32;

    private final Needle needle;
    private final Known known;
    private final Matches matches = new Matches();

    private Search(Needle needle, Known known) {
        this.needle = needle;
        this.known = known;
    }

    /** In a decoded text: its lines. */
    public static Matches inText(Slice text, Needle needle, Known known) {
        Search search = new Search(needle, known);
        search.lines(text, 0);
        return search.matches.trimmed();
    }

    /** In some whole lines of a decoded text, which {@code range} is. */
    public static Matches inLines(Slice text, Slice range, Needle needle) {
        Search search = new Search(needle, new Known() {});
        int before = range.from() - text.from();
        needle.eachLine(range, LineIndex.of(range), start -> search.matches.add(0, before + start));
        return search.matches.trimmed();
    }

    /** In JSON values that stand one behind the other. */
    public static Matches inJson(Iterable<Slice> values, Needle needle, Known known) {
        Search search = new Search(needle, known);
        values.forEach(value -> search.value(value, 0));
        return search.matches.trimmed();
    }

    /** Whether a string is searched line by line. */
    public static boolean hasLines(Slice string) {
        Slice inside = Json.stringInside(string);
        for (int i = inside.from(); i + 1 < inside.to(); i++) {
            if (inside.bytes()[i] == '\\') {
                if (inside.bytes()[i + 1] == 'n') {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    private void lines(Slice text, int unit) {
        needle.eachLine(text, known.lines(text), start -> matches.add(unit, start));
    }

    private void value(Slice value, int depth) {
        JsonType type = Json.type(value);
        if (type == JsonType.ARRAY) {
            items(known.items(value));
        } else if (type == JsonType.OBJECT && depth < DEEPEST) {
            members(value, depth);
        } else if (type == JsonType.STRING && hasLines(value)) {
            lines(known.text(value), value.from());
        } else if (stands(value)) {
            matches.add(value.from(), 0);
        }
    }

    private boolean stands(Slice value) {
        return Hit.in(value, needle) != null;
    }

    private void members(Slice object, int depth) {
        Members members = Members.of(object);
        while (members.next()) {
            Slice key = members.key();
            Slice value = members.value();
            JsonType type = Json.type(value);
            boolean inKey = needle.first(Tokens.decoded(key)) >= 0;
            boolean apart = type == JsonType.ARRAY
                    || (type == JsonType.OBJECT && depth + 1 < DEEPEST)
                    || (type == JsonType.STRING && hasLines(value));
            if (inKey || (!apart && stands(value))) {
                matches.add(key.from() - 1, 0);
            }
            if (apart) {
                value(value, depth + 1);
            }
        }
    }

    /** Most items cannot match by a look at the bytes of all; the others are looked at one by one. */
    private void items(ItemIndex items) {
        int count = items.count();
        int i = 0;
        while (i < count) {
            Slice item = items.item(i);
            int end = items.end(count - 1);
            int place = needle.skip(item.bytes(), item.from(), end);
            if (place >= end && place > item.from()) {
                return;
            }
            i = place < item.to() ? i : holding(items, place, i + 1);
            if (stands(items.item(i))) {
                matches.add(items.start(i), i);
            }
            i++;
        }
    }

    /** The item in which a place is, or the next one behind it. */
    private static int holding(ItemIndex items, int place, int from) {
        int low = from;
        int high = items.count() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (items.end(middle) <= place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
