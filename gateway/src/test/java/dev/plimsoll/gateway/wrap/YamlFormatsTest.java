package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests configurations of Continue, Goose, and LibreChat. */
class YamlFormatsTest {

    static final List<WrapExample> EXAMPLES = List.of(
            yaml("Continue", """
                    name: My config  # é😀
                    mcpServers:
                      - name: Files  # one
                        command: «npx→"/bin/sh"»  # two
                        args:
                          # before
                          «→- "run"
                          - "--name"
                          - "files"
                          - "--"
                          - npx
                          »- "-y"
                          # the package
                          - "@modelcontextprotocol/server-filesystem"
                        env: {A: b}
                      - command: «'mcp-clock'→"/bin/sh"» # three«→
                        args: [ "run", "--name", "clock", "--", 'mcp-clock' ]»
                        name: clock
                      - name: web
                        type: «streamable-http→"stdio"»
                        «url: https://e/mcp#a→command: "/bin/sh"
                        args: [ "run", "--name", "web", "--url-env", "WRAPPED_URL" ]
                        env: { WRAPPED_URL: https://e/mcp#a, WRAPPED_TYPE: streamable-http }»
                      - uses: anthropic/memory-mcp
                    """),
            yaml("Continue on Windows", """
                    mcpServers:
                    - name: a
                      command: «"C:\\\\x.exe"→"/bin/sh"»
                      args:
                      «→- "run"
                      - "--name"
                      - "a"
                      - "--"
                      - "C:\\\\x.exe"
                      »- 8080""".replace("\n", "\r\n")),
            yaml("Goose", """
                    GOOSE_MODEL: x
                    extensions:
                      developer: {bundled: true, type: builtin}
                      files:
                        args:
                        «→- "run"
                        - "--name"
                        - "files"
                        - "--"
                        - npx
                        »- -y
                        - server
                        cmd: «npx→"/bin/sh"»
                        envs: {}
                        type: stdio
                      far:
                        «envs→headers»: {}
                        «headers→envs»:
                          «Authorization→WRAPPED_HEADER_1»: Bearer sk-1 # secret«→
                          WRAPPED_URI: "https://e/mcp?k=1"
                          WRAPPED_TYPE: streamable_http»
                          «"X-B"→"WRAPPED_HEADER_2"»: "2"
                        type: «streamable_http→"stdio"»
                        «uri: "https://e/mcp?k=1"→cmd: "/bin/sh"
                        args: [ "run", "--name", "far", "--url-env", "WRAPPED_URI", \
                    "--header-env", "Authorization=WRAPPED_HEADER_1", "--header-env", "X-B=WRAPPED_HEADER_2" ]»
                      bare:
                        envs: {«→WRAPPED_URI: https://e/mcp, WRAPPED_TYPE: sse»}
                        headers: {}
                        type: «sse→"stdio"»
                        «uri: https://e/mcp→cmd: "/bin/sh"
                        args: [ "run", "--name", "bare", "--url-env", "WRAPPED_URI" ]»
                      flow: {type: stdio, cmd: «uvx→"/bin/sh"», args: [«→"run","--name","flow","--",uvx,»a,b], envs: {}}
                    """),
            yaml("LibreChat", """
                    x-common: &common
                      timeout: 60000
                    mcpServers:
                      c:
                        <<: *common
                        command: «npx→"/bin/sh"»
                        args: [«→"run", "--name", "c", "--", npx, »"-y", z]
                      web:
                        # type: sse
                        type: «streamable-http→"stdio"»
                        «url: "https://e/mcp/${TOKEN}"→command: "/bin/sh"
                        args: [ "run", "--name", "web", "--url-env", "WRAPPED_URL", \
                    "--header-env", "Authorization=WRAPPED_HEADER_1" ]»
                        «headers→env»:
                          «Authorization→WRAPPED_HEADER_1»: 'Bearer ${KEY}'«→
                          WRAPPED_URL: "https://e/mcp/${TOKEN}"
                          WRAPPED_TYPE: streamable-http»
                        timeout: 3
                    """),
            yaml("JSON in YAML, without a line end", """
                    {"mcpServers": {"a": {"command": «"x"→"/bin/sh"», "args": [«→"run", "--name", "a", "--", "x", »"1"]}}}""".strip()),
            yaml("a command at the end of the text", """
                    ---
                    mcpServers:
                      a:
                        command:
                          «npx→"/bin/sh"
                        args: [ "run","--name","a","--",npx ]»""".replace(
                            "[ \"run\",\"--name\",\"a\",\"--\",npx ]",
                            "[ \"run\",\n      \"--name\",\n      \"a\",\n      \"--\",\n      npx ]")));

    private static WrapExample yaml(String name, String text) {
        return new WrapExample(FileFormat.YAML, name, text);
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void wrappingChangesOnlyTheMarkedParts(WrapExample example) {
        example.checkWrapping();
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void unwrappingRestoresTheText(WrapExample example) {
        example.checkUnwrapping();
    }

    @Test
    void reportsWhyAServerStaysUnchanged() {
        String text = """
                mcpServers:
                  base: &base
                    command: npx
                    args: [x]
                  merged:
                    <<: *base
                    args: [y]
                  overridden:
                    <<: *base
                    command: z
                  again: *base
                  folded:
                    command: >-
                      npx
                  braces:
                    command: C:\\{x}\\run
                  common: {command: &c npx, args: [a]}
                  same: {command: *c}
                  inner:
                    url: https://e
                    requestOptions: {headers: {A: b}}
                  user:
                    url: https://e
                    headers:
                      X-User: "{{LIBRECHAT_USER_ID}}"
                  socket: {type: websocket, url: wss://e}
                """;

        assertThat(ConfigTexts.messages(FileFormat.YAML, text))
                .containsExactly(
                        "base: unchanged: other parts of the file refer to it (&base)",
                        "merged: unchanged: no command",
                        "overridden: unchanged: it gets members from another part of the file (<<)",
                        "again: unchanged: it refers to another part of the file (*base)",
                        "folded: unchanged: its command is on several lines",
                        "braces: unchanged: write its command in quotes",
                        "common: unchanged: command: other parts of the file refer to it (&c)",
                        "same: unchanged: no command",
                        "inner: unchanged: only the client can use its requestOptions; call the server with plimsoll run"
                                + " --url by hand",
                        "user: unchanged: only the client can fill in the placeholders of its X-User",
                        "socket: unchanged: plimsoll does not support WebSocket");
    }

    @Test
    void leavesAGooseServerWithVariablesInHeadersUnchanged() {
        String text = """
                extensions:
                  a: {type: sse, uri: "https://e", headers: {A: "Bearer $TOKEN"}}
                """;

        assertThat(ConfigTexts.messages(FileFormat.YAML, text))
                .containsExactly("a: unchanged: only the client can fill in the placeholders of its A");
    }

    @Test
    void unwrapsAFileThatAClientReformatted() {
        String text = """
                extensions:
                  a:
                    args:
                    - run
                    - --name
                    - a
                    - --
                    - npx
                    - -y
                    cmd: plimsoll
                    type: stdio
                  b:
                    args:
                    - run
                    - --name
                    - b
                    - --
                    - uvx
                    cmd: plimsoll
                    type: stdio
                  c:
                    cmd: plimsoll
                    args:
                    - run
                    - --url-env
                    - WRAPPED_URI
                    envs:
                      WRAPPED_URI: https://e/mcp
                      WRAPPED_TYPE: sse
                    type: stdio
                """;

        assertThat(ConfigTexts.unwrap(FileFormat.YAML, text)).isEqualTo("""
                extensions:
                  a:
                    args:
                    - -y
                    cmd: npx
                    type: stdio
                  b:
                    cmd: uvx
                    type: stdio
                  c:
                    uri: https://e/mcp
                    type: sse
                """);
    }

    @Test
    void unwrapsAServerThatTheUserHasChanged() {
        String wrapped = ConfigTexts.wrap(FileFormat.YAML, """
                mcpServers:
                  a:
                    url: https://e/mcp
                    headers:
                      Authorization: Bearer old
                """, Map.of());

        assertThat(ConfigTexts.unwrap(
                        FileFormat.YAML,
                        wrapped.replace("Bearer old", "'Bearer new'") + "    timeout: 5\n  b: {command: x}\n"))
                .isEqualTo("""
                        mcpServers:
                          a:
                            url: https://e/mcp
                            headers:
                              Authorization: 'Bearer new'
                            timeout: 5
                          b: {command: x}
                        """);
    }
}
