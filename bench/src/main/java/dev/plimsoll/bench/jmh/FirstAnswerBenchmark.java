package dev.plimsoll.bench.jmh;

import dev.plimsoll.bench.floor.HandwrittenAnswer;
import dev.plimsoll.bench.floor.JacksonAnswer;
import dev.plimsoll.bench.load.BenchEngine;
import dev.plimsoll.bench.load.BenchToolResults;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the first answer to a large result, from the bytes of the result to the bytes of the answer. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class FirstAnswerBenchmark {

    /** The place of the array in the result: in a text block, in the structured content, or in both. */
    public enum Form {
        TEXT,
        STRUCTURED,
        BOTH
    }

    @Param({"100000", "1000000", "20000000"})
    public int bytes = 100_000;

    @Param
    public Form form = Form.TEXT;

    private final BenchEngine benchEngine = new BenchEngine(Policy.defaults());
    private Slice result = Slice.of("");

    @Setup
    public void createResult() {
        Slice array = SampleRecords.generateArray(bytes);
        result = switch (form) {
            case TEXT -> BenchToolResults.toTextResult(array);
            case STRUCTURED -> BenchToolResults.toStructuredResult(array);
            case BOTH -> BenchToolResults.toStructuredResultWithText(array);
        };
    }

    @Benchmark
    public Slice answer() {
        return benchEngine.firstAnswer(result);
    }

    @Benchmark
    public HandwrittenAnswer.Answer floorByHand() {
        return switch (form) {
            case TEXT -> HandwrittenAnswer.text(result);
            case STRUCTURED -> HandwrittenAnswer.structured(result);
            case BOTH -> HandwrittenAnswer.structuredWithText(result);
        };
    }

    @Benchmark
    public byte[] withJacksonTree() {
        return form == Form.TEXT ? JacksonAnswer.text(result) : JacksonAnswer.structured(result);
    }
}
