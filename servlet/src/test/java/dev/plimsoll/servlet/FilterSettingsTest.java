package dev.plimsoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Policy;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FilterSettingsTest {

    private record Config(Map<String, String> parameters) implements FilterConfig {

        @Override
        public String getFilterName() {
            return "plimsoll";
        }

        @Override
        public ServletContext getServletContext() {
            return (ServletContext) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {ServletContext.class},
                    (proxy, method, arguments) -> null);
        }

        @Override
        public @Nullable String getInitParameter(String name) {
            return parameters.get(name);
        }

        @Override
        public Enumeration<String> getInitParameterNames() {
            return Collections.enumeration(parameters.keySet());
        }
    }

    @Test
    void readsSizesAndPolicies() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("max-message-bytes", "2MB");
        parameters.put("maxBufferedBytes", "32MB");
        parameters.put("policy.tokenBudgetThreshold", "2000");
        parameters.put("tools.list_*.heavy", "true");
        FilterSettings settings = FilterSettings.parse("init parameters of PlimsollFilter", parameters);
        assertThat(settings.maxMessageBytes()).isEqualTo(2 << 20);
        assertThat(settings.maxBufferedBytes()).isEqualTo(32 << 20);
        assertThat(settings.library().policies().base().get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(2_000);
        assertThat(settings.library()
                        .policies()
                        .forTool("main", "list_x")
                        .policy()
                        .get(Policy.HEAVY))
                .isTrue();
    }

    @Test
    void initReportsEveryInvalidParameter() {
        Map<String, String> parameters = Map.of("maxMessageBytes", "many", "colour", "red", "cursor.key", "short");
        assertThatThrownBy(() -> new PlimsollFilter().init(new Config(parameters)))
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("maxMessageBytes: must be")
                .hasMessageContaining("colour: unknown setting")
                .hasMessageContaining("at least 16 bytes, got one of 5 bytes")
                .hasMessageNotContaining("short");
    }

    @Test
    void aBuiltFilterRejectsInitParameters() {
        assertThatThrownBy(() -> PlimsollFilter.withDefaults().init(new Config(Map.of("preset", "off"))))
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("must be none");
    }

    @Test
    void rejectsSizesOutOfRange() {
        assertThatThrownBy(() -> PlimsollFilter.builder().maxMessageBytes(10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxMessageBytes: must be from 1024");
    }
}
