package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** Properties of an application. */
class EndpointSettingsTest {

    private static Config config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "application.properties", 250))
                .build();
    }

    private static int budget(Policies policies, String tool) {
        return policies.of("main", tool).policy().get(Policy.TOKEN_BUDGET_THRESHOLD);
    }

    @Test
    void readsPoliciesOfAllToolsAndOfSome() {
        EndpointSettings settings = EndpointSettings.of(config(Map.of(
                "plimsoll.policy.token-budget-threshold", "2000",
                "plimsoll.tools.\"list_*\".tokenBudgetThreshold", "500")));
        Policies policies = settings.filter().library().policies();
        assertThat(budget(policies, "get_log")).isEqualTo(2_000);
        assertThat(budget(policies, "list_items")).isEqualTo(500);
    }

    @Test
    void aRuleForOneToolComesAfterARuleForMany() {
        EndpointSettings settings = EndpointSettings.of(config(Map.of(
                "plimsoll.tools.list_items.tokenBudgetThreshold", "700",
                "plimsoll.tools.\"list_*\".tokenBudgetThreshold", "500",
                "plimsoll.policy.tokenBudgetThreshold", "300")));
        Policies policies = settings.filter().library().policies();
        assertThat(budget(policies, "list_items")).isEqualTo(700);
        assertThat(budget(policies, "list_users")).isEqualTo(500);
        assertThat(budget(policies, "get_log")).isEqualTo(300);
    }

    @Test
    void propertiesOfOthersDoNotMatter() {
        EndpointSettings settings = EndpointSettings.of(config(Map.of("quarkus.http.port", "1", "plimsollic.x", "2")));
        assertThat(settings.isEnabled()).isTrue();
        assertThat(settings.filter().library().faults()).isEmpty();
    }

    @Test
    void canBeDisabled() {
        assertThat(EndpointSettings.of(config(Map.of("plimsoll.enabled", "false")))
                        .isEnabled())
                .isFalse();
    }

    @Test
    void namesAllFaults() {
        Config config = config(Map.of("plimsoll.policy.heavy", "perhaps", "plimsoll.maxMesageBytes", "1MB"));
        assertThatThrownBy(() -> EndpointSettings.of(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("properties plimsoll.*: ")
                .hasMessageContaining("policy.heavy: must be ")
                .hasMessageContaining("maxMesageBytes: unknown setting");
    }
}
