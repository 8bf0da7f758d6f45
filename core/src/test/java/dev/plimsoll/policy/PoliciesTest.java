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
                assertThat(budget(policies.forTool("a", "tool" + i))).isEqualTo(expected);
            }
        }
        assertThat(budget(policies.forTool("b", "tool"))).isEqualTo(4000);
    }

    @Test
    void cachesThePolicyOfATool() {
        AtomicInteger applications = new AtomicInteger();
        PolicyRule countingRule = new PolicyRule("*", policy -> {
            applications.incrementAndGet();
            return policy;
        });
        Policies policies = new Policies(Policy.defaults(), List.of(countingRule)).withProfiles(Profiles.builtIn());
        for (int i = 0; i < 10; i++) {
            policies.forTool("a", "tool", "client");
        }
        assertThat(applications).hasValue(1);
    }

    @Test
    void profileDecidesAboutTablesOnlyIfThePolicyLeavesItOpen() {
        Profile tableProfile =
                new Profile("tables", List.of("grid*"), Policy.defaults().with(Policy.ENCODING, Encoding.TABLE));
        for (Encoding encoding : Encoding.values()) {
            Policy policy = Policy.defaults().with(Policy.ENCODING, encoding);
            Policies policies = new Policies(policy, List.of(), List.of(tableProfile));
            Encoding expected = encoding == Encoding.AUTO ? Encoding.TABLE : encoding;

            assertThat(policies.forTool("a", "tool", "Grid Client").policy().get(Policy.ENCODING))
                    .isEqualTo(expected);
            assertThat(policies.forTool("a", "tool", "another").policy().get(Policy.ENCODING))
                    .isEqualTo(encoding);
        }
    }

    @Test
    void profileLimitsOnlyItsOwnClients() {
        Profile smallProfile =
                new Profile("small", List.of("tiny*"), Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 200));
        Policies policies = new Policies(Policy.defaults(), List.of(budget("*", 900)), List.of(smallProfile));

        assertThat(budget(policies.forTool("a", "tool", "Tiny Client"))).isEqualTo(200);
        assertThat(budget(policies.forTool("a", "tool", "another"))).isEqualTo(900);
        assertThat(budget(policies.forTool("a", "tool", ""))).isEqualTo(900);
        assertThat(budget(policies.forTool("a", "tool"))).isEqualTo(900);
    }
}
