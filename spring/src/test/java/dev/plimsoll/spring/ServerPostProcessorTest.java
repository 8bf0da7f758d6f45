package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.spring.settings.PlimsollSettings;
import dev.plimsoll.spring.settings.SettingsReader;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.springframework.ai.mcp.customizer.McpSyncServerCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.StandardEnvironment;
import reactor.core.publisher.Mono;

/** Tests that server beans and customizers are guarded, without a running application. */
class ServerPostProcessorTest {

    private final DefaultListableBeanFactory factory = new DefaultListableBeanFactory();

    /** A customizer that is also a component. */
    static class CustomizerComponent implements McpSyncServerCustomizer {

        @Override
        public void customize(McpServer.SyncSpecification<?> builder) {}
    }

    private static final McpStatelessServerTransport NO_TRANSPORT = new McpStatelessServerTransport() {
        @Override
        public void setMcpHandler(McpStatelessServerHandler handler) {}

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    };

    private static SyncToolSpecification tool(String name) {
        return new SyncToolSpecification(
                Tool.builder(name, Map.of("type", "object")).build(),
                (context, request) -> CallToolResult.builder().build());
    }

    private static McpStatelessSyncServer server(List<SyncToolSpecification> tools) {
        return McpServer.sync(NO_TRANSPORT)
                .capabilities(ServerCapabilities.builder().tools(false).build())
                .tools(tools)
                .build();
    }

    private List<String> warningsFor(McpStatelessSyncServer server) {
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                warnings.add(new SimpleFormatter().formatMessage(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.plimsoll");
        Level originalLevel = logger.getLevel();
        // other tests in this process may have disabled the logger
        logger.setLevel(Level.WARNING);
        logger.addHandler(handler);
        try {
            ObjectProvider<PlimsollSettings> settings = factory.getBeanProvider(PlimsollSettings.class);
            new ServerPostProcessor(factory.getBeanProvider(Guard.class), settings)
                    .postProcessAfterInitialization(server, "myServer");
        } finally {
            logger.removeHandler(handler);
            logger.setLevel(originalLevel);
        }
        return warnings;
    }

    @Test
    void warnsAboutAServerThatSpringAiDidNotBuild() {
        try (Guard guard = Guard.withDefaults()) {
            factory.registerSingleton("guard", guard);
            factory.registerSingleton("settings", new SettingsReader(new StandardEnvironment()).read());
            assertThat(warningsFor(server(List.of(tool("a")))))
                    .singleElement()
                    .asString()
                    .contains("tools of the bean myServer are not guarded")
                    .contains("server(builder) of the Guard bean");
            assertThat(warningsFor(server(guard.statelessSync().tools(List.of(tool("a"))))))
                    .isEmpty();
        }
    }

    @Test
    void proxiesOfCustomizersKeepTheirType() {
        CustomizerPostProcessor customizers =
                new CustomizerPostProcessor(factory.getBeanProvider(Guard.class), new AnnotatedBeans(factory));
        assertThat(customizers.postProcessAfterInitialization(new CustomizerComponent(), "component"))
                .isInstanceOf(CustomizerComponent.class)
                .isNotExactlyInstanceOf(CustomizerComponent.class);
        McpSyncServerCustomizer lambda = builder -> {};
        assertThat(customizers.postProcessAfterInitialization(lambda, "lambda"))
                .isInstanceOf(McpSyncServerCustomizer.class)
                .isNotSameAs(lambda);
        assertThat(customizers.postProcessAfterInitialization("other", "other")).isEqualTo("other");
    }

    @Test
    void guardsOnlyListsOfItsSdkClass() {
        try (Guard guard = Guard.withDefaults()) {
            factory.registerSingleton("guard", guard);
            List<SyncToolSpecification> list = List.of(tool("a"));
            ObjectProvider<Guard> guards = factory.getBeanProvider(Guard.class);
            SpecificationListPostProcessor otherLists =
                    new SpecificationListPostProcessor(guards, McpServerFeatures.class);
            assertThat(otherLists.postProcessAfterInitialization(list, "list")).isSameAs(list);
            assertThat(otherLists.postProcessAfterInitialization("other", "other"))
                    .isEqualTo("other");
            assertThat(new SpecificationListPostProcessor(guards, McpStatelessServerFeatures.class)
                            .postProcessAfterInitialization(list, "list"))
                    .asInstanceOf(list(SyncToolSpecification.class))
                    .singleElement()
                    .satisfies(tool -> assertThat(tool.callHandler())
                            .isNotSameAs(list.get(0).callHandler()));
        }
    }
}
