package dev.plimsoll.gateway.config.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlEntryEditorTest {

    private static final String FILE = """
            # my gateway

            listen: 127.0.0.1:8080   # local
            servers:
              # files of the team
              files:
                command: [npx, -y, "@modelcontextprotocol/server-filesystem", /data]
              crm:
                url: "https://crm.example/mcp"   # slow
                headers: { Authorization: "Bearer ${CRM_TOKEN}" }
                # the token is in the vault

            # rules
            tools:
              "crm/list_*": { heavy: true }
            """;

    private static String put(String text, String path, String json) throws EditException {
        return YamlEntryEditor.put(text, List.of(path.split("\\.", -1)), Slice.of(json));
    }

    private static String remove(String text, String path) throws EditException {
        return YamlEntryEditor.remove(text, List.of(path.split("\\.", -1)));
    }

    @Test
    void addsServerAfterTheLastOne() throws EditException {
        String json = "{\"command\":[\"uvx\",\"mcp-server-git\",\"--x=1 2\"],\"env\":{\"A\":\"${B}\",\"C\":\"yes\"}}";

        String header = "    headers: { Authorization: \"Bearer ${CRM_TOKEN}\" }\n";
        String git = """
              git:
                command: [uvx, mcp-server-git, "--x=1 2"]
                env: {A: "${B}", C: "yes"}
            """;
        assertThat(put(FILE, "servers.git", json)).isEqualTo(FILE.replace(header, header + git));
    }

    @Test
    void removesServerWithItsComments() throws EditException {
        assertThat(remove(FILE, "servers.crm")).isEqualTo(FILE.replaceAll("(?s)  crm:.*in the vault\n", ""));
        assertThat(remove(FILE, "servers.files")).isEqualTo(FILE.replaceAll("(?s)  files:.*/data]\n", ""));
    }

    @Test
    void removingAnAddedServerRestoresTheFile() throws EditException {
        assertThat(remove(put(FILE, "servers.git", "{\"url\":\"http://h/\"}"), "servers.git"))
                .isEqualTo(FILE.replace("    # the token is in the vault\n", ""));
        assertThat(remove(put(FILE, "tools.a/b", "{\"heavy\":true}"), "tools.a/b"))
                .isEqualTo(FILE);
    }

    @Test
    void setsAndReplacesScalars() throws EditException {
        String stopped = put(FILE, "servers.crm.enabled", "false");
        assertThat(stopped).contains("CRM_TOKEN}\" }\n    enabled: false\n    # the token");
        assertThat(put(stopped, "servers.crm.enabled", "true"))
                .isEqualTo(stopped.replace("enabled: false", "enabled: true"));
        assertThat(put(FILE, "listen", "\"127.0.0.1:9\"")).contains("listen: \"127.0.0.1:9\"   # local");
        assertThat(put(FILE, "tools.crm/list_*.tokenBudgetThreshold", "2000"))
                .contains("\"crm/list_*\": { heavy: true, \"tokenBudgetThreshold\": 2000 }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing yet",
                "listen: 127.0.0.1:1\n",
                "listen: 127.0.0.1:1",
                "servers:\n",
                "servers:   # mine\nlisten: 127.0.0.1:1\n",
                "servers: null # mine\n",
                "servers: {}\n",
                "servers: ~\n# end",
                "{}",
                "{\"servers\": {}}",
                "{\"servers\": {\"a\": {\"command\": [\"x\"]}}}",
                "{\n  \"listen\": \"127.0.0.1:1\",\n  \"servers\": {\n    \"a\": {\"command\": [\"x\"]}\n  }\n}\n",
                "servers: {a: {command: x}, }\n",
                "servers:\n    a:\n        command: x\n    b:\n        url: http://h/\n\n\n# end\n",
                "servers:\n  a:\n    command: [\n      x,  # one\n    ]\n",
                "servers:\n  a:\n    command: |\n      x\n\npreset: balanced\n",
                "servers:\r\n  a:\r\n    command: x # y\r\n",
                "servers:\n  a:\n    env: {N: \"\uD83D\uDE00\"}\n    command: x\n# \uD83D\uDE00\n",
                "---\nservers:\n  a: {command: x}\n...\n",
                "%YAML 1.2\n---\nservers:\n  a: {command: x}\n",
                "servers:\n  a: &a\n    command: x\n"
            })
    void addsAndRemovesServerInEveryLayout(String text) throws EditException {
        String textWithNewServer = put(text, "servers.new", "{\"command\":[\"npx\",\"-y\"],\"cwd\":\"/tmp\"}");

        assertThat(YamlEntryEditor.contains(textWithNewServer, List.of("servers", "new", "cwd")))
                .isTrue();
        for (String line : text.lines().toList()) {
            String comment = line.contains("#") ? line.substring(line.indexOf('#')) : "";
            assertThat(textWithNewServer).contains(comment);
        }
        assertThat(textWithNewServer.contains("\r\n")).isEqualTo(text.contains("\r\n"));
        assertThat(textWithNewServer.replace("\r\n", "")).doesNotContain("\r");
        String removed = remove(textWithNewServer, "servers.new");
        assertThat(YamlEntryEditor.contains(removed, List.of("servers", "new"))).isFalse();
        // removing the entry also removes a value that was added to it later, and nothing else
        String stopped = put(textWithNewServer, "servers.new.enabled", "false");
        assertThat(remove(stopped, "servers.new")).isEqualTo(removed);
    }

    @Test
    void refusesFilesThatItCannotEdit() {
        assertThatThrownBy(() -> put("a: &x {command: y}\nservers: *x\n", "servers.b", "{}"))
                .isInstanceOf(EditException.class)
                .hasMessageContaining("alias")
                .hasMessageContaining("by hand");
        assertThatThrownBy(() -> put("servers: [a]\n", "servers.b", "{}")).hasMessageContaining("is not a map");
        assertThatThrownBy(() -> put(FILE, "servers.crm", "{}")).hasMessageContaining("several lines");
        assertThatThrownBy(() -> remove("? servers\n: a: {command: x}\n", "servers.a"))
                .isInstanceOf(EditException.class);
        assertThatThrownBy(() -> put("a: [", "servers.b", "{}")).hasMessageContaining("not valid YAML");
    }

    @Test
    void removesLastEntryAndUnknownEntry() throws EditException {
        assertThat(remove("tools:   # rules\n  a/b: {heavy: true}\nlisten: x\n", "tools.a/b"))
                .isEqualTo("tools: {}   # rules\nlisten: x\n");
        assertThat(remove("{\"tools\": {\"a/b\": {}}}", "tools.a/b")).isEqualTo("{\"tools\": {}}");
        assertThat(remove(FILE, "servers.unknown")).isEqualTo(FILE);
    }

    @Test
    void quotesTextsThatYamlWouldReadAsSyntax() throws EditException {
        for (String text :
                List.of("a: b", "x # y", "\nservers: {}", "*a", "!!str", "\u0085\u2028", "0x10", "- a", "'")) {
            String json = tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(List.of(text));
            String textWithNewServer = put(FILE, "servers.git", "{\"args\":" + json + "}");
            assertThat(YamlEntryEditor.contains(textWithNewServer, List.of("servers", "git", "args")))
                    .isTrue();
            assertThat(remove(textWithNewServer, "servers.git"))
                    .isEqualTo(FILE.replace("    # the token is in the vault\n", ""));
        }
    }
}
