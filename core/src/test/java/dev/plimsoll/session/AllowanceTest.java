package dev.plimsoll.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowanceTest {

    @ParameterizedTest
    @CsvSource({
        "100000, 0, 12800",
        "100000, 48800, 12800",
        "100000, 48801, 6400",
        "100000, 90000, 1600",
        "100000, 96800, 800",
        "100000, 97000, 400",
        "100000, 99999, 400",
        "100000, 100000, 300",
        "100000, 900000, 300",
        "1, 0, 400",
        "2147483647, 0, 419430400",
    })
    void isAQuarterOfWhatIsLeftRoundedDown(long budget, long spent, int most) {
        assertThat(new Allowance(budget, spent).most()).isEqualTo(most);
    }

    @Test
    void lowersAPolicyAndNeverRaisesIt() {
        for (Preset preset : Preset.values()) {
            Policy policy = preset.applied(Policy.defaults());
            for (long spent = 0; spent <= 50_000; spent += 777) {
                Allowance allowance = new Allowance(40_000, spent);
                Policy applied = allowance.applied(policy);
                for (int asked : new int[] {0, 100, 150_000}) {
                    assertThat(applied.budget(asked).tokens())
                            .isLessThanOrEqualTo(policy.budget(asked).tokens())
                            .isLessThanOrEqualTo(allowance.most());
                }
                assertThat(allowance.applied(applied)).isEqualTo(applied);
            }
        }
    }

    @Test
    void threeInARowAreTooMany() {
        Repeats repeats = new Repeats();

        assertThat(repeats.again("s", "a")).isEqualTo(1);
        assertThat(repeats.again("s", "a")).isEqualTo(2);
        assertThat(repeats.again("t", "a")).isEqualTo(1);
        assertThat(repeats.again("s", "a")).isEqualTo(Repeats.TOO_OFTEN);
        assertThat(repeats.again("s", "b")).isEqualTo(1);
        repeats.other("s");
        assertThat(repeats.again("s", "b")).isEqualTo(1);
        assertThat(repeats.again("t", "a")).isEqualTo(2);
    }
}
