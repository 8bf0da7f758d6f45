package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks every argument of follow-up reads on every kind of result. */
@Execution(ExecutionMode.CONCURRENT)
class ReadingArgumentsLawTest {

    private static final int COUNT = 400;
    private static final byte[] ORDERS = Payloads.orders(COUNT);

    private final Engine engine = Engine.of(1_000, ClientFeatures.current());

    private String cursorOf(byte[] result) {
        return String.valueOf(engine.guard(result).nextCursor());
    }

    private String cursorOfOrders() {
        return cursorOf(SampleResults.text(ORDERS));
    }

    private static List<String> ids(Answered answered) {
        assertThat(answered.isError()).as("%s", answered).isFalse();
        ItemIndex items = ItemIndex.of(answered.getShown().cut(JsonPointer.root()));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < items.count(); i++) {
            ids.add(new Fields(items.item(i)).get("id").utf8());
        }
        return ids;
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "list-at-depth-2", "wide-object", "prose", "dominating-string", "zwj-emoji"})
    void pageNumberReturnsSamePageAsCursors(String name) {
        Answered first = engine.guard(SampleResults.text(Payloads.named(name).bytes()));
        String cursor = String.valueOf(first.nextCursor());
        Answered walked = name.equals("wide-object") ? engine.read(cursor) : first;
        cursor = name.equals("wide-object") ? String.valueOf(walked.nextCursor()) : cursor;
        for (int page = 2; page <= 7; page++) {
            walked = engine.read(String.valueOf(walked.nextCursor()));
            Answered numbered = engine.read(cursor, "\"page\":" + page);
            assertThat(numbered.raw().utf8()).isEqualTo(walked.raw().utf8());
            assertThat(engine.read(cursor, "\"page\":" + page, "\"direction\":\"next\"")
                            .bytes())
                    .isEqualTo(walked.bytes());
        }
    }

    @Test
    void firstPageByNumberEqualsFirstAnswer() {
        Answered first = engine.guard(SampleResults.text(ORDERS));
        Answered again = engine.read(String.valueOf(first.nextCursor()), "\"pages\":\"1-1\"");
        assertThat(ids(again)).isEqualTo(ids(first));
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "list-at-depth-2", "cjk", "dominating-string"})
    void pagingBackReturnsSamePages(String name) {
        Answered page = engine.guard(SampleResults.withTextCopy(
                Payloads.named(name).isJson()
                        ? Payloads.named(name).bytes()
                        : ("{\"text\":" + JsonStrings.of(Payloads.named(name).text()) + "}")
                                .getBytes(StandardCharsets.UTF_8)));
        List<Answered> pages = new ArrayList<>(List.of(page));
        while (page.nextCursor() != null && pages.size() < 12) {
            page = engine.read(String.valueOf(page.nextCursor()));
            pages.add(page);
        }
        for (int i = pages.size() - 1; i > 1; i--) {
            page = engine.read(String.valueOf(page.pageText("previousCursor")));
            assertThat(page.raw().utf8()).isEqualTo(pages.get(i - 1).raw().utf8());
        }
        assertThat(pages.get(0).pageText("previousCursor")).isNull();
    }

    @Test
    void previousPageComesBeforePageOfCursor() {
        Answered first = engine.guard(SampleResults.text(ORDERS));
        Answered second = engine.read(String.valueOf(first.nextCursor()));
        Answered third = engine.read(String.valueOf(second.nextCursor()));
        String toFourth = String.valueOf(third.nextCursor());
        assertThat(engine.read(toFourth, "\"direction\":\"previous\"").bytes()).isEqualTo(second.bytes());
        String toSecond = String.valueOf(first.nextCursor());
        assertRefused(engine.read(toSecond, "\"direction\":\"previous\""), "INVALID_REQUEST", "before the first");
    }

    @Test
    void severalPagesFitInOneAnswer() {
        String cursor = cursorOfOrders();
        List<String> expectedIds = new ArrayList<>();
        for (int page = 2; page <= 4; page++) {
            expectedIds.addAll(ids(engine.read(cursor, "\"page\":" + page, "\"page_size\":1")));
        }
        Answered joined = engine.read(cursor, "\"pages\":\"2-4\"", "\"page_size\":1");
        assertThat(ids(joined)).isEqualTo(expectedIds);
        Answered tooMany = engine.read(cursor, "\"pages\":\"2-40\"");
        assertThat(ids(tooMany)).isNotEmpty();
        assertThat(ModelInput.of(tooMany).tokens()).isLessThanOrEqualTo(1_100);
        assertThat(ids(engine.read(String.valueOf(tooMany.nextCursor()))).get(0))
                .isEqualTo(String.valueOf(tooMany.getShown().header().range()[1] + 1));
    }

    @Test
    void severalChunksFitInOneAnswer() {
        byte[] prose = Payloads.named("prose").bytes();
        String cursor = cursorOf(SampleResults.text(prose));
        Answered small = engine.read(cursor, "\"max_tokens\":500", "\"pages\":\"1-1\"");
        cursor = String.valueOf(small.nextCursor());
        String firstChunk = engine.read(cursor, "\"pages\":\"1-1\"").chunkText().utf8();
        String secondChunk = engine.read(cursor, "\"page\":2").chunkText().utf8();
        Answered joined = engine.read(cursor, "\"pages\":\"1-2\"");
        assertThat(firstChunk + secondChunk).startsWith(joined.chunkText().utf8());
        assertThat(ModelInput.of(joined).tokens()).isLessThanOrEqualTo(550);
    }

    @Test
    void pageSizeBoundsPageFromCursorPosition() {
        Answered first = engine.guard(SampleResults.text(ORDERS));
        String cursor = String.valueOf(first.nextCursor());
        int shown = ids(first).size();
        Answered twoItems = engine.read(cursor, "\"limit\":2");
        assertThat(ids(twoItems)).containsExactly(String.valueOf(shown + 1), String.valueOf(shown + 2));
        Answered more = engine.read(String.valueOf(twoItems.nextCursor()));
        assertThat(ids(more)).containsExactly(String.valueOf(shown + 3), String.valueOf(shown + 4));
    }

    @ParameterizedTest
    @CsvSource({"limit, 1001", "page_size, 5000"})
    void refusalOfTooLargePageSizeNamesTheArgument(String name, String value) {
        Answered refused = engine.read(cursorOfOrders(), "\"" + name + "\":" + value);
        assertRefused(refused, "INVALID_REQUEST", name + " exceeds maximum of 1000");
    }

    @Test
    void newBudgetContinuesFromCursorPosition() {
        String cursor = cursorOfOrders();
        Answered small = engine.read(cursor);
        Answered large = engine.read(cursor, "\"max_tokens\":4000");
        assertThat(ids(large))
                .hasSizeGreaterThan(ids(small).size())
                .startsWith(ids(small).get(0));
        assertThat(ModelInput.of(large).tokens()).isLessThanOrEqualTo(4_400);
        assertRefused(engine.read(cursor, "\"max_tokens\":25001"), "INVALID_REQUEST", "max_tokens exceeds maximum");
        Answered tiny = engine.read(cursor, "\"max_tokens\":10");
        assertRefused(tiny, "INVALID_REQUEST", "too small");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"fields\":[\"id\",\"customer.name\"]", "\"filter_keys\":\"id, customer.name\""})
    void fieldsKeepNamedFieldsOfEveryItemUnchanged(String fields) {
        Answered first = engine.guard(SampleResults.text(ORDERS));
        Answered answered = engine.read(String.valueOf(first.nextCursor()), fields);
        ItemIndex items = ItemIndex.of(answered.getShown().cut(JsonPointer.root()));
        ItemIndex orders = ItemIndex.of(Slice.of(ORDERS));
        int from = answered.getShown().header().range()[0] - 1;
        for (int i = 0; i < items.count(); i++) {
            Fields order = new Fields(orders.item(from + i));
            String name = new Fields(order.get("customer")).get("name").utf8();
            String expected = "{\"id\":" + order.get("id").utf8() + ",\"customer\":{\"name\":" + name + "}}";
            assertThat(items.item(i).utf8()).isEqualTo(expected);
        }
        assertThat(items.count()).isGreaterThan(ids(first).size());
    }

    @Test
    void fieldsOfListInObjectApplyToItems() {
        String cursor = cursorOf(
                SampleResults.withTextCopy(Payloads.named("list-at-depth-2").bytes()));
        Answered answered = engine.read(cursor, "\"fields\":\"id,status\"", "\"page\":1");
        ItemIndex items = ItemIndex.of(answered.getShown().cut(JsonPointer.root()));
        assertThat(items.count()).isGreaterThan(10);
        assertThat(items.item(0).utf8()).matches("\\{\"id\":1,\"status\":\"[a-z]+\"}");
        Answered next = engine.read(String.valueOf(answered.nextCursor()));
        ItemIndex more = ItemIndex.of(next.getShown().cut(JsonPointer.root()));
        assertThat(new Fields(more.item(0)).number("id")).isEqualTo(items.count() + 1);
    }

    @Test
    void fieldsOfObjectApplyToObject() {
        String cursor =
                cursorOf(SampleResults.text(Payloads.named("balanced-object").bytes()));
        Answered answered = engine.read(cursor, "\"fields\":\"title,id\"");
        assertThat(answered.texts().get(0).utf8()).isEqualTo("{\"id\":\"R-7\",\"title\":\"Report\"}");
    }

    @Test
    void existingCursorsStayValidAfterTooManyViews() {
        Answered first = engine.guard(SampleResults.text(ORDERS));
        String cursor = String.valueOf(first.nextCursor());
        Answered answered = first;
        for (int i = 0; i < 2_000 && !answered.isError(); i++) {
            answered = engine.read(cursor, "\"fields\":\"id," + "f".repeat(1_500) + i + "\"");
        }
        assertRefused(answered, "INVALID_REQUEST", "too many stored views");
        assertThat(engine.read(cursor).isError()).isFalse();
    }

    @Test
    void modeFilteredNeedsFields() {
        String cursor = cursorOfOrders();
        assertRefused(engine.read(cursor, "\"mode\":\"filtered\""), "INVALID_REQUEST", "fields");
        Answered answered = engine.read(cursor, "\"mode\":\"filtered\"", "\"fields\":\"id\"");
        assertThat(answered.raw().utf8()).contains("{\\\"id\\\":1}");
    }

    @Test
    void pathReturnsCompletePart() {
        String cursor = cursorOfOrders();
        ItemIndex orders = ItemIndex.of(Slice.of(ORDERS));
        for (int index : new int[] {0, 7, COUNT - 1}) {
            Answered order = engine.readPath(cursor, "/" + index);
            assertThat(order.texts().get(0)).isEqualTo(orders.item(index));
            Answered name = engine.read(cursor, "\"section\":\"/" + index + "/customer/name\"");
            Fields customer = new Fields(new Fields(orders.item(index)).get("customer"));
            assertThat(name.texts().get(0).utf8()).isEqualTo(customer.text("name"));
        }
        assertRefused(engine.readPath(cursor, "/" + COUNT), "INVALID_REQUEST", "does not exist");
        assertRefused(engine.readPath(cursor, "0"), "INVALID_REQUEST", "path");
    }

    @Test
    void linesReturnRangeOfText() {
        String text = Payloads.named("log-with-stack-traces").text();
        List<String> lines = text.lines().toList();
        String cursor = cursorOf(SampleResults.text(text.getBytes(StandardCharsets.UTF_8)));
        Answered answered = engine.read(cursor, "\"start_line\":101", "\"endLine\":105");
        assertThat(answered.chunkText().utf8()).isEqualTo(String.join("\n", lines.subList(100, 105)) + "\n");
        Fields header = answered.getShown().header();
        assertThat(header.number("startLine")).isEqualTo(101);
        assertThat(header.number("endLine")).isEqualTo(105);
        assertThat(header.flag("hasMore")).isFalse();
        assertRefused(engine.read(cursor, "\"start_line\":1000000"), "INVALID_REQUEST", "start_line");
        assertRefused(engine.read(cursor, "\"start_line\":9", "\"end_line\":3"), "INVALID_REQUEST", "end_line");
        assertRefused(engine.read(cursor, "\"start_line\":0"), "INVALID_REQUEST", "start_line");
    }

    @Test
    void linesOfDocumentAreLinesOfItsText() {
        byte[] pretty = Payloads.named("users-pretty").bytes();
        String cursor = cursorOf(SampleResults.text(pretty));
        Answered answered = engine.read(cursor, "\"mode\":\"lines\"");
        new ReadBack(engine).check(answered, new Expected("", Slice.of(pretty), false));
        Answered selected = engine.read(cursor, "\"start_line\":2", "\"end_line\":4");
        List<String> lines = Payloads.named("users-pretty").text().lines().toList();
        assertThat(selected.chunkText().utf8()).isEqualTo(String.join("\n", lines.subList(1, 4)) + "\n");
    }

    @Test
    void bareStringInStructuredContentIsReadAsText() {
        String prose = Payloads.named("prose").text();
        String result = "{\"content\":[],\"structuredContent\":" + JsonStrings.of(prose) + "}";
        Answered answered =
                engine.read(cursorOf(result.getBytes(StandardCharsets.UTF_8)), "\"mode\":\"lines\"", "\"page\":1");
        Expected text = new Expected("", Slice.of(prose), false);
        assertThat(prose).startsWith(ReadBack.chunk(answered, text, text).utf8());
    }

    @Test
    void modeFullReturnsOriginalIfItFits() {
        byte[] result =
                SampleResults.withTextCopy(Payloads.named("list-at-depth-1").bytes());
        Policy roomy = Engine.policy(1_000).with(Policy.FULL_BUDGET_THRESHOLD, 1_000_000);
        Engine full = Engine.of(roomy, ClientFeatures.current());
        Answered answered = full.read(String.valueOf(full.guard(result).nextCursor()), "\"mode\":\"full\"");
        assertThat(Slice.of(answered.bytes()).utf8())
                .startsWith(Slice.of(result).sub(0, result.length - 1).utf8());
        assertThat(answered.isShaped()).isFalse();
    }

    @Test
    void modeFullReturnsFirstPartAndCursorIfOriginalDoesNotFit() {
        Answered answered = engine.read(cursorOfOrders(), "\"mode\":\"full\"");
        assertThat(answered.nextCursor()).isNotNull();
        assertThat(ModelInput.of(answered).tokens()).isLessThanOrEqualTo(1_100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "wide-object", "list-at-depth-3", "deep-object", "map-of-thousands"})
    void modeSummaryStaysWithinBudget(String name) {
        String cursor = cursorOf(SampleResults.text(Payloads.named(name).bytes()));
        Answered answered = engine.read(cursor, "\"mode\":\"summary\"");
        assertThat(answered.isError()).as("%s", answered).isFalse();
        assertThat(ModelInput.of(answered).tokens()).isLessThanOrEqualTo(1_100);
        assertThat(answered.getShown().header().text("notice")).startsWith("Summary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"mode\":\"nonsense\"",
                "\"mode\":7",
                "\"page\":-1",
                "\"page\":\"x\"",
                "\"page\":99999999999999999999",
                "\"page\":1000000",
                "\"pages\":\"3-1\"",
                "\"pages\":\"a\"",
                "\"limit\":-1",
                "\"fields\":\",\"",
                "\"fields\":[\"\"]",
                "\"fields\":{\"id\":1}",
                "\"path\":7",
                "\"path\":\"/~\"",
                "\"direction\":\"up\"",
                "\"max_tokens\":-1",
                "\"surprise\":1",
                "\"page\":9000"
            })
    void refusalNamesTheInvalidArgument(String argument) {
        Answered refused = engine.read(cursorOfOrders(), argument);
        String name = argument.substring(1, argument.indexOf('"', 1));
        assertRefused(refused, "INVALID_REQUEST", name);
    }

    @Test
    void explicitNullMeansAbsent() {
        String cursor = cursorOfOrders();
        Answered plain = engine.read(cursor);
        Answered nulls = engine.read(cursor, "\"mode\":null", "\"page\":null", "\"fields\":null", "\"path\":null");
        assertThat(nulls.bytes()).isEqualTo(plain.bytes());
    }

    static void assertRefused(Answered answered, String code, String message) {
        assertThat(answered.isError()).as("%s", answered).isTrue();
        assertThat(answered.structured()).isNull();
        byte[] text = answered.texts().get(0).toByteArray();
        assertThat(ParsedJson.isJson(text)).isTrue();
        Fields error = new Fields(new Fields(Slice.of(text)).get("error"));
        assertThat(error.text("code")).as("%s", answered).isEqualTo(code);
        assertThat(error.text("message")).as("%s", answered).contains(message);
        assertThat(new Fields(error.get("details")).text("suggestion")).isNotEmpty();
    }
}
