package dev.plimsoll.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.option.Encoding;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoliciesTest {

    private static PolicyRule budget(String glob, int tokens) {
        return new PolicyRule(glob, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, tokens));
    }

    private static int budget(ToolPolicy policy) {
        return policy.policy().get(Policy.TOKEN_BUDGET_THRESHOLD);
    }

    @Test
    void appliesRulesToAnyNumberOfTools() {
        Policies policies = new Policies(Policy.defaults(), List.of(budget("a/*", 100), budget("*7", 700)));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                int expected = i % 10 == 7 ? 700 : 100;
                assertThat(budget(policies.of("a", "tool" + i))).isEqualTo(expected);
            }
        }
        assertThat(budget(policies.of("b", "tool"))).isEqualTo(4000);
    }

    @Test
    void cachesThePolicyOfATool() {
        AtomicInteger applied = new AtomicInteger();
        PolicyRule counted = new PolicyRule("*", policy -> {
            applied.incrementAndGet();
            return policy;
        });
        Policies policies = new Policies(Policy.defaults(), List.of(counted)).withProfiles(Profiles.builtIn());
        for (int i = 0; i < 10; i++) {
            policies.of("a", "tool", "client");
        }
        assertThat(applied).hasValue(1);
    }

    @Test
    void profileDecidesAboutTablesOnlyIfThePolicyLeavesItOpen() {
        Profile tables =
                new Profile("tables", List.of("grid*"), Policy.defaults().with(Policy.ENCODING, Encoding.TABLE));
        for (Encoding encoding : Encoding.values()) {
            Policy policy = Policy.defaults().with(Policy.ENCODING, encoding);
            Policies policies = new Policies(policy, List.of(), List.of(tables));
            Encoding expected = encoding == Encoding.AUTO ? Encoding.TABLE : encoding;

            assertThat(policies.of("a", "tool", "Grid Client").policy().get(Policy.ENCODING))
                    .isEqualTo(expected);
            assertThat(policies.of("a", "tool", "another").policy().get(Policy.ENCODING))
                    .isEqualTo(encoding);
        }
    }

    @Test
    void profileLimitsOnlyItsOwnClients() {
        Profile small =
                new Profile("small", List.of("tiny*"), Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200));
        Policies policies = new Policies(Policy.defaults(), List.of(budget("*", 900)), List.of(small));

        assertThat(budget(policies.of("a", "tool", "Tiny Client"))).isEqualTo(200);
        assertThat(budget(policies.of("a", "tool", "another"))).isEqualTo(900);
        assertThat(budget(policies.of("a", "tool", ""))).isEqualTo(900);
        assertThat(budget(policies.of("a", "tool"))).isEqualTo(900);
    }
}
