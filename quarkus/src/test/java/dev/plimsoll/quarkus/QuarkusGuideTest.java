package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.GuideText;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Checks the code and properties in the guide. */
class QuarkusGuideTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "quarkus");
    private final GuideText guide = GuideText.read("quarkus.md");

    QuarkusGuideTest() throws IOException {}

    private static EndpointSettings settings(Map<String, String> properties) {
        return EndpointSettings.of(new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(properties, "guide", 250))
                .build());
    }

    @Test
    void showsCodeOfTheExample() throws IOException {
        String tools = Files.readString(EXAMPLE.resolve("src/main/java/example/InventoryTools.java"));
        assertThat(tools).contains(guide.block("java", 0));
        assertThat(Files.readString(EXAMPLE.resolve("pom.xml"))).contains(guide.block("xml", 0));
    }

    @Test
    void showsCallersFromTheTests() throws IOException {
        String callers = Files.readString(Path.of("src/test/java/dev/plimsoll/quarkus/app/HeaderCallers.java"));
        assertThat(callers).contains(guide.block("java", 1));
    }

    @Test
    void acceptsThePropertiesOfTheGuide() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(guide.block("properties", 0)));
        Map<String, String> values = new LinkedHashMap<>(Map.of("CURSOR_KEY", "0123456789abcdef"));
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        EndpointSettings settings = settings(values);
        Policies policies = settings.filter().library().policies();
        assertThat(policies.forTool("main", "list_items").policy().get(Policy.HEAVY))
                .isTrue();
        assertThat(policies.forTool("main", "get_log").policy().get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(2_000);
        assertThat(settings.filter().library().keys()).isNotNull();
    }

    @Test
    void acceptsTheDefaultOfEachPropertyInTheTable() throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        for (GuideText.SettingRow row : guide.settings()) {
            for (String name : row.names()) {
                if (!name.endsWith("KEY")) {
                    boolean hasDefault = row.defaultText().startsWith("`");
                    values.put(
                            "plimsoll." + name, hasDefault ? row.defaultText().replace("`", "") : exampleValue(name));
                }
            }
        }
        assertThat(values.keySet().stream().map(name -> name.substring("plimsoll.".length())))
                .containsExactly(
                        "enabled",
                        "name",
                        "preset",
                        "clientProfiles",
                        "store.maxBytes",
                        "cursor.key",
                        "cursor.previousKeys",
                        "maxMessageBytes",
                        "maxBufferedBytes");
        EndpointSettings read = settings(values);
        EndpointSettings defaults = settings(Map.of());
        assertThat(read.isEnabled()).isEqualTo(defaults.isEnabled());
        assertThat(read.filter().maxMessageBytes()).isEqualTo(defaults.filter().maxMessageBytes());
        assertThat(read.filter().library().storeBytes())
                .isEqualTo(defaults.filter().library().storeBytes());
        assertThat(read.filter().library().policies())
                .isEqualTo(defaults.filter().library().policies());
    }

    private static String exampleValue(String name) {
        return name.equals("maxBufferedBytes") ? "256MB" : "0123456789abcdef";
    }
}
