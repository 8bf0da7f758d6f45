package dev.plimsoll.bench;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.BenchmarkRow.Builder;
import dev.plimsoll.bench.floor.HandwrittenAnswer;
import dev.plimsoll.bench.floor.HandwrittenCounter;
import dev.plimsoll.bench.floor.HandwrittenJson;
import dev.plimsoll.bench.floor.JacksonAnswer;
import dev.plimsoll.bench.load.BenchEngine;
import dev.plimsoll.bench.load.LoadResults;
import dev.plimsoll.bench.load.PageReads;
import dev.plimsoll.bench.load.SampleLogs;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The rows of the table, in order. */
final class BenchmarkRows {

    private static final SpeedGoal TWICE_THE_FLOOR = SpeedGoal.ratio(2);
    private static final SpeedGoal SLIM_GOAL = SpeedGoal.ratio(1.2);
    private static final SpeedGoal PAGE_GOAL = SpeedGoal.millis(0.15);
    private static final int LARGE_BUDGET = 1_000_000;

    private final List<BenchmarkRow> rows = new ArrayList<>();

    private BenchmarkRows() {}

    /**
     * Returns all rows.
     *
     * @param passingSize the size of results that pass
     * @param sizes the sizes of shaped results, ascending. Only first answers are measured for all sizes; single steps are
     *     measured for the second size, everything else for the second size and above
     */
    static List<BenchmarkRow> of(int passingSize, List<Integer> sizes) {
        BenchmarkRows all = new BenchmarkRows();
        all.addDecisions(passingSize);
        sizes.forEach(all::addTextAnswers);
        sizes.forEach(all::addStructuredAnswers);
        all.addCopiedAnswers(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(all::addChunks);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(all::addPages);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(size -> all.rows.addAll(StoreRows.of(size)));
        all.addCounts(sizes.get(Math.min(1, sizes.size() - 1)));
        all.addSteps(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(size -> all.rows.addAll(QueryRows.of(size)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> all.rows.addAll(SearchRows.of(size)));
        return List.copyOf(all.rows);
    }

    private void addDecisions(int size) {
        rows.add(new BenchmarkRow(
                "decide", "decision that " + NumberFormatter.size(size) + " pass", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.text(SampleRecords.array(size));
                    ResultMeter meter = new ResultMeter(Estimator.CLASSES, false);
                    return compareWithReading(Builder.engine(() -> decide(meter, result)), result);
                }));
        rows.add(new BenchmarkRow("decide", "decision and passed result", size, SpeedGoal.NONE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            BenchEngine benchEngine =
                    new BenchEngine(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, LARGE_BUDGET));
            return compareWithReading(
                    Builder.engine(() -> benchEngine.pass(result).length()), result);
        }));
    }

    private static List<BenchmarkRow.Runner> compareWithReading(Builder builder, Slice result) {
        TokenCounter classes = TokenCounter.classes();
        return builder.against("estimate", () -> classes.countEscaped(result))
                .against("plain read", () -> HandwrittenJson.sumBytes(result))
                .runners();
    }

    /** Measures the size of a result, as the engine does to decide whether the result passes. */
    private static long decide(ResultMeter meter, Slice result) {
        ToolResult parsed = parse(result);
        return meter.cost(parsed, CopyDetector.findCopies(parsed), LARGE_BUDGET, LARGE_BUDGET, false)
                .tokens();
    }

    private static ToolResult parse(Slice result) {
        ToolResult parsed = ToolResult.parse(result);
        if (parsed == null) {
            throw new IllegalStateException("must be a result object");
        }
        return parsed;
    }

    private void addTextAnswers(int size) {
        rows.add(new BenchmarkRow(
                "first answer", NumberFormatter.size(size) + " in a text block", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.text(SampleRecords.array(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return Builder.engine(() -> benchEngine.firstAnswer(result).length())
                            .against(
                                    "by hand",
                                    () -> HandwrittenAnswer.text(result)
                                            .message()
                                            .length())
                            .against("Jackson tree", () -> JacksonAnswer.text(result).length)
                            .runners();
                }));
    }

    private void addStructuredAnswers(int size) {
        rows.add(new BenchmarkRow(
                "first answer", NumberFormatter.size(size) + " structured", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.structured(SampleRecords.array(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return Builder.engine(() -> benchEngine.firstAnswer(result).length())
                            .against(
                                    "by hand",
                                    () -> HandwrittenAnswer.structured(result)
                                            .message()
                                            .length())
                            .against("Jackson tree", () -> JacksonAnswer.structured(result).length)
                            .runners();
                }));
    }

    /** Adds the row for the first chunk. The answer contains the number of chunks, so all of the text is counted exactly. */
    private void addChunks(int size) {
        rows.add(new BenchmarkRow(
                "first chunk", NumberFormatter.size(size) + " of log lines", size, SpeedGoal.NONE, () -> {
                    Slice lines = SampleLogs.lines(size);
                    Slice result = LoadResults.text(lines);
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    TokenCounter bpe = TokenCounter.bpe();
                    return Builder.engine(() -> benchEngine.firstChunk(result).length())
                            .against("exact count", () -> bpe.count(lines))
                            .runners();
                }));
    }

    private void addCopiedAnswers(int size) {
        rows.add(new BenchmarkRow(
                "first answer", NumberFormatter.size(size) + " structured and as text", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.structuredWithText(SampleRecords.array(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return Builder.engine(() -> benchEngine.firstAnswer(result).length())
                            .against(
                                    "by hand",
                                    () -> HandwrittenAnswer.structuredWithText(result)
                                            .message()
                                            .length())
                            .against("Jackson tree", () -> JacksonAnswer.structured(result).length)
                            .runners();
                }));
    }

    private void addPages(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        rows.add(new BenchmarkRow(
                "further page",
                "pages 2 to 5" + suffix,
                size,
                PAGE_GOAL,
                () -> pages(PageReads.afterFirstPage(SampleRecords.array(size)))));
        rows.add(new BenchmarkRow(
                "further page",
                "deep pages" + suffix,
                size,
                PAGE_GOAL,
                () -> pages(PageReads.deepPages(SampleRecords.array(size)))));
    }

    private static List<BenchmarkRow.Runner> pages(PageReads pageReads) {
        return Builder.engine(() -> pageReads.read().length())
                .against("copy + escape", () -> pageReads.copyByHand().length())
                .runners();
    }

    private void addCounts(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        rows.add(new BenchmarkRow("count", "chars" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter chars = TokenCounter.chars();
            return Builder.engine(() -> chars.count(text))
                    .against("plain loop", () -> HandwrittenCounter.countCharacters(text))
                    .runners();
        }));
        rows.add(new BenchmarkRow("count", "classes" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter classes = TokenCounter.classes();
            HandwrittenCounter handwritten = new HandwrittenCounter();
            return Builder.engine(() -> classes.count(text))
                    .against("pair table", () -> handwritten.sumPairWeights(text))
                    .runners();
        }));
        rows.add(new BenchmarkRow("count", "classes, escaped," + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = LoadResults.text(SampleRecords.array(size));
            TokenCounter classes = TokenCounter.classes();
            HandwrittenCounter handwritten = new HandwrittenCounter();
            return Builder.engine(() -> classes.countEscaped(text))
                    .against("pair table", () -> handwritten.sumPairWeights(text))
                    .runners();
        }));
        rows.add(new BenchmarkRow("count", "bpe" + suffix, size, SpeedGoal.NONE, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter bpe = TokenCounter.bpe();
            Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
            return Builder.engine(() -> bpe.count(text))
                    .against("jtokkit", () -> encoding.countTokensOrdinary(text.utf8()))
                    .runners();
        }));
    }

    private static BenchmarkRow slimming(String name, int size, Slice json) {
        return new BenchmarkRow("step", name, size, SLIM_GOAL, () -> {
            byte[] out = new byte[json.length()];
            return Builder.engine(() -> new ByteSink(json.length()).json(json).size())
                    .against("copy by hand", () -> HandwrittenJson.copyWithoutSpace(json, out))
                    .runners();
        });
    }

    private void addSteps(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        rows.add(slimming("slim copy" + suffix, size, SampleRecords.array(size)));
        rows.add(slimming("slim copy" + suffix + " indented", size, SampleRecords.indentedArray(size)));
        rows.add(new BenchmarkRow("step", "index" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice array = SampleRecords.array(size);
            return Builder.engine(() -> ItemIndex.of(array).count())
                    .against("by hand", () -> HandwrittenJson.index(array.bytes(), 1).length)
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "validate" + suffix, size, SpeedGoal.NONE, () -> {
            Slice array = SampleRecords.array(size);
            JsonMapper json = JsonMapper.shared();
            return Builder.engine(() -> Json.isValid(array) ? 1 : 0)
                    .against("index by hand", () -> HandwrittenJson.index(array.bytes(), 1).length)
                    .against("Jackson tree", () -> json.readTree(array.bytes()).size())
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "find the end of the text" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            int from = HandwrittenJson.after(result.bytes(), 0, HandwrittenJson.TEXT_START);
            return Builder.engine(() -> Json.skipString(result.bytes(), from - 1, result.to()))
                    .against("by hand", () -> HandwrittenJson.afterString(result.bytes(), from))
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "validate the result" + suffix, size, SpeedGoal.NONE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            int from = HandwrittenJson.after(result.bytes(), 0, HandwrittenJson.TEXT_START);
            return Builder.engine(() -> Json.isValid(result) ? 1 : 0)
                    .against("find the end", () -> HandwrittenJson.afterString(result.bytes(), from))
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "unescape" + suffix, size, TWICE_THE_FLOOR, () -> {
            byte[] result = LoadResults.text(SampleRecords.array(size)).bytes();
            int from = HandwrittenJson.after(result, 0, HandwrittenJson.TEXT_START);
            Slice escaped = new Slice(result, from, result.length - "\"}]}".length());
            return Builder.engine(() -> JsonText.unescape(escaped).length)
                    .against(
                            "by hand",
                            () -> HandwrittenJson.unescape(result, from).length())
                    .against("String", () -> new String(result, StandardCharsets.UTF_8).length())
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "escape" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice array = SampleRecords.array(size);
            return Builder.engine(() -> new ByteSink(2 * size).string(array).size())
                    .against("by hand", () -> HandwrittenJson.escape(array, new byte[2 * array.length() + 16], 0))
                    .runners();
        }));
    }
}
