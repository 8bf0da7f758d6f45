package dev.plimsoll.gateway.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.gateway.telemetry.store.UnitSums;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    /** Creates an arm with these units. A unit is a session. */
    private static ArmTotals totals(UnitSums... units) {
        ArmTotals armTotals = new ArmTotals();
        for (UnitSums unitSums : units) {
            armTotals.add(unitSums);
        }
        return armTotals;
    }

    /** Creates an arm of random sessions whose calls have about the given number of tokens. */
    private static ArmTotals randomArm(Random random, int sessions, double tokens) {
        ArmTotals armTotals = new ArmTotals();
        for (int i = 0; i < sessions; i++) {
            int calls = 1 + random.nextInt(6);
            // calls of the same session are similar
            double mean = tokens * (1 + random.nextGaussian() / 4);
            long sum = 0;
            for (int call = 0; call < calls; call++) {
                sum += Math.round(Math.max(1, mean + random.nextGaussian() * tokens / 10));
            }
            armTotals.add(new UnitSums(List.of(), "protected", calls, sum, 0, 0, 0, calls * 1_000L));
        }
        return armTotals;
    }

    private static Difference find(Comparison comparison, Metric metric) {
        return comparison.differences().stream()
                .filter(difference -> difference.metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void matchesWelchsTTestForOneCallPerSession() {
        double[] firstValues = {3, 5, 4, 6, 5, 7, 3, 5, 6, 4};
        double[] secondValues = {8, 7, 9, 6, 9, 12, 8, 7, 10, 9};
        Ratio first = new Ratio();
        Ratio second = new Ratio();
        for (int i = 0; i < firstValues.length; i++) {
            first.add(firstValues[i], 1);
            second.add(secondValues[i], 1);
        }
        Difference difference = Difference.of(Metric.TOKENS_PER_ANSWER, first, second);
        // the means are 4.8 and 8.5, the variances 1.7333 and 2.9444; with 16.87 degrees of freedom, half the width of
        // the interval is 2.111 * 0.6839
        assertThat(difference.value()).isCloseTo(-3.7, within(1e-9));
        assertThat(difference.low()).isCloseTo(-5.144, within(0.01));
        assertThat(difference.high()).isCloseTo(-2.256, within(0.01));
        assertThat(difference.isSignificant()).isTrue();
    }

    @Test
    void matchesTabulatedQuantiles() {
        assertThat(StudentDistribution.quantile(1)).isCloseTo(12.706, within(0.001));
        assertThat(StudentDistribution.quantile(15.9)).isCloseTo(2.131, within(0.001));
        assertThat(StudentDistribution.quantile(20)).isCloseTo(2.086, within(0.001));
        assertThat(StudentDistribution.quantile(60)).isCloseTo(2.000, within(0.001));
        assertThat(StudentDistribution.quantile(Double.POSITIVE_INFINITY)).isCloseTo(1.960, within(0.001));
    }

    /** Checks that about 95 % of the intervals contain the true difference, which is -200 tokens. */
    @Test
    void intervalsHaveStatedCoverage() {
        Random random = new Random(5);
        int intervalsWithTrueDifference = 0;
        int comparisons = 1_000;
        for (int i = 0; i < comparisons; i++) {
            Comparison comparison =
                    Comparison.of(List.of(), randomArm(random, 40, 1_000), randomArm(random, 60, 1_200));
            Difference difference = find(comparison, Metric.TOKENS_PER_ANSWER);
            intervalsWithTrueDifference += difference.low() <= -200 && difference.high() >= -200 ? 1 : 0;
        }
        assertThat(intervalsWithTrueDifference).isBetween(920, 975);
    }

    @Test
    void equalArmsAreRarelySignificant() {
        Random random = new Random(6);
        int significant = 0;
        for (int i = 0; i < 400; i++) {
            Comparison comparison =
                    Comparison.of(List.of(), randomArm(random, 30, 1_000), randomArm(random, 30, 1_000));
            significant += find(comparison, Metric.TOKENS_PER_ANSWER).isSignificant() ? 1 : 0;
        }
        assertThat(significant).isLessThan(40);
    }

    @Test
    void followUpReadsCountForTheirCalls() {
        ArmTotals protectedArm = new ArmTotals();
        ArmTotals control = new ArmTotals();
        for (int i = 0; i < 30; i++) {
            protectedArm.add(new UnitSums(List.of(), "protected", 2, 8_000, 1 + i % 2, 3_000, 0, 2_000_000));
            control.add(new UnitSums(List.of(), "control", 2, 60_000 + i, 0, 0, i % 3 == 0 ? 1 : 0, 1_000_000));
        }
        Comparison comparison = Comparison.of(List.of(), protectedArm, control);
        assertThat(find(comparison, Metric.TOKENS_PER_ANSWER).protectedValue()).isEqualTo(4_000);
        assertThat(find(comparison, Metric.TOKENS_PER_CALL).protectedValue()).isEqualTo(5_500);
        assertThat(find(comparison, Metric.TOKENS_PER_UNIT).protectedValue()).isEqualTo(11_000);
        assertThat(find(comparison, Metric.FOLLOW_UPS_PER_CALL).protectedValue())
                .isEqualTo(0.75);
        assertThat(find(comparison, Metric.ERROR_RATE).controlValue()).isCloseTo(10 / 60.0, within(1e-9));
        assertThat(find(comparison, Metric.LATENCY_MS).value()).isEqualTo(500);
    }

    @Test
    void errorRateOfZeroHasAnInterval() {
        ArmTotals protectedArm = new ArmTotals();
        ArmTotals control = new ArmTotals();
        for (int i = 0; i < 50; i++) {
            protectedArm.add(new UnitSums(List.of(), "protected", 1, 100, 0, 0, 0, 10));
            control.add(new UnitSums(List.of(), "control", 1, 100, 0, 0, 0, 10));
        }
        Difference errors = find(Comparison.of(List.of(), protectedArm, control), Metric.ERROR_RATE);
        assertThat(errors.low()).isLessThan(-0.01);
        assertThat(errors.high()).isGreaterThan(0.01);
    }

    @Test
    void reportsInsufficientData() {
        UnitSums unitSums = new UnitSums(List.of(), "control", 40, 100, 0, 0, 0, 10);
        Comparison comparison = Comparison.of(List.of(), randomArm(new Random(1), 40, 100), totals(unitSums));
        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.insufficientData())
                .isEqualTo("too little data: the control arm has 40 calls in 1 session; it needs 30 in 10");
        assertThat(Comparison.of(List.of(), new ArmTotals(), new ArmTotals()).insufficientData())
                .contains("protected arm has 0 calls");
    }
}
