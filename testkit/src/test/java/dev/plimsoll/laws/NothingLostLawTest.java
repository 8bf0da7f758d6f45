package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.Client;
import dev.plimsoll.testkit.Cases;
import dev.plimsoll.testkit.sample.Results;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every byte of a result that was cut can be read back through the calls that its answer names. */
@Execution(ExecutionMode.CONCURRENT)
class NothingLostLawTest {

    static Stream<Sample> samples() {
        return Samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everySampleCanBeReadBack(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 9);
        readBack(sample.bytes(), Engine.BUDGETS[number % 3], Engine.CLIENTS.get(number / 3));
    }

    @Test
    void randomResultsCanBeReadBack() {
        Cases.check(150, 4, Results.any(), result -> {
            readBack(result.bytes(), 300, Client.current());
            readBack(result.bytes(), 1_000, Client.old());
        });
    }

    static void readBack(byte[] result, int budget, Client client) {
        readBack(result, Engine.of(budget, client));
    }

    static void readBack(byte[] result, Engine engine) {
        Answered first = engine.guard(result);
        String outcome = first.receipt().outcome().word();
        if (outcome.equals("passed")) {
            return;
        }
        Original original = Original.of(result);
        if (first.isShaped()) {
            new ReadBack(engine).check(first, original.standsFor(first.shown()));
        } else {
            assertThat(outcome).as("%s", first).isEqualTo("summarized");
        }
        if (!original.result().error()) {
            Surroundings.check(engine, first, original);
        }
    }
}
