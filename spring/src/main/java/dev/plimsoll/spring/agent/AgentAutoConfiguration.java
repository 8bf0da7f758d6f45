package dev.plimsoll.spring.agent;

import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.agent.AgentGuardBuilder;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.spring.PlimsollAutoConfiguration;
import dev.plimsoll.spring.settings.PlimsollSettings;
import dev.plimsoll.spring.settings.SettingsReader;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Auto-configuration that guards the tools of each {@code ChatClient} that is built with the auto-configured builder. It uses beans of the
 * types {@link SnapshotStore}, {@link KeyRing}, and {@link GuardListener}. The {@link AgentGuard} is a bean, too.
 */
@AutoConfiguration(after = PlimsollAutoConfiguration.class)
@ConditionalOnClass({ToolCallback.class, ChatClientBuilderCustomizer.class})
@ConditionalOnProperty(name = "plimsoll.enabled", matchIfMissing = true)
@ConditionalOnProperty(name = "plimsoll.agent.enabled")
public class AgentAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    AgentGuard plimsollAgentGuard(
            ConfigurableEnvironment environment,
            ObjectProvider<PlimsollSettings> serverSettings,
            ObjectProvider<SnapshotStore> stores,
            ObjectProvider<KeyRing> keyRings,
            ObjectProvider<GuardListener> listeners) {
        PlimsollSettings settings = serverSettings.getIfAvailable(() -> new SettingsReader(environment).read());
        long maxBytes = settings.maxBytes();
        AgentGuardBuilder builder = AgentGuard.builder()
                .name(settings.name())
                .policies(settings.policies())
                .store(stores.getIfAvailable(
                        () -> SnapshotStore.inMemory(StoreLimits.of(maxBytes), Clock.systemUTC(), new SecureRandom())));
        KeyRing keys = keyRings.getIfAvailable(settings::keys);
        if (keys != null) {
            builder.keys(keys);
        }
        List<GuardListener> guardListeners = listeners.orderedStream().toList();
        return builder.listener(receipt -> guardListeners.forEach(listener -> listener.onGuarded(receipt)))
                .build();
    }

    /** Creates the bean that guards tools of agents without a {@code ChatClient}. */
    @Bean
    @ConditionalOnMissingBean
    GuardedToolCallbacks plimsollToolCallbacks(AgentGuard agentGuard) {
        return GuardedToolCallbacks.of(agentGuard);
    }

    @Bean
    ChatClientBuilderCustomizer plimsollChatClientCustomizer(
            AgentGuard agentGuard, ObjectProvider<ToolCallingAdvisor.Builder<?>> toolCallingAdvisors) {
        GuardedToolsAdvisor advisor = GuardedToolsAdvisor.of(agentGuard);
        ToolCallingAdvisor.Builder<?> toolCalling = toolCallingAdvisors.getIfAvailable();
        GuardedToolsAdvisor ordered =
                toolCalling == null ? advisor : advisor.withOrder(toolCalling.getAdvisorOrder() - 1);
        return builder -> builder.defaultAdvisors(ordered);
    }
}
