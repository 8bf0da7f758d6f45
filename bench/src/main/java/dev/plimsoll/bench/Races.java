package dev.plimsoll.bench;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.RunnerRace.Field;
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
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The rows of the table, in order. */
final class Races {

    private static final SpeedGoal TWICE = SpeedGoal.ratio(2);
    private static final SpeedGoal A_PAGE = SpeedGoal.millis(0.15);
    private static final int ROOMY = 1_000_000;

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
        all.deciding(small);
        sizes.forEach(all::answeringText);
        sizes.forEach(all::answeringStructured);
        all.answeringDoubled(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(all::chunking);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size()).forEach(all::pages);
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> all.races.addAll(StoreRaces.of(size)));
        all.counting(sizes.get(Math.min(1, sizes.size() - 1)));
        all.steps(sizes.get(Math.min(1, sizes.size() - 1)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> all.races.addAll(QueryRaces.of(size)));
        sizes.subList(Math.min(1, sizes.size() - 1), sizes.size())
                .forEach(size -> all.races.addAll(SearchRaces.of(size)));
        return List.copyOf(all.races);
    }

    private void deciding(int size) {
        races.add(new RunnerRace(
                "decide", "may " + NumberFormatter.size(size) + " pass: the decision", size, TWICE, () -> {
                    Slice result = LoadResults.text(SampleRecords.array(size));
                    ResultMeter meter = new ResultMeter(Estimator.CLASSES, false);
                    return againstReading(Field.engine(() -> decided(meter, result)), result);
                }));
        races.add(new RunnerRace("decide", "… and the result, passed on", size, SpeedGoal.NONE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            BenchEngine benchEngine = new BenchEngine(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, ROOMY));
            return againstReading(Field.engine(() -> benchEngine.passed(result).length()), result);
        }));
    }

    private static List<RunnerRace.Runner> againstReading(Field field, Slice result) {
        TokenCounter classes = TokenCounter.classes();
        return field.against("estimate", () -> classes.countEscaped(result))
                .against("plain read", () -> HandJson.sum(result))
                .runners();
    }

    /** Measures a result as the engine does before it passes the result. */
    private static long decided(ResultMeter meter, Slice result) {
        ToolResult parsed = parsed(result);
        return meter.cost(parsed, CopyDetector.in(parsed), ROOMY, ROOMY, false).tokens();
    }

    private static ToolResult parsed(Slice result) {
        ToolResult parsed = ToolResult.of(result);
        if (parsed == null) {
            throw new IllegalStateException("must be a result object");
        }
        return parsed;
    }

    private void answeringText(int size) {
        races.add(new RunnerRace("first answer", NumberFormatter.size(size) + " in a text block", size, TWICE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            BenchEngine benchEngine = new BenchEngine(Policy.defaults());
            return Field.engine(() -> benchEngine.firstAnswer(result).length())
                    .against("by hand", () -> HandAnswer.text(result).out().length())
                    .against("Jackson tree", () -> TreeAnswer.text(result).length)
                    .runners();
        }));
    }

    private void answeringStructured(int size) {
        races.add(new RunnerRace("first answer", NumberFormatter.size(size) + " structured", size, TWICE, () -> {
            Slice result = LoadResults.structured(SampleRecords.array(size));
            BenchEngine benchEngine = new BenchEngine(Policy.defaults());
            return Field.engine(() -> benchEngine.firstAnswer(result).length())
                    .against(
                            "by hand", () -> HandAnswer.structured(result).out().length())
                    .against("Jackson tree", () -> TreeAnswer.structured(result).length)
                    .runners();
        }));
    }

    /** Adds the row for the first chunk. The answer contains the number of chunks, so all of the text is counted exactly. */
    private void chunking(int size) {
        races.add(new RunnerRace(
                "first chunk", NumberFormatter.size(size) + " of log lines", size, SpeedGoal.NONE, () -> {
                    Slice lines = Logs.lines(size);
                    Slice result = LoadResults.text(lines);
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    TokenCounter bpe = TokenCounter.bpe();
                    return Field.engine(() -> benchEngine.firstChunk(result).length())
                            .against("exact count", () -> bpe.count(lines))
                            .runners();
                }));
    }

    private void answeringDoubled(int size) {
        races.add(new RunnerRace(
                "first answer", NumberFormatter.size(size) + " structured and as text", size, TWICE, () -> {
                    Slice result = LoadResults.doubled(SampleRecords.array(size));
                    BenchEngine benchEngine = new BenchEngine(Policy.defaults());
                    return Field.engine(() -> benchEngine.firstAnswer(result).length())
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
                A_PAGE,
                () -> pages(PageReads.second(SampleRecords.array(size)))));
        races.add(new RunnerRace(
                "further page",
                "deep pages" + suffix,
                size,
                A_PAGE,
                () -> pages(PageReads.deep(SampleRecords.array(size)))));
    }

    private static List<RunnerRace.Runner> pages(PageReads pageReads) {
        return Field.engine(() -> pageReads.read().length())
                .against("copy + escape", () -> pageReads.copied().length())
                .runners();
    }

    private void counting(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        races.add(new RunnerRace("count", "chars" + suffix, size, TWICE, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter chars = TokenCounter.chars();
            return Field.engine(() -> chars.count(text))
                    .against("plain loop", () -> HandCount.characters(text))
                    .runners();
        }));
        races.add(new RunnerRace("count", "classes" + suffix, size, TWICE, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter classes = TokenCounter.classes();
            HandCount hand = new HandCount();
            return Field.engine(() -> classes.count(text))
                    .against("pair table", () -> hand.pairs(text))
                    .runners();
        }));
        races.add(new RunnerRace("count", "classes, escaped," + suffix, size, TWICE, () -> {
            Slice text = LoadResults.text(SampleRecords.array(size));
            TokenCounter classes = TokenCounter.classes();
            HandCount hand = new HandCount();
            return Field.engine(() -> classes.countEscaped(text))
                    .against("pair table", () -> hand.pairs(text))
                    .runners();
        }));
        races.add(new RunnerRace("count", "bpe" + suffix, size, SpeedGoal.NONE, () -> {
            Slice text = SampleRecords.array(size);
            TokenCounter bpe = TokenCounter.bpe();
            Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
            return Field.engine(() -> bpe.count(text))
                    .against("jtokkit", () -> encoding.countTokensOrdinary(text.utf8()))
                    .runners();
        }));
    }

    private void steps(int size) {
        String suffix = " of " + NumberFormatter.size(size);
        races.add(new RunnerRace("step", "index" + suffix, size, TWICE, () -> {
            Slice array = SampleRecords.array(size);
            return Field.engine(() -> ItemIndex.of(array).count())
                    .against("by hand", () -> HandJson.index(array.bytes(), 1).length)
                    .runners();
        }));
        races.add(new RunnerRace("step", "validate" + suffix, size, SpeedGoal.NONE, () -> {
            Slice array = SampleRecords.array(size);
            JsonMapper json = JsonMapper.shared();
            return Field.engine(() -> Json.isValid(array) ? 1 : 0)
                    .against("index by hand", () -> HandJson.index(array.bytes(), 1).length)
                    .against("Jackson tree", () -> json.readTree(array.bytes()).size())
                    .runners();
        }));
        races.add(new RunnerRace("step", "find the end of the text" + suffix, size, TWICE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            int from = HandJson.after(result.bytes(), 0, "\"text\":\"");
            return Field.engine(() -> Json.skipString(result.bytes(), from - 1, result.to()))
                    .against("by hand", () -> HandJson.afterString(result.bytes(), from))
                    .runners();
        }));
        races.add(new RunnerRace("step", "validate the result" + suffix, size, SpeedGoal.NONE, () -> {
            Slice result = LoadResults.text(SampleRecords.array(size));
            int from = HandJson.after(result.bytes(), 0, "\"text\":\"");
            return Field.engine(() -> Json.isValid(result) ? 1 : 0)
                    .against("find the end", () -> HandJson.afterString(result.bytes(), from))
                    .runners();
        }));
        races.add(new RunnerRace("step", "unescape" + suffix, size, TWICE, () -> {
            byte[] result = LoadResults.text(SampleRecords.array(size)).bytes();
            int from = HandJson.after(result, 0, "\"text\":\"");
            Slice escaped = new Slice(result, from, result.length - "\"}]}".length());
            return Field.engine(() -> JsonText.unescape(escaped).length)
                    .against("by hand", () -> HandJson.unescape(result, from).length())
                    .against("String", () -> new String(result, StandardCharsets.UTF_8).length())
                    .runners();
        }));
        races.add(new RunnerRace("step", "escape" + suffix, size, TWICE, () -> {
            Slice array = SampleRecords.array(size);
            return Field.engine(() -> new ByteSink(2 * size).string(array).size())
                    .against("by hand", () -> HandJson.escape(array, new byte[2 * array.length() + 16], 0))
                    .runners();
        }));
    }
}
