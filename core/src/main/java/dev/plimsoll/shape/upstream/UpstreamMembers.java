package dev.plimsoll.shape.upstream;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.MoreUpstream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Members of the objects around a list that report more items upstream: cursors, flags, remainders, and totals above
 * its number of items. Names are compared without case and without characters other than letters and digits.
 */
final class UpstreamMembers {

    /** Value in place of a number of items if the object has no list. */
    static final int NO_LIST = -1;

    /** Value in place of a number of items if the object has a text in place of a list. */
    static final int TEXT = -2;

    static final int MAX_KEY_LENGTH = 40;

    private static final int MAX_VALUE_LENGTH = 400;
    private static final int MAX_NUMBER_LENGTH = 18;
    private static final int MAX_CONTAINER_SIZE = 4_096;
    private static final int MAX_DEPTH = 2;
    private static final int MAX_VALUES = 8;
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

    /** Cursor names that have other meanings unless they are next to a list or a text. */
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
            "limitreached",
            "resultslimited",
            "incompleteresults");

    /** Flag names that have other meanings unless they are next to a list or a text. */
    private static final Set<String> FLAGS_OF_LISTS = Set.of("more");

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
            "totalentries",
            "totalfound",
            "totalavailable",
            "recordcount",
            "rowcount",
            "resultcount",
            "nbhits",
            "numfound");
    /** Totals that may count other things than the items. They are used only next to a flag, or in a container. */
    private static final Set<String> OTHER_TOTALS =
            Set.of("totalmatches", "totalissues", "totalobjects", "matchcount", "hitcount", "itemcount");

    private static final Set<String> PAGE_COUNTS = Set.of("totalpages", "pagecount", "lastpage", "numpages", "pages");
    private static final Set<String> PAGE_NUMBERS = Set.of("page", "currentpage", "pagenumber");

    /** Cursor at the end of a page. The last page can have it too, so it reports more data only next to a flag. */
    private static final String END_CURSOR = "endcursor";

    /** Objects with statements about a list. */
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
            "summary",
            "queryinfo",
            "cursor",
            "range",
            "stats",
            "statistics");

    private static final Set<String> STATISTICS = Set.of("stats", "statistics");

    /** Members with a text that may have a sentence about more data. */
    private static final Set<String> REMARKS =
            Set.of("message", "messages", "note", "notes", "notice", "warning", "warnings", "info", "hint", "summary");

    /** Names of members next to which a total is an amount of money. */
    private static final Set<String> MONEY_NAMES = Set.of("currency", "subtotal", "tax", "price", "amount");

    private final Map<String, Slice> values = new LinkedHashMap<>();
    private final List<String> likelyArguments = new ArrayList<>();
    private boolean hasMore;
    private String contradiction = "";
    private String sentence = "";

    /** Returns whether an object of this name is about pages. Names are normalized. */
    static boolean isContainer(String name) {
        return CONTAINERS.contains(name) && !STATISTICS.contains(name);
    }

    static boolean isCursor(String name) {
        return CURSORS.contains(name) || CURSORS_OF_LISTS.contains(name) || name.equals(END_CURSOR);
    }

    static boolean isFlag(String name) {
        return FLAGS.contains(name) || FLAGS_OF_LISTS.contains(name);
    }

    /** Returns whether a name means the number of items on all pages. Names that may count one page are excluded. */
    static boolean isTotal(String name) {
        return TOTALS.contains(name)
                && !name.equals("count")
                && !name.equals("recordcount")
                && !name.equals("rowcount")
                && !name.equals("resultcount");
    }

    static boolean isPageCount(String name) {
        return PAGE_COUNTS.contains(name);
    }

    /** Returns whether a value reports more data. */
    boolean hasMore() {
        return hasMore;
    }

    /** Returns a total that is less than the number of items, and both numbers, as a phrase; empty if there is none. */
    String contradiction() {
        return contradiction;
    }

    /** Returns the sentence of a remark next to the list, or empty. */
    String sentence() {
        return sentence;
    }

    /** Returns possible names of the tool's own argument, the most likely first. */
    List<String> likelyArguments() {
        return likelyArguments;
    }

    /** Writes the members with commas between them, without braces. */
    void write(ByteSink out) {
        int emptySize = out.size();
        values.forEach((name, value) -> out.ascii(out.size() == emptySize ? "" : ",")
                .string(name)
                .ascii(":")
                .raw(value));
    }

    /**
     * Adds the members of an object that report more data.
     *
     * @param itemCount number of items in the list, or {@link #NO_LIST} or {@link #TEXT}
     * @param isInnermost whether the list is a member of this object
     */
    void scan(MemberIndex object, int itemCount, boolean isInnermost) {
        scan(object, new ListPosition(itemCount, isInnermost, 0, false));
    }

    /**
     * Position of an object relative to a list.
     *
     * @param level number of containers around the object
     * @param isStatistics whether the object has statistics, which may count other things than the items
     */
    private record ListPosition(int itemCount, boolean isInnermost, int level, boolean isStatistics) {

        /** Returns whether the object has a list, or a text in place of a list. */
        boolean hasListOrText() {
            return itemCount != NO_LIST;
        }

        ListPosition nested(String name) {
            return new ListPosition(itemCount, isInnermost, level + 1, STATISTICS.contains(name));
        }
    }

    private void scan(MemberIndex object, ListPosition listPosition) {
        Traits traits = Traits.of(object);
        for (int i = 0; i < object.count() && values.size() < MAX_VALUES; i++) {
            if (object.keyLength(i) <= MAX_KEY_LENGTH) {
                scan(object.keyText(i), object.value(i), traits, listPosition);
            }
        }
    }

    private void scan(String key, Slice value, Traits traits, ListPosition listPosition) {
        String name = PagingArgument.normalize(key);
        JsonType type = Json.type(value);
        boolean isSmall = value.length() <= MAX_CONTAINER_SIZE;
        if (type == JsonType.OBJECT && isSmall && listPosition.level < MAX_DEPTH && CONTAINERS.contains(name)) {
            scan(MemberIndex.of(value), listPosition.nested(name));
        } else if (CURSORS.contains(name) || (listPosition.hasListOrText() && CURSORS_OF_LISTS.contains(name))) {
            // an array is not a cursor, except that a range may be written as one
            if (isSet(value, type) && (type != JsonType.ARRAY || name.equals("nextrange"))) {
                addMore(key, value);
                PagingArgument.addNames(name, value, likelyArguments);
            }
        } else if (listPosition.hasListOrText() && FLAGS_OF_LISTS.contains(name) && isTrue(value)) {
            addMore(key, value);
        } else if (FLAGS.contains(name) ? isTrue(value) : listPosition.hasListOrText() && isRemainder(name, value)) {
            addMore(key, value);
        } else if (TOTALS.contains(name) && listPosition.itemCount >= 0 && !(traits.hasMoney && name.equals("total"))) {
            addTotal(key, value, listPosition);
        } else if (OTHER_TOTALS.contains(name) && (traits.isFlagged || listPosition.level > 0)) {
            addOtherTotal(key, value, listPosition);
        } else if (traits.isEarlierPage && (PAGE_COUNTS.contains(name) || PAGE_NUMBERS.contains(name))) {
            addMore(key, value);
        } else if (traits.isFlagged && name.equals(END_CURSOR) && isSet(value, type)) {
            addMore(key, value);
            likelyArguments.add("after");
        } else if (REMARKS.contains(name) && (type == JsonType.STRING || (type == JsonType.ARRAY && isSmall))) {
            findSentence(value, type);
        }
    }

    /** Finds a sentence in a text, or in the texts and the objects of a list. */
    private void findSentence(Slice value, JsonType type) {
        if (type == JsonType.STRING) {
            sentence = sentence.isEmpty() ? TruncationText.find(Json.stringInside(value)) : sentence;
            return;
        }
        Elements remarks = Elements.of(value);
        while (sentence.isEmpty() && remarks.next()) {
            if (remarks.type() == JsonType.STRING) {
                sentence = TruncationText.find(Json.stringInside(remarks.value()));
            } else if (remarks.type() == JsonType.OBJECT) {
                findSentence(remarks.members());
            }
        }
    }

    private void findSentence(Members remark) {
        while (sentence.isEmpty() && remark.next()) {
            boolean isShort = remark.key().length() <= MAX_KEY_LENGTH;
            if (remark.type() == JsonType.STRING
                    && isShort
                    && REMARKS.contains(PagingArgument.normalize(remark.keyText()))) {
                sentence = TruncationText.find(Json.stringInside(remark.value()));
            }
        }
    }

    /** Adds a value that reports more data according to a rule. */
    void addByRule(String key, Slice value) {
        addMore(key, value);
    }

    private void addMore(String key, Slice value) {
        hasMore = true;
        put(key, value);
    }

    private void put(String key, Slice value) {
        values.putIfAbsent(key, MoreUpstream.shortened(compact(value), MAX_VALUE_LENGTH));
    }

    private void addTotal(String key, Slice value, ListPosition listPosition) {
        long total = parseNatural(value);
        if (total > listPosition.itemCount) {
            addMore(key, value);
        } else if (total >= 0
                && total < listPosition.itemCount
                && listPosition.isInnermost
                && !listPosition.isStatistics
                && contradiction.isEmpty()) {
            put(key, value);
            contradiction = key + " " + total + " but has " + listPosition.itemCount + " items";
        }
    }

    private void addOtherTotal(String key, Slice value, ListPosition listPosition) {
        if (listPosition.itemCount >= 0 && parseNatural(value) > listPosition.itemCount) {
            addMore(key, value);
        }
    }

    /**
     * Facts about an object that several of its members show.
     *
     * @param hasMoney whether its total is an amount of money
     * @param isEarlierPage whether it describes a page before the last one
     * @param isFlagged whether a flag reports more data
     */
    private record Traits(boolean hasMoney, boolean isEarlierPage, boolean isFlagged) {

        static Traits of(MemberIndex object) {
            boolean hasMoney = false;
            boolean isFlagged = false;
            long page = 0;
            long pageCount = 0;
            for (int i = 0; i < object.count(); i++) {
                String name = object.keyLength(i) <= MAX_KEY_LENGTH ? PagingArgument.normalize(object.keyText(i)) : "";
                hasMoney |= MONEY_NAMES.contains(name);
                isFlagged |= FLAGS.contains(name) && isTrue(object.value(i));
                page = PAGE_NUMBERS.contains(name) ? parseNatural(object.value(i)) : page;
                pageCount = PAGE_COUNTS.contains(name) ? parseNatural(object.value(i)) : pageCount;
            }
            return new Traits(hasMoney, page > 0 && page < pageCount, isFlagged);
        }
    }

    private static boolean isRemainder(String name, Slice value) {
        return REMAINDERS.contains(name) && parseNatural(value) > 0;
    }

    /** Returns whether a value is neither null, nor a boolean, nor empty, nor zero. */
    private static boolean isSet(Slice value, JsonType type) {
        return switch (type) {
            case STRING, ARRAY, OBJECT -> compact(value).length() > 2;
            case NUMBER -> parseNatural(value) != 0;
            default -> false;
        };
    }

    private static boolean isTrue(Slice value) {
        return value.contentEquals(TRUE) || value.contentEquals(TRUE_TEXT) || parseNatural(value) > 0;
    }

    /** Returns a whole number, also from a string; -1 for anything else. */
    private static long parseNatural(Slice value) {
        Slice digits = Json.type(value) == JsonType.STRING ? Json.stringInside(value) : value;
        if (digits.isEmpty() || digits.length() > MAX_NUMBER_LENGTH) {
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

    /** Returns a value without white space between its tokens, cut after about {@link #MAX_CONTAINER_SIZE} bytes. */
    private static Slice compact(Slice value) {
        ByteSink out = new ByteSink(64);
        int position = value.from();
        while (position < value.to() && out.size() < MAX_CONTAINER_SIZE) {
            int tokenStart = Json.skipSpace(value.bytes(), position, value.to());
            int tokenEnd = tokenStart < value.to() && value.bytes()[tokenStart] == '"'
                    ? Json.skipString(value.bytes(), tokenStart, value.to())
                    : Math.min(tokenStart + 1, value.to());
            out.raw(new Slice(value.bytes(), tokenStart, tokenEnd));
            position = tokenEnd;
        }
        return out.slice();
    }
}
