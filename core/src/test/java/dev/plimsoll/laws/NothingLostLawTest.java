package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that every byte of a cut result can be read through the calls that its answer names. */
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
        PropertyCases.check(150, 4, SampleResults.any(), result -> {
            readBack(result.bytes(), 300, ClientFeatures.current());
            readBack(result.bytes(), 1_000, ClientFeatures.old());
        });
    }

    static void readBack(byte[] result, int budget, ClientFeatures clientFeatures) {
        readBack(result, Engine.of(budget, clientFeatures));
    }

    static void readBack(byte[] result, Engine engine) {
        Answered first = engine.guard(result);
        String outcome = first.receipt().outcome().recordName();
        if (outcome.equals("passed")) {
            return;
        }
        if (first.isSlimmed()) {
            SlimLawTest.checkSlimmed(engine, first, result);
            return;
        }
        Original original = Original.of(result);
        if (first.isShaped()) {
            new ReadBack(engine).check(first, original.represented(first.shown()));
        } else {
            assertThat(outcome).as("%s", first).isEqualTo("summarized");
        }
        if (!original.result().isError()) {
            Surroundings.check(engine, first, original);
        }
    }
}
