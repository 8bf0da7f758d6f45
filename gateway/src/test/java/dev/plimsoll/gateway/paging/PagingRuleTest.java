package dev.plimsoll.gateway.paging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.schema.ListedTool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests reading all pages of simulated tools whose way of paging only a rule of the configuration can describe. */
class PagingRuleTest {

    private static final int ENTRY_COUNT = 23;
    private static final String UNUSUAL_PROPERTIES =
            "{\"start_token\":{\"type\":\"string\"},\"amount\":{\"type\":\"integer\"}}";
    private static final Policy UNUSUAL_RULE = Policy.defaults()
            .with(PagingKeys.ARGUMENT, "start_token")
            .with(PagingKeys.SIZE, "amount=10")
            .with(PagingKeys.NEXT, "meta.links.onward")
            .with(PagingKeys.ITEMS, "payload.entries")
            .with(PagingKeys.TOTAL, "payload.summary.n");

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private ToolAnswer read(Policy rule, String properties, Function<Slice, String> upstream) {
        return read(rule, properties, "{}", upstream);
    }

    private ToolAnswer read(Policy rule, String properties, String firstArguments, Function<Slice, String> upstream) {
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":" + properties + "}}"));
        return UpstreamPager.withLargestPages(
                        arguments -> {
                            calls.add(arguments.utf8());
                            Slice json = Slice.of(upstream.apply(arguments));
                            return CompletableFuture.completedFuture(new ToolAnswer(json, json, null));
                        },
                        PagingScheme.of(tool, rule),
                        Slice.of(firstArguments),
                        4)
                .read()
                .join();
    }

    private static int number(Slice arguments, String name, int defaultValue) {
        Slice value = Members.get(arguments, name);
        return value == null ? defaultValue : Integer.parseInt(value.utf8().replaceAll("[^0-9]", ""));
    }

    private static String entries(int from, int size) {
        return IntStream.range(from, Math.min(ENTRY_COUNT, from + size))
                .mapToObj(i -> "{\"id\":" + (i + 1) + ",\"tags\":[\"a\",\"b\"]}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * Returns a page of entries, with a token for the next page. The name of the token is unusual, and
     * another array is longer than the list of entries.
     */
    private static String unusualPage(Slice arguments) {
        return unusualPage(arguments, ENTRY_COUNT, "\"onward\":");
    }

    private static String unusualPage(Slice arguments, int total, String key) {
        int from = number(arguments, "start_token", 0);
        int size = number(arguments, "amount", 5);
        String nextToken = from + size < ENTRY_COUNT ? "\"t" + (from + size) + "\"" : "null";
        String otherArray = "[\"" + "x".repeat(2_000) + "\"]";
        return "{\"payload\":{\"legend\":" + otherArray + ",\"entries\":" + entries(from, size) + ",\"summary\":{\"n\":"
                + total + "}},\"meta\":{\"links\":{" + key + nextToken + "}}}";
    }

    private void assertComplete(ToolAnswer answer, int expectedCalls) {
        assertThat(answer.failure()).isNull();
        List<Integer> numbersOfEntries = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("\"id\":(\\d+)").matcher(answer.document().utf8());
        while (matcher.find()) {
            numbersOfEntries.add(Integer.parseInt(matcher.group(1)));
        }
        assertThat(numbersOfEntries)
                .isEqualTo(IntStream.rangeClosed(1, ENTRY_COUNT).boxed().toList());
        assertThat(calls).hasSize(expectedCalls);
    }

    private static String failure(ToolAnswer answer) {
        return Objects.requireNonNull(answer.failure()).message();
    }

    @Test
    void readsPagesThatCannotBeDetected() {
        ToolAnswer answerWithoutRule = read(Policy.defaults(), UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage);
        assertThat(answerWithoutRule.document().utf8()).contains("\"id\":5").doesNotContain("\"id\":6");
        calls.clear();
        assertComplete(read(UNUSUAL_RULE, UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage), 3);
        assertThat(calls.getFirst()).isEqualTo("{\"amount\":10}");
        assertThat(calls.getLast()).isEqualTo("{\"amount\":10,\"start_token\":\"t20\"}");
    }

    @Test
    void acceptsJsonPointers() {
        Policy ruleWithPointers = UNUSUAL_RULE
                .with(PagingKeys.NEXT, "/meta/links/onward")
                .with(PagingKeys.ITEMS, "/payload/entries")
                .with(PagingKeys.TOTAL, ".payload.summary.n");
        assertComplete(read(ruleWithPointers, UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage), 3);
    }

    @Test
    void beginsWhereTheArgumentsSay() {
        ToolAnswer answer =
                read(UNUSUAL_RULE, UNUSUAL_PROPERTIES, "{\"start_token\":\"t20\"}", PagingRuleTest::unusualPage);
        assertThat(answer.failure()).isNull();
        assertThat(answer.document().utf8()).contains("\"id\":21").doesNotContain("\"id\":20");
    }

    @Test
    void countsPagesOrRecordsAsTheRuleSays() {
        Policy byPage = Policy.defaults()
                .with(PagingKeys.ARGUMENT, "p=0")
                .with(PagingKeys.BY, "page")
                .with(PagingKeys.TOTAL, "n");
        assertComplete(
                read(
                        byPage,
                        "{\"p\":{\"type\":\"integer\"}}",
                        arguments -> "{\"n\":\"23\",\"rows\":" + entries(number(arguments, "p", 0) * 5, 5) + "}"),
                5);
        calls.clear();
        Policy byOffset = Policy.defaults().with(PagingKeys.ARGUMENT, "from").with(PagingKeys.BY, "offset");
        assertComplete(
                read(
                        byOffset,
                        "{\"from\":{\"type\":\"integer\"}}",
                        arguments -> entries(number(arguments, "from", 0), 5)),
                6);
    }

    @Test
    void selectsTheNextPageByAValueOfTheLastRecord() {
        Policy rule = Policy.defaults().with(PagingKeys.ARGUMENT, "above").with(PagingKeys.NEXT, "rows.-1.id");
        assertComplete(
                read(
                        rule,
                        "{\"above\":{\"type\":\"integer\"}}",
                        arguments -> "{\"rows\":" + entries(number(arguments, "above", 0), 5) + "}"),
                6);
        assertThat(calls.get(1)).isEqualTo("{\"above\":5}");
    }

    @Test
    void aCursorThatTheLastPageLeavesOutIsTheEnd() {
        assertComplete(
                read(
                        UNUSUAL_RULE,
                        UNUSUAL_PROPERTIES,
                        arguments -> unusualPage(arguments).replace(",\"meta\":{\"links\":{\"onward\":null}}", "")),
                3);
    }

    @Test
    void missingPathIsAnError() {
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.ITEMS, "payload.entry"),
                        UNUSUAL_PROPERTIES,
                        PagingRuleTest::unusualPage)))
                .isEqualTo("paging.items: the page has nothing at payload.entry");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.ITEMS, "payload.entires"),
                        UNUSUAL_PROPERTIES,
                        PagingRuleTest::unusualPage)))
                .isEqualTo("paging.items: the page has nothing at payload.entires; did you mean payload.entries?");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.TOTAL, "summary.n"),
                        UNUSUAL_PROPERTIES,
                        PagingRuleTest::unusualPage)))
                .isEqualTo("paging.total: the page has nothing at summary.n");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.NEXT, "links.next"),
                        UNUSUAL_PROPERTIES,
                        PagingRuleTest::unusualPage)))
                .isEqualTo("paging.next: the page has nothing at links.next");
    }

    @Test
    void aCursorWithAnotherNameIsAnError() {
        Policy policyWithMisspelledNext =
                UNUSUAL_RULE.with(PagingKeys.NEXT, "meta.links.Onward").with(PagingKeys.TOTAL, null);
        assertThat(failure(read(policyWithMisspelledNext, UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage)))
                .isEqualTo("paging.next: the page has nothing at meta.links.Onward; did you mean meta.links.onward?");
        // no member looks like a cursor, but the total shows that records are missing
        Policy policyWithOtherNext = UNUSUAL_RULE.with(PagingKeys.NEXT, "meta.links.further");
        assertThat(failure(read(policyWithOtherNext, UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage)))
                .isEqualTo("paging.total: says that list has 23 records, but its 1 page has 10");
        assertThat(failure(read(
                        policyWithOtherNext.with(PagingKeys.TOTAL, null),
                        UNUSUAL_PROPERTIES,
                        arguments -> unusualPage(arguments, ENTRY_COUNT, "\"next_token\":"))))
                .isEqualTo("paging.next: the page has nothing at meta.links.further, but it has a cursor: next_token");
    }

    @Test
    void aFlagThatContradictsTheRuleIsAnError() {
        Policy policyWithOtherNext =
                UNUSUAL_RULE.with(PagingKeys.NEXT, "meta.links.further").with(PagingKeys.TOTAL, null);
        assertThat(failure(read(
                        policyWithOtherNext,
                        UNUSUAL_PROPERTIES,
                        arguments -> unusualPage(arguments).replaceFirst("\\{", "{\"has_more\":true,"))))
                .isEqualTo("paging.next: the page has nothing at meta.links.further, but says that there is more");
    }

    @Test
    void aValueOfTheWrongTypeIsAnError() {
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.ITEMS, "payload.summary"),
                        UNUSUAL_PROPERTIES,
                        PagingRuleTest::unusualPage)))
                .isEqualTo("paging.items: must lead to a list, got object at payload.summary");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.TOTAL, "payload.legend"),
                        UNUSUAL_PROPERTIES,
                        PagingRuleTest::unusualPage)))
                .isEqualTo("paging.total: must lead to a whole number, got array at payload.legend");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.NEXT, "more"),
                        UNUSUAL_PROPERTIES,
                        arguments -> unusualPage(arguments).replaceFirst("\\{", "{\"more\":true,"))))
                .isEqualTo("paging.next: must lead to a cursor, a number, or a URL, got boolean at more");
    }

    @Test
    void aLaterPageWithoutTheListIsAnError() {
        assertThat(failure(read(
                        UNUSUAL_RULE,
                        UNUSUAL_PROPERTIES,
                        arguments -> number(arguments, "start_token", 0) == 10
                                ? "{\"payload\":{},\"meta\":{\"links\":{}}}"
                                : unusualPage(arguments))))
                .isEqualTo("page 2: paging.items: the page has nothing at payload.entries");
    }

    @Test
    void anArgumentThatTheToolDoesNotHaveIsAnErrorBeforeAnyCall() {
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.ARGUMENT, "starttoken"),
                        UNUSUAL_PROPERTIES,
                        PagingRuleTest::unusualPage)))
                .isEqualTo("paging.argument: list has no argument starttoken; did you mean start_token?");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.SIZE, "rows=5"), UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage)))
                .isEqualTo("paging.size: list has no argument rows; it has amount, start_token");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.SIZE, "amount"), UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage)))
                .isEqualTo(
                        "paging.size: the schema of list does not say how large amount can be; add it, as in amount=100");
        assertThat(failure(read(
                        UNUSUAL_RULE.with(PagingKeys.SIZE, "50"), UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage)))
                .isEqualTo(
                        "paging.size: list has no argument that Plimsoll knows as the size of a page; name it, as in NAME=50");
        assertThat(calls).isEmpty();
    }

    @Test
    void anArgumentWhoseMeaningIsUnclearIsAnError() {
        Policy policyWithArgumentOnly = Policy.defaults().with(PagingKeys.ARGUMENT, "start_token");
        assertThat(failure(read(policyWithArgumentOnly, UNUSUAL_PROPERTIES, PagingRuleTest::unusualPage)))
                .startsWith("paging.next: is missing: Plimsoll does not know which member");
        Policy policyWithNumberArgument = Policy.defaults().with(PagingKeys.ARGUMENT, "n");
        assertThat(failure(
                        read(policyWithNumberArgument, "{\"n\":{\"type\":\"integer\"}}", arguments -> entries(0, 5))))
                .isEqualTo("paging.by: is missing: n could count pages (page) or records (offset)");
    }

    @Test
    void aUrlWithoutTheArgumentIsAnError() {
        assertThat(failure(read(
                        UNUSUAL_RULE,
                        UNUSUAL_PROPERTIES,
                        arguments ->
                                unusualPage(arguments).replaceAll("\"t1?[05]\"", "\"https://api.test/list?after=5\""))))
                .isEqualTo("paging.next: the URL of the next page has no parameter start_token");
        String url = "\"https://api.test/list?amount=5&start_token=t$1\"";
        calls.clear();
        assertComplete(
                read(
                        UNUSUAL_RULE,
                        UNUSUAL_PROPERTIES,
                        arguments -> unusualPage(arguments).replaceAll("\"t([0-9]+)\"", url)),
                3);
    }

    @Test
    void flagForMoreWithoutACursorIsAnError() {
        assertThat(failure(read(
                        Policy.defaults(),
                        "{\"cursor\":{}}",
                        arguments -> "{\"rows\":[{\"id\":1}],\"has_more\":true}")))
                .isEqualTo("list says after page 1 that there is more, but not where");
    }

    @Test
    void aRuleForAnotherKeyLeavesTheRestToDetection() {
        Policy rule = Policy.defaults().with(PagingKeys.ITEMS, "rows");
        Function<Slice, @Nullable Slice> cursor = arguments -> Members.get(arguments, "cursor");
        assertComplete(
                read(rule, "{\"cursor\":{\"type\":\"string\"}}", arguments -> {
                    int from = cursor.apply(arguments) == null ? 0 : number(arguments, "cursor", 0);
                    return "{\"legend\":[\"" + "x".repeat(500) + "\"],\"rows\":" + entries(from, 10)
                            + ",\"next_cursor\":" + (from + 10 < ENTRY_COUNT ? "\"c" + (from + 10) + "\"" : "null")
                            + "}";
                }),
                3);
    }

    @Test
    void aPageMayBeOneOfSeveralBlocks() {
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":" + UNUSUAL_PROPERTIES + "}}"));
        ToolAnswer answer = UpstreamPager.withLargestPages(
                        arguments -> {
                            calls.add(arguments.utf8());
                            JsonWriter json = new JsonWriter().beginObject().beginArray("content");
                            json.beginObject().string("type", "text").string("text", "Found 23 entries");
                            json.endObject()
                                    .beginObject()
                                    .string("type", "text")
                                    .string("text", unusualPage(arguments));
                            Slice result =
                                    json.endObject().endArray().endObject().slice();
                            return CompletableFuture.completedFuture(
                                    ToolResults.toPageAnswer(Message.result(Slice.of("1"), result)));
                        },
                        PagingScheme.of(tool, UNUSUAL_RULE),
                        Slice.of("{}"),
                        4)
                .read()
                .join();
        assertComplete(answer, 3);
        // the document of each page contains all blocks, like the document of a single call
        assertThat(answer.document().utf8()).startsWith("[[\"Found 23 entries\",{");
    }

    @Test
    void resultWithoutAListIsNoPageDespiteTheRule() {
        PagingScheme paging = PagingScheme.of(ListedTool.of(Slice.of("{\"name\":\"get\"}")), UNUSUAL_RULE);
        assertThat(paging.hasListIn(Slice.of("{\"id\":3}"))).isFalse();
        assertThat(paging.hasListIn(Slice.of("{\"rows\":[1,2]}"))).isTrue();
    }
}
