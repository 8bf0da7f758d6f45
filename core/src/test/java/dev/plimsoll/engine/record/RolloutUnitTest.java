package dev.plimsoll.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.ToolCall;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RolloutUnitTest {

    private static final ToolCall CALL = ToolCall.of("server", "tool", "anna");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shareContainsItsPercentageOfUnits(long seed) {
        Random random = new Random(seed);
        int[] percents = {1, 5, 25, 50, 75, 99};
        int[] counts = new int[percents.length];
        int unitCount = 20_000;
        for (int i = 0; i < unitCount; i++) {
            RolloutUnit rolloutUnit = RolloutUnit.of(CALL.withSession(Long.toHexString(random.nextLong())));
            for (int index = 0; index < percents.length; index++) {
                counts[index] += rolloutUnit.isInShare(percents[index]) ? 1 : 0;
            }
        }
        for (int index = 0; index < percents.length; index++) {
            double share = percents[index] / 100.0;
            // five standard deviations
            double margin = 5 * Math.sqrt(share * (1 - share) / unitCount);
            assertThat((double) counts[index] / unitCount).isBetween(share - margin, share + margin);
        }
    }

    @Test
    void unitsStayInTheShareWhenItGrows() {
        Random random = new Random(42);
        for (int i = 0; i < 5_000; i++) {
            RolloutUnit rolloutUnit = new RolloutUnit(random.nextLong());
            boolean wasInShare = false;
            for (int percent = 0; percent <= 100; percent++) {
                boolean isInShare = rolloutUnit.isInShare(percent);
                assertThat(isInShare || !wasInShare).isTrue();
                wasInShare = isInShare;
            }
            assertThat(rolloutUnit.isInShare(0)).isFalse();
            assertThat(rolloutUnit.isInShare(100)).isTrue();
        }
    }

    @Test
    void derivesUnitFromSessionElseCallerElseRequest() {
        RolloutUnit session = RolloutUnit.of(CALL.withSession("s"));
        assertThat(RolloutUnit.of(CALL.withSession("s").withTool("other"))).isEqualTo(session);
        assertThat(RolloutUnit.of(ToolCall.of("server", "tool", "bert").withSession("s")))
                .isEqualTo(session);
        assertThat(RolloutUnit.of(CALL)).isEqualTo(RolloutUnit.of(CALL)).isNotEqualTo(session);
        assertThat(RolloutUnit.of(CALL.withUnit("trace"))).isEqualTo(RolloutUnit.of(CALL.withUnit("trace")));
        Set<RolloutUnit> randomUnits = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            randomUnits.add(RolloutUnit.of(CALL.withUnit(ToolCall.ALONE)));
            randomUnits.add(RolloutUnit.of(ToolCall.of("server", "tool", "")));
        }
        assertThat(randomUnits).hasSize(200);
    }

    /** Checks a fixed value, because replicas and later processes must assign the same arms. */
    @Test
    void hasTheSameNumberInEveryProcess() {
        assertThat(RolloutUnit.of(CALL.withSession("one"))).isEqualTo(new RolloutUnit(0x2ceea2a90af451a0L));
    }
}
