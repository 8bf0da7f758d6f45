package dev.plimsoll.spring.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.setting.SettingType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks that the metadata for IDEs and the reference page list exactly the properties that the starter reads. {@code
 * -Dplimsoll.docs=write} updates both.
 */
class ReferenceTest {

    private static final boolean WRITE = "write".equals(System.getProperty("plimsoll.docs"));
    private static final Path METADATA = Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");
    private static final Path PAGE = Path.of("../docs/reference/spring.md");
    private static final Pattern TABLE = Pattern.compile("(?ms)<!-- written: properties -->\\n.*?<!-- end -->");

    @Test
    void metadataHasEveryProperty() throws IOException {
        List<Map<String, Object>> properties = new ArrayList<>();
        List<Map<String, Object>> hints = new ArrayList<>();
        for (Property property : Property.all()) {
            properties.add(entryOf(property));
            if (!property.choices().isEmpty()) {
                Map<String, Object> hint = new LinkedHashMap<>();
                hint.put("name", property.name());
                hint.put(
                        "values",
                        property.choices().stream()
                                .map(choice -> Map.of("value", choice))
                                .toList());
                hints.add(hint);
            }
        }
        String mapType = "java.util.Map<java.lang.String,java.util.Map<java.lang.String,java.lang.String>>";
        properties.add(entry("plimsoll.tools", mapType, "Policy settings for the tools that match a glob."));
        properties.add(entry("plimsoll.profiles", mapType, "Limits for kinds of clients."));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("groups", List.of());
        all.put("properties", properties);
        all.put("hints", hints);
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        String json = JsonMapper.builder()
                        .defaultPrettyPrinter(new DefaultPrettyPrinter()
                                .withArrayIndenter(indent)
                                .withObjectIndenter(indent))
                        .build()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(all)
                + "\n";
        check(METADATA, json);
    }

    private static Map<String, Object> entry(String name, String type, String description) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", name);
        entry.put("type", type);
        entry.put("description", description);
        return entry;
    }

    private static Map<String, Object> entryOf(Property property) {
        String description = Character.toUpperCase(property.description().charAt(0))
                + property.description().substring(1) + " (" + property.allowed() + ").";
        Map<String, Object> entry = entry(property.name(), type(property), description);
        if (!property.defaultText().isEmpty() && !property.defaultText().equals("null")) {
            entry.put("defaultValue", defaultValue(property));
        }
        return entry;
    }

    private static Object defaultValue(Property property) {
        return switch (type(property)) {
            case "java.lang.Boolean" -> Boolean.valueOf(property.defaultText());
            case "java.lang.Integer" -> Integer.valueOf(property.defaultText());
            case "java.lang.Double" -> Double.valueOf(property.defaultText());
            default -> property.defaultText();
        };
    }

    private static String type(Property property) {
        boolean allowsWords = property.allowed().contains(" none ")
                || property.allowed().contains(" null for ")
                || property.defaultText().equals("auto");
        return switch (property.kind()) {
            case FLAG -> "java.lang.Boolean";
            case WHOLE -> allowsWords ? "java.lang.String" : "java.lang.Integer";
            case DECIMAL -> "java.lang.Double";
            case BYTES -> allowsWords ? "java.lang.String" : "org.springframework.util.unit.DataSize";
            case TIME -> "java.time.Duration";
            case NAMES -> "java.util.List<java.lang.String>";
            case CHOICE, TEXT, SHARE -> "java.lang.String";
        };
    }

    @Test
    void referenceHasEveryProperty() throws IOException {
        String rows = Property.all().stream()
                .map(property -> "| `" + property.name() + "` | " + property.allowed() + " | "
                        + (property.defaultText().isEmpty() ? "none" : "`" + property.defaultText() + "`") + " | "
                        + property.description() + " |\n")
                .collect(Collectors.joining());
        String table =
                "<!-- written: properties -->\n| property | allowed | default | what it does |\n|---|---|---|---|\n"
                        + rows + "<!-- end -->";
        String page = Files.readString(PAGE);
        assertThat(TABLE.matcher(page).find()).isTrue();
        check(PAGE, TABLE.matcher(page).replaceFirst(Matcher.quoteReplacement(table)));
    }

    @Test
    void rulesHaveTheKeysOfPolicies() {
        assertThat(Property.ofRules())
                .extracting(property -> property.path().substring("tools.GLOB.".length()))
                .containsExactlyElementsOf(Property.all().stream()
                        .map(Property::path)
                        .filter(path -> path.startsWith("policy.") || path.startsWith("rollout."))
                        .map(path -> path.startsWith("policy.") ? path.substring("policy.".length()) : path)
                        .toList());
        assertThat(Property.all()).extracting(Property::kind).contains(SettingType.Kind.FLAG, SettingType.Kind.TIME);
    }

    private static void check(Path file, String expected) throws IOException {
        if (WRITE) {
            Files.writeString(file, expected);
        }
        assertThat(Files.readString(file))
                .as("%s is outdated; -Dplimsoll.docs=write updates it", file)
                .isEqualTo(expected);
    }
}
