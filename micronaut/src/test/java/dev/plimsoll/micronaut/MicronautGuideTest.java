package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.servlet.FilterSettings;
import dev.plimsoll.testkit.GuideText;
import io.micronaut.context.env.yaml.YamlPropertySourceLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the code, versions, and properties in the guide. */
class MicronautGuideTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "micronaut");
    private final GuideText guide = GuideText.read("micronaut.md");

    MicronautGuideTest() throws IOException {}

    @Test
    void showsCodeOfTheExample() throws IOException {
        String tools = Files.readString(EXAMPLE.resolve("src/main/java/example/InventoryTools.java"));
        assertThat(tools).contains(guide.block("java", 0));
        assertThat(Files.readString(EXAMPLE.resolve("pom.xml"))).contains(guide.block("xml", 0));
    }

    @Test
    void showsCallersFromTheTests() throws IOException {
        String callers = Files.readString(Path.of("src/test/java/dev/plimsoll/micronaut/app/DepotCallers.java"));
        assertThat(callers).contains(guide.block("java", 1));
    }

    @Test
    void namesTheVersionsOfTheBuild() throws IOException {
        String pom = Files.readString(EXAMPLE.resolve("pom.xml"));
        String version = pom.replaceFirst("(?s).*<micronaut.version>(.*?)<.*", "$1");
        assertThat(guide.text()).contains("on Micronaut " + version + " and Netty");
        assertThat(Files.readString(Path.of("..", "pom.xml")))
                .contains("<micronaut.version>" + version + "</micronaut.version>");
    }

    @Test
    void acceptsThePropertiesOfTheGuide() throws IOException {
        byte[] yaml = guide.block("yaml", 0).getBytes(StandardCharsets.UTF_8);
        Map<String, Object> properties =
                new LinkedHashMap<>(new YamlPropertySourceLoader().read("guide", new ByteArrayInputStream(yaml)));
        properties.put("CURSOR_KEY", "0123456789abcdef");
        FilterSettings settings = RouteSettingsTest.read(properties);
        Policies policies = settings.library().policies();
        assertThat(policies.forTool("main", "list_items").policy().get(Policy.HEAVY))
                .isTrue();
        assertThat(policies.forTool("main", "get_log").policy().get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(2_000);
        assertThat(settings.library().keys()).isNotNull();
    }

    @Test
    void acceptsTheDefaultOfEachPropertyInTheTable() throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
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
        FilterSettings read = RouteSettingsTest.read(values);
        FilterSettings defaults = RouteSettingsTest.read(Map.of());
        assertThat(read.maxMessageBytes()).isEqualTo(defaults.maxMessageBytes());
        assertThat(read.library().storeBytes()).isEqualTo(defaults.library().storeBytes());
        assertThat(read.library().policies()).isEqualTo(defaults.library().policies());
    }

    private static String exampleValue(String name) {
        return name.equals("maxBufferedBytes") ? "256MB" : "0123456789abcdef";
    }
}
