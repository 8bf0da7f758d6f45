package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the same result under the same configuration gives the same bytes, except for cursors and times. */
@Execution(ExecutionMode.CONCURRENT)
class SameBytesLawTest {

    private static final int PAGES = 3;

    static Stream<Sample> samples() {
        return Samples.halfFor(SameBytesLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void sampleGetsSameAnswerTwice(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 3);
        checkTwice(sample.bytes(), Engine.BUDGETS[number], Engine.CLIENTS.get(number));
    }

    @Test
    void randomResultsGetSameAnswerTwice() {
        PropertyCases.check(
                150, 6, SampleResults.any(), result -> checkTwice(result.bytes(), 300, ClientFeatures.modern()));
    }

    private static void checkTwice(byte[] result, int budget, ClientFeatures clientFeatures) {
        Engine engine = Engine.of(budget, clientFeatures);
        Engine other = Engine.of(budget, clientFeatures);
        Answered first = engine.guard(result);
        engine.clock.advance(Duration.ofMinutes(3));
        Answered again = engine.guard(result);
        Answered elsewhere = other.guard(result);
        for (int i = 0; i < PAGES; i++) {
            assertThat(comparable(again)).isEqualTo(comparable(first));
            assertThat(comparable(elsewhere)).isEqualTo(comparable(first));
            String next = first.nextCursor();
            if (next == null) {
                return;
            }
            first = engine.read(next);
            assertThat(engine.read(next).bytes()).as("the same cursor twice").isEqualTo(first.bytes());
            again = engine.read(String.valueOf(again.nextCursor()));
            elsewhere = other.read(String.valueOf(elsewhere.nextCursor()));
        }
    }

    private static String comparable(Answered answered) {
        return answered.raw()
                .utf8()
                .replaceAll("[A-Za-z0-9_-]{48}", "CURSOR")
                .replaceAll("(\"snapshotAt\":\")[^\"]+", "$1TIME");
    }
}
