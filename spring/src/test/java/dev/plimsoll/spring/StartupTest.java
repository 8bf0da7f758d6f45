package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.mcp.annotation.InvalidToolException;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.spring.app.Application;
import dev.plimsoll.spring.settings.SettingsException;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Tests applications that start, and applications that fail to start. */
class StartupTest {

    /** A bean with an annotated method that cannot be a tool. */
    public static class InvalidTool {

        @McpHeavy
        public void nothing() {}
    }

    /** An application with the bean {@link InvalidTool}. */
    @SpringBootApplication(scanBasePackages = "no.scanned.package")
    static class InvalidApplication {

        @Bean
        InvalidTool invalidTool() {
            return new InvalidTool();
        }
    }

    private static String outputOfFailedStart(Class<?> source, Class<? extends Exception> cause, String... properties) {
        PrintStream originalOut = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            assertThat(catchThrowable(
                            () -> RunningApplication.of(ServerType.STATELESS_SYNC, new Class<?>[] {source}, properties)
                                    .close()))
                    .hasRootCauseInstanceOf(cause);
        } finally {
            System.setOut(originalOut);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsInvalidPropertiesAsAStartupFailure() {
        assertThat(outputOfFailedStart(
                        Application.class,
                        SettingsException.class,
                        "plimsoll.policy.style=fancy",
                        "plimsoll.stile=page"))
                .contains("APPLICATION FAILED TO START")
                .contains("plimsoll.stile: unknown property")
                .contains("plimsoll.policy.style: must be one of auto, page")
                .contains("got fancy");
    }

    @Test
    void reportsTheMethodAndTheFixForAnInvalidTool() {
        assertThat(outputOfFailedStart(InvalidApplication.class, InvalidToolException.class))
                .contains("APPLICATION FAILED TO START")
                .contains("InvalidTool.nothing: returns no result")
                .contains("@McpGuarded");
    }

    @Test
    void guardsNothingIfDisabled() {
        try (RunningApplication server = RunningApplication.of(ServerType.STREAMABLE_SYNC, "plimsoll.enabled=false")) {
            assertThat(server.context().getBeanProvider(Guard.class).getIfAvailable())
                    .isNull();
            assertThat(server.client().listTools().tools())
                    .extracting(Tool::name)
                    .containsExactlyInAnyOrder("list_items", "get_log", "list_orders");
        }
    }
}
