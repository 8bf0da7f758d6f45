package dev.plimsoll.shape.outline.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.outline.statistics.StatisticsWriter.Level;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.ParallelRunner;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListStatisticsTest {

    private static final ParallelRunner BACKWARD = (parts, work) ->
            IntStream.range(0, parts).map(i -> parts - 1 - i).parallel().forEach(work);

    @Test
    void countsRangesInAnyOrderLikeOneScan() {
        StringJoiner list = new StringJoiner(",", "[", "]");
        for (int i = 0; i < 60_000; i++) {
            list.add("{\"id\":" + i + ",\"state\":\"" + (i % 3 == 0 ? "open" : "closed") + "\",\"at\":\"2026-03-0"
                    + (1 + i % 9) + "\",\"many\":\"v" + i % 500 + "\",\"few\":[" + i % 7 + "],\"map\":{\"k" + i % 900
                    + "\":{\"n\":" + i + "}}" + (i == 59_000 ? ",\"rare\":null" : "") + "}");
        }
        Slice text = Slice.of(list.toString());
        ItemSequence items = items(text);
        ListStatistics counted = ListStatistics.count(items, Long.MAX_VALUE, BACKWARD);
        assertThat(counted.isComplete()).isTrue();
        ValueStatistics statisticsOfOneScan = ValueStatistics.of(text);
        assertThat(written(ValueStatistics.ofArray(counted.items(), counted.counted(), text.length())))
                .isEqualTo(written(statisticsOfOneScan))
                .contains("\"rare\"", "\"open\":20000", "\"eachMember\"");
    }

    @Test
    void sampleReportsTheNumberOfItsItems() {
        StringJoiner list = new StringJoiner(",", "[", "]");
        for (int i = 0; i < 10_000; i++) {
            list.add("{\"id\":" + i + "}");
        }
        ListStatistics sample =
                ListStatistics.count(items(Slice.of(list.toString())), 20_000, ParallelRunner.SEQUENTIAL);
        assertThat(sample.isComplete()).isFalse();
        assertThat(sample.counted()).isEqualTo(sample.items().count()).isBetween(1_000L, 3_000L);
    }

    private static ItemSequence items(Slice list) {
        ToolResult result = Objects.requireNonNull(ToolResult.parse(Slice.of("{\"content\":[]}")));
        IndexedResult indexed =
                new IndexedResult(result, new Document(list, true), Copies.NONE, null, ParallelRunner.SEQUENTIAL);
        return indexed.items(list, JsonPointer.root());
    }

    private static String written(ValueStatistics statistics) {
        AnswerDraft out = new AnswerDraft(Estimator.CLASSES.fastCounter());
        new StatisticsWriter(Level.RICH_TO_POOR.get(0), out, new Budget(100_000, 1_000_000)).write(statistics);
        return out.written().utf8();
    }
}
