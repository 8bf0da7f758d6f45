package dev.plimsoll.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.servlet.FilterSettings;
import io.micronaut.context.env.yaml.YamlPropertySourceLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the guide shows what exists. */
class MicronautGuideTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "micronaut");
    private static final Pattern BLOCK = Pattern.compile("(?s)```(java|xml|yaml)\n(.*?)```");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `plimsoll\\.([a-zA-Z.]+)`(?:, `plimsoll\\.([a-zA-Z.]+)`)? \\| (\\S.*?) \\|");

    private static String guide() throws IOException {
        return Files.readString(Path.of("..", "docs", "guides", "micronaut.md"));
    }

    private static String block(String language, int index) throws IOException {
        Matcher matcher = BLOCK.matcher(guide());
        int found = 0;
        while (matcher.find()) {
            if (matcher.group(1).equals(language) && found++ == index) {
                return matcher.group(2);
            }
        }
        throw new AssertionError("the guide has no such block: " + language);
    }

    @Test
    void showsCodeOfTheExample() throws IOException {
        String tools = Files.readString(EXAMPLE.resolve("src/main/java/example/InventoryTools.java"));
        assertThat(tools).contains(block("java", 0));
        assertThat(Files.readString(EXAMPLE.resolve("pom.xml"))).contains(block("xml", 0));
    }

    @Test
    void showsTheCallersOfATest() throws IOException {
        String callers = Files.readString(Path.of("src/test/java/dev/plimsoll/micronaut/app/DepotCallers.java"));
        assertThat(callers).contains(block("java", 1));
    }

    @Test
    void namesTheVersionsOfTheBuild() throws IOException {
        String pom = Files.readString(EXAMPLE.resolve("pom.xml"));
        String version = pom.replaceFirst("(?s).*<micronaut.version>(.*?)<.*", "$1");
        assertThat(guide()).contains("on Micronaut " + version + " and Netty");
        assertThat(Files.readString(Path.of("..", "pom.xml")))
                .contains("<micronaut.version>" + version + "</micronaut.version>");
    }

    @Test
    void thePropertiesAreAccepted() throws IOException {
        byte[] yaml = block("yaml", 0).getBytes(StandardCharsets.UTF_8);
        Map<String, Object> properties =
                new LinkedHashMap<>(new YamlPropertySourceLoader().read("guide", new ByteArrayInputStream(yaml)));
        properties.put("CURSOR_KEY", "0123456789abcdef");
        FilterSettings settings = RouteSettingsTest.read(properties);
        Policies policies = settings.library().policies();
        assertThat(policies.of("main", "list_items").policy().get(Policy.HEAVY)).isTrue();
        assertThat(policies.of("main", "get_log").policy().get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(2_000);
        assertThat(settings.library().keys()).isNotNull();
    }

    @Test
    void eachPropertyOfTheTableIsAcceptedAndHasItsDefault() throws IOException {
        Map<String, Object> texts = new LinkedHashMap<>();
        ROW.matcher(guide()).results().forEach(row -> {
            for (int group = 1; group <= 2; group++) {
                String name = row.group(group);
                if (name != null && !name.endsWith("KEY")) {
                    boolean isText = row.group(3).startsWith("`");
                    texts.put("plimsoll." + name, isText ? row.group(3).replace("`", "") : valueOf(name));
                }
            }
        });
        assertThat(texts.keySet().stream().map(name -> name.substring("plimsoll.".length())))
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
        FilterSettings read = RouteSettingsTest.read(texts);
        FilterSettings defaults = RouteSettingsTest.read(Map.of());
        assertThat(read.maxMessageBytes()).isEqualTo(defaults.maxMessageBytes());
        assertThat(read.library().storeBytes()).isEqualTo(defaults.library().storeBytes());
        assertThat(read.library().policies()).isEqualTo(defaults.library().policies());
    }

    private static String valueOf(String name) {
        return name.equals("maxBufferedBytes") ? "256MB" : "0123456789abcdef";
    }
}
