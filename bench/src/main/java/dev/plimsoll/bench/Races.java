package dev.plimsoll.bench;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.RunnerRace.Builder;
import dev.plimsoll.bench.floor.HandAnswer;
import dev.plimsoll.bench.floor.HandCount;
import dev.plimsoll.bench.floor.HandJson;
import dev.plimsoll.bench.floor.TreeAnswer;
import dev.plimsoll.bench.load.BenchEngine;
import dev.plimsoll.bench.load.LoadResults;
import dev.plimsoll.bench.load.Logs;
import dev.plimsoll.bench.load.PageReads;
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
final class Races {

    private static final SpeedGoal TWICE_THE_FLOOR = SpeedGoal.ratio(2);
    private static final SpeedGoal PAGE_GOAL = SpeedGoal.millis(0.15);
    private static final int LARGE_BUDGET = 1_000_000;

    private final List<RunnerRace> races = new ArrayList<>();

    private Races() {}

    /**
     * Returns all rows.
     *
     * @param small the size of results that pass, and of single steps
     * @param sizes the ascending sizes of shaped results; further pages are read from all but the first
     */
    static List<RunnerRace> of(int small, List<Integer> sizes) {
        Races all = new Races();
        all.addDecisions(small);
        sizes.forEach(all::addTextAnswers);
        sizes.forEach(all::addStructuredAnswers);
        all.addCopiedAnswers(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(all::addChunks);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(all::pages);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> all.races.addAll(StoreRaces.of(size)));
        all.addCounts(sizes.get(Math.min(1, sizes.size() - 1)));
        all.addSteps(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> all.races.addAll(QueryRaces.of(size)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> all.races.addAll(SearchRaces.of(size)));
        return List.copyOf(all.races);
    }

    private void addDecisions(int size) {
        races.add(new RunnerRace(
                "decide", "may " + NumberFormatter.size(size) + " pass: the decision", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.text(SampleRecords.array(size));
                    ResultMeter meter = new ResultMeter(Estimator.CLASSES, false);
                    return againstReading(Builder.engine(() -> decide(meter, result)), result);
                }));
        races.add(new RunnerRace("decide", "… and the result, passed on", size, SpeedGoal.NONE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            BenchEngine benchEngine =
                    new BenchEngine(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, LARGE_BUDGET));
            return againstReading(
                    Builder.engine(() -> benchEngine.passed(result).length()), result);
        }));
    }

    private static List<RunnerRace.Runner> againstReading(Builder builder, Slice result) {
        TokenCounter classes = TokenCounter.classes();
        return builder.against("estimate", () -> classes.countEscaped(result))
                .against("plain read", () -> HandJson.sum(result))
                .runners();
    }

    /** Measures a result as the engine does before it passes the result. */
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
        races.add(new RunnerRace(
                "first answer", NumberFormatter.size(size) + " in a text block", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.text(SampleRecords.array(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return Builder.engine(() -> benchEngine.firstAnswer(result).length())
                            .against(
                                    "by hand",
                                    () -> HandAnswer.text(result).out().length())
                            .against("Jackson tree", () -> TreeAnswer.text(result).length)
                            .runners();
                }));
    }

    private void addStructuredAnswers(int size) {
        races.add(new RunnerRace(
                "first answer", NumberFormatter.size(size) + " structured", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.structured(SampleRecords.array(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return Builder.engine(() -> benchEngine.firstAnswer(result).length())
                            .against(
                                    "by hand",
                                    () -> HandAnswer.structured(result).out().length())
                            .against("Jackson tree", () -> TreeAnswer.structured(result).length)
                            .runners();
                }));
    }

    /** Adds the row for the first chunk. The answer contains the number of chunks, so all of the text is counted exactly. */
    private void addChunks(int size) {
        races.add(new RunnerRace(
                "first chunk", NumberFormatter.size(size) + " of log lines", size, SpeedGoal.NONE, () -> {
                    Slice lines = Logs.lines(size);
                    Slice result = LoadResults.text(lines);
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    TokenCounter bpe = TokenCounter.bpe();
                    return Builder.engine(() -> benchEngine.firstChunk(result).length())
                            .against("exact count", () -> bpe.count(lines))
                            .runners();
                }));
    }

    private void addCopiedAnswers(int size) {
        races.add(new RunnerRace(
                "first answer", NumberFormatter.size(size) + " structured and as text", size, TWICE_THE_FLOOR, () -> {
                    Slice result = LoadResults.structuredWithText(SampleRecords.array(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return Builder.engine(() -> benchEngine.firstAnswer(result).length())
                            .against(
                                    "by hand",
                                    () -> HandAnswer.doubled(result).out().length())
                            .against("Jackson tree", () -> TreeAnswer.structured(result).length)
                            .runners();
                }));
    }

    private void pages(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        races.add(new RunnerRace(
                "further page",
                "pages 2 to 5" + suffix,
                size,
                PAGE_GOAL,
                () -> pages(PageReads.second(SampleRecords.array(size)))));
        races.add(new RunnerRace(
                "further page",
                "deep pages" + suffix,
                size,
                PAGE_GOAL,
                () -> pages(PageReads.deep(SampleRecords.array(size)))));
    }

    private static List<RunnerRace.Runner> pages(PageReads pageReads) {
        return Builder.engine(() -> pageReads.read().length())
                .against("copy + escape", () -> pageReads.copyByHand().length())
                .runners();
    }

    private void addCounts(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        races.add(new RunnerRace("count", "chars" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter chars = TokenCounter.chars();
            return Builder.engine(() -> chars.count(text))
                    .against("plain loop", () -> HandCount.characters(text))
                    .runners();
        }));
        races.add(new RunnerRace("count", "classes" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter classes = TokenCounter.classes();
            HandCount hand = new HandCount();
            return Builder.engine(() -> classes.count(text))
                    .against("pair table", () -> hand.pairs(text))
                    .runners();
        }));
        races.add(new RunnerRace("count", "classes, escaped," + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice text = LoadResults.text(SampleRecords.array(size));
            TokenCounter classes = TokenCounter.classes();
            HandCount hand = new HandCount();
            return Builder.engine(() -> classes.countEscaped(text))
                    .against("pair table", () -> hand.pairs(text))
                    .runners();
        }));
        races.add(new RunnerRace("count", "bpe" + suffix, size, SpeedGoal.NONE, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter bpe = TokenCounter.bpe();
            Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
            return Builder.engine(() -> bpe.count(text))
                    .against("jtokkit", () -> encoding.countTokensOrdinary(text.utf8()))
                    .runners();
        }));
    }

    private void addSteps(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        races.add(new RunnerRace("step", "index" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice array = SampleRecords.array(size);
            return Builder.engine(() -> ItemIndex.of(array).count())
                    .against("by hand", () -> HandJson.index(array.bytes(), 1).length)
                    .runners();
        }));
        races.add(new RunnerRace("step", "validate" + suffix, size, SpeedGoal.NONE, () -> {
            Slice array = SampleRecords.array(size);
            JsonMapper json = JsonMapper.shared();
            return Builder.engine(() -> Json.isValid(array) ? 1 : 0)
                    .against("index by hand", () -> HandJson.index(array.bytes(), 1).length)
                    .against("Jackson tree", () -> json.readTree(array.bytes()).size())
                    .runners();
        }));
        races.add(new RunnerRace("step", "find the end of the text" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            int from = HandJson.after(result.bytes(), 0, "\"text\":\"");
            return Builder.engine(() -> Json.skipString(result.bytes(), from - 1, result.to()))
                    .against("by hand", () -> HandJson.afterString(result.bytes(), from))
                    .runners();
        }));
        races.add(new RunnerRace("step", "validate the result" + suffix, size, SpeedGoal.NONE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            int from = HandJson.after(result.bytes(), 0, "\"text\":\"");
            return Builder.engine(() -> Json.isValid(result) ? 1 : 0)
                    .against("find the end", () -> HandJson.afterString(result.bytes(), from))
                    .runners();
        }));
        races.add(new RunnerRace("step", "unescape" + suffix, size, TWICE_THE_FLOOR, () -> {
            byte[] result = LoadResults.text(SampleRecords.array(size)).bytes();
            int from = HandJson.after(result, 0, "\"text\":\"");
            Slice escaped = new Slice(result, from, result.length - "\"}]}".length());
            return Builder.engine(() -> JsonText.unescape(escaped).length)
                    .against("by hand", () -> HandJson.unescape(result, from).length())
                    .against("String", () -> new String(result, StandardCharsets.UTF_8).length())
                    .runners();
        }));
        races.add(new RunnerRace("step", "escape" + suffix, size, TWICE_THE_FLOOR, () -> {
            Slice array = SampleRecords.array(size);
            return Builder.engine(() -> new ByteSink(2 * size).string(array).size())
                    .against("by hand", () -> HandJson.escape(array, new byte[2 * array.length() + 16], 0))
                    .runners();
        }));
    }
}
