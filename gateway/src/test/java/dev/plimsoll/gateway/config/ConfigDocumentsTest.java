package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.view.ConfigSchema;
import dev.plimsoll.gateway.config.view.EffectiveConfig;
import dev.plimsoll.policy.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks that the pages and the schema describe the same keys as the code. {@code -Dplimsoll.docs=write} regenerates
 * the pages and the schema instead.
 */
class ConfigDocumentsTest {

    private static final boolean WRITE = "write".equals(System.getProperty("plimsoll.docs"));
    private static final Path DOCS = Path.of("../docs");
    private static final List<Path> PAGES = Stream.of("configuration", "configuration-file", "configuration-variables")
            .map(name -> DOCS.resolve("reference/" + name + ".md"))
            .toList();
    private static final Path SCHEMA = DOCS.resolve("reference/plimsoll.schema.json");
    private static final Pattern SECTION = Pattern.compile("(?s)(<!-- written: (\\S+) -->\\n).*?(<!-- end -->)");
    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

    @TempDir
    private Path folder;

    @Test
    void referencePageMatchesKeys() throws IOException {
        Map<String, String> sections = ReferencePage.sections();
        List<String> writtenSections = new ArrayList<>();
        for (Path file : PAGES) {
            String page = Files.readString(file);
            String expected = SECTION.matcher(page).replaceAll(section -> {
                writtenSections.add(section.group(2));
                return Matcher.quoteReplacement(
                        section.group(1) + sections.getOrDefault(section.group(2), "") + section.group(3));
            });
            if (WRITE) {
                Files.writeString(file, expected);
            }
            assertThat(WRITE ? expected : page).isEqualTo(expected);
        }
        assertThat(writtenSections).containsExactlyInAnyOrderElementsOf(sections.keySet());
    }

    @Test
    void schemaMatchesKeys() throws IOException {
        if (WRITE) {
            Files.writeString(SCHEMA, ConfigSchema.json());
        }
        assertThat(Files.readString(SCHEMA)).isEqualTo(ConfigSchema.json());
        JsonNode schema = JsonMapper.shared().readTree(ConfigSchema.json());
        assertThat(schema.at("/properties/store/properties/type/enum/0").asString())
                .isEqualTo("memory");
        assertThat(schema.at("/additionalProperties").asBoolean()).isFalse();
        assertThat(schema.at("/properties/access/additionalProperties/properties")
                        .propertyNames())
                .containsExactly("allow");
        assertThat(schema.at("/properties/callers/additionalProperties/properties")
                        .propertyNames())
                .containsExactly("weight");
        assertThat(schema.at("/properties/tools/additionalProperties/$ref").asString())
                .isEqualTo("#/$defs/rule");
        assertThat(schema.at("/$defs/policy/properties/limits/properties/depth/type/0")
                        .asString())
                .isEqualTo("integer");
    }

    @Test
    void examplesAreValid() throws IOException {
        StringBuilder pages = new StringBuilder();
        for (Path file : PAGES) {
            pages.append(Files.readString(file)).append('\n');
        }
        pages.append("```yaml\n")
                .append(Files.readString(DOCS.resolve("examples/plimsoll.yaml")))
                .append("```\n");
        Matcher example = YAML.matcher(pages);
        int count = 0;
        while (example.find()) {
            LoadedConfiguration loadedConfiguration = new ConfigSandbox(folder)
                    .file(example.group(1))
                    .variable("CRM_TOKEN", "x")
                    .variable("PLIMSOLL_CURSOR_KEY", "0123456789abcdef")
                    .read();
            assertThat(loadedConfiguration.warnings()).as(example.group(1)).isEmpty();
            count++;
        }
        assertThat(count).isGreaterThan(2);
    }

    @Test
    void shownConfigurationCanBeReadBack() throws IOException {
        LoadedConfiguration loadedConfiguration = new ConfigSandbox(folder)
                .file(Files.readString(DOCS.resolve("examples/plimsoll.yaml")).replace("${CRM_TOKEN}", "***"))
                .read();
        String yaml = new EffectiveConfig(loadedConfiguration).yaml();
        LoadedConfiguration readBack = new ConfigSandbox(folder).file(yaml).read();

        assertThat(readBack.configuration().servers())
                .isEqualTo(loadedConfiguration.configuration().servers());
        Policy policy = readBack.configuration().policies().base();
        assertThat(Policy.keys())
                .allMatch(key -> policy.text(key)
                        .equals(loadedConfiguration
                                .configuration()
                                .policies()
                                .base()
                                .text(key)));
        assertThat(readBack.configuration().store())
                .isEqualTo(loadedConfiguration.configuration().store());
        assertThat(yaml).contains("tokenBudgetThreshold: 6000  # plimsoll.yaml:1");
    }
}
