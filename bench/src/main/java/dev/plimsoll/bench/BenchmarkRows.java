package dev.plimsoll.bench;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.BenchmarkRow.RunnerListBuilder;
import dev.plimsoll.bench.floor.HandwrittenAnswer;
import dev.plimsoll.bench.floor.HandwrittenCounter;
import dev.plimsoll.bench.floor.HandwrittenJson;
import dev.plimsoll.bench.floor.JacksonAnswer;
import dev.plimsoll.bench.load.BenchEngine;
import dev.plimsoll.bench.load.BenchToolResults;
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

/** Creates the rows of the table, in order. */
final class BenchmarkRows {

    private static final SpeedGoal TWICE_THE_FLOOR = SpeedGoal.ofMaxRatio(2);
    private static final SpeedGoal SLIM_GOAL = SpeedGoal.ofMaxRatio(1.2);
    private static final SpeedGoal PAGE_GOAL = SpeedGoal.ofMaxMillis(0.15);
    private static final int LARGE_BUDGET = 1_000_000;

    private final List<BenchmarkRow> rows = new ArrayList<>();

    private BenchmarkRows() {}

    /**
     * Returns all rows.
     *
     * @param passingSize the size of results that pass
     * @param sizes the sizes of shaped results, ascending. First answers are measured for all sizes. First answers to
     *     structured results with a copy as text, counts, and single steps are measured only for the second size.
     *     Everything else is measured for the second size and above. If there is only one size, it is also the second
     */
    static List<BenchmarkRow> create(int passingSize, List<Integer> sizes) {
        BenchmarkRows benchmarkRows = new BenchmarkRows();
        benchmarkRows.addDecisions(passingSize);
        sizes.forEach(benchmarkRows::addTextAnswers);
        sizes.forEach(benchmarkRows::addStructuredAnswers);
        benchmarkRows.addCopiedAnswers(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(benchmarkRows::addChunks);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(benchmarkRows::addPages);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> benchmarkRows.rows.addAll(StoreRows.create(size)));
        benchmarkRows.addCounts(sizes.get(Math.min(1, sizes.size() - 1)));
        benchmarkRows.addSteps(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> benchmarkRows.rows.addAll(QueryRows.create(size)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> benchmarkRows.rows.addAll(SearchRows.create(size)));
        return List.copyOf(benchmarkRows.rows);
    }

    private void addDecisions(int size) {
        rows.add(new BenchmarkRow(
                "decide", "decision that " + NumberFormatter.formatBytes(size) + " pass", size, TWICE_THE_FLOOR, () -> {
                    Slice result = BenchToolResults.toTextResult(SampleRecords.generateArray(size));
                    ResultMeter meter = new ResultMeter(Estimator.CLASSES, false);
                    return compareWithReading(RunnerListBuilder.ofEngine(() -> decide(meter, result)), result);
                }));
        rows.add(new BenchmarkRow("decide", "decision and passed result", size, SpeedGoal.NONE, () -> {
            Slice result = BenchToolResults.toTextResult(SampleRecords.generateArray(size));
            BenchEngine benchEngine =
                    new BenchEngine(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, LARGE_BUDGET));
            return compareWithReading(
                    RunnerListBuilder.ofEngine(
                            () -> benchEngine.answerWithinBudget(result).length()),
                    result);
        }));
    }

    private static List<BenchmarkRow.Runner> compareWithReading(RunnerListBuilder builder, Slice result) {
        TokenCounter classes = TokenCounter.classes();
        return builder.withRunner("estimate", () -> classes.countEscaped(result))
                .withRunner("plain read", () -> HandwrittenJson.sumBytes(result))
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
                "first answer", NumberFormatter.formatBytes(size) + " in a text block", size, TWICE_THE_FLOOR, () -> {
                    Slice result = BenchToolResults.toTextResult(SampleRecords.generateArray(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return RunnerListBuilder.ofEngine(
                                    () -> benchEngine.firstAnswer(result).length())
                            .withRunner(
                                    "by hand",
                                    () -> HandwrittenAnswer.text(result)
                                            .message()
                                            .length())
                            .withRunner("Jackson tree", () -> JacksonAnswer.text(result).length)
                            .runners();
                }));
    }

    private void addStructuredAnswers(int size) {
        rows.add(new BenchmarkRow(
                "first answer", NumberFormatter.formatBytes(size) + " structured", size, TWICE_THE_FLOOR, () -> {
                    Slice result = BenchToolResults.toStructuredResult(SampleRecords.generateArray(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return RunnerListBuilder.ofEngine(
                                    () -> benchEngine.firstAnswer(result).length())
                            .withRunner(
                                    "by hand",
                                    () -> HandwrittenAnswer.structured(result)
                                            .message()
                                            .length())
                            .withRunner("Jackson tree", () -> JacksonAnswer.structured(result).length)
                            .runners();
                }));
    }

    /** Adds the row for the first chunk. The answer contains the number of chunks, so all of the text is counted exactly. */
    private void addChunks(int size) {
        rows.add(new BenchmarkRow(
                "first chunk", NumberFormatter.formatBytes(size) + " of log lines", size, SpeedGoal.NONE, () -> {
                    Slice lines = SampleLogs.generateLines(size);
                    Slice result = BenchToolResults.toTextResult(lines);
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    TokenCounter bpe = TokenCounter.bpe();
                    return RunnerListBuilder.ofEngine(
                                    () -> benchEngine.firstChunk(result).length())
                            .withRunner("exact count", () -> bpe.count(lines))
                            .runners();
                }));
    }

    private void addCopiedAnswers(int size) {
        rows.add(new BenchmarkRow(
                "first answer",
                NumberFormatter.formatBytes(size) + " structured and as text",
                size,
                TWICE_THE_FLOOR,
                () -> {
                    Slice result = BenchToolResults.toStructuredResultWithText(SampleRecords.generateArray(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return RunnerListBuilder.ofEngine(
                                    () -> benchEngine.firstAnswer(result).length())
                            .withRunner(
                                    "by hand",
                                    () -> HandwrittenAnswer.structuredWithText(result)
                                            .message()
                                            .length())
                            .withRunner("Jackson tree", () -> JacksonAnswer.structured(result).length)
                            .runners();
                }));
    }

    private void addPages(int size) {
        String suffix = " of " + NumberFormatter.formatBytes(size);
        rows.add(new BenchmarkRow(
                "further page",
                "pages 2 to 5" + suffix,
                size,
                PAGE_GOAL,
                () -> createPageRunners(PageReads.afterFirstPage(SampleRecords.generateArray(size)))));
        rows.add(new BenchmarkRow(
                "further page",
                "deep pages" + suffix,
                size,
                PAGE_GOAL,
                () -> createPageRunners(PageReads.deepPages(SampleRecords.generateArray(size)))));
    }

    private static List<BenchmarkRow.Runner> createPageRunners(PageReads pageReads) {
        return RunnerListBuilder.ofEngine(() -> pageReads.read().length())
                .withRunner("copy + escape", () -> pageReads.copyByHand().length())
                .runners();
    }

    private void addCounts(int size) {
        String suffix = " of " + NumberFormatter.formatBytes(size);
        rows.add(new BenchmarkRow("count", "chars" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = SampleRecords.generateArray(size);
            TokenCounter chars = TokenCounter.chars();
            return RunnerListBuilder.ofEngine(() -> chars.count(text))
                    .withRunner("plain loop", () -> HandwrittenCounter.countCharacters(text))
                    .runners();
        }));
        rows.add(new BenchmarkRow("count", "classes" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = SampleRecords.generateArray(size);
            TokenCounter classes = TokenCounter.classes();
            HandwrittenCounter handwritten = new HandwrittenCounter();
            return RunnerListBuilder.ofEngine(() -> classes.count(text))
                    .withRunner("pair table", () -> handwritten.sumPairWeights(text))
                    .runners();
        }));
        rows.add(new BenchmarkRow("count", "classes, escaped," + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = BenchToolResults.toTextResult(SampleRecords.generateArray(size));
            TokenCounter classes = TokenCounter.classes();
            HandwrittenCounter handwritten = new HandwrittenCounter();
            return RunnerListBuilder.ofEngine(() -> classes.countEscaped(text))
                    .withRunner("pair table", () -> handwritten.sumPairWeights(text))
                    .runners();
        }));
        rows.add(new BenchmarkRow("count", "bpe" + suffix, size, SpeedGoal.NONE, () -> {
            Slice text = SampleRecords.generateArray(size);
            TokenCounter bpe = TokenCounter.bpe();
            Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
            return RunnerListBuilder.ofEngine(() -> bpe.count(text))
                    .withRunner("jtokkit", () -> encoding.countTokensOrdinary(text.utf8()))
                    .runners();
        }));
    }

    private static BenchmarkRow createSlimRow(String name, int size, Slice json) {
        return new BenchmarkRow("step", name, size, SLIM_GOAL, () -> {
            byte[] out = new byte[json.length()];
            return RunnerListBuilder.ofEngine(
                            () -> new ByteSink(json.length()).json(json).size())
                    .withRunner("copy by hand", () -> HandwrittenJson.copyWithoutSpace(json, out))
                    .runners();
        });
    }

    private void addSteps(int size) {
        String suffix = " of " + NumberFormatter.formatBytes(size);
        rows.add(createSlimRow("slim copy" + suffix, size, SampleRecords.generateArray(size)));
        rows.add(createSlimRow("slim copy" + suffix + " indented", size, SampleRecords.generateIndentedArray(size)));
        rows.add(new BenchmarkRow("step", "index" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice array = SampleRecords.generateArray(size);
            return RunnerListBuilder.ofEngine(() -> ItemIndex.of(array).count())
                    .withRunner("by hand", () -> HandwrittenJson.index(array.bytes(), 1).length)
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "validate" + suffix, size, SpeedGoal.NONE, () -> {
            Slice array = SampleRecords.generateArray(size);
            JsonMapper json = JsonMapper.shared();
            return RunnerListBuilder.ofEngine(() -> Json.isValid(array) ? 1 : 0)
                    .withRunner("index by hand", () -> HandwrittenJson.index(array.bytes(), 1).length)
                    .withRunner(
                            "Jackson tree", () -> json.readTree(array.bytes()).size())
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "find the end of the text" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice result = BenchToolResults.toTextResult(SampleRecords.generateArray(size));
            int from = HandwrittenJson.after(result.bytes(), 0, HandwrittenJson.TEXT_START);
            return RunnerListBuilder.ofEngine(() -> Json.skipString(result.bytes(), from - 1, result.to()))
                    .withRunner("by hand", () -> HandwrittenJson.afterString(result.bytes(), from))
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "validate the result" + suffix, size, SpeedGoal.NONE, () -> {
            Slice result = BenchToolResults.toTextResult(SampleRecords.generateArray(size));
            int from = HandwrittenJson.after(result.bytes(), 0, HandwrittenJson.TEXT_START);
            return RunnerListBuilder.ofEngine(() -> Json.isValid(result) ? 1 : 0)
                    .withRunner("find the end", () -> HandwrittenJson.afterString(result.bytes(), from))
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "unescape" + suffix, size, TWICE_THE_FLOOR, () -> {
            byte[] result = BenchToolResults.toTextResult(SampleRecords.generateArray(size))
                    .bytes();
            int from = HandwrittenJson.after(result, 0, HandwrittenJson.TEXT_START);
            Slice escaped = new Slice(result, from, result.length - "\"}]}".length());
            return RunnerListBuilder.ofEngine(() -> JsonText.unescape(escaped).length)
                    .withRunner(
                            "by hand",
                            () -> HandwrittenJson.unescape(result, from).length())
                    .withRunner("String", () -> new String(result, StandardCharsets.UTF_8).length())
                    .runners();
        }));
        rows.add(new BenchmarkRow("step", "escape" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice array = SampleRecords.generateArray(size);
            return RunnerListBuilder.ofEngine(
                            () -> new ByteSink(2 * size).string(array).size())
                    .withRunner("by hand", () -> HandwrittenJson.escape(array, new byte[2 * array.length() + 16], 0))
                    .runners();
        }));
    }
}
