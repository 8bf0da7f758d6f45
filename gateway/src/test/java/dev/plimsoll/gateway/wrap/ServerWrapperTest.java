package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerWrapperTest {

    private static String servers(String... members) {
        return "{\"mcpServers\": {" + String.join(", ", members) + "}}";
    }

    private static final String ONE_SERVER = servers("\"a\": {\"command\": \"x\", \"args\": [\"1\"]}");

    @Test
    void putsOptionsBeforeTheCommand() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--budget", "2000");
        options.put("--data", "/d \"e\"");

        assertThat(ConfigTexts.wrap(ONE_SERVER, options))
                .contains("[\"run\", \"--name\", \"a\", \"--budget\", \"2000\", "
                        + "\"--data\", \"/d \\\"e\\\"\", \"--\", \"x\", \"1\"]");
    }

    @Test
    void repeatsOnlyOneOfSeveralLineBreaks() {
        String text = servers("\"a\": {\r\n\r\n\"command\": \"x\", \"args\": [ \r\n\r\n \"1\"]}");

        assertThat(ConfigTexts.wrap(text))
                .contains("[ \r\n\r\n \"run\",\r\n \"--name\",\r\n \"a\",\r\n \"--\",\r\n \"x\",\r\n \"1\"]");
    }

    @Test
    void changesOnlyOptionsThatAreGivenAgain() {
        String wrapped = ConfigTexts.wrap(ONE_SERVER, Map.of("--budget", "2000"));

        assertThat(ConfigTexts.wrap(wrapped)).isEqualTo(wrapped);
        assertThat(ConfigTexts.wrap(wrapped, Map.of("--budget", "2000"))).isEqualTo(wrapped);
        assertThat(ConfigTexts.wrap(wrapped, Map.of("--budget", "3000"))).isEqualTo(wrapped.replace("2000", "3000"));
        assertThat(ConfigTexts.wrap(wrapped, Map.of("--preset", "probe")))
                .isEqualTo(wrapped.replace("\"--\", ", "\"--preset\", \"probe\", \"--\", "));
        assertThat(ConfigTexts.unwrap(ConfigTexts.wrap(wrapped, Map.of("--preset", "probe"))))
                .isEqualTo(ONE_SERVER);
    }

    @Test
    void keepsTheEqualsSignOfAnOption() {
        String handWritten =
                servers("\"a\": {\"command\": \"/bin/sh\", \"args\": [\"run\", \"--budget=1\", \"--\", \"x\"]}");

        assertThat(ConfigTexts.wrap(handWritten, Map.of("--budget", "2000")))
                .contains("[\"run\", \"--budget=2000\", \"--\", \"x\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plimsoll", "./plimsoll", "C:\\\\bin\\\\plimsoll.cmd", "${HOME}/plimsoll", "/bin/sh"})
    void leavesAServerBehindAnyPlimsollUnchanged(String program) {
        String text = servers("\"a\": {\"command\": \"" + program + "\", \"args\": [\"run\", \"--\", \"x\", \"1\"]}");

        assertThat(ConfigTexts.wrap(text)).isEqualTo(text);
        assertThat(ConfigTexts.messages(text)).singleElement().asString().startsWith("a: already behind ");
        assertThat(ConfigTexts.unwrap(text)).isEqualTo(ONE_SERVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"serve\"]", "[]", "[1]", "[[\"run\"]]"})
    void wrapsACommandOfPlimsollOtherThanRun(String arguments) {
        String text = servers("\"a\": {\"command\": \"plimsoll\", \"args\": " + arguments + "}");

        assertThat(ConfigTexts.messages(text)).containsExactly("a: wrapped");
        assertThat(ConfigTexts.unwrap(ConfigTexts.wrap(text))).isEqualTo(text);
    }

    @Test
    void replacesAMissingLauncher() {
        String text = ConfigTexts.wrap(ONE_SERVER).replace("/bin/sh", "/nowhere/plimsoll");

        assertThat(ConfigTexts.messages(text)).containsExactly("a: updated: the launcher's path");
        assertThat(ConfigTexts.wrap(text)).isEqualTo(ConfigTexts.wrap(ONE_SERVER));
    }

    @Test
    void leavesAHandWrittenRunWithAUrlUnchanged() {
        String text = servers("\"a\": {\"command\": \"plimsoll\", \"args\": [\"run\", \"--url\", \"https://e/mcp\"]}");

        assertThat(ConfigTexts.wrap(text, Map.of("--budget", "2000"))).isEqualTo(text);
        assertThat(ConfigTexts.unwrap(text)).isEqualTo(text);
    }

    @Test
    void reportsServersThatCannotBeWrapped() {
        String text = servers(
                "\"http\": {\"type\": \"streamable-http\", \"url\": \"u\", \"command\": \"x\"}",
                "\"signed\": {\"url\": \"https://e\", \"oauth\": {\"clientId\": \"x\"}}",
                "\"escaped\": {\"url\": \"https://e\", \"headers\": {\"X\\u002dA\": \"b\"}}",
                "\"number2\": {\"url\": \"https://e\", \"headers\": {\"A\": 1}}",
                "\"twice\": {\"url\": \"https://e\", \"headers\": {\"A\": \"1\"}, \"env\": {\"B\": \"2\"}}",
                "\"both\": {\"type\": \"stdio\", \"url\": \"u\", \"command\": \"x\"}",
                "\"odd\": null",
                "\"none\": {}",
                "\"number\": {\"command\": 7}",
                "\"words\": {\"command\": \"x\", \"args\": \"a b\"}");

        assertThat(ConfigTexts.messages(text))
                .containsExactly(
                        "http: unchanged: it has a URL and a command",
                        "signed: unchanged: only the client can use its oauth; call the server with plimsoll run --url"
                                + " by hand",
                        "escaped: unchanged: a header must have a name without escapes and a text on one line",
                        "number2: unchanged: a header must have a name without escapes and a text on one line",
                        "twice: unchanged: it has headers and env",
                        "both: wrapped",
                        "odd: unchanged: no command",
                        "none: unchanged: no command",
                        "number: unchanged: no command",
                        "words: unchanged: args is not a list");
    }

    @Test
    void wrapsAUrlNextToVariables() {
        String text = servers(
                "\"a\": {\"url\": \"https://e\", \"env\": {\"A\": \"1\"}}",
                "\"b\": {\"url\": \"https://e\", \"env\": { }, \"headers\": {}}",
                "\"c\": {\"url\": \"https://e\", \"env\": {}, \"headers\": {\"B\": \"2\"}}");
        String wrapped = ConfigTexts.wrap(text);

        assertThat(wrapped)
                .contains("\"env\": {\"A\": \"1\",\"WRAPPED_URL\": \"https://e\"}")
                .contains("\"env\": {\"WRAPPED_URL\": \"https://e\" }, \"headers\": {}")
                .contains("\"headers\": {}, \"env\": {\"WRAPPED_HEADER_1\": \"2\",\"WRAPPED_URL\": \"https://e\"}");
        assertThat(ConfigTexts.unwrap(wrapped)).isEqualTo(text);
    }

    @Test
    void unwrapsNoServerWhoseUrlOrHeaderVariableIsMissing() {
        String wrapped = ConfigTexts.wrap(servers("\"a\": {\"url\": \"https://e\", \"headers\": {\"A\": \"1\"}}"));

        for (String variable : List.of("WRAPPED_URL\": ", "WRAPPED_HEADER_1\": ")) {
            String changed = wrapped.replace(variable, "OTHER\": ");
            assertThat(ConfigTexts.unwrap(changed)).isEqualTo(changed);
        }
    }

    @Test
    void changesTheOptionsOfAServerWithAUrl() {
        String wrapped = ConfigTexts.wrap(servers("\"a\": {\"url\": \"https://e\"}"));

        assertThat(ConfigTexts.wrap(wrapped, Map.of("--budget", "2000")))
                .contains("\"--name\", \"a\", \"--budget\", \"2000\", \"--url-env\", \"WRAPPED_URL\" ]");
    }

    @Test
    void unwrapsAFileThatAClientReformatted() {
        String text = """
                {"mcpServers": {"a": {
                  "args": [
                    "run",
                    "--name",
                    "a",
                    "--",
                    "x",
                  ], // ours
                  "env": {},
                  "command": "plimsoll"
                }, "b": {"command": "plimsoll", /* its */ "args": [ "run", "--", "y" ], "env": {}}}}
                """;

        assertThat(ConfigTexts.unwrap(text)).isEqualTo("""
                {"mcpServers": {"a": {
                   // ours
                  "env": {},
                  "command": "x"
                }, "b": {"command": "y" /* its */, "env": {}}}}
                """);
    }

    @Test
    void valueOfDaemonOptionIsNotTheCommand() {
        String text = """
                {"mcpServers": {"a": {"command": "/opt/plimsoll", "args": ["run", "--daemon", "auto", "npx", "x"]}}}
                """;

        assertThat(ConfigTexts.unwrap(text)).isEqualTo("""
                {"mcpServers": {"a": {"command": "npx", "args": ["x"]}}}
                """);
    }

    @Test
    void unwrapsACommandWithoutASeparator() {
        String text = "{\"mcpServers\": {\"a\": {\"command\": \"plimsoll\", \"args\": [\"run\", \"--name\", \"a\","
                + " \"npx\", \"-y\", \"--data\", \"b\"]}}}";

        assertThat(ConfigTexts.unwrap(text))
                .isEqualTo("{\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\": [\"-y\", \"--data\", \"b\"]}}}");
        assertThat(ConfigTexts.messages(text)).containsExactly("a: already behind plimsoll");
    }

    @Test
    void assignsNormalizedUniqueNames() {
        String text = "{\"mcpServers\": {\"My Server\": {\"command\": \"a\"}, \"my_server\": {\"command\": \"b\"}},"
                + "\"projects\": {\"/p\": {\"mcpServers\": {\"my_server\": {\"command\": \"c\"},"
                + "\"日本\": {\"command\": \"d\"}, \"--a-very-long-name-of-a-server\": {\"command\": \"e\"},"
                + "\"a very long name of another\": {\"command\": \"f\"}}}}}";

        assertThat(ConfigTexts.messages(text))
                .containsExactly(
                        "My Server: wrapped as my-server",
                        "my_server: wrapped as my-server-2",
                        "my_server (/p): wrapped as my-server-2",
                        "日本 (/p): wrapped as server",
                        "--a-very-long-name-of-a-server (/p): wrapped as a-very-long-name-of",
                        "a very long name of another (/p): wrapped as a-very-long-name-o-2");
    }

    @Test
    void givesANewServerAnUnusedName() {
        String wrappedAgain = ConfigTexts.wrap(servers("\"a!\": {\"command\": \"x\"}"))
                .replaceFirst("\"a!\"", "\"a\": {\"command\": \"y\"}, \"a!\"");

        assertThat(ConfigTexts.messages(wrappedAgain))
                .isEqualTo(List.of("a: wrapped as a-2", "a!: already behind plimsoll"));
    }

    @Test
    void replacesControlCharactersInNames() {
        assertThat(ConfigTexts.messages(servers("\"a\\u001b[31m\": {}")))
                .containsExactly("a?[31m: unchanged: no command");
    }
}
