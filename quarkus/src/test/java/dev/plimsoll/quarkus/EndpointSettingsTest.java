package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.servlet.FilterSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

/** Tests how properties and environment variables become settings. */
class EndpointSettingsTest {

    private static Config config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "application.properties", 250))
                .build();
    }

    /** Returns a configuration with environment variables, and with properties in a file, which has a lower ordinal. */
    private static Config config(Map<String, String> variables, Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withSources(
                        new EnvConfigSource(variables, 300),
                        new PropertiesConfigSource(properties, "application.properties", 250))
                .build();
    }

    private static int budget(Policies policies, String tool) {
        return policies.forTool("main", tool).policy().get(Policy.TOKEN_BUDGET_THRESHOLD);
    }

    @Test
    void readsPoliciesAndRules() {
        EndpointSettings settings = EndpointSettings.of(config(Map.of(
                "plimsoll.policy.token-budget-threshold", "2000",
                "plimsoll.tools.\"list_*\".tokenBudgetThreshold", "500")));
        Policies policies = settings.filter().library().policies();
        assertThat(budget(policies, "get_log")).isEqualTo(2_000);
        assertThat(budget(policies, "list_items")).isEqualTo(500);
    }

    @Test
    void appliesRuleForOneToolAfterRuleForMany() {
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
    void ignoresPropertiesOfOtherPrograms() {
        EndpointSettings settings = EndpointSettings.of(config(Map.of("quarkus.http.port", "1", "plimsollic.x", "2")));
        assertThat(settings.isEnabled()).isTrue();
        assertThat(settings.filter().library().faults()).isEmpty();
    }

    @Test
    void ignoresVariablesOfTheGateway() {
        Map<String, String> variables = Map.of(
                "PLIMSOLL_DAEMON", "off",
                "PLIMSOLL_TOOLS", "{}",
                "PLIMSOLL_SERVERS_CRM_URL", "http://127.0.0.1",
                "PLIMSOLL_JAVA_OPTS", "-Xmx1g");
        EndpointSettings settings = EndpointSettings.of(config(variables, Map.of()));
        assertThat(settings.filter().library().policies())
                .isEqualTo(
                        EndpointSettings.of(config(Map.of())).filter().library().policies());
    }

    @Test
    void readsEnvironmentVariables() {
        FilterSettings filter = EndpointSettings.of(config(
                        Map.of(
                                "PLIMSOLL_CURSOR_KEY", "0123456789abcdef",
                                "PLIMSOLL_CURSOR_PREVIOUS_KEYS", "fedcba9876543210",
                                "PLIMSOLL_MAX_MESSAGE_BYTES", "1MB",
                                "PLIMSOLL_STORE_MAX_BYTES", "2MB",
                                "PLIMSOLL_NAME", "crm",
                                "PLIMSOLL_QUERY_TIME_MS", "77",
                                "PLIMSOLL_POLICY_TOKEN_BUDGET_THRESHOLD", "2000"),
                        Map.of()))
                .filter();
        assertThat(filter.maxMessageBytes()).isEqualTo(1 << 20);
        assertThat(filter.library().storeBytes()).isEqualTo(2 << 20);
        assertThat(filter.library().name()).isEqualTo("crm");
        assertThat(filter.library().keys()).isNotNull();
        assertThat(budget(filter.library().policies(), "get_log")).isEqualTo(2_000);
        assertThat(filter.library().policies().base().get(Policy.QUERY_TIME_MS)).isEqualTo(77);
    }

    @Test
    void variableOverridesFileInAnotherSpelling() {
        EndpointSettings settings = EndpointSettings.of(config(
                Map.of("PLIMSOLL_MAX_MESSAGE_BYTES", "1MB", "PLIMSOLL_POLICY_TOKENBUDGETTHRESHOLD", "700"),
                Map.of("plimsoll.maxMessageBytes", "2MB", "plimsoll.policy.token-budget-threshold", "300")));
        assertThat(settings.filter().maxMessageBytes()).isEqualTo(1 << 20);
        assertThat(budget(settings.filter().library().policies(), "get_log")).isEqualTo(700);
    }

    @Test
    void systemPropertyOverridesVariableInAnotherSpelling() {
        Config config = new SmallRyeConfigBuilder()
                .withSources(
                        new EnvConfigSource(Map.of("PLIMSOLL_MAX_MESSAGE_BYTES", "1MB"), 300),
                        new PropertiesConfigSource(Map.of("plimsoll.maxMessageBytes", "2MB"), "system", 400))
                .build();
        assertThat(EndpointSettings.of(config).filter().maxMessageBytes()).isEqualTo(2 << 20);
    }

    @Test
    void canBeDisabled() {
        assertThat(EndpointSettings.of(config(Map.of("plimsoll.enabled", "false")))
                        .isEnabled())
                .isFalse();
    }

    @Test
    void reportsAllErrors() {
        Config config = config(Map.of("plimsoll.policy.heavy", "perhaps", "plimsoll.maxMesageBytes", "1MB"));
        assertThatThrownBy(() -> EndpointSettings.of(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("properties plimsoll.*: ")
                .hasMessageContaining("policy.heavy: must be ")
                .hasMessageContaining("maxMesageBytes: unknown setting");
    }
}
