package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Members of the objects around a list that say that more of it exists: cursors, flags, remainders, and totals above
 * its number of items. Names are compared without case and without characters other than letters and digits.
 */
final class UpstreamMembers {

    /** Replaces a number of items if the object has no list. */
    static final int NO_LIST = -1;

    /** Replaces a number of items if there is a text in place of a list. */
    static final int TEXT = -2;

    static final int LONGEST_KEY = 40;

    private static final int LONGEST_VALUE = 400;
    private static final int LONGEST_NUMBER = 18;
    private static final int LARGEST_CONTAINER = 4_096;
    private static final int DEEPEST = 2;
    private static final int MOST_VALUES = 8;
    private static final Slice TRUE = Slice.of("true");
    private static final Slice TRUE_TEXT = Slice.of("\"true\"");

    private static final Set<String> CURSORS = Set.of(
            "nextcursor",
            "nextpagetoken",
            "nextpage",
            "nextpageurl",
            "nextlink",
            "odatanextlink",
            "nexturl",
            "nexturi",
            "nexttoken",
            "nextmarker",
            "nextoffset",
            "nextrange",
            "nextstart",
            "nextkey",
            "nextbatch",
            "nextrecordsurl",
            "nextcontinuationtoken",
            "continuationtoken",
            "lastevaluatedkey");

    /** Cursor names that have other meanings unless they are beside a list or a text. */
    private static final Set<String> CURSORS_OF_LISTS = Set.of("next", "continuation", "continue");

    private static final Set<String> FLAGS = Set.of(
            "hasmore",
            "hasnext",
            "hasnextpage",
            "hasmoreitems",
            "hasmoreresults",
            "hasmorepages",
            "moreavailable",
            "moreresultsavailable",
            "truncated",
            "istruncated",
            "incompleteresults");
    private static final Set<String> REMAINDERS =
            Set.of("remaining", "remainingitems", "remainingitemcount", "remainingcount", "remainingrows");
    private static final Set<String> TOTALS = Set.of(
            "count",
            "total",
            "totalcount",
            "totalelements",
            "totalresults",
            "totalitems",
            "totalrows",
            "totalrecords",
            "totalhits",
            "totalsize",
            "nbhits",
            "numfound");
    private static final Set<String> PAGES = Set.of("totalpages", "pagecount", "lastpage", "numpages", "pages");
    private static final Set<String> PAGE = Set.of("page", "currentpage", "pagenumber");

    /** Name of a position for a further read; it does not say that there is more. */
    private static final String END = "endcursor";

    private static final Set<String> CONTAINERS = Set.of(
            "pagination",
            "paging",
            "pageinfo",
            "pager",
            "page",
            "meta",
            "metadata",
            "links",
            "responsemetadata",
            "resultset",
            "cursor");
    private static final Set<String> REMARKS =
            Set.of("message", "note", "notes", "notice", "warning", "info", "hint", "summary");

    /** Names beside which a total is an amount of money. */
    private static final Set<String> MONEY = Set.of("currency", "subtotal", "tax", "price", "amount");

    private final Map<String, Slice> values = new LinkedHashMap<>();
    private final List<String> arguments = new ArrayList<>();
    private boolean exists;
    private String contradiction = "";
    private String sentence = "";

    /** Returns whether a value says that there is more. */
    boolean exists() {
        return exists;
    }

    String contradiction() {
        return contradiction;
    }

    /** Returns the sentence of a remark beside the list, or empty. */
    String sentence() {
        return sentence;
    }

    /** Returns possible names of the tool's own argument, the most likely first. */
    List<String> arguments() {
        return arguments;
    }

    /** Writes the members with commas between them, without braces. */
    void write(ByteSink out) {
        int empty = out.size();
        values.forEach((name, value) -> out.ascii(out.size() == empty ? "" : ",")
                .string(name)
                .ascii(":")
                .raw(value));
    }

    /**
     * Adds the members of an object that say there is more.
     *
     * @param items number of items in the list, or {@link #NO_LIST} or {@link #TEXT}
     * @param innermost whether the list is a member of this object
     */
    void look(MemberIndex object, int items, boolean innermost) {
        look(object, new Place(items, innermost, 0));
    }

    /** Position of an object; {@code level} counts the containers around it. */
    private record Place(int items, boolean innermost, int level) {

        boolean hasList() {
            return items != NO_LIST;
        }

        Place inside() {
            return new Place(items, innermost, level + 1);
        }
    }

    private void look(MemberIndex object, Place place) {
        Traits traits = Traits.of(object);
        for (int i = 0; i < object.count() && values.size() < MOST_VALUES; i++) {
            if (object.keyLength(i) <= LONGEST_KEY) {
                look(object.keyText(i), object.value(i), traits, place);
            }
        }
    }

    private void look(String key, Slice value, Traits traits, Place place) {
        String name = PagingArgument.normalized(key);
        JsonType type = Json.type(value);
        boolean small = value.length() <= LARGEST_CONTAINER;
        if (type == JsonType.OBJECT && small && place.level < DEEPEST && CONTAINERS.contains(name)) {
            look(MemberIndex.of(value), place.inside());
        } else if (CURSORS.contains(name) || (place.hasList() && CURSORS_OF_LISTS.contains(name))) {
            // an array is not a cursor, except that a range may be written as one
            if (isSet(value, type) && (type != JsonType.ARRAY || name.equals("nextrange"))) {
                more(key, value);
                PagingArgument.addNames(name, value, arguments);
            }
        } else if (FLAGS.contains(name) ? isTrue(value) : place.hasList() && isRemainder(name, value)) {
            more(key, value);
        } else if (TOTALS.contains(name) && place.items >= 0 && !(traits.money && name.equals("total"))) {
            total(key, value, place);
        } else if (traits.pageBefore && (PAGES.contains(name) || PAGE.contains(name))) {
            more(key, value);
        } else if (traits.flagged && name.equals(END) && isSet(value, type)) {
            more(key, value);
            arguments.add("after");
        } else if (sentence.isEmpty() && type == JsonType.STRING && REMARKS.contains(name)) {
            sentence = TruncationText.find(Json.stringInside(value));
        }
    }

    private void more(String key, Slice value) {
        exists = true;
        put(key, value);
    }

    private void put(String key, Slice value) {
        values.putIfAbsent(key, MoreUpstream.shortened(compact(value), LONGEST_VALUE));
    }

    private void total(String key, Slice value, Place place) {
        long total = natural(value);
        if (total > place.items) {
            more(key, value);
        } else if (total >= 0 && total < place.items && place.innermost && contradiction.isEmpty()) {
            put(key, value);
            contradiction = key + " " + total + " but has " + place.items + " items";
        }
    }

    /**
     * Facts from all members of an object together.
     *
     * @param money whether its total is an amount of money
     * @param pageBefore whether it is a page before the last one
     * @param flagged whether a flag says that there is more
     */
    private record Traits(boolean money, boolean pageBefore, boolean flagged) {

        static Traits of(MemberIndex object) {
            boolean money = false;
            boolean flagged = false;
            long page = 0;
            long pages = 0;
            for (int i = 0; i < object.count(); i++) {
                String name = object.keyLength(i) <= LONGEST_KEY ? PagingArgument.normalized(object.keyText(i)) : "";
                money |= MONEY.contains(name);
                flagged |= FLAGS.contains(name) && isTrue(object.value(i));
                page = PAGE.contains(name) ? natural(object.value(i)) : page;
                pages = PAGES.contains(name) ? natural(object.value(i)) : pages;
            }
            return new Traits(money, page > 0 && page < pages, flagged);
        }
    }

    private static boolean isRemainder(String name, Slice value) {
        return REMAINDERS.contains(name) && natural(value) > 0;
    }

    /** Returns whether a value is not null, a boolean, empty, or zero. */
    private static boolean isSet(Slice value, JsonType type) {
        return switch (type) {
            case STRING, ARRAY, OBJECT -> compact(value).length() > 2;
            case NUMBER -> natural(value) != 0;
            default -> false;
        };
    }

    private static boolean isTrue(Slice value) {
        return value.contentEquals(TRUE) || value.contentEquals(TRUE_TEXT) || natural(value) > 0;
    }

    /** Returns a whole number, also from a string; -1 for anything else. */
    private static long natural(Slice value) {
        Slice digits = Json.type(value) == JsonType.STRING ? Json.stringInside(value) : value;
        if (digits.isEmpty() || digits.length() > LONGEST_NUMBER) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.at(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Returns a value without white space between its tokens, cut after about {@link #LARGEST_CONTAINER} bytes. */
    private static Slice compact(Slice value) {
        ByteSink out = new ByteSink(64);
        int at = value.from();
        while (at < value.to() && out.size() < LARGEST_CONTAINER) {
            int next = Json.skipSpace(value.bytes(), at, value.to());
            int end = next < value.to() && value.bytes()[next] == '"'
                    ? Json.skipString(value.bytes(), next, value.to())
                    : Math.min(next + 1, value.to());
            out.raw(new Slice(value.bytes(), next, end));
            at = end;
        }
        return out.slice();
    }
}
