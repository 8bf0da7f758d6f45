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

/** Reads all pages of stand-ins that page like well-known APIs. */
class UpstreamPagerTest {

    private static final int ISSUES = 23;

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private ToolAnswer read(String properties, String arguments, Function<Slice, String> upstream) {
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":" + properties + "}}"));
        return UpstreamPager.withLargestPages(
                        given -> {
                            calls.add(given.utf8());
                            String document = upstream.apply(given);
                            Slice json = Slice.of(document);
                            return CompletableFuture.completedFuture(new ToolAnswer(json, json, null));
                        },
                        PagingScheme.of(tool, Policy.defaults()),
                        Slice.of(arguments),
                        4)
                .read()
                .join();
    }

    private static int number(Slice arguments, String name, int otherwise) {
        Slice value = Members.get(arguments, name);
        return value == null ? otherwise : Integer.parseInt(value.utf8().replace("\"", ""));
    }

    private static @Nullable String text(Slice arguments, String name) {
        Slice value = Members.get(arguments, name);
        return value == null ? null : value.utf8().replace("\"", "");
    }

    private static String items(int from, int size) {
        return IntStream.range(from, Math.min(ISSUES, from + size))
                .mapToObj(i -> "{\"id\":" + (i + 1) + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static List<Integer> ids(ToolAnswer answer) {
        List<Integer> found = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("\"id\":(\\d+)").matcher(answer.document().utf8());
        while (matcher.find()) {
            found.add(Integer.parseInt(matcher.group(1)));
        }
        return found;
    }

    /** Checks that the documents have every issue once, in order. */
    private void assertComplete(ToolAnswer answer, int expectedCalls) {
        assertThat(answer.failure()).isNull();
        assertThat(ids(answer))
                .isEqualTo(IntStream.rangeClosed(1, ISSUES).boxed().toList());
        assertThat(calls).hasSize(expectedCalls);
    }

    @Test
    void pagesLikeGitHub() {
        ToolAnswer answer = read(
                "{\"page\":{\"type\":\"integer\"},\"per_page\":{\"type\":\"integer\",\"maximum\":10}}", "{}", given -> {
                    int size = number(given, "per_page", 5);
                    return items((number(given, "page", 1) - 1) * size, size);
                });
        // an array says nothing about its place, so that the first empty page is the end
        assertComplete(answer, 4);
        assertThat(calls.getFirst()).isEqualTo("{\"per_page\":10}");
    }

    @Test
    void pagesLikeGitLabWithLargestSizeInWords() {
        ToolAnswer answer = read(
                "{\"page\":{},\"per_page\":{\"description\":\"Items per page (max 20)\"}}",
                "{\"state\":\"open\"}",
                given -> {
                    int size = number(given, "per_page", 5);
                    int page = number(given, "page", 1);
                    return "{\"items\":" + items((page - 1) * size, size) + ",\"page\":" + page + ",\"total_pages\":"
                            + (ISSUES + size - 1) / size + "}";
                });
        assertComplete(answer, 2);
    }

    @Test
    void pagesLikeStripe() {
        ToolAnswer answer =
                read("{\"starting_after\":{\"type\":\"string\"},\"limit\":{\"maximum\":10}}", "{}", given -> {
                    int from = number(given, "starting_after", 0);
                    int size = number(given, "limit", 10);
                    return "{\"object\":\"list\",\"data\":" + items(from, size) + ",\"has_more\":"
                            + (from + size < ISSUES) + "}";
                });
        assertComplete(answer, 3);
    }

    @Test
    void pagesLikeSlack() {
        ToolAnswer answer = read("{\"cursor\":{\"type\":\"string\"},\"limit\":{}}", "{}", given -> {
            String cursor = text(given, "cursor");
            int from = cursor == null ? 0 : Integer.parseInt(cursor.substring(1));
            String next = from + 10 < ISSUES ? "c" + (from + 10) : "";
            return "{\"ok\":true,\"messages\":" + items(from, 10) + ",\"response_metadata\":{\"next_cursor\":\"" + next
                    + "\"}}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void pagesLikeJiraSideBySide() {
        ToolAnswer answer = read(
                "{\"startAt\":{\"type\":\"integer\"},\"maxResults\":{\"type\":\"integer\",\"maximum\":5}}",
                "{}",
                given -> {
                    int from = number(given, "startAt", 0);
                    return "{\"startAt\":" + from + ",\"maxResults\":5,\"total\":" + ISSUES + ",\"issues\":"
                            + items(from, 5) + "}";
                });
        assertComplete(answer, 5);
    }

    @Test
    void pagesLikeGraphQl() {
        ToolAnswer answer = read("{\"after\":{\"type\":\"string\"},\"first\":{}}", "{}", given -> {
            String after = text(given, "after");
            int from = after == null ? 0 : Integer.parseInt(after.substring(1));
            return "{\"data\":{\"repository\":{\"issues\":{\"nodes\":" + items(from, 10)
                    + ",\"pageInfo\":{\"hasNextPage\":" + (from + 10 < ISSUES) + ",\"endCursor\":\"e" + (from + 10)
                    + "\"}}}}}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void pagesByTheUrlOfTheNextPage() {
        ToolAnswer answer = read("{\"page\":{\"type\":\"integer\"}}", "{}", given -> {
            int page = number(given, "page", 1);
            String next = page * 10 < ISSUES ? "\"https://api.example/list?page=" + (page + 1) + "\"" : "null";
            return "{\"count\":" + ISSUES + ",\"next\":" + next + ",\"results\":" + items((page - 1) * 10, 10) + "}";
        });
        assertThat(answer.failure()).isNull();
        assertThat(calls).hasSize(3);
    }

    @Test
    void pagesByNextCursor() {
        ToolAnswer answer = read("{\"cursor\":{\"type\":\"string\"}}", "{}", given -> {
            String cursor = text(given, "cursor");
            int from = cursor == null ? 0 : Integer.parseInt(cursor.substring(1));
            return "{\"items\":" + items(from, 10)
                    + (from + 10 < ISSUES ? ",\"nextCursor\":\"n" + (from + 10) + "\"" : "") + "}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void beginsAtTheGivenPage() {
        ToolAnswer answer = read(
                "{\"page\":{},\"per_page\":{}}",
                "{\"page\":2,\"per_page\":10}",
                given -> items((number(given, "page", 1) - 1) * 10, 10));
        assertThat(answer.failure()).isNull();
        assertThat(calls).hasSize(3);
        assertThat(answer.document().utf8()).startsWith("[[{\"id\":11}");
    }

    /** The schema says how pages are counted: otherwise, page 1 would be left out, or each last item repeated. */
    @Test
    void countsFromWhereTheSchemaSays() {
        ToolAnswer pages = read(
                "{\"page\":{\"type\":\"integer\",\"default\":0}}",
                "{}",
                given -> items(number(given, "page", 0) * 10, 10));
        assertThat(pages.document().utf8()).contains("{\"id\":11}", "{\"id\":23}");
        ToolAnswer offsets = read(
                "{\"startIndex\":{\"type\":\"integer\"}}",
                "{}",
                given -> items(number(given, "startIndex", 1) - 1, 10));
        assertThat(offsets.document().utf8().split("\\{\"id\":10\\}", -1)).hasSize(2);
    }

    /** The records before the given position count: otherwise, the last page would be left out without an error. */
    @ParameterizedTest
    @CsvSource({
        "offset, 0, 5", "offset, 0, 9", "offset, 0, 12", "offset, 0, 13", "offset, 0, 22",
        "startIndex, 1, 6", "startIndex, 1, 10", "startIndex, 1, 13", "startIndex, 1, 14", "startIndex, 1, 23"
    })
    void readsToTheTotalFromAnyPosition(String argument, int base, int start) {
        ToolAnswer answer = read(
                "{\"" + argument + "\":{\"type\":\"integer\"}}",
                "{\"" + argument + "\":" + start + "}",
                given ->
                        "{\"total\":" + ISSUES + ",\"items\":" + items(number(given, argument, base) - base, 10) + "}");
        assertThat(answer.failure()).isNull();
        List<Integer> expected =
                IntStream.rangeClosed(start - base + 1, ISSUES).boxed().toList();
        assertThat(ids(answer)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void readsToTheTotalFromTheSecondPage(int size) {
        ToolAnswer answer = read(
                "{\"page\":{\"type\":\"integer\"}}",
                "{\"page\":2}",
                given -> "{\"total\":" + ISSUES + ",\"items\":" + items((number(given, "page", 1) - 1) * size, size)
                        + "}");
        assertThat(answer.failure()).isNull();
        assertThat(ids(answer))
                .isEqualTo(IntStream.rangeClosed(size + 1, ISSUES).boxed().toList());
    }

    @Test
    void readsNoPageAfterTheLastByTheNumberOfPages() {
        ToolAnswer answer = read("{\"page\":{}}", "{\"page\":2}", given -> {
            assertThat(number(given, "page", 1)).isLessThanOrEqualTo(3);
            return "{\"total_pages\":3,\"items\":" + items((number(given, "page", 1) - 1) * 10, 10) + "}";
        });
        assertThat(answer.failure()).isNull();
        assertThat(calls).hasSize(2);
    }

    @Test
    void goesOnWhereATotalIsThatOfThePageAlone() {
        ToolAnswer answer = read("{\"cursor\":{\"type\":\"string\"}}", "{}", given -> {
            String cursor = text(given, "cursor");
            int from = cursor == null ? 0 : Integer.parseInt(cursor.substring(1));
            int size = Math.min(10, ISSUES - from);
            return "{\"total\":" + size + ",\"items\":" + items(from, 10) + ",\"has_more\":" + (from + 10 < ISSUES)
                    + (from + 10 < ISSUES ? ",\"next_cursor\":\"c" + (from + 10) + "\"" : "") + "}";
        });
        assertComplete(answer, 3);
    }

    @Test
    void beginsAtTheGivenPageInAString() {
        ToolAnswer answer = read(
                "{\"page\":{\"type\":\"string\"}}",
                "{\"page\":\"2\"}",
                given -> items((Integer.parseInt(text(given, "page")) - 1) * 10, 10));
        assertThat(answer.failure()).isNull();
        assertThat(calls.get(1)).contains("\"3\"");
    }

    @Test
    void aPageThatRepeatsIsAnError() {
        ToolAnswer answer = read("{\"page\":{}}", "{}", given -> items(0, 10));
        assertThat(answer.failure()).isNotNull();
        assertThat(answer.failure().message()).startsWith("page 2 of list repeats an earlier one");
    }

    @Test
    void aCursorThatStandsStillIsAnError() {
        int[] number = new int[1];
        ToolAnswer answer = read(
                "{\"cursor\":{}}", "{}", given -> "{\"items\":[{\"id\":" + number[0]++ + "}],\"nextCursor\":\"same\"}");
        assertThat(answer.failure()).isNotNull();
        assertThat(answer.failure().message()).contains("cursor stands still");
        assertThat(calls).hasSize(2);
    }

    /** Reads the pages after the first of at most {@code maxPages}. */
    private UpstreamPager.Pages readAfter(String properties, int maxPages, Function<Slice, ToolAnswer> upstream) {
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":" + properties + "}}"));
        Slice none = Slice.of("{}");
        return new UpstreamPager(
                        given -> {
                            calls.add(given.utf8());
                            return CompletableFuture.completedFuture(upstream.apply(given));
                        },
                        PagingScheme.of(tool, Policy.defaults()),
                        none,
                        4,
                        maxPages)
                .readAfter(upstream.apply(none));
    }

    private static ToolAnswer answer(String document) {
        Slice json = Slice.of(document);
        return new ToolAnswer(json, json, null);
    }

    private static ToolAnswer jira(Slice given) {
        int from = number(given, "startAt", 0);
        return answer("{\"startAt\":" + from + ",\"total\":" + ISSUES + ",\"issues\":" + items(from, 5) + "}");
    }

    @Test
    void keepsThePagesBeforeOneThatFails() {
        UpstreamPager.Pages pages = readAfter(
                "{\"startAt\":{}}",
                50,
                given -> number(given, "startAt", 0) == 10 ? ToolAnswer.failed("TOOL_ERROR", "quota") : jira(given));
        assertThat(pages.answers()).hasSize(2);
        assertThat(pages.failure()).hasToString("CallFailureReason[code=TOOL_ERROR, message=quota]");
        assertThat(pages.isComplete()).isFalse();
        assertThat(pages.next()).isEqualTo("startAt = 10");
    }

    @Test
    void endsAtTheMostPages() {
        UpstreamPager.Pages pages = readAfter("{\"startAt\":{}}", 3, UpstreamPagerTest::jira);
        assertThat(pages.answers()).hasSize(3);
        assertThat(pages.failure()).isNull();
        assertThat(pages.isComplete()).isFalse();
        assertThat(pages.next()).isEqualTo("startAt = 15");
        assertThat(calls).hasSize(2);
    }

    @Test
    void allPagesAreComplete() {
        UpstreamPager.Pages pages = readAfter("{\"startAt\":{}}", 5, UpstreamPagerTest::jira);
        assertThat(pages.answers()).hasSize(5);
        assertThat(pages.isComplete()).isTrue();
        assertThat(pages.next()).isEmpty();
    }

    @Test
    void fewerRecordsThanTheTotalAreNotAll() {
        UpstreamPager.Pages pages = readAfter(
                "{\"startAt\":{}}",
                50,
                given -> number(given, "startAt", 0) < 10 ? jira(given) : answer("{\"total\":23,\"issues\":[]}"));
        assertThat(pages.answers()).hasSize(2);
        assertThat(pages.isComplete()).isFalse();
    }

    @Test
    void moreWithoutACursorIsNotAll() {
        UpstreamPager.Pages pages =
                readAfter("{\"cursor\":{}}", 50, given -> answer("{\"rows\":[{\"id\":1}],\"has_more\":true}"));
        assertThat(pages.answers()).hasSize(1);
        assertThat(pages.isComplete()).isFalse();
    }

    @Test
    void aListThatRepeatsIsAnErrorWhateverStandsBesideIt() {
        UpstreamPager.Pages pages = readAfter(
                "{\"page\":{}}",
                50,
                given -> answer("{\"page\":" + number(given, "page", 1) + ",\"rows\":[{\"id\":1},{\"id\":2}]}"));
        assertThat(pages.answers()).hasSize(1);
        assertThat(String.valueOf(pages.failure())).contains("page 2 of list repeats an earlier one");
        assertThat(pages.next()).isEmpty();
    }

    @Test
    void findsTheListOfALaterPageWhereThatOfTheFirstIs() {
        UpstreamPager.Pages pages = readAfter(
                "{\"page\":{}}",
                50,
                given -> number(given, "page", 1) == 1
                        ? answer("{\"total_pages\":2,\"rows\":[{\"id\":1},{\"id\":2}],\"labels\":[]}")
                        : answer("{\"total_pages\":2,\"rows\":[{\"id\":3}],\"labels\":[\"a\",\"b\",\"c\",\"d\"]}"));
        assertThat(pages.isComplete()).isTrue();
        assertThat(PagedResult.list(pages.answers().getLast().document(), List.of("rows")))
                .hasToString("Slice[10 bytes]");
    }

    @Test
    void aToolThatDoesNotPageGivesOneOutput() {
        ToolAnswer answer = read("{\"id\":{}}", "{\"id\":1}", given -> "{\"id\":1}");
        assertThat(answer.document().utf8()).isEqualTo("[{\"id\":1}]");
        assertThat(calls).hasSize(1);
    }
}
