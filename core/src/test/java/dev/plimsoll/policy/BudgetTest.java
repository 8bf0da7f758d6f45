package dev.plimsoll.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "1000, 4000, true",
        "1000, 3999, true",
        "999, 4000, true",
        "1001, 4000, false",
        "1000, 4001, false",
        "1001, 0, false",
        "0, 4001, false",
        "4294967297, 1, false"
    })
    void allowsCostsUpToItsExactSize(long tokens, long bytes, boolean isAllowed) {
        assertThat(new Budget(1000, 4000).allows(tokens, bytes)).isEqualTo(isAllowed);
    }

    @Test
    void neverShrinksBelowOneTokenAndOneByte() {
        Budget budget = new Budget(10, 30);
        assertThat(budget.minus(4, 7)).isEqualTo(new Budget(6, 23));
        assertThat(budget.minus(10, 31)).isEqualTo(new Budget(1, 1));
        assertThat(budget.dividedBy(3)).isEqualTo(new Budget(3, 10));
        assertThat(budget.dividedBy(11)).isEqualTo(new Budget(1, 2));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "-1, 100"})
    void refusesLessThanOneTokenOrOneByte(int tokens, int bytes) {
        assertThatThrownBy(() -> new Budget(tokens, bytes)).isInstanceOf(IllegalArgumentException.class);
    }
}
