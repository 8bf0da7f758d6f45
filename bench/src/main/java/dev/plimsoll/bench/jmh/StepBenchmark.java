package dev.plimsoll.bench.jmh;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.floor.HandwrittenCounter;
import dev.plimsoll.bench.floor.HandwrittenJson;
import dev.plimsoll.bench.load.BenchToolResults;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.tokens.TokenCounter;
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

/** Measures single steps on an array of 1 MB: counting, indexing, validating, unescaping, and escaping. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StepBenchmark {

    private final Slice array = SampleRecords.generateArray(1_000_000);
    private final Slice result = BenchToolResults.toTextResult(array);
    private final int textFrom = HandwrittenJson.after(result.bytes(), 0, HandwrittenJson.TEXT_START);
    private final Slice escaped = new Slice(result.bytes(), textFrom, result.to() - "\"}]}".length());
    private final HandwrittenCounter handwritten = new HandwrittenCounter();
    private final Encoding jtokkit = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    @Benchmark
    public int countChars() {
        return TokenCounter.chars().count(array);
    }

    @Benchmark
    public long countCharsFloor() {
        return HandwrittenCounter.countCharacters(array);
    }

    @Benchmark
    public int countClasses() {
        return TokenCounter.classes().count(array);
    }

    @Benchmark
    public int countClassesEscaped() {
        return TokenCounter.classes().countEscaped(escaped);
    }

    @Benchmark
    public long countClassesFloor() {
        return handwritten.sumPairWeights(array);
    }

    @Benchmark
    public int countBpe() {
        return TokenCounter.bpe().count(array);
    }

    @Benchmark
    public int countBpeJtokkit() {
        return jtokkit.countTokensOrdinary(array.utf8());
    }

    @Benchmark
    public ItemIndex index() {
        return ItemIndex.of(array);
    }

    @Benchmark
    public int[] indexFloor() {
        return HandwrittenJson.index(array.bytes(), 1);
    }

    @Benchmark
    public boolean validate() {
        return Json.isValid(array);
    }

    @Benchmark
    public byte[] unescape() {
        return JsonText.unescape(escaped);
    }

    @Benchmark
    public Slice unescapeFloor() {
        return HandwrittenJson.unescape(result.bytes(), textFrom);
    }

    @Benchmark
    public ByteSink escape() {
        return new ByteSink(2 * array.length()).string(array);
    }

    @Benchmark
    public int escapeFloor() {
        return HandwrittenJson.escape(array, new byte[2 * array.length() + 16], 0);
    }
}
