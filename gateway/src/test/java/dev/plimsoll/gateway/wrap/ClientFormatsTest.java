package dev.plimsoll.gateway.wrap;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests configurations in the formats that clients write and document. In each example, « and » enclose a change: the text
 * before → the text after.
 */
class ClientFormatsTest {

    static final List<WrapExample> EXAMPLES = List.of(
            WrapExample.json("Claude Desktop", """
                    {
                      "mcpServers": {
                        "filesystem": {
                          "command": «"npx"→"/bin/sh"»,
                          "args": [
                            «→"run",
                            "--name",
                            "filesystem",
                            "--",
                            "npx",
                            »"-y",
                            "@modelcontextprotocol/server-filesystem",
                            "/Users/me/Desktop"
                          ]
                        },
                        "plain": {
                          "command": «"uvx"→"/bin/sh"»,
                          "args": [
                            «→"run",
                            "--name",
                            "plain",
                            "--",
                            "uvx",
                            »"mcp-server-time"
                          ]
                        }
                      },
                      "globalShortcut": ""
                    }
                    """),
            WrapExample.json("Claude Desktop on Windows, with tabs and its line ends", """
                    {
                        "mcpServers": {
                            "Fetch Ä": {
                                "command": «"cmd"→"/bin/sh"»,
                                "args": [
                                    «→"run",
                                    "--name",
                                    "fetch-a",
                                    "--",
                                    "cmd",
                                    »"/c",
                                    "npx", "C:\\\\x"
                                ]
                            },
                            "b": {
                                "command": «"x"→"/bin/sh",
                                "args": [ "run", "--name", "b", "--", "x" ]»
                            }
                        }
                    }""".replace("    ", "\t")
                    .replace("\n", "\r\n")),
            WrapExample.json("Claude Code, .mcp.json", """
                    {"mcpServers": {
                      "db": {"type": "stdio", "command": «"${HOME}/bin/db"→"/bin/sh"», "args": [«→"run", "--name", "db", "--", \
                    "${HOME}/bin/db", »"--dsn", "${DSN:-x}"], "env": {"KEY": "${KEY}"}},
                      "web": {"type": «"http"→"stdio"», «"url": "${URL}/mcp"→"command": "/bin/sh", \
                    "args": [ "run", "--name", "web", "--url-env", "WRAPPED_URL", "--header-env", "Authorization=WRAPPED_HEADER_1" ]», \
                    «"headers"→"env"»: {«"Authorization"→"WRAPPED_HEADER_1"»: "Bearer ${TOKEN}"«→,"WRAPPED_URL": "${URL}/mcp",\
                    "WRAPPED_TYPE": "http"»}}
                    }}
                    """),
            WrapExample.json("Claude Code, ~/.claude.json", """
                    {
                      "numStartups": 7,
                      "mcpServers": {"all": {"type": "stdio", "command": «"a"→"/bin/sh"», \
                    "args": [«→"run", "--name", "all", "--", "a"»], "env": {}}},
                      "projects": {
                        "/home/me/one": {"allowedTools": [], "mcpServers": {"One!": {"command": «"b"→"/bin/sh"», \
                    "args": [«→"run", "--name", "one", "--", "b", »"1"]}}},
                        "/home/me/two": {"mcpServers": {}},
                        "/home/me/three": {"history": [{"display": "\\"mcpServers\\": {\\"command\\": \\"x\\"}"}]}
                      }
                    }
                    """),
            WrapExample.json("OpenCode", """
                    {
                      "$schema": "https://opencode.ai/config.json",
                      "mcp": {
                        // on this machine
                        "files": {
                          "type": "local",
                          "command": [«→"/bin/sh", "run", "--name", "files", "--", »"npx", "-y", "server"],
                          "environment": {"A": "b"},
                          "enabled": true
                        },
                        "alone": {"type": "local", "command": [
                          «→"/bin/sh",
                          "run",
                          "--name",
                          "alone",
                          "--",
                          »"mcp-alone"
                        ]},
                        "far": {"type": «"remote"→"local"», «"url": "https://example.com/mcp"→"command": \
                    [ "/bin/sh", "run", "--name", "far", "--url-env", "WRAPPED_URL" ], \
                    "environment": { "WRAPPED_URL": "https://example.com/mcp", "WRAPPED_TYPE": "remote" }»}
                      }
                    }
                    """),
            WrapExample.json("Crush", """
                    {
                      "mcp": {
                        "db": {
                          "type": "stdio",
                          "command": «"node"→"/bin/sh"»,
                          "args": [«→"run", "--name", "db", "--", "node", »"server.js"]
                        }
                      }
                    }
                    """),
            WrapExample.json("Cursor", """
                    {
                        "mcpServers": {
                            "py": {
                                "command": «"${workspaceFolder}/.venv/bin/python"→"/bin/sh",
                                "args": [ "run", "--name", "py", "--", "${workspaceFolder}/.venv/bin/python" ]»,
                                "envFile": ".env"
                            },
                            "remote": { «"url": "https://example.com/sse"→"command": "/bin/sh", \
                    "args": [ "run", "--name", "remote", "--url-env", "WRAPPED_URL" ], \
                    "env": { "WRAPPED_URL": "https://example.com/sse" }» }
                        }
                    }"""),
            WrapExample.json("VS Code, mcp.json", """
                    {
                      // asked for once
                      "inputs": [{ "type": "promptString", "id": "key", "password": true },],
                      "servers": {
                        "Perplexity": {
                          "type": "stdio", /* "command": "old" */
                          "command": «"docker"→"/bin/sh"», // "args": []
                          "args": [«→"run", "--name", "perplexity", "--", "docker", »"run", "-i", "-e", "KEY=${input:key}",],
                        },
                      },
                    }
                    """),
            WrapExample.json("VS Code, settings.json", """
                    {
                        "editor.fontSize": 14,
                        "mcp": { "inputs": [], "servers": { "t": { "command":«"node"→"/bin/sh"»,\
                    "args":[«→"run","--name","t","--","node",»"s.js"],"cwd":"/x" } } }, // x
                    }
                    """),
            WrapExample.json("VS Code, workspace", """
                    {"folders":[{"path":"."}],"settings":{"mcp":{"servers":{"t":{"command":\
                    «"node"→"/bin/sh","args":[ "run","--name","t","--","node" ]»}}}}}"""),
            WrapExample.json("Windsurf", """
                    {"mcpServers": {"far": {«"serverUrl": "https://e/mcp"→"command": "/bin/sh",\
                    "args": [ "run", "--name", "far", "--url-env", "WRAPPED_SERVERURL" ],\
                    "env": { "WRAPPED_SERVERURL": "https://e/mcp" }»},
                        "near": {"command": «"x"→"/bin/sh"», "args": [«→"run", "--name", "near", "--", "x", »"a"], "disabled": true}}}
                    """),
            WrapExample.json("Zed", """
                    {
                      "context_servers": {
                        "new": { "source": "custom", "command": «"a"→"/bin/sh"», \
                    "args": [«→"run", "--name", "new", "--", "a", »"1"], "env": {} },
                        "old": { "command": { "path": «"b"→"/bin/sh"», \
                    "args": [«→"run", "--name", "old", "--", "b", »"2"], "env": null }, "settings": {} },
                        "ext": { "source": "extension", "settings": {} },
                      }
                    }
                    """),
            WrapExample.json("Amp", """
                    {"amp.mcpServers": {"a": {"command": «"x"→"/bin/sh"», "args": [ «→"run", "--name", "a", "--", "x", »"--", "-v" ]}}}
                    """),
            WrapExample.json("escapes and a byte order mark", """
                    \uFEFF{"mcp\\u0053ervers": {"\\u0061\\n😀": {"\\u0063ommand": «"\\u0078"→"/bin/sh"», \
                    "args": [«→"run", "--name", "a", "--", "\\u0078", »"\\/"]}}}"""),
            WrapExample.json("comments in every gap", """
                    /*0*/{/*1*/"mcpServers"/*2*/:/*3*/{/*4*/"a"/*5*/:/*6*/{/*7*/"args"/*8*/:/*9*/\
                    [«→"run","--name","a","--","x"»/*10*/]/*11*/,/*12*/"command"/*13*/:/*14*/«"x"→"/bin/sh"»/*15*/}/*16*/,/*17*/"b"/*18*/\
                    :{/*19*/"command":«"y"→"/bin/sh","args":[ "run","--name","b","--","y" ]»/*20*/,/*21*/}}/*22*/}//23"""),
            WrapExample.json("an empty list over two lines", """
                    {"mcpServers": {"a": {"args": [«→"run", "--name", "a", "--", "x"» // none
                      ], "command": «"x"→"/bin/sh"»}}}
                    """));

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
}
