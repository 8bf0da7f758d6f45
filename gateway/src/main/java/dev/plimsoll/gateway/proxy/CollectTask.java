package dev.plimsoll.gateway.proxy;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.paging.CollectPlan;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.paging.PagedResult;
import dev.plimsoll.gateway.paging.PagingScheme;
import dev.plimsoll.gateway.paging.ToolResults;
import dev.plimsoll.gateway.paging.UpstreamPager;
import dev.plimsoll.gateway.paging.UpstreamPager.Pages;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.query.program.ToolAnswer.CallFailureReason;
import dev.plimsoll.schema.ListedTool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the further pages of a result, and joins them to it.
 *
 * @param handler makes the answer from the joined result; its {@code collect()} says how many pages to join
 * @param firstPage the result with the first page
 * @param firstReadAt when the first page was received
 */
record CollectTask(ToolResultHandler handler, Slice firstPage, Instant firstReadAt) {

    static final Duration MAX_TIME = Duration.ofSeconds(60);

    private static final int MAX_PARALLEL_CALLS = 8;
    private static final int MAX_REASON_LENGTH = 300;
    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    /**
     * A result of several pages.
     *
     * @param result the joined result
     * @param handler makes the answer from the joined result
     */
    record JoinedResult(Slice result, ToolResultHandler handler) {}

    private CollectPlan plan() {
        return Objects.requireNonNull(handler.collect());
    }

    private PagingScheme pagingScheme() {
        return handler.session()
                .pagingScheme(Objects.requireNonNull(handler.session().tools().find(call().tool())));
    }

    private ToolCall call() {
        return handler.call();
    }

    static CollectTask of(RequestAction.Collect action) {
        return new CollectTask(action.handler(), action.firstPage(), action.firstReadAt());
    }

    /**
     * Returns the task for the result of a tool call; null if no pages are to be joined, or if the result has
     * no further page that can be read.
     */
    static @Nullable CollectTask of(ToolResultHandler handler, Slice result) {
        ListedTool tool = handler.session().tools().find(handler.call().tool());
        if (handler.collect() == null || tool == null) {
            return null;
        }
        PagingScheme pagingScheme = handler.session().pagingScheme(tool);
        PagedResult page = PagedResult.of(result);
        boolean hasMore =
                page != null && pagingScheme.hasListIn(page.document()) && pagingScheme.canHaveMore(page.document());
        return hasMore ? new CollectTask(handler, result, Instant.now()) : null;
    }

    /**
     * Reads the pages, and joins them. Blocks until the last page is read or a page fails.
     *
     * @param onPage receives the number of pages read so far
     */
    JoinedResult run(InnerCalls calls, CollectMemory.Share memory, IntConsumer onPage) {
        PagedResult first = Objects.requireNonNull(PagedResult.of(firstPage));
        long deadlineNanos = System.nanoTime() + MAX_TIME.toNanos();
        int[] pagesRead = {1};
        Slice sentArguments = call().facts().sentArguments();
        Pages pages = new UpstreamPager(
                        arguments -> callPage(calls, arguments, deadlineNanos, memory)
                                .whenComplete((page, failure) -> onPage.accept(increment(pagesRead))),
                        pagingScheme(),
                        sentArguments == null ? EMPTY_OBJECT : sentArguments,
                        MAX_PARALLEL_CALLS,
                        plan().pages())
                .readAfter(new ToolAnswer(first.document(), firstPage, null));
        return join(first, pages);
    }

    private static int increment(int[] pagesRead) {
        synchronized (pagesRead) {
            return ++pagesRead[0];
        }
    }

    private CompletableFuture<ToolAnswer> callPage(
            InnerCalls calls, Slice arguments, long deadlineNanos, CollectMemory.Share memory) {
        long remainingNanos = Math.max(1, deadlineNanos - System.nanoTime());
        return calls.call(call().tool(), arguments)
                .orTimeout(remainingNanos, TimeUnit.NANOSECONDS)
                .handle((response, failure) -> failure == null
                        ? toPageAnswer(response, memory)
                        : failure instanceof TimeoutException
                                ? ToolAnswer.failed(
                                        "UPSTREAM_TIMEOUT",
                                        "all pages together took longer than " + MAX_TIME.toSeconds() + " s")
                                : ToolAnswer.failed(
                                        "UPSTREAM_UNAVAILABLE", "the connection ended before the response"));
    }

    /** Returns the answer for a page: its document is the document of the page, and its text is the whole result. */
    private static ToolAnswer toPageAnswer(Message response, CollectMemory.Share memory) {
        ToolAnswer failed = ToolResults.findFailure(response);
        Slice result = response.result();
        if (failed != null || result == null) {
            return failed == null ? ToolAnswer.failed("TOOL_ERROR", "the response has no result") : failed;
        }
        String memoryProblem = memory.take(result.length());
        if (memoryProblem != null) {
            return ToolAnswer.failed("RESULT_TOO_LARGE", memoryProblem);
        }
        PagedResult page = PagedResult.of(result);
        return page == null
                ? ToolAnswer.failed("TOOL_ERROR", "the page has no list")
                : new ToolAnswer(page.document(), result, null);
    }

    private JoinedResult join(PagedResult first, Pages pages) {
        List<String> path = first.findPath(pagingScheme());
        List<Slice> lists = new ArrayList<>();
        long records = 0;
        for (ToolAnswer page : pages.answers()) {
            Slice list = findListAt(path, page, first);
            if (list != null) {
                lists.add(list);
                records += count(list);
            }
        }
        int pageCount = pages.answers().size();
        CollectedPages collectedPages = new CollectedPages(
                pageCount,
                records,
                firstReadAt,
                pageCount == 1 ? firstReadAt : Instant.now(),
                pages.isComplete(),
                describeMissingPages(pages, pageCount),
                pages.answers().getLast().text());
        ToolCall joinedCall = call().withReadArguments(call().readArguments().forCollectedPages())
                .withCollected(collectedPages);
        return new JoinedResult(lists.size() <= 1 ? firstPage : first.join(lists), handler.withCall(joinedCall));
    }

    private static @Nullable Slice findListAt(List<String> path, ToolAnswer page, PagedResult first) {
        // the list of the first page must be a range of that page's own bytes, so that the joined list can
        // replace it
        return page.document().isSameRange(first.document())
                ? first.findList(path)
                : PagedResult.findList(page.document(), path);
    }

    private static long count(Slice list) {
        long count = 0;
        Elements elements = Elements.of(Json.trim(list));
        while (elements.next()) {
            count++;
        }
        return count;
    }

    /** Describes the call that reads the next page, for the model; empty if it is unknown. */
    private String describeNextCall(Pages pages) {
        return pages.nextArgument().isEmpty()
                ? ""
                : " To go on, call " + call().clientToolName() + " again with " + pages.nextArgument() + ".";
    }

    /** Describes which pages are missing and why, for the model; empty if none are missing. */
    private String describeMissingPages(Pages pages, int pageCount) {
        CallFailureReason failure = pages.failure();
        if (failure != null) {
            String message = failure.message();
            String shortMessage =
                    message.length() <= MAX_REASON_LENGTH ? message : message.substring(0, MAX_REASON_LENGTH) + "…";
            String code = failure.code().equals("TOOL_ERROR") ? "" : failure.code() + ", ";
            return "Page " + (pageCount + 1) + " could not be read, so it and later ones are missing: " + code
                    + shortMessage + (shortMessage.endsWith(".") ? "" : ".") + describeNextCall(pages);
        }
        if (pages.isComplete()) {
            return "";
        }
        if (pageCount < plan().pages()) {
            return "The server says that there is more, but not where.";
        }
        boolean isStated =
                pagingScheme().hasStatedNextPage(pages.answers().getLast().document());
        return "The server " + (isStated ? "has" : "may have") + " more: " + pageCount
                + (pageCount == 1 ? " page was" : " pages were") + " asked for." + describeNextCall(pages);
    }
}
