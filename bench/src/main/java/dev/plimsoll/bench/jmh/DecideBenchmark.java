package dev.plimsoll.bench.jmh;

import dev.plimsoll.bench.floor.HandwrittenJson;
import dev.plimsoll.bench.load.BenchEngine;
import dev.plimsoll.bench.load.BenchToolResults;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures how long the engine takes to decide that a result of 100 KB passes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecideBenchmark {

    private static final int LARGE_BUDGET = 1_000_000;

    private final Slice result = BenchToolResults.toTextResult(SampleRecords.generateArray(100_000));
    private final ResultMeter meter = new ResultMeter(Estimator.CLASSES, false);
    private final TokenCounter classes = TokenCounter.classes();
    private final BenchEngine benchEngine =
            new BenchEngine(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, LARGE_BUDGET));

    @Benchmark
    public TokenCost decision() {
        ToolResult parsed = Objects.requireNonNull(ToolResult.parse(result));
        return meter.cost(parsed, CopyDetector.findCopies(parsed), LARGE_BUDGET, LARGE_BUDGET, false);
    }

    @Benchmark
    public Slice decisionAndPass() {
        return benchEngine.answerWithinBudget(result);
    }

    @Benchmark
    public int floorEstimate() {
        return classes.countEscaped(result);
    }

    @Benchmark
    public long floorPlainRead() {
        return HandwrittenJson.sumBytes(result);
    }
}
