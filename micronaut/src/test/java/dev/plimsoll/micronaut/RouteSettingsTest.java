package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.servlet.FilterSettings;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.Origin;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.micronaut.context.env.yaml.YamlPropertySourceLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how properties and environment variables become settings. */
class RouteSettingsTest {

    private static FilterSettings read(PropertySource... sources) {
        try (Environment environment = ApplicationContext.builder()
                .environmentPropertySource(false)
                .propertySources(sources)
                .build()
                .getEnvironment()
                .start()) {
            return RouteSettings.read(environment);
        }
    }

    static FilterSettings read(Map<String, Object> properties) {
        return read(PropertySource.of("test", properties));
    }

    private static PropertySource variables(Map<String, Object> variables) {
        return PropertySource.of("env", variables, PropertyConvention.ENVIRONMENT_VARIABLE, Origin.of("env"));
    }

    private static int budget(FilterSettings settings, String tool) {
        Policies policies = settings.library().policies();
        return policies.forTool("main", tool).policy().get(Policy.TOKEN_BUDGET_THRESHOLD);
    }

    @Test
    void readsPoliciesAndRules() {
        FilterSettings settings = read(Map.of(
                "plimsoll.policy.token-budget-threshold", "2000",
                "plimsoll.tools.list_*.tokenBudgetThreshold", "500"));
        assertThat(budget(settings, "get_log")).isEqualTo(2_000);
        assertThat(budget(settings, "list_parts")).isEqualTo(500);
    }

    @Test
    void appliesRuleForOneToolAfterRuleForMany() {
        FilterSettings settings = read(Map.of(
                "plimsoll.tools.list_parts.tokenBudgetThreshold", 700,
                "plimsoll.tools.list_*.tokenBudgetThreshold", 500,
                "plimsoll.policy.tokenBudgetThreshold", 300));
        assertThat(budget(settings, "list_parts")).isEqualTo(700);
        assertThat(budget(settings, "list_users")).isEqualTo(500);
        assertThat(budget(settings, "get_log")).isEqualTo(300);
    }

    @Test
    void readsYaml() throws IOException {
        String yaml = """
                plimsoll:
                  cursor:
                    key: ${depot.key}
                    previous-keys:
                      - fedcba9876543210
                      - abcdefabcdefabcdef
                  max-message-bytes: 2MB
                  tools:
                    list_*:
                      token-budget-threshold: 500
                depot:
                  key: 0123456789abcdef
                """;
        Map<String, Object> properties = new YamlPropertySourceLoader()
                .read("application.yml", new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
        FilterSettings settings = read(properties);
        assertThat(settings.maxMessageBytes()).isEqualTo(2L << 20);
        assertThat(settings.library().keys()).isNotNull();
        assertThat(budget(settings, "list_parts")).isEqualTo(500);
    }

    @Test
    void reportsAShortKeyInAList() {
        Map<String, Object> shortKey = Map.of(
                "plimsoll.cursor.key",
                "0123456789abcdef",
                "plimsoll.cursor.previousKeys",
                List.of("fedcba9876543210", "short"));
        assertThatThrownBy(() -> read(shortKey))
                .hasMessageContaining("cursor.previousKeys: must be a text of at least 16 bytes, got one of 5 bytes");
    }

    @Test
    void laterSourceReplacesEarlierOneInAnySpelling() {
        FilterSettings settings = read(
                PropertySource.of("early", Map.of("plimsoll.policy.token-budget-threshold", 2000), 1),
                PropertySource.of("late", Map.of("plimsoll.policy.tokenBudgetThreshold", 3000), 2));
        assertThat(budget(settings, "get_log")).isEqualTo(3_000);
    }

    @Test
    void ignoresPropertiesOfOtherPrograms() {
        FilterSettings settings = read(Map.of("micronaut.server.port", "1", "plimsollic.x", "2"));
        assertThat(settings.library().faults()).isEmpty();
    }

    @Test
    void readsEnvironmentVariables() {
        FilterSettings settings = read(variables(Map.of(
                "PLIMSOLL_CURSOR_KEY", "0123456789abcdef",
                "PLIMSOLL_MAX_MESSAGE_BYTES", "2MB",
                "PLIMSOLL_POLICY_TOKEN_BUDGET_THRESHOLD", "700",
                "PLIMSOLL_QUERY_TIME_MS", "1234")));
        assertThat(settings.library()
                        .policies()
                        .forTool("main", "get_log")
                        .policy()
                        .get(Policy.QUERY_TIME_MS))
                .isEqualTo(1_234);
        assertThat(settings.library().keys()).isNotNull();
        assertThat(settings.maxMessageBytes()).isEqualTo(2L << 20);
        assertThat(budget(settings, "get_log")).isEqualTo(700);
    }

    @Test
    void ignoresVariablesOfTheGateway() {
        FilterSettings settings = read(variables(Map.of(
                "PLIMSOLL_DAEMON", "1",
                "PLIMSOLL_JAVA_OPTS", "-Xmx1g",
                "PLIMSOLL_CONFIG", "plimsoll.yaml",
                "PLIMSOLL_AUTH_TOKENS", "a:b",
                "PLIMSOLL_TOOLS", "x")));
        assertThat(settings.library().faults()).isEmpty();
    }

    @Test
    void reportsAllErrorsAndTheAllowedNames() {
        Map<String, Object> invalid = Map.of("plimsoll.policy.heavy", "perhaps", "plimsoll.maxMesageBytes", "1MB");
        assertThatThrownBy(() -> read(invalid))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("properties plimsoll.*: ")
                .hasMessageContaining("policy.heavy: must be ")
                .hasMessageContaining("maxMesageBytes: unknown setting")
                .hasMessageContaining("Allowed are enabled, name, preset")
                .hasMessageContaining("tools.GLOB.KEY");
    }
}
