package dev.plimsoll.spring.app;

import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** Application with tools that are declared in each way that Spring AI supports, for each type of server. */
@SpringBootApplication(scanBasePackages = "no.scanned.package")
public class Application {

    private static final String TYPE = "spring.ai.mcp.server.type";

    public static void main(String... args) {
        SpringApplication.run(Application.class, args);
    }

    private static Tool orders() {
        return Tool.builder("list_orders", Map.of("type", "object"))
                .description("All orders")
                .build();
    }

    private static CallToolResult answer() {
        return CallToolResult.builder().addTextContent(Item.log(800)).build();
    }

    @Bean
    @ConditionalOnProperty(name = TYPE, havingValue = "SYNC", matchIfMissing = true)
    SyncTools stock() {
        return new SyncTools();
    }

    @Bean
    @ConditionalOnProperty(name = TYPE, havingValue = "ASYNC")
    AsyncTools asyncStock() {
        return new AsyncTools();
    }

    @Bean
    ToolCallbackProvider logTools() {
        return MethodToolCallbackProvider.builder().toolObjects(new LogTools()).build();
    }

    @Bean
    AnnotatedToolBean annotatedToolBean() {
        return new AnnotatedToolBean();
    }

    @Bean
    List<McpServerFeatures.SyncToolSpecification> orderTools() {
        return List.of(new McpServerFeatures.SyncToolSpecification(orders(), (exchange, request) -> answer()));
    }

    @Bean
    List<McpServerFeatures.AsyncToolSpecification> asyncOrderTools() {
        return List.of(new McpServerFeatures.AsyncToolSpecification(
                orders(), (exchange, request) -> Mono.fromCallable(Application::answer)));
    }

    @Bean
    List<McpStatelessServerFeatures.SyncToolSpecification> statelessOrderTools() {
        return List.of(new McpStatelessServerFeatures.SyncToolSpecification(orders(), (context, request) -> answer()));
    }

    @Bean
    List<McpStatelessServerFeatures.AsyncToolSpecification> asyncStatelessOrderTools() {
        return List.of(new McpStatelessServerFeatures.AsyncToolSpecification(
                orders(), (context, request) -> Mono.fromCallable(Application::answer)));
    }
}
