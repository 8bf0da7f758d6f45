package dev.plimsoll.gateway.paging;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.query.program.ToolAnswer.CallFailureReason;
import dev.plimsoll.shape.upstream.PageScan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pages of a paged tool. The paging rule, the tool's schema, and the pages themselves say which
 * argument selects a page, how large a page is, and where the list ends. If the number of pages is known and
 * the argument is a page number or an offset, several pages are read in parallel.
 */
public final class UpstreamPager {

    private static final Executor VIRTUAL_THREADS =
            work -> Thread.ofVirtual().name("plimsoll-pages").start(work);
    private static final int MAX_PAGES = 1_000;
    private static final int MAX_NEXT_LENGTH = 60;

    private static final String TOOL_ERROR = "TOOL_ERROR";

    private final Function<Slice, CompletableFuture<ToolAnswer>> callTool;
    private final PagingScheme paging;
    private final Slice arguments;
    private final int parallel;
    private final int maxPages;
    private final List<ToolAnswer> pages = new ArrayList<>();
    /** Documents and lists of the pages that were read, to notice a page that repeats. */
    private final Set<Slice> readContents = new HashSet<>();

    private List<String> path = List.of();
    private long itemCount;

    /** Largest total number of records that a page states; -1 if none does. */
    private long total = -1;

    /** True if the server is known to have pages after those that were read. */
    private boolean hasUnreadPages;

    /** Argument and value that read the next page, such as "page = 4"; empty if unknown or long. */
    private String nextCall = "";

    /**
     * Pages that were read.
     *
     * @param answers the pages, in order; at least the first
     * @param failure why the next page could not be read; null if no page failed
     * @param isComplete whether the server has no further page
     * @param nextArgument the argument and value that read the next page, such as "page = 4"; empty if unknown or
     *     long
     */
    public record Pages(
            List<ToolAnswer> answers, @Nullable CallFailureReason failure, boolean isComplete, String nextArgument) {

        public Pages {
            answers = List.copyOf(answers);
        }
    }

    /**
     * Creates a pager.
     *
     * @param callTool calls the tool with arguments
     * @param arguments the arguments of the first call
     * @param parallel most pages that are read at the same time
     * @param maxPages most pages that are read, including the first
     */
    public UpstreamPager(
            Function<Slice, CompletableFuture<ToolAnswer>> callTool,
            PagingScheme paging,
            Slice arguments,
            int parallel,
            int maxPages) {
        this.callTool = callTool;
        this.paging = paging;
        this.arguments = arguments;
        this.parallel = parallel;
        this.maxPages = maxPages;
    }

    /**
     * Creates a pager for all pages. Asks for the largest pages that the tool allows, unless the arguments
     * have a page size.
     */
    public static UpstreamPager withLargestPages(
            Function<Slice, CompletableFuture<ToolAnswer>> callTool,
            PagingScheme paging,
            Slice arguments,
            int parallel) {
        return new UpstreamPager(callTool, paging, paging.withLargestSize(arguments), parallel, MAX_PAGES);
    }

    /** Reads all pages in the background. The document of the answer is an array with the documents of the pages. */
    public CompletableFuture<ToolAnswer> read() {
        return CompletableFuture.supplyAsync(this::readAll, VIRTUAL_THREADS);
    }

    private ToolAnswer readAll() {
        String ruleFault = paging.fault().isEmpty() ? paging.sizeFault() : paging.fault();
        if (!ruleFault.isEmpty()) {
            return ToolAnswer.failed(TOOL_ERROR, ruleFault);
        }
        ToolAnswer first = await(callTool.apply(arguments));
        if (first.failure() != null) {
            return first;
        }
        Pages readPages = readAfter(first);
        CallFailureReason failure = readPages.failure();
        String gap = failure == null ? findGap() : "";
        if (failure != null || !gap.isEmpty()) {
            return failure == null
                    ? ToolAnswer.failed(TOOL_ERROR, gap)
                    : ToolAnswer.failed(failure.code(), failure.message());
        }
        int length =
                pages.stream().mapToInt(page -> page.document().length() + 1).sum();
        JsonWriter json = new JsonWriter(length + 2).beginArray();
        pages.forEach(page -> json.raw(page.document()));
        Slice documents = json.endArray().slice();
        return new ToolAnswer(documents, documents, null);
    }

    /** Returns a message if pages or records are known to be missing; empty otherwise. */
    private String findGap() {
        if (hasUnreadPages) {
            return pages.size() >= maxPages
                    ? toolName() + " has more than " + maxPages + " pages"
                    : toolName() + " says after page " + pages.size() + " that there is more, but not where";
        }
        PageScan first = paging.scan(pages.getFirst().page());
        boolean isFromStart = !isLaterStart(first.argument(), paging.kind(first.argument(), first));
        return paging.rule().hasTotal() && isFromStart && itemCount < total
                ? PagingKeys.TOTAL + ": says that " + toolName() + " has " + total + " records, but its " + pages.size()
                        + (pages.size() == 1 ? " page has " : " pages have ") + itemCount
                : "";
    }

    /**
     * Returns whether the arguments of the first call select a later page. Then fewer records than the total
     * do not mean that some are missing.
     */
    private boolean isLaterStart(String argument, @Nullable PagingKind kind) {
        boolean isCounted = kind == PagingKind.PAGE || kind == PagingKind.OFFSET;
        return isCounted
                ? paging.startValue(argument, kind, arguments) > 1
                : !argument.isEmpty() && Members.get(arguments, argument) != null;
    }

    private String toolName() {
        return paging.tool().name();
    }

    /** Reads the pages after the first. Blocks until the last page is read or a page fails. */
    public Pages readAfter(ToolAnswer first) {
        PageScan page = paging.scan(first.page());
        path = page.path();
        add(first, page);
        String argument = page.argument();
        PagingKind kind = argument.isEmpty() ? PagingKind.CURSOR : paging.kind(argument, page);
        String ruleFault = findRuleFault(page, argument, kind);
        ToolAnswer failed = !ruleFault.isEmpty()
                ? ToolAnswer.failed(TOOL_ERROR, ruleFault)
                : argument.isEmpty() || kind == null ? null : readFurtherPages(page, argument, kind);
        CallFailureReason failure = failed == null ? null : failed.failure();
        boolean hasAllRecords = total < 0 || itemCount >= total || isLaterStart(argument, kind);
        boolean isComplete = failure == null && !hasUnreadPages && hasAllRecords;
        return new Pages(pages, failure, isComplete, isComplete ? "" : nextCall);
    }

    /** Returns why the rule does not suit the tool or its first page; empty if it does. */
    private String findRuleFault(PageScan first, String argument, @Nullable PagingKind kind) {
        String fault = paging.fault().isEmpty() ? first.fault() : paging.fault();
        if (!fault.isEmpty() || paging.rule().argument().isEmpty()) {
            return fault;
        }
        if (kind == null) {
            return PagingKeys.BY + ": is missing: " + argument + " could count pages (page) or records (offset)";
        }
        boolean hasNoPagingFacts = first.next() == null && first.hasMore() == null && first.total() < 0;
        return kind == PagingKind.CURSOR && hasNoPagingFacts
                ? PagingKeys.NEXT + ": is missing: Plimsoll does not know which member of the page is the " + argument
                        + " of the next page"
                : "";
    }

    private static ToolAnswer await(CompletableFuture<ToolAnswer> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RefusedException refused) {
                throw refused;
            }
            if (e.getCause() instanceof CancellationException cancelled) {
                throw cancelled;
            }
            return ToolAnswer.failed("UPSTREAM_UNAVAILABLE", "the connection ended before the response");
        }
    }

    private PageScan scan(ToolAnswer answer) {
        return paging.scan(answer.page(), path);
    }

    private void add(ToolAnswer answer, PageScan page) {
        pages.add(answer);
        readContents.add(answer.document());
        if (page.list() != null && hasDifferentItems(page.list())) {
            readContents.add(page.list());
        }
        itemCount += page.items();
        total = Math.max(total, page.total());
    }

    /**
     * Returns whether an earlier page has the same document or the same list. Lists whose items are all equal
     * do not count: they may occur on several pages.
     */
    private boolean isRepeated(ToolAnswer answer, PageScan page) {
        return readContents.contains(answer.document()) || (page.list() != null && readContents.contains(page.list()));
    }

    /** Returns whether at least two items of a list differ. */
    private static boolean hasDifferentItems(Slice list) {
        Elements elements = Elements.of(list);
        Slice first = elements.next() ? elements.value() : null;
        while (first != null && elements.next()) {
            if (!elements.value().contentEquals(first)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads the remaining pages, in parallel or one by one. Returns the answer of the page that failed; null if none
     * failed.
     */
    private @Nullable ToolAnswer readFurtherPages(PageScan first, String argument, PagingKind kind) {
        int size = first.items();
        long start = paging.startValue(argument, kind, arguments);
        boolean isCounted = kind == PagingKind.PAGE || kind == PagingKind.OFFSET;
        long recordsBefore = paging.recordsBefore(argument, kind, start, size);
        long count = isCounted ? countFurtherPages(first, size, start, recordsBefore) : 0;
        if (count > 1) {
            return readInParallel(argument, kind, start, size, count);
        }
        PageScan page = first;
        Slice lastValue = null;
        boolean hasTotalOrFlag = first.hasMore() != null || first.total() >= 0 || first.totalPages() >= 0;
        while (canContinue(
                page, hasTotalOrFlag, isCounted || start <= 1, recordsBefore, kind == PagingKind.PAGE ? start : 1)) {
            Slice nextValue = findNextValue(page, argument, kind, start, size);
            if (nextValue == null && page.next() != null && paging.rule().hasNext()) {
                return ToolAnswer.failed(
                        TOOL_ERROR, PagingKeys.NEXT + ": the URL of the next page has no parameter " + argument);
            }
            if (nextValue == null) {
                hasUnreadPages = Boolean.TRUE.equals(page.hasMore());
                return null;
            }
            setNextCall(argument, paging.toDeclaredType(nextValue, argument, kind));
            if (nextValue.equals(lastValue)) {
                nextCall = "";
                return ToolAnswer.failed(
                        TOOL_ERROR,
                        "the pages of " + toolName() + " do not end: page " + pages.size()
                                + " and the page before it have the" + " same " + argument);
            }
            if (pages.size() >= maxPages) {
                hasUnreadPages = true;
                return null;
            }
            lastValue = nextValue;
            ToolAnswer answer = await(callTool.apply(
                    ObjectEdit.with(arguments, argument, paging.toDeclaredType(nextValue, argument, kind))));
            if (answer.failure() != null) {
                return answer;
            }
            PageScan readPage = scan(answer);
            if (!readPage.fault().isEmpty()) {
                return ToolAnswer.failed(TOOL_ERROR, "page " + (pages.size() + 1) + ": " + readPage.fault());
            }
            if (readPage.items() == 0 && !Boolean.TRUE.equals(readPage.hasMore())) {
                return null;
            }
            if (isRepeated(answer, readPage)) {
                nextCall = "";
                return ToolAnswer.failed(
                        TOOL_ERROR,
                        "page " + (pages.size() + 1) + " of " + toolName() + " repeats an earlier one: " + argument
                                + " does not select the next page. Call the pages yourself");
            }
            page = readPage;
            add(answer, readPage);
        }
        return null;
    }

    private void setNextCall(String argument, Slice value) {
        nextCall = value.length() > MAX_NEXT_LENGTH ? "" : argument + " = " + value.utf8();
    }

    /**
     * Returns the value of a counted argument for a later page.
     *
     * @param distance number of pages from the first page that was read to this page; 1 for the second page
     */
    private static Slice countedValue(PagingKind kind, long start, int size, long distance) {
        return toNumber(kind == PagingKind.PAGE ? start + distance : start + distance * size);
    }

    /**
     * Returns the number of pages after the first, computed from the number of pages or the total number of records; 0
     * if neither is known.
     */
    private static long countFurtherPages(PageScan first, int size, long start, long recordsBefore) {
        if (first.totalPages() >= 0) {
            return first.totalPages() - Math.max(1, start);
        }
        return size > 0 ? Math.max(0, (first.total() - recordsBefore - 1) / size) : 0;
    }

    /**
     * Returns whether another page may follow.
     *
     * @param hasTotalOrFlag whether the first page says anything about further pages: a total, a number of pages, or
     *     a flag
     * @param isStartKnown whether {@code recordsBefore} is known
     * @param recordsBefore number of records before the first page that was read
     * @param start number of the first page that was read
     */
    private boolean canContinue(
            PageScan page, boolean hasTotalOrFlag, boolean isStartKnown, long recordsBefore, long start) {
        if (Boolean.FALSE.equals(page.hasMore())) {
            return false;
        }
        if (paging.rule().hasNext() && !paging.rule().hasTotal()) {
            // a total that the rule does not name may count something else
            return true;
        }
        if (page.total() >= 0 && isStartKnown) {
            // hasMore overrides the total, because some servers give the number of records on the page as
            // total
            return (recordsBefore + itemCount < page.total() || Boolean.TRUE.equals(page.hasMore()))
                    && page.items() > 0;
        }
        return page.hasMore() != null || !hasTotalOrFlag || page.totalPages() > pages.size() + Math.max(1, start) - 1;
    }

    private @Nullable Slice findNextValue(PageScan page, String argument, PagingKind kind, long start, int size) {
        Slice valueInPage = NextPage.findValue(page.next(), argument);
        if (valueInPage != null && kind != PagingKind.AFTER_ITEM) {
            return valueInPage;
        }
        return switch (kind) {
            case PAGE -> toNumber(start + pages.size());
            case OFFSET -> size == 0 ? null : toNumber(start + itemCount);
            case AFTER_ITEM -> Boolean.TRUE.equals(page.hasMore()) ? findLastId(page) : null;
            case CURSOR -> null;
        };
    }

    private static Slice toNumber(long number) {
        return Slice.of(Long.toString(number));
    }

    private static @Nullable Slice findLastId(PageScan page) {
        Slice list = page.list();
        Slice last = null;
        Elements elements = list == null ? null : Elements.of(list);
        while (elements != null && elements.next()) {
            last = elements.value();
        }
        return last == null || Json.type(last) != JsonType.OBJECT ? null : Members.get(last, "id");
    }

    /**
     * Reads pages in parallel, and adds them in order. Returns the answer of the page that failed; null if
     * none failed.
     */
    private @Nullable ToolAnswer readInParallel(String argument, PagingKind kind, long start, int size, long count) {
        List<CompletableFuture<ToolAnswer>> runningCalls = new ArrayList<>();
        long nextPage = 1;
        long lastPage = Math.min(count, maxPages - 1);
        hasUnreadPages = lastPage < count;
        for (long readPage = 1; readPage <= lastPage; readPage++) {
            while (nextPage <= lastPage && runningCalls.size() < parallel) {
                Slice value = countedValue(kind, start, size, nextPage);
                runningCalls.add(callTool.apply(
                        ObjectEdit.with(arguments, argument, paging.toDeclaredType(value, argument, kind))));
                nextPage++;
            }
            setNextCall(argument, paging.toDeclaredType(countedValue(kind, start, size, readPage), argument, kind));
            ToolAnswer answer = await(runningCalls.removeFirst());
            if (answer.failure() != null) {
                return answer;
            }
            PageScan page = scan(answer);
            if (!page.fault().isEmpty()) {
                return ToolAnswer.failed(TOOL_ERROR, "page " + (pages.size() + 1) + ": " + page.fault());
            }
            if (isRepeated(answer, page)) {
                nextCall = "";
                return ToolAnswer.failed(
                        TOOL_ERROR, "page " + (readPage + 1) + " of " + toolName() + " repeats an earlier one");
            }
            if (page.items() == 0) {
                return null;
            }
            add(answer, page);
        }
        setNextCall(argument, paging.toDeclaredType(countedValue(kind, start, size, lastPage + 1), argument, kind));
        return null;
    }
}
