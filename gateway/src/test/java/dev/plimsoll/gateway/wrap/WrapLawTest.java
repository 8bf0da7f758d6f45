package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.PropertyCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks properties that hold for every configuration, with Jackson as an independent JSON parser. */
class WrapLawTest {

    private static final JsonMapper JACKSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();
    private static final Map<String, String> OPTIONS = Map.of("--budget", "2000");

    private static JsonNode read(String text) {
        return JACKSON.readTree(text.replaceFirst("^\uFEFF", ""));
    }

    @Test
    void wrappingTwiceEqualsWrappingOnce() {
        PropertyCases.check(RandomJsonConfigs.texts(), text -> {
            String wrapped = ConfigTexts.wrap(text);
            assertThat(ConfigTexts.wrap(wrapped)).isEqualTo(wrapped);
            assertThat(ConfigTexts.wrap(ConfigTexts.wrap(wrapped, OPTIONS), OPTIONS))
                    .isEqualTo(ConfigTexts.wrap(wrapped, OPTIONS));
        });
    }

    @Test
    void unwrappingRestoresEveryByte() {
        PropertyCases.check(RandomJsonConfigs.texts(), text -> {
            assertThat(ConfigTexts.unwrap(ConfigTexts.wrap(text))).isEqualTo(text);
            assertThat(ConfigTexts.unwrap(ConfigTexts.wrap(text, OPTIONS))).isEqualTo(text);
            assertThat(ConfigTexts.unwrap(ConfigTexts.wrap(ConfigTexts.wrap(text), OPTIONS)))
                    .isEqualTo(text);
            assertThat(ConfigTexts.unwrap(text)).isEqualTo(text);
        });
    }

    @Test
    void changesOnlyCommandsAndArguments() {
        PropertyCases.check(RandomJsonConfigs.texts(), text -> {
            JsonNode before = read(text);
            JsonNode after = read(ConfigTexts.wrap(text));
            undoWrapping(after);
            assertThat(withoutEmptyArguments(after)).isEqualTo(withoutEmptyArguments(before));
        });
    }

    @Test
    void wrapsEveryServerWithACommand() {
        PropertyCases.check(RandomJsonConfigs.texts(), text -> {
            List<ObjectNode> before = serversWithCommand(read(text));
            List<ObjectNode> after = serversWithCommand(read(ConfigTexts.wrap(text)));
            assertThat(after).hasSameSizeAs(before);
            for (int i = 0; i < after.size(); i++) {
                List<String> words = words(after.get(i));
                assertThat(words.get(0)).isEqualTo(ConfigTexts.LAUNCHER);
                assertThat(words.subList(1, 3)).containsExactly("run", "--name");
                assertThat(words.get(3)).matches("[a-z0-9-]{1,20}");
                assertThat(words.get(4)).isEqualTo("--");
                assertThat(words.subList(5, words.size())).isEqualTo(words(before.get(i)));
            }
        });
    }

    @Test
    void keepsAllCommentsInTheirOrder() {
        PropertyCases.check(
                RandomJsonConfigs.texts(),
                text -> assertThat(RandomJsonConfigs.comments(ConfigTexts.wrap(text)))
                        .isEqualTo(RandomJsonConfigs.comments(text)));
    }

    /** Returns the servers with a command in a fixed order. */
    private static List<ObjectNode> serversWithCommand(JsonNode document) {
        List<ObjectNode> servers = new ArrayList<>();
        for (JsonNode list : List.of(
                document.path("mcpServers"),
                document.path("projects").path("/p").path("mcpServers"),
                document.path("servers"))) {
            for (JsonNode server : list) {
                if (server.isObject() && server.has("command") && !isRemote(server)) {
                    servers.add((ObjectNode) server);
                }
            }
        }
        return servers;
    }

    private static boolean isRemote(JsonNode server) {
        return server.path("env").has("WRAPPED_URL");
    }

    private static List<String> words(ObjectNode server) {
        List<String> words = new ArrayList<>();
        if (server.get("command").isArray()) {
            server.get("command").forEach(word -> words.add(word.asString()));
            return words;
        }
        words.add(server.get("command").asString());
        server.path("args").forEach(word -> words.add(word.asString()));
        return words;
    }

    /** Restores the servers of a wrapped configuration without the code under test. */
    private static void undoWrapping(JsonNode document) {
        for (JsonNode server : document.findParents("env")) {
            if (isRemote(server)) {
                ObjectNode object = (ObjectNode) server;
                object.set("url", object.get("env").get("WRAPPED_URL"));
                object.remove(List.of("command", "args", "env"));
            }
        }
        for (ObjectNode server : serversWithCommand(document)) {
            boolean isList = server.get("command").isArray();
            ArrayNode args = (ArrayNode) server.get(isList ? "command" : "args");
            if (!isList) {
                server.set("command", args.get(4));
            }
            for (int i = 0; i < 5; i++) {
                args.remove(0);
            }
        }
    }

    /** Removes empty lists of arguments, because clients treat them like missing ones. */
    private static JsonNode withoutEmptyArguments(JsonNode document) {
        for (ObjectNode server : serversWithCommand(document)) {
            if (server.path("args").isEmpty()) {
                server.remove("args");
            }
        }
        return document;
    }
}
