package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.shape.upstream.PageScan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads all pages of a paged tool. The argument that selects the page, the size of a page, and the end come from the tool's
 * schema and from what the pages say. If the total is known and pages are counted, they are read side by side.
 */
final class UpstreamPager {

    private static final Executor VIRTUAL_THREADS =
            work -> Thread.ofVirtual().name("plimsoll-pages").start(work);
    private static final int MAX_PAGES = 1_000;
    private static final String TOOL_ERROR = "TOOL_ERROR";

    private final Function<Slice, CompletableFuture<ToolAnswer>> calls;
    private final ListedTool tool;
    private final Slice arguments;
    private final int parallel;
    private final List<Slice> pages = new ArrayList<>();
    private final Set<Slice> seen = new HashSet<>();
    private long items;

    /**
     * Creates a pager.
     *
     * @param calls calls the tool with arguments
     * @param arguments the arguments of the first call
     * @param parallel number of pages that are read side by side at most
     */
    UpstreamPager(
            Function<Slice, CompletableFuture<ToolAnswer>> calls, ListedTool tool, Slice arguments, int parallel) {
        this.calls = calls;
        this.tool = tool;
        this.arguments = withLargestSize(arguments, PageSize.of(tool));
        this.parallel = parallel;
    }

    private static Slice withLargestSize(Slice arguments, @Nullable PageSize pageSize) {
        return pageSize == null || Members.get(arguments, pageSize.argument()) != null
                ? arguments
                : ObjectEdit.with(arguments, pageSize.argument(), Slice.of(Integer.toString(pageSize.largest())));
    }

    /** Reads the pages. The answer's document is the array of their documents. */
    CompletableFuture<ToolAnswer> read() {
        return CompletableFuture.supplyAsync(this::readAll, VIRTUAL_THREADS);
    }

    private ToolAnswer readAll() {
        ToolAnswer first = await(calls.apply(arguments));
        if (first.failure() != null) {
            return first;
        }
        PageScan page = add(first);
        String argument = page.argument();
        ToolAnswer failure = argument.isEmpty() ? null : readFurther(page, argument, PagingKind.of(argument));
        if (failure != null) {
            return failure;
        }
        JsonWriter json = new JsonWriter(pages.stream().mapToInt(Slice::length).sum() + pages.size() + 2).beginArray();
        pages.forEach(json::raw);
        Slice all = json.endArray().slice();
        return new ToolAnswer(all, all, null);
    }

    private static ToolAnswer await(CompletableFuture<ToolAnswer> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RefusedException refused) {
                throw refused;
            }
            return ToolAnswer.failed("UPSTREAM_UNAVAILABLE", "the connection ended before the response");
        }
    }

    private PageScan add(ToolAnswer answer) {
        PageScan page = PageScan.of(answer.document(), tool.declaredArguments());
        pages.add(answer.document());
        seen.add(answer.document());
        items += page.items();
        return page;
    }

    /** Reads the pages after the first. Returns the failure of one; null if there was none. */
    private @Nullable ToolAnswer readFurther(PageScan first, String argument, PagingKind kind) {
        int size = first.items();
        long start = startOf(argument, kind);
        long count = kind == PagingKind.PAGE || kind == PagingKind.OFFSET ? furtherPages(first, size, start) : 0;
        if (count > 1) {
            return readSideBySide(argument, kind, start, size, count);
        }
        PageScan page = first;
        Slice before = null;
        boolean isNamed = first.hasMore() != null || first.total() >= 0 || first.totalPages() >= 0;
        while (pages.size() < MAX_PAGES && mayContinue(page, isNamed, start)) {
            Slice next = next(page, argument, kind, start, size);
            if (next == null) {
                return null;
            }
            if (next.equals(before)) {
                return ToolAnswer.failed(
                        TOOL_ERROR,
                        "the pages of " + tool.name() + " do not end: " + argument + " stands still at page "
                                + pages.size());
            }
            before = next;
            ToolAnswer answer =
                    await(calls.apply(ObjectEdit.with(arguments, argument, asDeclared(next, argument, kind))));
            if (answer.failure() != null) {
                return answer;
            }
            PageScan read = PageScan.of(answer.document(), tool.declaredArguments());
            if (read.items() == 0 && !Boolean.TRUE.equals(read.hasMore())) {
                return null;
            }
            if (seen.contains(answer.document())) {
                return ToolAnswer.failed(
                        TOOL_ERROR,
                        "page " + (pages.size() + 1) + " of " + tool.name() + " repeats an earlier one: " + argument
                                + " does not lead on. Call the pages yourself");
            }
            page = add(answer);
        }
        return null;
    }

    /** Returns the first value of a counted argument. */
    private long startOf(String argument, PagingKind kind) {
        Slice given = Members.get(arguments, argument);
        if (given != null && Json.type(given) == JsonType.NUMBER && given.length() < 10) {
            return (long) Double.parseDouble(given.utf8());
        }
        return kind == PagingKind.PAGE ? 1 : 0;
    }

    /** Returns the number of pages after the first, by the total; 0 if it is unknown. */
    private static long furtherPages(PageScan first, int size, long start) {
        if (first.totalPages() >= 0) {
            return first.totalPages() - Math.max(1, start);
        }
        return first.total() >= 0 && size > 0 ? (first.total() - start(first, start) - 1) / size : 0;
    }

    private static long start(PageScan first, long start) {
        return start <= 1 ? 0 : Math.min(start, first.total());
    }

    private boolean mayContinue(PageScan page, boolean isNamed, long start) {
        if (Boolean.FALSE.equals(page.hasMore())) {
            return false;
        }
        if (page.total() >= 0 && start <= 1) {
            return items < page.total() && page.items() > 0;
        }
        return page.hasMore() != null || !isNamed || page.totalPages() > pages.size();
    }

    private @Nullable Slice next(PageScan page, String argument, PagingKind kind, long start, int size) {
        Slice named = NextPage.value(page.next(), argument);
        if (named != null && kind != PagingKind.AFTER_ITEM) {
            return named;
        }
        return switch (kind) {
            case PAGE -> number(start + pages.size());
            case OFFSET -> size == 0 ? null : number(start + items);
            case AFTER_ITEM -> Boolean.TRUE.equals(page.hasMore()) ? lastId(page) : null;
            case CURSOR -> null;
        };
    }

    /** Returns a value as the type that the tool declares: a number, or a string. Counted arguments are numbers by default. */
    private Slice asDeclared(Slice value, String argument, PagingKind kind) {
        Slice schema = ObjectEdit.valueIn(tool.entry(), "inputSchema");
        Slice properties = schema == null ? null : ObjectEdit.valueIn(schema, "properties");
        Slice property = properties == null ? null : ObjectEdit.valueIn(properties, argument);
        String type = property == null ? null : ObjectEdit.textIn(property, "type", 16);
        boolean isText = Json.type(value) == JsonType.STRING;
        boolean isCounted = kind == PagingKind.PAGE || kind == PagingKind.OFFSET;
        if ("string".equals(type)) {
            return isText ? value : new ByteSink(24).string(value).slice();
        }
        boolean wantsNumber = "integer".equals(type) || "number".equals(type) || (type == null && isCounted);
        String digits = isText ? Json.stringInside(value).utf8() : "";
        return wantsNumber && digits.matches("[0-9]{1,15}") ? Slice.of(digits) : value;
    }

    private static Slice number(long number) {
        return Slice.of(Long.toString(number));
    }

    private static @Nullable Slice lastId(PageScan page) {
        Slice list = page.list();
        Slice last = null;
        Elements elements = list == null ? null : Elements.of(list);
        while (elements != null && elements.next()) {
            last = elements.value();
        }
        return last == null || Json.type(last) != JsonType.OBJECT ? null : Members.get(last, "id");
    }

    private @Nullable ToolAnswer readSideBySide(String argument, PagingKind kind, long start, int size, long count) {
        List<CompletableFuture<ToolAnswer>> running = new ArrayList<>();
        long next = 1;
        long last = Math.min(count, MAX_PAGES);
        for (long done = 1; done <= last; done++) {
            while (next <= last && running.size() < parallel) {
                Slice value = number(kind == PagingKind.PAGE ? start + next : start + next * size);
                running.add(calls.apply(ObjectEdit.with(arguments, argument, asDeclared(value, argument, kind))));
                next++;
            }
            ToolAnswer answer = await(running.removeFirst());
            if (answer.failure() != null) {
                return answer;
            }
            if (seen.contains(answer.document())) {
                return ToolAnswer.failed(
                        TOOL_ERROR, "page " + (done + 1) + " of " + tool.name() + " repeats an earlier one");
            }
            if (add(answer).items() == 0) {
                pages.removeLast();
                return null;
            }
        }
        return null;
    }
}
