package dev.plimsoll.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.agent.AgentGuard;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Receipt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** Starts an agent with Spring Boot and different properties. */
class AgentAutoConfigurationTest {

    private final ScriptedChatModel model = new ScriptedChatModel();
    private final List<Receipt> receipts = new ArrayList<>();

    /** An agent without a server. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ToolCallingAutoConfiguration.class,
        ChatClientAutoConfiguration.class,
        AgentAutoConfiguration.class
    })
    static class Agent {}

    private ConfigurableApplicationContext start(String... properties) {
        SpringApplication application = new SpringApplication(Agent.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.addInitializers(context -> {
            GenericApplicationContext beans = (GenericApplicationContext) context;
            beans.registerBean("chatModel", ChatModel.class, () -> model);
            beans.registerBean("one", GuardListener.class, () -> receipts::add);
            beans.registerBean("two", GuardListener.class, () -> receipts::add);
        });
        return application.run(
                Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new));
    }

    private String ask(ConfigurableApplicationContext context) {
        ChatClient agent = context.getBean(ChatClient.Builder.class)
                .defaultTools(new OrderTools())
                .build();
        return String.valueOf(agent.prompt("Orders?").call().content());
    }

    @Test
    void guardsEveryToolOfTheBuilderIfEnabled() {
        model.calls("listOrders", answer -> "{}")
                .calls(
                        "plimsoll_read",
                        answer -> "{\"cursor\":\"" + ScriptedChatModel.cursor(answer) + "\",\"query\":\"length\"}")
                .answers();
        try (ConfigurableApplicationContext context =
                start("plimsoll.agent.enabled=true", "plimsoll.cursor.key=0123456789abcdef")) {
            assertThat(ask(context)).isEqualTo("{\"results\":[900]}");
            // two listeners get the receipts of two calls
            assertThat(receipts).hasSize(4);
            assertThat(context.getBean(GuardedToolCallbacks.class)
                            .guard(new OrderTools())
                            .getToolCallbacks())
                    .hasSize(7);
        }
    }

    @Test
    void propertiesSetThePolicy() {
        model.calls("listOrders", answer -> "{}").answers();
        try (ConfigurableApplicationContext context =
                start("plimsoll.agent.enabled=true", "plimsoll.name=shop", "plimsoll.tools[shop/list*].style=pass")) {
            assertThat(ask(context)).doesNotContain("plimsoll_read").hasSizeGreaterThan(30_000);
        }
    }

    @Test
    void guardIsOffByDefault() {
        model.calls("listOrders", answer -> "{}").answers();
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBeanNamesForType(AgentGuard.class)).isEmpty();
            assertThat(ask(context)).hasSizeGreaterThan(30_000);
            assertThat(model.toolNames()).doesNotContain("plimsoll_read");
        }
    }

    @Test
    void starterCanBeTurnedOff() {
        try (ConfigurableApplicationContext context = start("plimsoll.enabled=false", "plimsoll.agent.enabled=true")) {
            assertThat(context.getBeanNamesForType(AgentGuard.class)).isEmpty();
        }
    }

    @Test
    void advisorRunsBeforeTheToolsAreCalled() {
        model.calls("listOrders", answer -> "{}").answers();
        try (ConfigurableApplicationContext context =
                start("plimsoll.agent.enabled=true", "spring.ai.chat.client.tool-calling.advisor-order=1000")) {
            assertThat(ask(context)).contains("plimsoll_read");
        }
    }
}
