package dev.plimsoll.shape.notice;

import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.ShapeTask;
import org.jspecify.annotations.Nullable;

/** Sentences that a model reads first: what the answer shows, how much is left, and which call reads the rest. */
public final class Notices {

    /** Sentence about a faulty source if the list of its faults does not fit. */
    public static final String FAULTY_SOURCE = " Its source changed or reported wrong data.";

    /** Sentence for a source that has changed; the whole notice of an answer that has no other sentence. */
    public static final String SOURCE_CHANGED = "The source has changed since this result.";

    private static final String CHANGED_SUFFIX = " " + SOURCE_CHANGED;

    private static final String REPEATED_CALL = "The same call gives the same result again: ";

    private Notices() {}

    /** Returns whether a sentence begins the answer to a call repeated too often. */
    public static boolean isAboutRepeatedCall(String sentence) {
        return sentence.startsWith(REPEATED_CALL);
    }

    static String page(ResultFacts resultFacts, String noun, PageHeader.Span span) {
        StringBuilder notice = new StringBuilder(resultFacts.leadSentence()).append(spanPhrase(noun, span));
        notice.append(" from ")
                .append(span.first() <= 1 ? resultFacts.source() : resultFacts.shortSource())
                .append(remainderPhrase(resultFacts, span));
        return notice.append(foldedSentence(resultFacts, span))
                .append(closingSentences(resultFacts))
                .toString();
    }

    /** Returns the notice for a page of a list that is read from its source. */
    static String live(ResultFacts resultFacts, String noun, LazyRows lazyRows, PageHeader.Span span) {
        boolean isOfItems = noun.equals("items");
        StringBuilder notice = new StringBuilder(resultFacts.leadSentence());
        if (span.total() == 0) {
            notice.append("No ").append(noun);
        } else {
            notice.append(capitalize(noun))
                    .append(' ')
                    .append(span.first())
                    .append('-')
                    .append(span.last());
            notice.append(lazyRows.isTotalExact() ? " of " : " of at least ").append(span.total());
        }
        notice.append(" from ").append(resultFacts.source()).append(isOfItems ? "" : ", found by its source");
        notice.append(lazyRows.orderDescription().isEmpty() ? "" : ", in the order " + lazyRows.orderDescription());
        notice.append(
                span.hasMore() && !lazyRows.isTotalExact()
                        ? "; to read more, " + resultFacts.callWith("nextCursor") + "."
                        : remainderPhrase(resultFacts, span));
        notice.append(
                span.hasMore()
                        ? " The list is live: pages already read do not change, later ones are fetched on demand."
                        : "");
        return notice.append(isOfItems ? foldedSentence(resultFacts, span) : shortenedSentence(span))
                .toString();
    }

    /** Returns the filters that a source itself can evaluate, whatever the length of its list. */
    public static String filters(LazyRows lazyRows) {
        return "find = \"FIELD:TEXT\", or query = \".[] | select(.FIELD == VALUE)\", with FIELD one of "
                + String.join(", ", lazyRows.filterFields());
    }

    private static String shortenedSentence(PageHeader.Span span) {
        return span.folded() == 0
                ? ""
                : " " + span.folded() + (span.folded() == 1 ? " is" : " are")
                        + " shortened (folded): ask for less of it with fields.";
    }

    private static String spanPhrase(String noun, PageHeader.Span span) {
        return capitalize(noun) + " " + span.first() + "-" + span.last() + " of " + span.total();
    }

    /** Returns the end of the first sentence: how many items are left, and the call that reads or searches them. */
    private static String remainderPhrase(ResultFacts resultFacts, PageHeader.Span span) {
        if (!span.hasMore()) {
            return "; there are no more.";
        }
        String remainingItems = (span.first() <= 1 ? "other " : "next ") + (span.total() - span.last());
        String searchPhrase = span.isLook() ? "to query or search all " + span.total() + ", or " : "";
        return "; " + searchPhrase + "to read the " + remainingItems + ", " + resultFacts.callWith("nextCursor") + ".";
    }

    private static String nextPageSentence(ResultFacts resultFacts, PageHeader.Span span) {
        return span.hasMore()
                ? " " + (span.total() - span.last()) + " more: " + resultFacts.callWith("nextCursor") + "."
                : "";
    }

    /** Returns a sentence about how many items fit on the page, if the caller requested more; else an empty text. */
    public static String fitting(ShapeTask shapeTask, int shownItems, boolean hasMore) {
        int requestedItems = shapeTask.view().pageSize();
        boolean isRequested = requestedItems != shapeTask.policy().get(Policy.DEFAULT_PAGE_SIZE)
                && !shapeTask.traits().hasOwnKeys();
        return isRequested && hasMore && shownItems < requestedItems
                ? " Of the " + requestedItems + " requested, " + shownItems + " fit."
                : "";
    }

    /** Returns the faults of a source; for the widest header, a text that is as long as they can become. */
    public static String faults(@Nullable LazyRows lazyRows, boolean isWidest, boolean isTight) {
        String faults = lazyRows == null ? "" : isWidest ? lazyRows.longestFaults() : lazyRows.faults();
        return isTight && !faults.isEmpty() ? FAULTY_SOURCE : faults;
    }

    private static String foldedSentence(ResultFacts resultFacts, PageHeader.Span span) {
        if (span.folded() == 0) {
            return "";
        }
        String linesArgument = resultFacts.hasUriCursors() ? "?mode=lines" : "mode = lines";
        String call = span.hasMore() && !resultFacts.hasUriCursors()
                ? "path"
                : resultFacts.partWith("this ", span.hasMore() ? "nextCursor" : "cursor");
        return " " + span.folded() + (span.folded() == 1 ? " item is" : " items are") + " folded: " + call
                + " reads one fully" + (span.hasUnnamed() ? ", and what has no path by " + linesArgument + "." : ".");
    }

    /**
     * Returns the sentence that explains a table.
     *
     * @param hasNestedColumns whether some columns are members of nested objects
     * @param hasConstants whether some fields have the same value in all rows, so that they are not columns
     * @param hasGaps whether some rows lack fields
     */
    public static String table(boolean hasNestedColumns, boolean hasConstants, boolean hasGaps) {
        return " Each row is one item: its values in the order of columns"
                + (hasNestedColumns ? " (a.b is b in a)" : "")
                + (hasGaps ? ", absent for a field it lacks" : "")
                + (hasConstants ? ", plus constant." : ".");
    }

    public static String results(ResultFacts resultFacts, String noun, PageHeader.Span span) {
        String source = noun.equals("results") ? " of the query" : " in the only result of the query";
        String shortenedSentence = span.folded() == 0
                ? ""
                : " " + span.folded() + (span.folded() == 1 ? " is" : " are")
                        + " shortened (folded): ask for one alone, as [QUERY][index], or for less of it.";
        return resultFacts.leadSentence()
                + (span.total() == 0 ? "The query has no results" : spanPhrase(noun, span) + source)
                + ", over the result from " + resultFacts.shortSource() + "." + nextPageSentence(resultFacts, span)
                + shortenedSentence
                + closingSentences(resultFacts);
    }

    public static String outline(ResultFacts resultFacts) {
        return resultFacts.leadSentence() + "Outline of a result of " + resultFacts.size() + " from "
                + resultFacts.sourceWithoutSize()
                + ", counted over all of it. "
                + capitalize(resultFacts.callWith(
                        "nextCursor", "find, query, fields or path", "?find=TEXT, ?query=JQ or ?path=PATH"))
                + " to select what you need." + closingSentences(resultFacts);
    }

    /**
     * Returns the notice for a page of matches.
     *
     * @param searchedText description of what was searched
     */
    public static String found(ResultFacts resultFacts, String searchedText, FoundTerms terms, PageHeader.Span span) {
        String searchedPhrase = " in " + searchedText + " from " + resultFacts.shortSource();
        if (span.total() == 0) {
            return resultFacts.leadSentence() + "Nothing found for " + terms.joinedByNor() + searchedPhrase
                    + ". Try a shorter text, or "
                    + resultFacts.callWith("cursor", "mode = outline", "?mode=outline")
                    + " to see what there is." + closingSentences(resultFacts);
        }
        String nextSentence = span.hasMore()
                ? "; to read the other " + (span.total() - span.last()) + ", " + resultFacts.callWith("nextCursor")
                        + "."
                : "; there are no more.";
        return resultFacts.leadSentence() + spanPhrase("matches", span) + " for " + terms.joinedByOr() + searchedPhrase
                + nextSentence + terms.unmatchedSentence() + cutMatchesSentence(span) + closingSentences(resultFacts);
    }

    /** Returns the notice for the passages that suit a question. */
    public static String ranked(ResultFacts resultFacts, int passages, FoundTerms terms, PageHeader.Span span) {
        String searchedPhrase = " in the " + passages + " passages from " + resultFacts.shortSource();
        if (span.total() == 0) {
            return resultFacts.leadSentence() + "No word of " + terms.joinedByOr() + " is" + searchedPhrase
                    + ". Use other words, or "
                    + resultFacts.callWith("cursor", "mode = outline", "?mode=outline")
                    + " to see what there is." + closingSentences(resultFacts);
        }
        String nextSentence = span.hasMore()
                ? "; to read the next, " + resultFacts.callWith("nextCursor") + "."
                : "; there are no more.";
        return resultFacts.leadSentence() + spanPhrase("passages", span) + " for " + terms.joinedByOr() + searchedPhrase
                + ", best first" + nextSentence + terms.unmatchedSentence() + cutMatchesSentence(span)
                + closingSentences(resultFacts);
    }

    private static String cutMatchesSentence(PageHeader.Span span) {
        return span.folded() == 0
                ? ""
                : " " + span.folded() + (span.folded() == 1 ? " is" : " are") + " cut (folded)"
                        + (span.hasUnnamed() ? "." : ": path reads one fully.");
    }

    /** Returns the notice for a search that only counts. */
    public static String counted(ResultFacts resultFacts, String searchedText, FoundTerms terms, long total) {
        return resultFacts.leadSentence() + total + (total == 1 ? " match for " : " matches for ") + terms.joinedByOr()
                + " in "
                + searchedText + " from " + resultFacts.shortSource() + "; to read "
                + (total == 1 ? "it, " : "them, ")
                + resultFacts.callWith("nextCursor") + "." + terms.unmatchedSentence() + closingSentences(resultFacts);
    }

    public static String probe(ResultFacts resultFacts) {
        return resultFacts.leadSentence() + "A preview of the result of " + resultFacts.source() + ". "
                + capitalize(resultFacts.callWith("nextCursor")) + " and a mode to fetch it."
                + closingSentences(resultFacts);
    }

    public static String excerpt(ResultFacts resultFacts, boolean isObject, long total) {
        return resultFacts.leadSentence() + "The beginning of " + total + (isObject ? " members" : " items") + " from "
                + resultFacts.source() + ". " + capitalize(resultFacts.callWith("nextCursor"))
                + " to page through all of it."
                + closingSentences(resultFacts);
    }

    public static String guided(ResultFacts resultFacts, long total) {
        return resultFacts.leadSentence() + total + " items from " + resultFacts.source() + ", too many to show. "
                + capitalize(resultFacts.callWith("nextCursor")) + " to page through them."
                + closingSentences(resultFacts);
    }

    public static String receipt(ResultFacts resultFacts) {
        return resultFacts.leadSentence() + "Receipt of a result of " + resultFacts.size() + " from "
                + resultFacts.tool()
                + ": status, ids and counts. " + capitalize(resultFacts.callWith("nextCursor")) + " to read all of it."
                + closingSentences(resultFacts);
    }

    public static String summary(ResultFacts resultFacts, int sections, boolean areSectionsListed) {
        String readSentence = sections == 0
                ? ""
                : " Any part is read whole by " + resultFacts.partWith("cursor = ", "nextCursor")
                        + (areSectionsListed ? " (see sections)." : ".");
        return resultFacts.leadSentence() + "Summary of a result of " + resultFacts.size() + " from "
                + resultFacts.sourceWithoutSize() + "." + readSentence + " " + cursorAlone(resultFacts)
                + " pages through all of it."
                + closingSentences(resultFacts);
    }

    /** Returns the notice for a chunk of a text. */
    public static String chunk(ResultFacts resultFacts, ChunkSpan chunk) {
        String lines = chunk.startLine() == chunk.endLine()
                ? "Line " + chunk.startLine()
                : "Lines " + chunk.startLine() + "-" + chunk.endLine();
        // the lines alone do not tell the chunks of one line apart
        String chunkPhrase = chunk.chunks() > chunk.lines() || chunk.startLine() == chunk.endLine()
                ? ", chunk " + chunk.chunk() + " of " + chunk.chunks() + ","
                : "";
        String searchPhrase = chunk.isLook() ? "to search all of it, or " : "";
        String readPhrase = chunk.hasMore()
                ? "; " + searchPhrase + "to read on, " + resultFacts.callWith("nextCursor") + "."
                : "; there are no more.";
        return resultFacts.leadSentence() + lines + " of " + chunk.lines() + chunkPhrase + " from "
                + resultFacts.source() + readPhrase + closingSentences(resultFacts);
    }

    /**
     * The lines of a chunk.
     *
     * @param chunk number of the chunk, from 1
     * @param chunks number of all chunks
     * @param lines number of all lines
     * @param isLook whether the chunk is a short first answer
     */
    public record ChunkSpan(
            int chunk, int chunks, int startLine, int endLine, int lines, boolean hasMore, boolean isLook) {}

    /** Returns the sentence for a caller who reads page after page. It follows the sentence with the next call. */
    public static String cheaperCall(boolean isText) {
        return " Cheaper than all pages: the same call with " + (isText ? "find or mode = outline." : "query or find.");
    }

    /** Returns the notice for several ranges of a text. */
    public static String selectedLines(ResultFacts resultFacts, String ranges, int lines, boolean hasMore) {
        String readPhrase =
                hasMore ? "; to read on, " + resultFacts.callWith("nextCursor") + "." : "; these are all of them.";
        return resultFacts.leadSentence() + "Lines " + ranges + " of " + lines + " from " + resultFacts.source()
                + readPhrase + closingSentences(resultFacts);
    }

    public static String trimmed(ResultFacts resultFacts, int trimmedCount) {
        return resultFacts.leadSentence() + "Shortened in " + trimmedCount + (trimmedCount == 1 ? " place" : " places")
                + " (see trimmed)"
                + (resultFacts.isExact() ? ". " : " of " + resultFacts.size() + ". ")
                + resultFacts.partWith("cursor = ", "nextCursor") + " reads any of them whole; with "
                + (resultFacts.hasUriCursors() ? "nextUri" : "cursor") + " alone it pages through all."
                + closingSentences(resultFacts);
    }

    public static String part(ResultFacts resultFacts) {
        return resultFacts.leadSentence() + "This is all of that part of the result of " + resultFacts.tool() + "."
                + closingSentences(resultFacts);
    }

    public static String error(ResultFacts resultFacts, int shownCharacters, int characters) {
        return resultFacts.leadSentence() + "The error text is " + characters
                + " characters long; its beginning and end are here ("
                + shownCharacters
                + " characters). "
                + (resultFacts.hasUriCursors() ? "The resource nextUri" : resultFacts.readTool() + " with the cursor")
                + " reads all of it.";
    }

    /**
     * Returns the sentence that advises a better call than repeating calls or reading page after page.
     *
     * @param advice arguments of that call in addition to the cursor; empty for none
     */
    public static String betterCall(ResultFacts resultFacts, boolean isRepeatedCall, String advice) {
        String nextStep = advice.isEmpty()
                ? resultFacts.callWith("nextCursor") + " to read on"
                : resultFacts.callWith("nextCursor", "what is wanted, such as " + advice, "?find=TEXT or ?query=JQ");
        return (isRepeatedCall ? REPEATED_CALL : "Reading all pages is expensive: ") + nextStep + ".";
    }

    /** Returns the last sentences of a notice: more data upstream, removed members, and a changed source. */
    private static String closingSentences(ResultFacts resultFacts) {
        int removedMembers = resultFacts.context().removedMembers();
        String removedSentence = removedMembers == 0
                ? ""
                : " " + removedMembers + (removedMembers == 1 ? " member" : " members") + " removed by configuration; "
                        + (resultFacts.hasUriCursors() ? "?mode=full" : "mode = full") + " has all.";
        String documentSentences = resultFacts.context().documentSentences();
        String documentNotice = documentSentences.isEmpty()
                ? ""
                : " " + documentSentences + " The file itself: "
                        + (resultFacts.hasUriCursors() ? "?mode=full." : "mode = full.");
        return upstreamSentence(resultFacts)
                + documentNotice
                + removedSentence
                + (resultFacts.context().hasChangedSource() ? CHANGED_SUFFIX : "");
    }

    private static String upstreamSentence(ResultFacts resultFacts) {
        MoreUpstream more = resultFacts.more();
        String contradiction = more.contradiction().isEmpty() ? "" : " The result says " + more.contradiction() + ".";
        String call = more.argument().isEmpty()
                ? ""
                : "; for that, call " + resultFacts.tool() + " again with " + more.argument();
        CollectedPages collected = resultFacts.context().collectInfo().pages();
        if (collected != null
                && !more.argument().isEmpty()
                && collected.remark().contains(" " + more.argument() + " = ")) {
            // the remark of the joined pages already names the argument, with its value
            return contradiction;
        }
        return contradiction
                + (more.hasMore() ? " The result itself says that more exists (see upstream)" + call + "." : "");
    }

    private static String cursorAlone(ResultFacts resultFacts) {
        return resultFacts.hasUriCursors()
                ? "nextUri alone"
                : resultFacts.readTool() + " with cursor = nextCursor alone";
    }

    private static String capitalize(String noun) {
        return Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
    }
}
