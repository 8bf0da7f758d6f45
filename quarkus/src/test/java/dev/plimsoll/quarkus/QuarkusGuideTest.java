package dev.plimsoll.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the guide shows what exists. */
class QuarkusGuideTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "quarkus");
    private static final Pattern BLOCK = Pattern.compile("(?s)```(java|xml|properties)\n(.*?)```");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `plimsoll\\.([a-zA-Z.]+)`(?:, `plimsoll\\.([a-zA-Z.]+)`)? \\| (\\S.*?) \\|");

    private static String guide() throws IOException {
        return Files.readString(Path.of("..", "docs", "guides", "quarkus.md"));
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

    private static EndpointSettings settings(Map<String, String> properties) {
        return EndpointSettings.of(new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(properties, "guide", 250))
                .build());
    }

    @Test
    void showsCodeOfTheExample() throws IOException {
        String tools = Files.readString(EXAMPLE.resolve("src/main/java/example/InventoryTools.java"));
        assertThat(tools).contains(block("java", 0));
        assertThat(Files.readString(EXAMPLE.resolve("pom.xml"))).contains(block("xml", 0));
    }

    @Test
    void showsTheCallersOfATest() throws IOException {
        String callers = Files.readString(Path.of("src/test/java/dev/plimsoll/quarkus/app/HeaderCallers.java"));
        assertThat(callers).contains(block("java", 1));
    }

    @Test
    void thePropertiesAreAccepted() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(block("properties", 0)));
        Map<String, String> texts = new LinkedHashMap<>(Map.of("CURSOR_KEY", "0123456789abcdef"));
        properties.stringPropertyNames().forEach(name -> texts.put(name, properties.getProperty(name)));
        EndpointSettings settings = settings(texts);
        Policies policies = settings.filter().library().policies();
        assertThat(policies.of("main", "list_items").policy().get(Policy.HEAVY)).isTrue();
        assertThat(policies.of("main", "get_log").policy().get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(2_000);
        assertThat(settings.filter().library().keys()).isNotNull();
    }

    @Test
    void eachPropertyOfTheTableIsAcceptedAndHasItsDefault() throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        ROW.matcher(guide()).results().forEach(row -> {
            for (int group = 1; group <= 2; group++) {
                if (row.group(group) != null && !row.group(group).endsWith("KEY")) {
                    boolean isText = row.group(3).startsWith("`");
                    texts.put(
                            "plimsoll." + row.group(group),
                            isText ? row.group(3).replace("`", "") : valueOf(row.group(group)));
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
        EndpointSettings read = settings(texts);
        EndpointSettings defaults = settings(Map.of());
        assertThat(read.isEnabled()).isEqualTo(defaults.isEnabled());
        assertThat(read.filter().maxMessageBytes()).isEqualTo(defaults.filter().maxMessageBytes());
        assertThat(read.filter().library().storeBytes())
                .isEqualTo(defaults.filter().library().storeBytes());
        assertThat(read.filter().library().policies())
                .isEqualTo(defaults.filter().library().policies());
    }

    private static String valueOf(String name) {
        return name.equals("maxBufferedBytes") ? "256MB" : "0123456789abcdef";
    }
}
