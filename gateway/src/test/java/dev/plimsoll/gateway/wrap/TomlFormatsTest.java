package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests configurations of Codex. */
class TomlFormatsTest {

    static final List<WrapExample> EXAMPLES = List.of(
            toml("tables", """
                    # settings
                    model = "gpt-5"   # the model
                    [mcp_servers.files]
                    command = «"npx"→"/bin/sh"»\t# tab
                    args = [
                      # first
                      «→"run",
                      "--name",
                      "files",
                      "--",
                      "npx",
                      »"-y", '@modelcontextprotocol/server-filesystem',
                      "/data",  # last
                    ]
                    env.A = "b"

                    [mcp_servers."My clock"]
                      command = «'mcp-clock'→"/bin/sh"» # by me«→
                      args = [ "run", "--name", "my-clock", "--", 'mcp-clock' ]»
                      [mcp_servers."My clock".env]
                      KEY = \"""
                      a [mcp_servers.x]
                      command = "no"\"""
                    [tools]
                    command = "npx"
                    """),
            toml("an inline table", """
                    [mcp_servers]
                    a = { command = «"npx"→"/bin/sh"», args = [«→"run", "--name", "a", "--", "npx", »"1", "2"], env = { K = "v" } }
                    b = {command=«"uvx"→"/bin/sh",args = [ "run","--name","b","--","uvx" ]»}
                    """),
            toml("dotted keys", """
                    mcp_servers.a.command = «"npx"→"/bin/sh"
                    mcp_servers.a.args = [ "run", "--name", "a", "--", "npx" ]»
                    mcp_servers . b . args = [«→"run", "--name", "b", "--", "npx"»] # none
                    mcp_servers . b . command = «"npx"→"/bin/sh"»"""),
            toml("a byte order mark and Windows line ends", """
                    \uFEFFmcp_servers.a.command = «"C:\\\\x.exe"→"/bin/sh"
                    mcp_servers.a.args = [ "run", "--name", "a", "--", "C:\\\\x.exe" ]»
                    [mcp_servers.b]
                    command = «"y"→"/bin/sh"
                    args = [ "run", "--name", "b", "--", "y" ]»""".replace("\n", "\r\n")),
            toml("a URL", """
                    [mcp_servers.plain]
                    «url = "https://e/mcp"→command = "/bin/sh"» # x«→
                    args = [ "run", "--name", "plain", "--url-env", "WRAPPED_URL" ]
                    env = { WRAPPED_URL = "https://e/mcp" }»
                    """),
            toml("headers in braces", """
                    [mcp_servers.gh]
                    «url = 'https://e/mcp'→command = "/bin/sh"
                    args = [ "run", "--name", "gh", "--url-env", "WRAPPED_URL", "--bearer-env", "GH_TOKEN", \
                    "--header-env", "X-A=WRAPPED_HEADER_1", "--header-env", "X-B=WRAPPED_HEADER_2" ]»
                    «bearer_token_env_var = "GH_TOKEN"→env_vars = ["GH_TOKEN"]» # from the shell
                    «http_headers→env» = { «"X-A"→"WRAPPED_HEADER_1"» = "all", «→WRAPPED_URL = 'https://e/mcp', \
                    »«X-B→WRAPPED_HEADER_2» = 'zwei' }
                    """),
            toml("names of variables with headers", """
                    [mcp_servers.named]
                    «url = "https://e/mcp"→command = "/bin/sh"
                    args = [ "run", "--name", "named", "--url-env", "WRAPPED_URL", \
                    "--header-env", "X-A=A_KEY", "--header-env", "Y=B_KEY" ]
                    env = { WRAPPED_URL = "https://e/mcp", \
                    WRAPPED_ENV_HTTP_HEADERS = "{ 'X-A'=\\"A_KEY\\", Y = 'B_KEY' }" }»
                    «env_http_headers = { 'X-A'="A_KEY", Y = 'B_KEY' }→env_vars = ["A_KEY", "B_KEY"]» # shell
                    """),
            toml("headers in a table", """
                    [mcp_servers.ctx]
                    enabled = false
                    «url = "https://e/mcp"→command = "/bin/sh"
                    args = [ "run", "--name", "ctx", "--url-env", "WRAPPED_URL", \
                    "--header-env", "Authorization=WRAPPED_HEADER_1", "--header-env", "X-B=WRAPPED_HEADER_2" ]»
                    [mcp_servers.ctx.«http_headers→env»] # mine
                    «Authorization→WRAPPED_HEADER_1» = "Bearer s3cret" # x«→
                    WRAPPED_URL = "https://e/mcp"»
                    «'X-B'→'WRAPPED_HEADER_2'» = "2"
                    """));

    private static WrapExample toml(String name, String text) {
        return new WrapExample(FileFormat.TOML, name, text);
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
                [mcp_servers]
                dotted = { x.y = 1, command = "a", args = "b" }
                inner.z = { a.command = "x" }
                [mcp_servers.lines]
                command = \"""
                npx\"""
                [mcp_servers.helper]
                url = "https://e"
                env_http_headers = { A = "B" }
                bearer_token_env_var = "T"
                [mcp_servers.passed]
                url = "https://e"
                bearer_token_env_var = "T"
                env_vars = ["U"]
                [mcp_servers.empty]
                url = "https://e"
                http_headers = {}
                [mcp_servers.dots]
                url = "https://e"
                http_headers.A = "1"
                [mcp_servers.login]
                url = "https://me:secret@e/mcp"
                [mcp_servers.many]
                url = \"""
                https://e\"""
                """;

        assertThat(ConfigTexts.messages(FileFormat.TOML, text))
                .containsExactly(
                        "dotted: unchanged: args is not a list",
                        "inner: unchanged: no command",
                        "lines: unchanged: its command is on several lines",
                        "helper: unchanged: only the client can use its env_http_headers here",
                        "passed: unchanged: only the client can use its bearer_token_env_var here",
                        "empty: unchanged: its http_headers is empty; remove it",
                        "dots: unchanged: write its http_headers in braces or as a table",
                        "login: unchanged: user and password in a URL are not supported; put them into a header",
                        "many: unchanged: write its url on one line in quotes");
    }

    @Test
    void unwrapsAServerThatTheUserHasChanged() {
        String wrapped = ConfigTexts.wrap(FileFormat.TOML, """
                [mcp_servers.a]
                url = "https://e/mcp"
                http_headers = { Authorization = "Bearer old" }
                [mcp_servers.b]
                command = "npx"
                """, java.util.Map.of());
        String changed = wrapped.replace("Bearer old", "Bearer new")
                .replace("\"npx\" ]", "\"npx\", \"-y\" ] # more")
                .replace("[mcp_servers.b]", "tool_timeout_sec = 5\n\n[mcp_servers.b]");

        assertThat(ConfigTexts.unwrap(FileFormat.TOML, changed)).isEqualTo("""
                [mcp_servers.a]
                url = "https://e/mcp"
                http_headers = { Authorization = "Bearer new" }
                tool_timeout_sec = 5

                [mcp_servers.b]
                command = "npx"
                args = [ "-y" ] # more
                """);
    }
}
