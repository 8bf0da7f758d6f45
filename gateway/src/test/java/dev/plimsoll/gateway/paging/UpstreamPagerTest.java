package dev.plimsoll.gateway.paging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.schema.ListedTool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests reading all pages of simulated tools that page like well-known APIs. */
class UpstreamPagerTest {

    private static final int ISSUE_COUNT = 23;

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private ToolAnswer read(String properties, String firstArguments, Function<Slice, String> upstream) {
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":" + properties + "}}"));
        return UpstreamPager.withLargestPages(
                        arguments -> {
                            calls.add(arguments.utf8());
                            String document = upstream.apply(arguments);
                            Slice json = Slice.of(document);
                            return CompletableFuture.completedFuture(new ToolAnswer(json, json, null));
                        },
                        PagingScheme.of(tool, Policy.defaults()),
                        Slice.of(firstArguments),
                        4)
                .read()
                .join();
    }

    private static int number(Slice arguments, String name, int defaultValue) {
        Slice value = Members.get(arguments, name);
        return value == null ? defaultValue : Integer.parseInt(value.utf8().replace("\"", ""));
    }

    private static @Nullable String text(Slice arguments, String name) {
        Slice value = Members.get(arguments, name);
        return value == null ? null : value.utf8().replace("\"", "");
    }

    private static String items(int from, int size) {
        return IntStream.range(from, Math.min(ISSUE_COUNT, from + size))
                .mapToObj(i -> "{\"id\":" + (i + 1) + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static List<Integer> ids(ToolAnswer answer) {
        List<Integer> foundNumbers = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("\"id\":(\\d+)").matcher(answer.document().utf8());
        while (matcher.find()) {
            foundNumbers.add(Integer.parseInt(matcher.group(1)));
        }
        return foundNumbers;
    }

    /** Checks that the documents have every issue once, in order. */
    private void assertComplete(ToolAnswer answer, int expectedCalls) {
        assertThat(answer.failure()).isNull();
        assertThat(ids(answer))
                .isEqualTo(IntStream.rangeClosed(1, ISSUE_COUNT).boxed().toList());
        assertThat(calls).hasSize(expectedCalls);
    }

    @Test
    void pagesLikeGitHub() {
        ToolAnswer answer = read(
                "{\"page\":{\"type\":\"integer\"},\"per_page\":{\"type\":\"integer\",\"maximum\":10}}",
                "{}",
                arguments -> {
                    int size = number(arguments, "per_page", 5);
                    return items((number(arguments, "page", 1) - 1) * size, size);
                });
        // an array contains neither a total nor a link, so the pager reads until a page is empty
        assertComplete(answer, 4);
        assertThat(calls.getFirst()).isEqualTo("{\"per_page\":10}");
    }

    @Test
    void pagesLikeGitLabWithLargestSizeInTheDescription() {
        ToolAnswer answer = read(
                "{\"page\":{},\"per_page\":{\"description\":\"Items per page (max 20)\"}}",
                "{\"state\":\"open\"}",
                arguments -> {
                    int size = number(arguments, "per_page", 5);
                    int page = number(arguments, "page", 1);
                    return "{\"items\":" + items((page - 1) * size, size) + ",\"page\":" + page + ",\"total_pages\":"
                            + (ISSUE_COUNT + size - 1) / size + "}";
                });
        assertComplete(answer, 2);
    }

    @Test
    void pagesLikeStripe() {
        ToolAnswer answer =
                read("{\"starting_after\":{\"type\":\"string\"},\"limit\":{\"maximum\":10}}", "{}", arguments -> {
                    int from = number(arguments, "starting_after", 0);
                    int size = number(arguments, "limit", 10);
                    return "{\"object\":\"list\",\"data\":" + items(from, size) + ",\"has_more\":"
                            + (from + size < ISSUE_COUNT) + "}";
                });
        assertComplete(answer, 3);
    }

    @Test
    void pagesLikeSlack() {
        ToolAnswer answer = read("{\"cursor\":{\"type\":\"string\"},\"limit\":{}}", "{}", arguments -> {
            String cursor = text(arguments, "cursor");
            int from = cursor == null ? 0 : Integer.parseInt(cursor.substring(1));
            String nextPage = from + 10 < ISSUE_COUNT ? "c" + (from + 10) : "";
            return "{\"ok\":true,\"messages\":" + items(from, 10) + ",\"response_metadata\":{\"next_cursor\":\""
                    + nextPage + "\"}}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void pagesLikeJiraInParallel() {
        ToolAnswer answer = read(
                "{\"startAt\":{\"type\":\"integer\"},\"maxResults\":{\"type\":\"integer\",\"maximum\":5}}",
                "{}",
                arguments -> {
                    int from = number(arguments, "startAt", 0);
                    return "{\"startAt\":" + from + ",\"maxResults\":5,\"total\":" + ISSUE_COUNT + ",\"issues\":"
                            + items(from, 5) + "}";
                });
        assertComplete(answer, 5);
    }

    @Test
    void pagesLikeGraphQl() {
        ToolAnswer answer = read("{\"after\":{\"type\":\"string\"},\"first\":{}}", "{}", arguments -> {
            String after = text(arguments, "after");
            int from = after == null ? 0 : Integer.parseInt(after.substring(1));
            return "{\"data\":{\"repository\":{\"issues\":{\"nodes\":" + items(from, 10)
                    + ",\"pageInfo\":{\"hasNextPage\":" + (from + 10 < ISSUE_COUNT) + ",\"endCursor\":\"e" + (from + 10)
                    + "\"}}}}}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void pagesByTheUrlOfTheNextPage() {
        ToolAnswer answer = read("{\"page\":{\"type\":\"integer\"}}", "{}", arguments -> {
            int page = number(arguments, "page", 1);
            String nextPage = page * 10 < ISSUE_COUNT ? "\"https://api.example/list?page=" + (page + 1) + "\"" : "null";
            return "{\"count\":" + ISSUE_COUNT + ",\"next\":" + nextPage + ",\"results\":" + items((page - 1) * 10, 10)
                    + "}";
        });
        assertThat(answer.failure()).isNull();
        assertThat(calls).hasSize(3);
    }

    @Test
    void pagesByNextCursor() {
        ToolAnswer answer = read("{\"cursor\":{\"type\":\"string\"}}", "{}", arguments -> {
            String cursor = text(arguments, "cursor");
            int from = cursor == null ? 0 : Integer.parseInt(cursor.substring(1));
            return "{\"items\":" + items(from, 10)
                    + (from + 10 < ISSUE_COUNT ? ",\"nextCursor\":\"n" + (from + 10) + "\"" : "") + "}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void beginsAtTheGivenPage() {
        ToolAnswer answer = read(
                "{\"page\":{},\"per_page\":{}}",
                "{\"page\":2,\"per_page\":10}",
                arguments -> items((number(arguments, "page", 1) - 1) * 10, 10));
        assertThat(answer.failure()).isNull();
        assertThat(calls).hasSize(3);
        assertThat(answer.document().utf8()).startsWith("[[{\"id\":11}");
    }

    /**
     * Checks that pages are counted from the default in the schema, and {@code startIndex} from 1. With another number,
     * the pager would skip a page, or read the last item of each page twice.
     */
    @Test
    void countsFromTheFirstNumberOfTheArgument() {
        ToolAnswer pages = read(
                "{\"page\":{\"type\":\"integer\",\"default\":0}}",
                "{}",
                arguments -> items(number(arguments, "page", 0) * 10, 10));
        assertThat(pages.document().utf8()).contains("{\"id\":11}", "{\"id\":23}");
        ToolAnswer offsets = read(
                "{\"startIndex\":{\"type\":\"integer\"}}",
                "{}",
                arguments -> items(number(arguments, "startIndex", 1) - 1, 10));
        assertThat(offsets.document().utf8().split("\\{\"id\":10\\}", -1)).hasSize(2);
    }

    /**
     * Checks that the pager compares the total with the position of a record, and not with the number of
     * records that it has read: it also reads to the end if the first call begins at a later record.
     */
    @ParameterizedTest
    @CsvSource({
        "offset, 0, 5", "offset, 0, 9", "offset, 0, 12", "offset, 0, 13", "offset, 0, 22",
        "startIndex, 1, 6", "startIndex, 1, 10", "startIndex, 1, 13", "startIndex, 1, 14", "startIndex, 1, 23"
    })
    void readsToTheTotalFromAnyPosition(String argument, int base, int start) {
        ToolAnswer answer = read(
                "{\"" + argument + "\":{\"type\":\"integer\"}}",
                "{\"" + argument + "\":" + start + "}",
                arguments -> "{\"total\":" + ISSUE_COUNT + ",\"items\":"
                        + items(number(arguments, argument, base) - base, 10) + "}");
        assertThat(answer.failure()).isNull();
        List<Integer> expected =
                IntStream.rangeClosed(start - base + 1, ISSUE_COUNT).boxed().toList();
        assertThat(ids(answer)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void readsToTheTotalFromTheSecondPage(int size) {
        ToolAnswer answer = read(
                "{\"page\":{\"type\":\"integer\"}}",
                "{\"page\":2}",
                arguments -> "{\"total\":" + ISSUE_COUNT + ",\"items\":"
                        + items((number(arguments, "page", 1) - 1) * size, size) + "}");
        assertThat(answer.failure()).isNull();
        assertThat(ids(answer))
                .isEqualTo(IntStream.rangeClosed(size + 1, ISSUE_COUNT).boxed().toList());
    }

    @Test
    void readsNoMoreThanTheNumberOfPages() {
        ToolAnswer answer = read("{\"page\":{}}", "{\"page\":2}", arguments -> {
            assertThat(number(arguments, "page", 1)).isLessThanOrEqualTo(3);
            return "{\"total_pages\":3,\"items\":" + items((number(arguments, "page", 1) - 1) * 10, 10) + "}";
        });
        assertThat(answer.failure()).isNull();
        assertThat(calls).hasSize(2);
    }

    @Test
    void readsFurtherPagesIfTheTotalCountsOnlyThePage() {
        ToolAnswer answer = read("{\"cursor\":{\"type\":\"string\"}}", "{}", arguments -> {
            String cursor = text(arguments, "cursor");
            int from = cursor == null ? 0 : Integer.parseInt(cursor.substring(1));
            int size = Math.min(10, ISSUE_COUNT - from);
            return "{\"total\":" + size + ",\"items\":" + items(from, 10) + ",\"has_more\":" + (from + 10 < ISSUE_COUNT)
                    + (from + 10 < ISSUE_COUNT ? ",\"next_cursor\":\"c" + (from + 10) + "\"" : "") + "}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void acceptsAStringAsPageNumber() {
        ToolAnswer answer = read(
                "{\"page\":{\"type\":\"string\"}}",
                "{\"page\":\"2\"}",
                arguments -> items((Integer.parseInt(text(arguments, "page")) - 1) * 10, 10));
        assertThat(answer.failure()).isNull();
        assertThat(calls.get(1)).contains("\"3\"");
    }

    @Test
    void repeatedPageIsAnError() {
        ToolAnswer answer = read("{\"page\":{}}", "{}", arguments -> items(0, 10));
        assertThat(answer.failure()).isNotNull();
        assertThat(answer.failure().message()).startsWith("page 2 of list repeats an earlier one");
    }

    @Test
    void repeatedCursorIsAnError() {
        int[] number = new int[1];
        ToolAnswer answer = read(
                "{\"cursor\":{}}",
                "{}",
                arguments -> "{\"items\":[{\"id\":" + number[0]++ + "}],\"nextCursor\":\"same\"}");
        assertThat(answer.failure()).isNotNull();
        assertThat(answer.failure().message()).contains("have the same cursor");
        assertThat(calls).hasSize(2);
    }

    /** Reads the pages after the first page. At most {@code maxPages} pages are read, including the first. */
    private UpstreamPager.Pages readAfter(String properties, int maxPages, Function<Slice, ToolAnswer> upstream) {
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":" + properties + "}}"));
        Slice noArguments = Slice.of("{}");
        return new UpstreamPager(
                        arguments -> {
                            calls.add(arguments.utf8());
                            return CompletableFuture.completedFuture(upstream.apply(arguments));
                        },
                        PagingScheme.of(tool, Policy.defaults()),
                        noArguments,
                        4,
                        maxPages)
                .readAfter(upstream.apply(noArguments));
    }

    private static ToolAnswer answer(String document) {
        Slice json = Slice.of(document);
        return new ToolAnswer(json, json, null);
    }

    private static ToolAnswer jira(Slice arguments) {
        int from = number(arguments, "startAt", 0);
        return answer("{\"startAt\":" + from + ",\"total\":" + ISSUE_COUNT + ",\"issues\":" + items(from, 5) + "}");
    }

    @Test
    void keepsThePagesBeforeOneThatFails() {
        UpstreamPager.Pages pages = readAfter(
                "{\"startAt\":{}}",
                50,
                arguments -> number(arguments, "startAt", 0) == 10
                        ? ToolAnswer.failed("TOOL_ERROR", "quota")
                        : jira(arguments));
        assertThat(pages.answers()).hasSize(2);
        assertThat(pages.failure()).hasToString("CallFailureReason[code=TOOL_ERROR, message=quota]");
        assertThat(pages.isComplete()).isFalse();
        assertThat(pages.nextArgument()).isEqualTo("startAt = 10");
    }

    @Test
    void stopsAtTheMaximumNumberOfPages() {
        UpstreamPager.Pages pages = readAfter("{\"startAt\":{}}", 3, UpstreamPagerTest::jira);
        assertThat(pages.answers()).hasSize(3);
        assertThat(pages.failure()).isNull();
        assertThat(pages.isComplete()).isFalse();
        assertThat(pages.nextArgument()).isEqualTo("startAt = 15");
        assertThat(calls).hasSize(2);
    }

    @Test
    void isCompleteWithAllPages() {
        UpstreamPager.Pages pages = readAfter("{\"startAt\":{}}", 5, UpstreamPagerTest::jira);
        assertThat(pages.answers()).hasSize(5);
        assertThat(pages.isComplete()).isTrue();
        assertThat(pages.nextArgument()).isEmpty();
    }

    @Test
    void isIncompleteWithFewerRecordsThanTheTotal() {
        UpstreamPager.Pages pages = readAfter(
                "{\"startAt\":{}}",
                50,
                arguments -> number(arguments, "startAt", 0) < 10
                        ? jira(arguments)
                        : answer("{\"total\":23,\"issues\":[]}"));
        assertThat(pages.answers()).hasSize(2);
        assertThat(pages.isComplete()).isFalse();
    }

    @Test
    void isIncompleteIfThereIsMoreButNoCursor() {
        UpstreamPager.Pages pages =
                readAfter("{\"cursor\":{}}", 50, arguments -> answer("{\"rows\":[{\"id\":1}],\"has_more\":true}"));
        assertThat(pages.answers()).hasSize(1);
        assertThat(pages.isComplete()).isFalse();
    }

    @Test
    void repeatedListIsAnErrorEvenIfOtherMembersDiffer() {
        UpstreamPager.Pages pages = readAfter(
                "{\"page\":{}}",
                50,
                arguments ->
                        answer("{\"page\":" + number(arguments, "page", 1) + ",\"rows\":[{\"id\":1},{\"id\":2}]}"));
        assertThat(pages.answers()).hasSize(1);
        assertThat(String.valueOf(pages.failure())).contains("page 2 of list repeats an earlier one");
        assertThat(pages.nextArgument()).isEmpty();
    }

    @Test
    void findsTheListOfLaterPagesAtThePathOfTheFirst() {
        UpstreamPager.Pages pages = readAfter(
                "{\"page\":{}}",
                50,
                arguments -> number(arguments, "page", 1) == 1
                        ? answer("{\"total_pages\":2,\"rows\":[{\"id\":1},{\"id\":2}],\"labels\":[]}")
                        : answer("{\"total_pages\":2,\"rows\":[{\"id\":3}],\"labels\":[\"a\",\"b\",\"c\",\"d\"]}"));
        assertThat(pages.isComplete()).isTrue();
        assertThat(PagedResult.findList(pages.answers().getLast().document(), List.of("rows")))
                .hasToString("Slice[10 bytes]");
    }

    @Test
    void readsOneResultOfAToolWithoutPages() {
        ToolAnswer answer = read("{\"id\":{}}", "{\"id\":1}", arguments -> "{\"id\":1}");
        assertThat(answer.document().utf8()).isEqualTo("[{\"id\":1}]");
        assertThat(calls).hasSize(1);
    }
}
