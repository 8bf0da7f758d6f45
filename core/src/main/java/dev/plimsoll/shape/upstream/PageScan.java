package dev.plimsoll.shape.upstream;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolArgument;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scan of a page of a paged tool: its list of items, the total, and the value that selects the next page. */
public final class PageScan {

    /** Maximum number of objects around the list. */
    private static final int MAX_DEPTH = 7;

    private static final int MAX_CONTAINER_DEPTH = 2;
    private static final int MAX_NUMBER_LENGTH = 15;
    private static final int UNKNOWN = -1;

    private final List<ToolArgument> declared;
    private final PagingRule rule;
    private final List<String> likelyArguments = new ArrayList<>();
    private final List<String> path = new ArrayList<>();
    private @Nullable Slice list;
    private @Nullable Slice cursor;
    private String cursorName = "";
    private @Nullable Boolean hasMore;
    private long total = UNKNOWN;
    private long totalPages = UNKNOWN;
    private String fault = "";

    private PageScan(List<ToolArgument> declared, PagingRule rule) {
        this.declared = declared;
        this.rule = rule;
    }

    /**
     * Scans the document of a page.
     *
     * @param declared the arguments of the tool
     * @param rule settings about the pages of the tool
     */
    public static PageScan of(Slice document, List<ToolArgument> declared, PagingRule rule) {
        PageScan scan = new PageScan(declared, rule);
        if (rule.items() != null) {
            scan.descend(rule.items(), document);
            scan.apply(new RuledPage(rule, document, true));
            return scan;
        }
        Slice current = document;
        for (int depth = 0; depth < MAX_DEPTH && Json.type(current) == JsonType.OBJECT; depth++) {
            scan.scanMembers(current, 0);
            String innerKey = innerKey(current);
            Slice value = innerKey == null ? null : Members.get(current, innerKey);
            if (innerKey == null || value == null) {
                break;
            }
            scan.path.add(innerKey);
            current = value;
        }
        scan.list = Json.type(current) == JsonType.ARRAY ? current : null;
        scan.apply(new RuledPage(rule, document, true));
        return scan;
    }

    /**
     * Scans the document of a further page. Its list is at the same path as the list of the first page, even
     * if another array is longer.
     *
     * @param path the path of the list in the first page
     */
    public static PageScan at(List<String> path, Slice document, List<ToolArgument> declared, PagingRule rule) {
        PageScan scan = new PageScan(declared, rule);
        scan.descend(path, document);
        scan.apply(new RuledPage(rule, document, false));
        return scan;
    }

    private void descend(List<String> keys, Slice document) {
        Slice current = document;
        for (String key : keys) {
            if (Json.type(current) == JsonType.OBJECT) {
                scanMembers(current, 0);
            }
            Slice value = PagingRule.findChild(current, key);
            if (value == null) {
                return;
            }
            path.add(key);
            current = value;
        }
        list = Json.type(current) == JsonType.ARRAY ? current : null;
    }

    /** Replaces the values that the scan found with the values at the paths of the rule. */
    private void apply(RuledPage ruledPage) {
        if (rule.isEmpty()) {
            return;
        }
        if (rule.hasTotal()) {
            totalPages = UNKNOWN;
            total = ruledPage.total();
        }
        if (rule.hasNext()) {
            String otherCursor = cursor == null ? "" : cursorName;
            boolean isMore = Boolean.TRUE.equals(hasMore);
            boolean isEnd = Boolean.FALSE.equals(hasMore);
            cursor = isEnd ? null : ruledPage.next();
            hasMore = cursor != null;
            fault = cursor == null && !isEnd ? ruledPage.endFault(isMore, otherCursor) : "";
        }
        String ruleFault = ruledPage.fault();
        fault = ruleFault.isEmpty() ? fault : ruleFault;
    }

    /**
     * Returns the key of the longest member of an object that is an array, or an object that is not about pages; null
     * if there is none.
     */
    private static @Nullable String innerKey(Slice object) {
        Slice longestArray = null;
        Slice longestObject = null;
        String arrayKey = null;
        String objectKey = null;
        Members members = Members.of(object);
        while (members.next()) {
            Slice value = members.value();
            if (members.type() == JsonType.ARRAY) {
                if (longestArray == null || value.length() > longestArray.length()) {
                    longestArray = value;
                    arrayKey = key(members);
                }
            } else if (members.type() == JsonType.OBJECT
                    && !UpstreamMembers.isContainer(PagingArgument.normalize(key(members)))
                    && (longestObject == null || value.length() > longestObject.length())) {
                longestObject = value;
                objectKey = key(members);
            }
        }
        boolean isObjectLonger =
                longestArray == null || (longestObject != null && longestObject.length() > longestArray.length());
        return isObjectLonger ? objectKey : arrayKey;
    }

    private static String key(Members members) {
        return JsonText.unescapeToString(members.key());
    }

    private void scanMembers(Slice object, int level) {
        Members members = Members.of(object);
        while (members.next()) {
            String name = PagingArgument.normalize(key(members));
            Slice value = members.value();
            if (members.type() == JsonType.OBJECT) {
                boolean isAboutPages = UpstreamMembers.isContainer(name) || name.equals("next");
                if (isAboutPages && level < MAX_CONTAINER_DEPTH) {
                    scanMembers(value, level + 1);
                }
            } else if (UpstreamMembers.isCursor(name) || (level > 0 && name.equals("href"))) {
                addCursor(key(members), value, members.type());
            } else if (UpstreamMembers.isFlag(name) && !name.contains("truncated") && !name.contains("limit")) {
                hasMore = value.contentEquals(Slice.of("true"));
            } else if (name.equals("islast") || (name.equals("lastpage") && members.type() != JsonType.NUMBER)) {
                hasMore = value.contentEquals(Slice.of("false"));
            } else if (members.type() == JsonType.NUMBER && value.length() <= MAX_NUMBER_LENGTH) {
                addNumber(name, value);
            }
        }
    }

    private void addCursor(String key, Slice value, JsonType type) {
        String name = PagingArgument.normalize(key);
        boolean isSet = type == JsonType.NUMBER || (type == JsonType.STRING && value.length() > 2);
        if (isSet) {
            if (cursor == null || !name.equals("endcursor")) {
                cursor = value;
                cursorName = key;
            }
            PagingArgument.addNames(name, value, likelyArguments);
            if (name.equals("endcursor")) {
                likelyArguments.add("after");
            }
        }
        if (rule.hasNext()) {
            // the rule names the value that leads to the next page
            return;
        }
        if (!name.equals("endcursor") && hasMore == null) {
            hasMore = isSet;
        } else if (!name.equals("endcursor") && isSet) {
            hasMore = true;
        }
    }

    private void addNumber(String name, Slice value) {
        long number;
        try {
            number = Long.parseLong(value.utf8());
        } catch (NumberFormatException e) {
            return;
        }
        if (UpstreamMembers.isTotal(name)) {
            total = Math.max(total, number);
        } else if (UpstreamMembers.isPageCount(name)) {
            totalPages = number;
        }
    }

    /** Returns a name in lower case with only its letters and digits. */
    public static String normalize(String name) {
        return PagingArgument.normalize(name);
    }

    /** Returns the reason why the rule does not fit the page, beginning with the key of the rule; empty if it fits. */
    public String fault() {
        return fault;
    }

    /** Returns the list of the page; null if there is none. */
    public @Nullable Slice list() {
        return list;
    }

    /** Returns the keys from the document to the list. */
    public List<String> path() {
        return List.copyOf(path);
    }

    /** Returns the number of items in the list. */
    public int items() {
        int count = 0;
        Slice pageList = list;
        if (pageList != null) {
            Elements items = Elements.of(pageList);
            while (items.next()) {
                count++;
            }
        }
        return count;
    }

    /** Returns the number of items on all pages; -1 if unknown. */
    public long total() {
        return total;
    }

    /** Returns the number of pages; -1 if unknown. */
    public long totalPages() {
        return totalPages;
    }

    /** Returns whether the page says that there are more pages; null if it says nothing about them. */
    public @Nullable Boolean hasMore() {
        return hasMore;
    }

    /** Returns the name of the argument that selects the page; empty if the tool declares none. */
    public String argument() {
        return rule.argument().isEmpty()
                ? PagingArgument.findName(declared, likelyArguments, "")
                : rule.argumentOf(declared);
    }

    /** Returns the cursor or URL of the next page, a JSON string or number; null if there is none. */
    public @Nullable Slice next() {
        return cursor;
    }
}
