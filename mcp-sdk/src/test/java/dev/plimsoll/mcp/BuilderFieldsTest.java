package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.util.McpUriTemplateManagerFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuilderFieldsTest {

    private static final Set<String> METHODS_WITH_SPECIFICATIONS =
            Set.of("tools", "toolCall", "resources", "resourceTemplates", "prompts", "completions");

    @SuppressWarnings("unused") // read by reflection
    private static class RenamedBuilder {
        private final List<SyncToolSpecification> registeredTools = new ArrayList<>();
        private final Map<String, SyncResourceSpecification> byUri = Map.of();
        private final Map<String, SyncPromptSpecification> first = new HashMap<>();
        private final Map<String, SyncPromptSpecification> second = new HashMap<>();
        private @Nullable ServerCapabilities offered;
    }

    private static final class InheritedBuilder extends RenamedBuilder {}

    /** Builder whose list of tools cannot be changed. */
    private static final class ImmutableBuilder {
        @SuppressWarnings("unused") // read by reflection
        private final List<McpStatelessServerFeatures.AsyncToolSpecification> tools = List.of();
    }

    private static BuilderParts partsOf(Object builder) {
        return new BuilderParts(builder, BuilderFields.of(builder.getClass()));
    }

    @Test
    void findsEverythingInEveryBuilderOfTheSdk() {
        assertThat(Guard.canReadBuilders()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                McpServer.SyncSpecification.class,
                McpServer.AsyncSpecification.class,
                McpServer.StatelessSyncSpecification.class,
                McpServer.StatelessAsyncSpecification.class
            })
    void findsTheSettingsInEveryBuilderOfTheSdk(Class<?> builder) {
        BuilderFields fields = BuilderFields.of(builder);
        assertThat(fields.findValue(ServerCapabilities.class)).isNotNull();
        assertThat(fields.findValue(McpUriTemplateManagerFactory.class)).isNotNull();
    }

    /**
     * Fails if the SDK has a new method that adds tools, resources, or prompts: the guard must then guard these too.
     */
    @ParameterizedTest
    @ValueSource(
            classes = {
                McpServer.SyncSpecification.class,
                McpServer.AsyncSpecification.class,
                McpServer.StatelessSyncSpecification.class,
                McpServer.StatelessAsyncSpecification.class
            })
    void knowsAllMethodsThatAddHandlers(Class<?> builder) {
        Set<String> found = new TreeSet<>();
        for (Method method : builder.getMethods()) {
            boolean addsHandlers = Stream.of(method.getGenericParameterTypes())
                    .map(Type::getTypeName)
                    .anyMatch(type -> type.matches(".*(Specification|CallToolResult|Repository|Registry|Provider).*"));
            if (addsHandlers && method.getDeclaringClass() != Object.class) {
                found.add(method.getName());
            }
        }
        assertThat(found).isEqualTo(new TreeSet<>(METHODS_WITH_SPECIFICATIONS));
    }

    @Test
    void findsFieldsWithOtherNames() {
        InheritedBuilder builder = new InheritedBuilder();
        BuilderParts parts = partsOf(builder);
        assertThat(parts.<SyncToolSpecification>tools()).isSameAs(((RenamedBuilder) builder).registeredTools);
        ((RenamedBuilder) builder).offered = ServerCapabilities.builder().build();
        assertThat(parts.setting(ServerCapabilities.class)).isSameAs(((RenamedBuilder) builder).offered);
    }

    @Test
    void treatsImmutableAndAmbiguousFieldsAsHidden() {
        BuilderParts parts = partsOf(new RenamedBuilder());
        assertThat(parts.specifications(BuilderFields.RESOURCES))
                .as("immutable")
                .isNull();
        assertThat(parts.specifications(BuilderFields.PROMPTS)).as("two fields").isNull();
        assertThat(parts.specifications(BuilderFields.TEMPLATES)).as("no field").isNull();
        assertThat(parts.setting(ServerCapabilities.class)).as("not set").isNull();
        assertThat(partsOf(new ImmutableBuilder()).tools()).isNull();
    }
}
