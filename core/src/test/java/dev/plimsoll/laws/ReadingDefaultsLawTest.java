package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
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

/**
 * Checks that arguments change nothing if they are null, empty, or equal to the default: some clients fill in every
 * argument. Also checks where a read begins if its arguments differ from those of the read before.
 */
@Execution(ExecutionMode.CONCURRENT)
class ReadingDefaultsLawTest {

    private static final int BUDGET = 1_000;

    /** All arguments, as some clients fill them in. */
    private static final String[] FILLED = {
        "\"mode\":\"paginated\"",
        "\"page\":1",
        "\"page_size\":50",
        "\"fields\":[]",
        "\"path\":\"\"",
        "\"find\":\"\"",
        "\"query\":{}",
        "\"pages\":\"\"",
        "\"direction\":\"next\"",
        "\"start_line\":null",
        "\"end_line\":null",
        "\"max_tokens\":" + BUDGET
    };

    /** Creates a result like GitHub's for a commit: few members, one of them a list of files. */
    private static byte[] commit() {
        StringBuilder files = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            files.append(i == 0 ? "" : ",")
                    .append("{\"filename\":\"src/main/java/io/example/orders/Order" + i
                            + ".java\",\"status\":\"modified\","
                            + "\"patch\":\"@@ -1,7 +1,7 @@\\n-  private final long id" + i
                            + ";\\n+  private final UUID id"
                            + i + ";\"}");
        }
        return ("{\"sha\":\"9f2c1d\",\"author\":\"Grace Hopper\",\"files\":[" + files + "]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] file() {
        return ("{\"sha\":\"9f2c1d\",\"path\":\"README.md\",\"content\":"
                        + JsonStrings.of(Payloads.named("markdown").text()) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "page,orders",
        "list,orders",
        "cursor,orders",
        "guide,orders",
        "probe,orders",
        "trim,orders",
        "auto,wide-object",
        "probe,wide-object",
        "auto,list-at-depth-2",
        "list,list-at-depth-2",
        "auto,prose",
        "probe,prose",
        "auto,dominating-string"
    })
    void defaultArgumentsChangeNothing(StyleId style, String payload) {
        Policy policy = Engine.policy(BUDGET).with(Policy.STYLE, style).with(Policy.HEAVY, true);
        for (ClientFeatures clientFeatures : List.of(ClientFeatures.old(), ClientFeatures.modern())) {
            Engine engine = Engine.of(policy, clientFeatures);
            Answered page =
                    engine.guard(SampleResults.text(Payloads.named(payload).bytes()));
            int pages = 0;
            for (String next = page.nextCursor(); next != null && pages < 40; next = page.nextCursor()) {
                Answered plain = engine.read(next);
                page = engine.read(next, FILLED);
                assertThat(page.raw().utf8()).isEqualTo(plain.raw().utf8());
                pages++;
            }
            assertThat(pages).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"find\":\"open\"", "\"query\":\".[].id\"", "\"fields\":\"id\"", "\"page_size\":3"})
    void defaultArgumentsKeepViewOfCursor(String view) {
        Engine engine = Engine.of(BUDGET, ClientFeatures.current());
        String first = String.valueOf(
                engine.guard(SampleResults.text(Payloads.orders(400))).nextCursor());
        String next = String.valueOf(engine.read(first, view).nextCursor());
        assertThat(engine.read(next, FILLED).raw().utf8())
                .isEqualTo(engine.read(next).raw().utf8());
    }

    @ParameterizedTest
    @ValueSource(strings = {"page", "limit", "page_size"})
    void zeroMeansAbsent(String argument) {
        Engine engine = Engine.of(BUDGET, ClientFeatures.current());
        String next = String.valueOf(
                engine.guard(SampleResults.text(Payloads.orders(400))).nextCursor());
        assertThat(engine.read(next, "\"" + argument + "\":0").bytes())
                .isEqualTo(engine.read(next).bytes());
        assertThat(engine.read(next, "\"" + argument + "\":\"0\"").bytes())
                .isEqualTo(engine.read(next).bytes());
    }

    @Test
    void fieldsWithCursorOfListInObjectBeginWithFirstItem() {
        Engine engine = Engine.of(BUDGET, ClientFeatures.current());
        Answered first = engine.guard(SampleResults.text(commit()));
        Answered second = engine.read(String.valueOf(first.nextCursor()));
        for (Answered shown : List.of(first, second)) {
            Answered names = engine.read(String.valueOf(shown.nextCursor()), "\"fields\":\"filename\"");
            assertThat(names.getShown().header().range()[0]).isEqualTo(1);
            assertThat(names.raw().utf8()).contains("Order0.java").doesNotContain("patch");
        }
    }

    @Test
    void fieldsWithCursorOfLongTextInObjectApplyToObject() {
        Engine engine = Engine.of(BUDGET, ClientFeatures.current());
        Answered first = engine.guard(SampleResults.text(file()));
        Answered second = engine.read(String.valueOf(first.nextCursor()));
        for (Answered shown : List.of(first, second)) {
            Answered sha = engine.read(String.valueOf(shown.nextCursor()), "\"fields\":\"sha\"");
            assertThat(sha.texts().get(0).utf8()).isEqualTo("{\"sha\":\"9f2c1d\"}");
        }
    }

    @Test
    void fieldsWithCursorOfPagedMembersApplyToObject() {
        Engine engine = Engine.of(BUDGET, ClientFeatures.current());
        Answered summary =
                engine.guard(SampleResults.text(Payloads.named("wide-object").bytes()));
        Answered members = engine.read(String.valueOf(summary.nextCursor()));
        Answered second = engine.read(String.valueOf(members.nextCursor()));
        String key = new Fields(second.getShown().items(JsonPointer.root()).item(0)).text("key");
        Answered single = engine.read(String.valueOf(second.nextCursor()), "\"fields\":[" + JsonStrings.of(key) + "]");
        assertThat(single.raw().utf8()).doesNotContain("items\\\":[]").contains(key);
    }

    /** Checks many members that are each too short to be a section, as in a lock file. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "page", "summary", "chunk", "trim", "list", "guide", "cursor", "receipt"})
    void objectOfManyShortMembersIsReadToItsEnd(StyleId style) {
        StringBuilder lock = new StringBuilder("{");
        for (int i = 0; i < 2_522; i++) {
            lock.append(i == 0 ? "" : ",").append("\"@example/package-" + i + "\":\"" + i % 7 + "." + i % 13 + ".0\"");
        }
        byte[] bytes = lock.append("}").toString().getBytes(StandardCharsets.UTF_8);
        Engine engine = Engine.of(Engine.policy(4_000).with(Policy.STYLE, style), ClientFeatures.current());
        Answered first = engine.guard(SampleResults.text(bytes));
        assertThat(first.raw().utf8()).contains("plimsoll_read with cursor = nextCursor");
        List<String> keys = new ArrayList<>();
        for (String next = first.nextCursor(); next != null; ) {
            Answered page = engine.read(next);
            ItemIndex items = page.getShown().items(JsonPointer.root());
            for (int i = 0; i < items.count(); i++) {
                keys.add(new Fields(items.item(i)).text("key"));
            }
            next = page.nextCursor();
        }
        // keys lacks the members that the first answer shows
        assertThat(keys).hasSizeGreaterThan(2_300).doesNotHaveDuplicates().contains("@example/package-2521");
        assertThat(2_522 - keys.size()).isLessThan(200);
    }

    @Test
    void newBudgetContinuesInSameTextAtCursor() {
        Engine engine = Engine.of(BUDGET, ClientFeatures.current());
        Answered first = engine.guard(SampleResults.text(file()));
        Answered second = engine.read(String.valueOf(first.nextCursor()));
        Answered less = engine.read(String.valueOf(second.nextCursor()), "\"max_tokens\":400");
        assertThat(less.getShown().header().number("startLine"))
                .isGreaterThanOrEqualTo(second.getShown().header().number("endLine"));
    }

    @ParameterizedTest
    @CsvSource({
        "page,orders",
        "list,orders",
        "cursor,orders",
        "auto,list-at-depth-2",
        "auto,prose",
        "auto,dominating-string"
    })
    void previousPageComesBeforePageOfCursor(StyleId style, String payload) {
        Engine engine = Engine.of(Engine.policy(BUDGET).with(Policy.STYLE, style), ClientFeatures.current());
        List<Answered> pages = new ArrayList<>();
        pages.add(engine.guard(SampleResults.text(Payloads.named(payload).bytes())));
        for (int i = 0; i < 5; i++) {
            pages.add(engine.read(String.valueOf(pages.get(i).nextCursor())));
        }
        for (int i = 2; i <= 5; i++) {
            String expected = pages.get(i - 1).raw().utf8();
            for (String cursor : List.of("nextCursor", "previousCursor")) {
                String shown = String.valueOf(pages.get(i).pageText(cursor));
                assertThat(engine.read(shown, "\"direction\":\"previous\"")
                                .raw()
                                .utf8())
                        .as("%s of page %d", cursor, i + 1)
                        .isEqualTo(expected);
            }
        }
        Answered refused = engine.read(String.valueOf(pages.get(0).nextCursor()), "\"direction\":\"previous\"");
        assertThat(refused.raw().utf8()).contains("INVALID_REQUEST", "no page before the first");
    }

    @Test
    void cursorOfLastPageCanGoBack() {
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < 12; i++) {
            list.append(i == 0 ? "" : ",")
                    .append("{\"id\":" + i + ",\"log\":" + JsonStrings.of("failed again ".repeat(700)) + "}");
        }
        Engine engine = Engine.of(BUDGET, ClientFeatures.current());
        List<Answered> pages = new ArrayList<>();
        pages.add(engine.guard(SampleResults.text(list.append("]").toString().getBytes(StandardCharsets.UTF_8))));
        for (String next = pages.get(0).nextCursor();
                next != null;
                next = pages.get(pages.size() - 1).nextCursor()) {
            pages.add(engine.read(next));
        }
        assertThat(pages.size()).isGreaterThan(1);
        String cursor = String.valueOf(pages.get(pages.size() - 1).pageText("cursor"));
        assertThat(engine.read(cursor).bytes())
                .isEqualTo(pages.get(pages.size() - 1).bytes());
        assertThat(engine.read(cursor, "\"direction\":\"previous\"").raw().utf8())
                .isEqualTo(pages.get(pages.size() - 2).raw().utf8());
    }
}
