package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the reported range and total of an answer against an independent count, and whether more follows. */
@Execution(ExecutionMode.CONCURRENT)
class TotalsLawTest {

    private static final int PAGES = 40;

    static Stream<Sample> samples() {
        return Samples.halfFor(TotalsLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void totalsAboutSamplesMatchRecount(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 3);
        checkAllPages(sample.bytes(), Engine.BUDGETS[number], Engine.CLIENTS.get(number));
        checkAllPages(sample.bytes(), Engine.BUDGETS[(number + 1) % 3], ClientFeatures.current());
    }

    @Test
    void totalsAboutRandomResultsMatchRecount() {
        PropertyCases.check(
                150, 8, SampleResults.any(), result -> checkAllPages(result.bytes(), 300, ClientFeatures.current()));
    }

    @ParameterizedTest
    @CsvSource({"upstream-next, next", "upstream-cursor, nextCursor"})
    void noticeSaysThatUpstreamHasMore(String name, String member) {
        for (byte[] result : new byte[][] {
            SampleResults.text(Payloads.named(name).bytes()),
            SampleResults.withTextCopy(Payloads.named(name).bytes())
        }) {
            Answered answered = Engine.of(1_000, ClientFeatures.current()).guard(result);
            String notice = answered.getShown().header().text("notice");
            assertThat(notice).contains("says that more exists (see upstream)");
            assertThat(answered.getShown().header().text("upstream")).contains("\"" + member + "\":");
        }
    }

    @Test
    void noticeOmitsUpstreamIfItHasNoMore() {
        Answered answered = Engine.of(1_000, ClientFeatures.current()).guard(SampleResults.text(Payloads.orders(500)));
        assertThat(answered.getShown().header().text("notice")).doesNotContain("more exists");
    }

    private static void checkAllPages(byte[] result, int budget, ClientFeatures clientFeatures) {
        Engine engine = Engine.of(budget, clientFeatures);
        Answered answered = engine.guard(result);
        if (!answered.isShaped() || Original.of(result).result().isError()) {
            return;
        }
        Original original = Original.of(result);
        Expected target = original.represented(answered.shown());
        Shown first = answered.getShown();
        assertThat(first.header().text("notice")).contains(engine.call.tool());
        if (!first.isList() && !first.isChunk()) {
            answered = engine.read(first.readCursor());
        }
        PageChecker pageChecker = new PageChecker();
        for (int i = 0; i < PAGES; i++) {
            pageChecker.check(answered, target);
            String next = answered.nextCursor();
            if (next == null) {
                pageChecker.checkLastPage(answered);
                return;
            }
            answered = engine.read(next);
        }
    }

    /** Checks one page after the other, and counts their items, chunks, and bytes. */
    private static final class PageChecker {

        private int items;
        private int chunks;
        private int textAt;

        void check(Answered answered, Expected target) {
            Shown shown = answered.getShown();
            Fields header = shown.header();
            Fields page = answered.page();
            assertThat(header.flag("hasMore")).as("%s", answered).isEqualTo(header.has("nextCursor"));
            assertThat(page).isNotNull();
            assertThat(page.flag("hasMore")).isEqualTo(answered.nextCursor() != null);
            assertThat(page.number("estimatedTokens"))
                    .as("%s", answered)
                    .isEqualTo(answered.budget().number("estimatedTokens"))
                    .isEqualTo((int) answered.receipt().answerTokens());
            Expected cut = shown.path().isEmpty() ? target : target.at(shown.path());
            if (shown.isList()) {
                checkList(answered, shown, cut, target.relativePath(cut.path()));
            } else {
                checkChunk(answered, header, cut, target);
            }
        }

        private void checkList(Answered answered, Shown shown, Expected list, JsonPointer path) {
            int total = Element.of(list).size();
            int[] range = shown.header().range();
            int shownItems = ItemIndex.of(shown.cut(path)).count();
            assertThat(shown.header().number("totalCount")).as("%s", answered).isEqualTo(total);
            assertThat(range[0]).as("%s", answered).isEqualTo(Math.min(total, items + 1));
            assertThat(range[1]).as("%s", answered).isEqualTo(items + shownItems);
            String noun = list.is(JsonType.OBJECT) ? "Members " : "Items ";
            assertThat(shown.header().text("notice")).contains(noun + range[0] + "-" + range[1] + " of " + total);
            assertThat(shown.header().flag("hasMore")).isEqualTo(range[1] < total);
            items += shownItems;
        }

        private void checkChunk(Answered answered, Fields header, Expected text, Expected object) {
            Slice chunk = ReadBack.chunk(answered, object, text);
            int end = textAt + chunk.length();
            chunks++;
            Fields page = answered.page();
            assertThat(page).isNotNull();
            assertThat(page.number("chunkIndex")).isEqualTo(chunks);
            assertThat(header.number("totalLines"))
                    .isEqualTo(lines(text.value(), text.value().length()));
            assertThat(header.number("startLine")).as("%s", answered).isEqualTo(lineAt(text.value(), textAt));
            assertThat(header.number("endLine"))
                    .as("%s", answered)
                    .isEqualTo(lineAt(text.value(), Math.max(textAt, end - 1)));
            assertThat(header.flag("hasMore")).isEqualTo(end < text.value().length());
            assertThat(chunks > 1 || header.number("endLine") - header.number("startLine") < 200)
                    .isTrue();
            textAt = end;
        }

        void checkLastPage(Answered answered) {
            Fields header = answered.getShown().header();
            Fields page = answered.page();
            if (page != null && page.has("totalChunks")) {
                assertThat(page.number("totalChunks")).as("%s", answered).isEqualTo(chunks);
            } else {
                assertThat(header.number("totalCount")).as("%s", answered).isEqualTo(items);
            }
        }

        /** Returns the number of lines that begin before an offset; a line includes its line feed. */
        private static int lines(Slice text, int end) {
            int lines = 0;
            for (int i = 0; i < end; i++) {
                boolean begins = i == 0 || text.at(i - 1) == '\n';
                lines += begins ? 1 : 0;
            }
            return lines;
        }

        private static int lineAt(Slice text, int offset) {
            return lines(text, offset + 1);
        }
    }
}
