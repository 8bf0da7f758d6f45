package dev.plimsoll.gateway.paging;

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
import dev.plimsoll.query.program.ToolAnswer.CallFailureReason;
import dev.plimsoll.schema.ListedTool;
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
 * Reads the pages of a paged tool. The argument that selects the page, the size of a page, and the end come from the tool's
 * schema and from what the pages say. If the total is known and pages are counted, they are read side by side.
 */
public final class UpstreamPager {

    private static final Executor VIRTUAL_THREADS =
            work -> Thread.ofVirtual().name("plimsoll-pages").start(work);
    private static final int MAX_PAGES = 1_000;
    private static final int MAX_NEXT_LENGTH = 60;
    /** The offset of SCIM, which names the first item 1. */
    private static final String COUNTS_FROM_ONE = "startindex";

    private static final String TOOL_ERROR = "TOOL_ERROR";

    private final Function<Slice, CompletableFuture<ToolAnswer>> calls;
    private final ListedTool tool;
    private final Slice arguments;
    private final int parallel;
    private final int maxPages;
    private final List<ToolAnswer> pages = new ArrayList<>();
    private final Set<Slice> seen = new HashSet<>();
    private List<String> path = List.of();
    private long items;
    private long total = -1;
    private boolean isCut;
    private String nextCall = "";

    /**
     * Pages that were read.
     *
     * @param answers the pages, in order; at least the first
     * @param failure why the page after them could not be read; null if none failed
     * @param isComplete whether the server has no further page
     * @param next the argument with the value that reads the page after them; empty if it is unknown or long
     */
    public record Pages(
            List<ToolAnswer> answers, @Nullable CallFailureReason failure, boolean isComplete, String next) {

        public Pages {
            answers = List.copyOf(answers);
        }
    }

    /**
     * Creates a pager.
     *
     * @param calls calls the tool with arguments
     * @param arguments the arguments of the first call
     * @param parallel number of pages that are read side by side at most
     * @param maxPages number of pages that are read at most, with the first
     */
    public UpstreamPager(
            Function<Slice, CompletableFuture<ToolAnswer>> calls,
            ListedTool tool,
            Slice arguments,
            int parallel,
            int maxPages) {
        this.calls = calls;
        this.tool = tool;
        this.arguments = arguments;
        this.parallel = parallel;
        this.maxPages = maxPages;
    }

    /** Creates a pager for all pages. It asks for the largest pages that the tool allows, unless the arguments say a size. */
    public static UpstreamPager withLargestPages(
            Function<Slice, CompletableFuture<ToolAnswer>> calls, ListedTool tool, Slice arguments, int parallel) {
        return new UpstreamPager(calls, tool, withLargestSize(arguments, PageSize.of(tool)), parallel, MAX_PAGES);
    }

    private static Slice withLargestSize(Slice arguments, @Nullable PageSize pageSize) {
        return pageSize == null || Members.get(arguments, pageSize.argument()) != null
                ? arguments
                : ObjectEdit.with(arguments, pageSize.argument(), Slice.of(Integer.toString(pageSize.largest())));
    }

    /** Returns the argument of a tool that selects a page; empty if none is known. */
    public static String argument(ListedTool tool, Slice document) {
        return PageScan.of(document, tool.declaredArguments()).argument();
    }

    /** Returns whether a page says, or does not deny, that another follows it. */
    public static boolean mayHaveMore(ListedTool tool, Slice document) {
        PageScan page = PageScan.of(document, tool.declaredArguments());
        boolean isNamed = page.hasMore() != null || page.total() >= 0 || page.totalPages() >= 0;
        return !page.argument().isEmpty()
                && !Boolean.FALSE.equals(page.hasMore())
                && (!isNamed || page.hasMore() != null || page.total() > page.items() || page.totalPages() > 1);
    }

    /** Returns whether a page says that another follows it. */
    public static boolean saysMore(Slice document) {
        PageScan page = PageScan.of(document, List.of());
        return Boolean.TRUE.equals(page.hasMore()) || page.total() > page.items() || page.totalPages() > 1;
    }

    /** Returns the list at a path of a document; null if there is none. */
    public static @Nullable Slice list(Slice document, List<String> path) {
        return PageScan.at(path, document, List.of()).list();
    }

    /** Reads the pages. The answer's document is the array of their documents. */
    public CompletableFuture<ToolAnswer> read() {
        return CompletableFuture.supplyAsync(this::readAll, VIRTUAL_THREADS);
    }

    private ToolAnswer readAll() {
        ToolAnswer first = await(calls.apply(arguments));
        if (first.failure() != null) {
            return first;
        }
        Pages all = readAfter(first);
        CallFailureReason failure = all.failure();
        if (failure != null) {
            return ToolAnswer.failed(failure.code(), failure.message());
        }
        int length =
                pages.stream().mapToInt(page -> page.document().length() + 1).sum();
        JsonWriter json = new JsonWriter(length + 2).beginArray();
        pages.forEach(page -> json.raw(page.document()));
        Slice documents = json.endArray().slice();
        return new ToolAnswer(documents, documents, null);
    }

    /** Reads the pages after the first. Blocks until the last is read or one fails. */
    public Pages readAfter(ToolAnswer first) {
        PageScan page = PageScan.of(first.document(), tool.declaredArguments());
        path = page.path();
        add(first, page);
        String argument = page.argument();
        ToolAnswer failed = argument.isEmpty() ? null : readFurther(page, argument, PagingKind.of(argument));
        CallFailureReason failure = failed == null ? null : failed.failure();
        boolean hasAll = total < 0 || items >= total || startOf(argument, PagingKind.of(argument)) > 1;
        boolean isComplete = failure == null && !isCut && hasAll;
        return new Pages(pages, failure, isComplete, isComplete ? "" : nextCall);
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
        return PageScan.at(path, answer.document(), tool.declaredArguments());
    }

    private void add(ToolAnswer answer, PageScan page) {
        pages.add(answer);
        seen.add(answer.document());
        if (page.list() != null && hasDifferentItems(page.list())) {
            seen.add(page.list());
        }
        items += page.items();
        total = Math.max(total, page.total());
    }

    /** Returns whether an earlier page is the same, or has the same list of records that differ from each other. */
    private boolean isRepeated(ToolAnswer answer, PageScan page) {
        return seen.contains(answer.document()) || (page.list() != null && seen.contains(page.list()));
    }

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
        while (mayContinue(page, isNamed, start)) {
            Slice next = next(page, argument, kind, start, size);
            if (next == null) {
                isCut = Boolean.TRUE.equals(page.hasMore());
                return null;
            }
            noteNext(argument, asDeclared(next, argument, kind));
            if (next.equals(before)) {
                nextCall = "";
                return ToolAnswer.failed(
                        TOOL_ERROR,
                        "the pages of " + tool.name() + " do not end: " + argument + " stands still at page "
                                + pages.size());
            }
            if (pages.size() >= maxPages) {
                isCut = true;
                return null;
            }
            before = next;
            ToolAnswer answer =
                    await(calls.apply(ObjectEdit.with(arguments, argument, asDeclared(next, argument, kind))));
            if (answer.failure() != null) {
                return answer;
            }
            PageScan read = scan(answer);
            if (read.items() == 0 && !Boolean.TRUE.equals(read.hasMore())) {
                return null;
            }
            if (isRepeated(answer, read)) {
                nextCall = "";
                return ToolAnswer.failed(
                        TOOL_ERROR,
                        "page " + (pages.size() + 1) + " of " + tool.name() + " repeats an earlier one: " + argument
                                + " does not lead on. Call the pages yourself");
            }
            page = read;
            add(answer, read);
        }
        return null;
    }

    private void noteNext(String argument, Slice value) {
        nextCall = value.length() > MAX_NEXT_LENGTH ? "" : argument + " = " + value.utf8();
    }

    /** Returns the value of a counted argument for a page after the first. */
    private static Slice counted(PagingKind kind, long start, int size, long page) {
        return number(kind == PagingKind.PAGE ? start + page : start + page * size);
    }

    /** Returns the first value of a counted argument. */
    private long startOf(String argument, PagingKind kind) {
        Long given = whole(Members.get(arguments, argument));
        if (given != null) {
            return given;
        }
        Slice property = property(argument);
        boolean isObject = property != null && Json.type(property) == JsonType.OBJECT;
        for (String name : List.of("default", "minimum")) {
            Long declared = property != null && isObject ? whole(Members.get(property, name)) : null;
            if (declared != null && (declared == 0 || declared == 1)) {
                return declared;
            }
        }
        return kind == PagingKind.PAGE || COUNTS_FROM_ONE.equals(PageScan.normalized(argument)) ? 1 : 0;
    }

    /** Returns a whole number, which may be a string; null if the value is none. */
    private static @Nullable Long whole(@Nullable Slice value) {
        boolean isText = value != null && Json.type(value) == JsonType.STRING;
        boolean isNumber = value != null && Json.type(value) == JsonType.NUMBER;
        String digits = value == null ? "" : isText ? Json.stringInside(value).utf8() : isNumber ? value.utf8() : "";
        return digits.matches("[0-9]{1,15}") ? Long.valueOf(digits) : null;
    }

    private @Nullable Slice property(String argument) {
        Slice schema = ObjectEdit.valueIn(tool.entry(), "inputSchema");
        Slice properties = schema == null ? null : ObjectEdit.valueIn(schema, "properties");
        return properties == null ? null : ObjectEdit.valueIn(properties, argument);
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
        Slice property = property(argument);
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
        long last = Math.min(count, maxPages - 1);
        isCut = last < count;
        for (long done = 1; done <= last; done++) {
            while (next <= last && running.size() < parallel) {
                Slice value = counted(kind, start, size, next);
                running.add(calls.apply(ObjectEdit.with(arguments, argument, asDeclared(value, argument, kind))));
                next++;
            }
            noteNext(argument, asDeclared(counted(kind, start, size, done), argument, kind));
            ToolAnswer answer = await(running.removeFirst());
            if (answer.failure() != null) {
                return answer;
            }
            PageScan page = scan(answer);
            if (isRepeated(answer, page)) {
                nextCall = "";
                return ToolAnswer.failed(
                        TOOL_ERROR, "page " + (done + 1) + " of " + tool.name() + " repeats an earlier one");
            }
            if (page.items() == 0) {
                return null;
            }
            add(answer, page);
        }
        noteNext(argument, asDeclared(counted(kind, start, size, last + 1), argument, kind));
        return null;
    }
}
