package dev.plimsoll.spring;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.mcp.Callers;
import dev.plimsoll.mcp.Guard;
import dev.plimsoll.mcp.GuardBuilder;
import dev.plimsoll.mcp.annotation.PermissionCheck;
import dev.plimsoll.spring.refresh.PolicyRefresh;
import dev.plimsoll.spring.settings.PlimsollSettings;
import dev.plimsoll.spring.settings.SettingsReader;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.springframework.ai.mcp.customizer.McpAsyncServerCustomizer;
import org.springframework.ai.mcp.customizer.McpSyncServerCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Auto-configuration that guards the MCP server of a Spring AI application. It uses beans of the types {@link Callers}, {@link PermissionCheck}, {@link
 * SnapshotStore}, {@link KeyRing}, and {@link GuardListener}. The {@link Guard} is a bean, too.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.ai.mcp.server.common.autoconfigure.McpServerAutoConfiguration",
            "org.springframework.ai.mcp.server.common.autoconfigure.McpServerJsonMapperAutoConfiguration"
        })
@ConditionalOnClass({McpServer.class, McpSyncServerCustomizer.class})
@ConditionalOnProperty(name = "plimsoll.enabled", matchIfMissing = true)
public class PlimsollAutoConfiguration {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    @Bean
    PlimsollSettings plimsollSettings(ConfigurableEnvironment environment) {
        PlimsollSettings plimsollSettings = new SettingsReader(environment).read();
        plimsollSettings.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
        return plimsollSettings;
    }

    /** Creates the in-memory store, unless the application defines its own store. */
    @Bean
    @ConditionalOnMissingBean
    SnapshotStore plimsollStore(PlimsollSettings plimsollSettings, ObjectProvider<Callers> callers) {
        long maxBytes = plimsollSettings.maxBytes();
        // without a Callers bean, all requests belong to one caller, who may use the whole store
        boolean isOneCaller = callers.getIfAvailable() == null;
        StoreLimits limits = isOneCaller ? StoreLimits.ofOneCaller(maxBytes) : StoreLimits.of(maxBytes);
        return SnapshotStore.inMemory(limits, Clock.systemUTC(), new SecureRandom());
    }

    @Bean
    @ConditionalOnMissingBean
    Guard plimsollGuard(
            PlimsollSettings plimsollSettings,
            SnapshotStore store,
            ObjectProvider<Callers> callers,
            ObjectProvider<KeyRing> keys,
            ObjectProvider<PermissionCheck> checks,
            ObjectProvider<GuardListener> listeners,
            ObjectProvider<SqlEngine> sqlEngine,
            @Qualifier("mcpServerJsonMapper") ObjectProvider<JsonMapper> mapper) {
        requireSdk();
        GuardBuilder builder = Guard.builder()
                .name(plimsollSettings.name())
                .policy(policy -> plimsollSettings.policies().base())
                .profiles(plimsollSettings.policies().profiles())
                .store(store);
        plimsollSettings
                .policies()
                .rules()
                .forEach(policyRule -> builder.tools(policyRule.glob(), policyRule.change()));
        callers.ifAvailable(builder::callers);
        checks.orderedStream().forEach(builder::permission);
        KeyRing ring = keys.getIfAvailable(plimsollSettings::keys);
        if (ring != null) {
            builder.keys(ring);
        }
        sqlEngine.ifAvailable(builder::sqlEngine);
        mapper.ifAvailable(json -> builder.mapper(new JacksonMcpJsonMapper(json)));
        List<GuardListener> guardListeners = listeners.orderedStream().toList();
        return builder.listener(guardListeners.isEmpty() ? GuardListener.none() : new ListenerChain(guardListeners))
                .build();
    }

    private static void requireSdk() {
        if (!ClassUtils.isPresent("io.modelcontextprotocol.server.McpSyncListFilter", null)) {
            throw new IllegalStateException(
                    "Plimsoll needs the MCP Java SDK 2.1 or newer, but an older one is on the class path:"
                            + " use the version of io.modelcontextprotocol.sdk:mcp-core that plimsoll-spring-boot-starter uses");
        }
    }

    @Bean
    static CustomizerPostProcessor plimsollCustomizers(
            ObjectProvider<Guard> guards, ConfigurableListableBeanFactory factory) {
        return new CustomizerPostProcessor(guards, new AnnotatedBeans(factory));
    }

    /**
     * Creates the post-processor that guards lists of specifications, which customizers cannot read from builders of
     * this SDK.
     */
    @Bean
    @Conditional(UnreadableBuilders.class)
    static SpecificationListPostProcessor plimsollSessionLists(ObjectProvider<Guard> guards) {
        return new SpecificationListPostProcessor(guards, McpServerFeatures.class);
    }

    /** Creates an empty customizer if the application has none, because the guard runs after a customizer. */
    @Bean
    @ConditionalOnMissingBean
    McpSyncServerCustomizer plimsollSyncServerCustomizer() {
        return builder -> {};
    }

    /** Creates an empty customizer if the application has none, because the guard runs after a customizer. */
    @Bean
    @ConditionalOnMissingBean
    McpAsyncServerCustomizer plimsollAsyncServerCustomizer() {
        return builder -> {};
    }

    /** Creates the bean with which an application can reload changed properties. */
    @Bean
    PolicyRefresh plimsollRefresh(ConfigurableEnvironment environment, Guard guard, PlimsollSettings plimsollSettings) {
        return new PolicyRefresh(environment, guard, plimsollSettings);
    }

    @Bean
    static ServerPostProcessor plimsollServers(
            ObjectProvider<Guard> guards, ObjectProvider<PlimsollSettings> settings) {
        return new ServerPostProcessor(guards, settings);
    }
}
