package dev.plimsoll.bench.jmh;

import dev.plimsoll.bench.floor.HandwrittenJson;
import dev.plimsoll.bench.load.BenchToolResults;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.ResultSlimmer;
import dev.plimsoll.model.ToolResult;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

/**
 * Measures slimming of an array of 1 MB, compared with a copy without white space. Also measures the decision that a result is too
 * large even if it is slimmed.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SlimBenchmark {

    private static final int BUDGET_BYTES = 48_000;

    @Param({"compact", "indented", "escaped"})
    private String form = "compact";

    private Slice array = Slice.of("[]");
    private byte[] out = new byte[0];
    private @Nullable ToolResult result;

    @Setup
    public void create() {
        Slice compact = SampleRecords.generateArray(1_000_000);
        array = switch (form) {
            case "indented" -> SampleRecords.generateIndentedArray(1_000_000);
            case "escaped" -> Slice.of(escaped(compact.utf8()));
            default -> compact;
        };
        out = new byte[array.length()];
        result = ToolResult.parse(BenchToolResults.toTextResult(array));
    }

    private static String escaped(String json) {
        StringBuilder escaped = new StringBuilder(json.length() * 2);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            escaped.append(c < 0x80 ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        return escaped.toString();
    }

    @Benchmark
    public ByteSink slim() {
        return new ByteSink(array.length()).json(array);
    }

    @Benchmark
    public int copyFloor() {
        return HandwrittenJson.copyWithoutSpace(array, out);
    }

    @Benchmark
    public @Nullable Slice decideThatItCannotFit() {
        return ResultSlimmer.slim(Objects.requireNonNull(result), Copies.NONE, BUDGET_BYTES);
    }
}
