package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.mcp.annotation.WrongUseException;
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
class StartTest {

    /** A bean with an annotated method that cannot be a tool. */
    public static class Wrong {

        @McpHeavy
        public void nothing() {}
    }

    /** An application with the bean {@link Wrong}. */
    @SpringBootApplication(scanBasePackages = "no.package.at.all")
    static class Broken {

        @Bean
        Wrong wrong() {
            return new Wrong();
        }
    }

    private static String reportOf(Class<?> source, Class<? extends Exception> cause, String... properties) {
        PrintStream originalOut = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            assertThat(catchThrowable(() -> Running.of(Kind.STATELESS_SYNC, new Class<?>[] {source}, properties)
                            .close()))
                    .hasRootCauseInstanceOf(cause);
        } finally {
            System.setOut(originalOut);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsInvalidPropertiesAsAStartupFailure() {
        assertThat(reportOf(
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
    void misuseOfAnAnnotationNamesTheMethodAndTheFix() {
        assertThat(reportOf(Broken.class, WrongUseException.class))
                .contains("APPLICATION FAILED TO START")
                .contains("Wrong.nothing: returns no result")
                .contains("@McpGuarded");
    }

    @Test
    void doesNothingIfDisabled() {
        try (Running server = Running.of(Kind.STREAMABLE_SYNC, "plimsoll.enabled=false")) {
            assertThat(server.context().getBeanProvider(Guard.class).getIfAvailable())
                    .isNull();
            assertThat(server.client().listTools().tools())
                    .extracting(Tool::name)
                    .containsExactlyInAnyOrder("list_items", "get_log", "list_orders");
        }
    }
}
