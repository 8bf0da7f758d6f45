package dev.plimsoll.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ToolHints;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -, -, READ_WRITE",
                "-, -, true, -, READ",
                "-, -, true, true, ADMIN",
                "-, -, false, -, READ_WRITE",
                "-, -, -, true, ADMIN",
                "-, -, false, true, ADMIN",
                "-, -, false, false, READ_WRITE",
                "-, true, true, true, READ",
                "-, true, false, true, READ",
                "-, false, true, -, READ_WRITE",
                "-, false, true, true, ADMIN",
                "READ, -, false, true, READ",
                "ADMIN, true, true, -, ADMIN"
            })
    void policyTakesPrecedenceOverHints(
            @Nullable Tier configuredTier,
            @Nullable Boolean readOnly,
            @Nullable Boolean readOnlyHint,
            @Nullable Boolean destructiveHint,
            Tier expected) {
        Policy policy = Policy.defaults().with(Policy.TIER, configuredTier).with(Policy.READ_ONLY, readOnly);
        assertThat(Tier.requiredBy(policy, new ToolHints(true, readOnlyHint, destructiveHint)))
                .isEqualTo(expected);
    }

    @Test
    void requiresAdminForUnknownTools() {
        assertThat(Tier.requiredBy(Policy.defaults(), ToolHints.UNKNOWN)).isEqualTo(Tier.ADMIN);
        assertThat(Tier.requiredBy(Policy.defaults().with(Policy.READ_ONLY, true), ToolHints.UNKNOWN))
                .isEqualTo(Tier.READ);
    }

    @ParameterizedTest
    @CsvSource({
        "READ, READ, true, READ",
        "READ, READ_WRITE, false, READ_WRITE",
        "READ, ADMIN, false, ADMIN",
        "READ_WRITE, READ, true, READ_WRITE",
        "READ_WRITE, READ_WRITE, true, READ_WRITE",
        "READ_WRITE, ADMIN, false, ADMIN",
        "ADMIN, READ, true, ADMIN",
        "ADMIN, READ_WRITE, true, ADMIN",
        "ADMIN, ADMIN, true, ADMIN"
    })
    void eachTierIncludesLowerTiers(Tier caller, Tier required, boolean isAllowed, Tier higherTier) {
        assertThat(caller.allows(required)).isEqualTo(isAllowed);
        assertThat(caller.max(required)).isEqualTo(higherTier);
    }

    @Test
    void isFoundByItsNameInConfigurations() {
        assertThat(Tier.find("read_write")).isEqualTo(Tier.READ_WRITE);
        assertThat(Tier.READ_WRITE).hasToString("read_write");
        assertThat(Tier.find("")).isNull();
    }
}
