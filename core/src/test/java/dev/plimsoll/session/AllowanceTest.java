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
    void isAQuarterOfTheRemainderRoundedDownToAFixedStep(long budget, long spent, int maxTokens) {
        assertThat(new Allowance(budget, spent).maxTokens()).isEqualTo(maxTokens);
    }

    @Test
    void appliedPolicyNeverRaisesALimit() {
        for (Preset preset : Preset.values()) {
            Policy policy = preset.applyTo(Policy.defaults());
            for (long spent = 0; spent <= 50_000; spent += 777) {
                Allowance allowance = new Allowance(40_000, spent);
                Policy applied = allowance.applyTo(policy);
                for (int requestedTokens : new int[] {0, 100, 150_000}) {
                    assertThat(applied.budget(requestedTokens).tokens())
                            .isLessThanOrEqualTo(policy.budget(requestedTokens).tokens())
                            .isLessThanOrEqualTo(allowance.maxTokens());
                }
                assertThat(allowance.applyTo(applied)).isEqualTo(applied);
            }
        }
    }

    /**
     * Checks that a session budget below the budget of the policy removes the limit in bytes for results without a
     * rule: a number of bytes can be any number of tokens.
     */
    @Test
    void lowerBudgetDisablesPassingByBytes() {
        Policy policy = Policy.defaults()
                .with(Policy.TOKEN_BUDGET_THRESHOLD, 1_600)
                .with(Policy.AUTO_NEGOTIATE_THRESHOLD, 60_000);
        assertThat(new Allowance(6_400, 0).applyTo(policy).find(Policy.AUTO_NEGOTIATE_THRESHOLD))
                .isEqualTo(60_000);
        assertThat(new Allowance(6_399, 0).applyTo(policy).find(Policy.AUTO_NEGOTIATE_THRESHOLD))
                .isNull();
    }

    @Test
    void lowersOnlyLargerLimits() {
        Allowance allowance = new Allowance(6_400, 0);
        assertThat(allowance.isBelow(1_600)).isFalse();
        assertThat(allowance.isBelow(1_601)).isTrue();
        Policy policy = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 900);
        assertThat(allowance.applyTo(policy).get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(900);
        assertThat(allowance.applyTo(policy).get(Policy.MAX_TOKEN_BUDGET)).isEqualTo(1_600);
    }

    @Test
    void reportsThatTheBudgetIsSpent() {
        assertThat(new Allowance(1_000, 999).notice()).contains("get shorter").doesNotContain("is spent");
        assertThat(new Allowance(1_000, 1_000).notice()).contains("budget of this session is spent");
        assertThat(new Allowance(1_000, 1_700).remaining()).isZero();
        assertThat(new Allowance(1_000, 300).withSpent(450)).isEqualTo(new Allowance(1_000, 450));
    }

    @Test
    void countsEqualCallsInARow() {
        RepeatDetector repeatDetector = new RepeatDetector();

        assertThat(repeatDetector.recordCall("s", "a")).isEqualTo(1);
        assertThat(repeatDetector.recordCall("s", "a")).isEqualTo(2);
        assertThat(repeatDetector.recordCall("t", "a")).isEqualTo(1);
        assertThat(repeatDetector.recordCall("s", "a")).isEqualTo(RepeatDetector.REPEAT_THRESHOLD);
        assertThat(repeatDetector.recordCall("s", "b")).isEqualTo(1);
        repeatDetector.reset("s");
        assertThat(repeatDetector.recordCall("s", "b")).isEqualTo(1);
        assertThat(repeatDetector.recordCall("t", "a")).isEqualTo(2);
    }
}
