package dev.plimsoll.search;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;

/**
 * Searches a document unit by unit. A unit is an item of an outermost list, a line of a text with several lines, or a member outside
 * lists. Each unit has at most one match, except that each occurrence in a long line is a match.
 */
public final class Search {

    /** Depth from which an object is searched as one unit. */
    public static final int MAX_DEPTH = 32;

    private final SearchPattern searchPattern;
    private final DocumentIndexes documentIndexes;
    private final SearchMatches searchMatches = new SearchMatches();

    private Search(SearchPattern searchPattern, DocumentIndexes documentIndexes) {
        this.searchPattern = searchPattern;
        this.documentIndexes = documentIndexes;
    }

    /** Searches the lines of a decoded text. */
    public static SearchMatches findInText(Slice text, SearchPattern searchPattern, DocumentIndexes documentIndexes) {
        Search search = new Search(searchPattern, documentIndexes);
        search.searchLines(text, 0);
        return search.searchMatches.trim();
    }

    /** Searches ranges of a decoded text, in the given order. */
    public static SearchMatches findInRanges(Slice text, Iterable<Slice> ranges, SearchPattern searchPattern) {
        Search search = new Search(searchPattern, new DocumentIndexes() {});
        for (Slice range : ranges) {
            int rangeOffset = range.from() - text.from();
            searchPattern.forEachMatch(
                    range, LineIndex.of(range), start -> search.searchMatches.add(0, rangeOffset + start));
        }
        return search.searchMatches.trim();
    }

    /** Searches JSON values, which must be slices of one byte array in ascending order. */
    public static SearchMatches findInJson(
            Iterable<Slice> values, SearchPattern searchPattern, DocumentIndexes documentIndexes) {
        Search search = new Search(searchPattern, documentIndexes);
        values.forEach(value -> search.searchValue(value, 0));
        return search.searchMatches.trim();
    }

    /** Returns whether a string is searched line by line: it has several lines, or is long. */
    public static boolean hasLines(Slice string) {
        Slice inside = Json.stringInside(string);
        if (inside.length() > SearchPattern.LONG_LINE) {
            return true;
        }
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

    private void searchLines(Slice text, int unitOffset) {
        searchPattern.forEachMatch(text, documentIndexes.lines(text), start -> searchMatches.add(unitOffset, start));
    }

    private void searchValue(Slice value, int depth) {
        JsonType type = Json.type(value);
        if (type == JsonType.ARRAY) {
            searchItems(documentIndexes.items(value));
        } else if (type == JsonType.OBJECT && depth < MAX_DEPTH) {
            searchMembers(value, depth);
        } else if (type == JsonType.STRING && hasLines(value)) {
            searchLines(documentIndexes.text(value), value.from());
        } else if (hasMatch(value)) {
            searchMatches.add(value.from(), 0);
        }
    }

    private boolean hasMatch(Slice value) {
        return SearchHit.find(value, searchPattern) != null;
    }

    private void searchMembers(Slice object, int depth) {
        Members members = Members.of(object);
        while (members.next()) {
            Slice key = members.key();
            Slice value = members.value();
            JsonType type = Json.type(value);
            boolean isMatch = SearchHit.findInMember(key, value, searchPattern) != null;
            boolean isSeparate = type == JsonType.ARRAY
                    || (type == JsonType.OBJECT && depth + 1 < MAX_DEPTH)
                    || (type == JsonType.STRING && hasLines(value));
            if (isMatch || (!isSeparate && hasMatch(value))) {
                searchMatches.add(key.from() - 1, 0);
            }
            if (isSeparate) {
                searchValue(value, depth + 1);
            }
        }
    }

    /** Searches items. A scan of the bytes skips most items without a match; only the other items are searched one by one. */
    private void searchItems(ItemIndex items) {
        int count = items.count();
        int i = 0;
        while (i < count) {
            Slice item = items.item(i);
            int end = items.end(count - 1);
            int position = searchPattern.skipTo(item.bytes(), item.from(), end);
            if (position >= end && position > item.from()) {
                return;
            }
            i = position < item.to() ? i : findItem(items, position, i + 1);
            if (hasMatch(items.item(i))) {
                searchMatches.add(items.start(i), i);
            }
            i++;
        }
    }

    /** Returns the index of the item that contains an offset, or of the next item after it. */
    private static int findItem(ItemIndex items, int position, int from) {
        int low = from;
        int high = items.count() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (items.end(middle) <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
