package dev.plimsoll.shape.upstream;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.PagingKeys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that a rule finds in a page, and the faults of the rule.
 *
 * @param isFirst whether it is the first page that was read
 */
record RuledPage(PagingRule rule, Slice document, boolean isFirst) {

    private static final int MAX_NUMBER_LENGTH = 15;
    private static final long UNKNOWN = -1;
    private static final int MAX_KEYS = 200;

    /** Returns the total; -1 if the page has none. */
    long total() {
        List<String> path = rule.total();
        Slice value = path == null ? null : PagingRule.findValue(document, path);
        return value == null ? UNKNOWN : parseWholeNumber(value);
    }

    private static long parseWholeNumber(Slice value) {
        boolean isText = Json.type(value) == JsonType.STRING;
        String digits = isText ? Json.stringInside(value).utf8() : value.utf8();
        return !digits.isEmpty()
                        && digits.length() <= MAX_NUMBER_LENGTH
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Long.parseLong(digits)
                : UNKNOWN;
    }

    /** Returns the value that leads to the next page; null at the end. */
    @Nullable Slice next() {
        List<String> path = rule.next();
        Slice value = path == null ? null : PagingRule.findValue(document, path);
        boolean isSet = value != null
                && Json.type(value) != JsonType.NULL
                && Json.type(value) != JsonType.BOOLEAN
                && !(Json.type(value) == JsonType.STRING && value.length() <= 2);
        return isSet ? value : null;
    }

    /**
     * Returns a sentence about a path of the rule that leads to nothing or to a wrong value; empty if all are right.
     */
    String fault() {
        List<String> itemsPath = rule.items();
        if (itemsPath != null) {
            Slice list = PagingRule.findValue(document, itemsPath);
            if (list == null) {
                return absentSentence(PagingKeys.ITEMS.name(), itemsPath);
            }
            if (Json.type(list) != JsonType.ARRAY && Json.type(list) != JsonType.NULL) {
                return wrongTypeSentence(PagingKeys.ITEMS.name(), itemsPath, list, "a list");
            }
        }
        List<String> totalPath = rule.total();
        if (totalPath != null) {
            Slice value = PagingRule.findValue(document, totalPath);
            if (value == null && isFirst) {
                return absentSentence(PagingKeys.TOTAL.name(), totalPath);
            }
            if (value != null && Json.type(value) != JsonType.NULL && parseWholeNumber(value) < 0) {
                return wrongTypeSentence(PagingKeys.TOTAL.name(), totalPath, value, "a whole number");
            }
        }
        List<String> nextPath = rule.next();
        Slice value = nextPath == null ? null : PagingRule.findValue(document, nextPath);
        return nextPath != null && value != null && value.contentEquals(Slice.of("true"))
                ? wrongTypeSentence(PagingKeys.NEXT.name(), nextPath, value, "a cursor, a number, or a URL")
                : "";
    }

    /**
     * Returns a sentence about a page without a cursor at the path of the rule, if it seems not to be the
     * last page; empty otherwise. The last page may leave out the cursor, but the object around it must be in
     * the first page.
     *
     * @param hasMore whether the page says that there is more
     * @param otherCursor name of a cursor beside the list; empty for none
     */
    String endFault(boolean hasMore, String otherCursor) {
        List<String> path = rule.next();
        if (path == null) {
            return "";
        }
        String key = PagingKeys.NEXT.name();
        boolean isAbsent = PagingRule.findValue(document, path) == null;
        if (hasMore) {
            return key + ": the page has nothing at " + PagingRule.format(path) + ", but says that there is more";
        }
        if (isAbsent && !otherCursor.isEmpty()) {
            String fault = absentSentence(key, path);
            return fault.endsWith("?") ? fault : fault + ", but it has a cursor: " + otherCursor;
        }
        return isAbsent && isFirst && !isAbsencePlausible(path) ? absentSentence(key, path) : "";
    }

    /**
     * Returns whether the object around the cursor exists, and has no key that looks like a misspelling of the last
     * key. Also returns true if the object would be the last element of a list that is empty.
     */
    private boolean isAbsencePlausible(List<String> path) {
        if (path.isEmpty()) {
            return false;
        }
        Slice parent = PagingRule.findValue(document, path.subList(0, path.size() - 1));
        boolean isEmptyList = parent == null && isLastOfEmptyList(path);
        return isEmptyList
                || (parent != null
                        && Json.type(parent) == JsonType.OBJECT
                        && suggestPath(parent, path).isEmpty());
    }

    /** Returns whether the path goes through the last element of a list that is empty. */
    private boolean isLastOfEmptyList(List<String> path) {
        int lastElement = path.lastIndexOf("-1");
        Slice list = lastElement < 0 ? null : PagingRule.findValue(document, path.subList(0, lastElement));
        return list != null && Json.type(list) == JsonType.ARRAY && PagingRule.findChild(list, "-1") == null;
    }

    private String absentSentence(String key, List<String> path) {
        int foundKeys = 0;
        Slice parent = document;
        while (foundKeys < path.size()) {
            Slice value = PagingRule.findChild(parent, path.get(foundKeys));
            if (value == null) {
                break;
            }
            parent = value;
            foundKeys++;
        }
        String similar = suggestPath(parent, path.subList(0, Math.min(path.size(), foundKeys + 1)));
        return key + ": the page has nothing at " + PagingRule.format(path)
                + (similar.isEmpty() ? "" : "; did you mean " + similar + "?");
    }

    /** Returns the path with a similar key of the object in place of its last key; empty if there is no similar key. */
    private static String suggestPath(Slice value, List<String> path) {
        String lastKey = path.isEmpty() ? "" : path.get(path.size() - 1);
        int comparedCount = 0;
        Members members = Json.type(value) == JsonType.OBJECT ? Members.of(value) : null;
        while (members != null && members.next() && comparedCount++ < MAX_KEYS) {
            String name = JsonText.unescapeToString(members.key());
            if (PageScan.normalize(name).equals(PageScan.normalize(lastKey)) || isOneLetterOff(name, lastKey)) {
                List<String> corrected = new ArrayList<>(path.subList(0, path.size() - 1));
                corrected.add(name);
                return PagingRule.format(corrected);
            }
        }
        return "";
    }

    /** Returns whether a letter is missing, or two are swapped, in one of two names. */
    private static boolean isOneLetterOff(String first, String second) {
        String shorter = first.length() < second.length() ? first : second;
        String longer = first.length() < second.length() ? second : first;
        if (shorter.length() < 4 || longer.length() - shorter.length() > 1) {
            return false;
        }
        int firstDifference = 0;
        while (firstDifference < shorter.length()
                && shorter.charAt(firstDifference) == longer.charAt(firstDifference)) {
            firstDifference++;
        }
        String restOfShorter = shorter.substring(firstDifference);
        String restOfLonger = longer.substring(firstDifference);
        boolean isSwapped = shorter.length() == longer.length()
                && restOfShorter.length() >= 2
                && restOfShorter.charAt(0) == restOfLonger.charAt(1)
                && restOfShorter.charAt(1) == restOfLonger.charAt(0)
                && restOfShorter.substring(2).equals(restOfLonger.substring(2));
        return isSwapped
                || (longer.length() > shorter.length()
                        && restOfLonger.substring(1).equals(restOfShorter));
    }

    private static String wrongTypeSentence(String key, List<String> path, Slice value, String allowed) {
        return key + ": must lead to " + allowed + ", got " + Json.type(value).typeName() + " at "
                + PagingRule.format(path);
    }
}
