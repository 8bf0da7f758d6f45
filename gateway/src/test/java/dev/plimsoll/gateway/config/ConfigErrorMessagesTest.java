package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests errors and warnings about the configuration file, variables, and options. */
class ConfigErrorMessagesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policy: { ttl: soon }|1:16: policy.ttl: must be a time such as 15m, from 1s to 30d, got soon",
                "policy: { ttl: 900 }|1:16: policy.ttl: must be a time such as 15m, from 1s to 30d, got 900",
                "policy: { ttl: NaN }|1:16: policy.ttl: must be a time such as 15m, from 1s to 30d, got NaN",
                "policy: { style: pages }|1:18: policy.style: must be one of auto, page, summary, chunk, trim, probe,"
                        + " list, guide, cursor, receipt, pass, got pages; did you mean page?",
                "policy: { enabled: yes }|1:20: policy.enabled: must be true or false, got yes",
                "policy: { tokenBudgetThreshold: 4e3 }|1:33: policy.tokenBudgetThreshold: must be a whole number from 1 to"
                        + " 10000000, got 4e3",
                "policy: { tokenBudgetThreshold: [1] }|1:33: policy.tokenBudgetThreshold: must be a whole number from 1 to"
                        + " 10000000, got a list",
                "policy: { tokenBudgetTreshold: 1 }|1:11: policy.tokenBudgetTreshold: there is no such key; did you mean"
                        + " tokenBudgetThreshold?",
                "policy: { token-budget-threshold: 1 }|1:11: policy.token-budget-threshold: there is no such key; did you"
                        + " mean tokenBudgetThreshold?",
                "ttl: 5m|1:1: ttl: there is no such key; did you mean policy.ttl or policy.cache.ttl?",
                "policy.ttl: 5m|1:1: policy.ttl: there is no such key; sections are maps: policy: { … }",
                "policy: 5|1:9: policy: must be a map with keys such as enabled, style, tokenBudgetThreshold,"
                        + " maxTokenBudget, …, got a number",
                "policy: { limits: [1] }|1:19: policy.limits: must be a map with keys such as arrayItems, stringBytes,"
                        + " depth, got a list",
                "policy: { keepFields: [a, [b]] }|1:27: policy.keepFields[1]: must be a field name without commas",
                "policy: { binaryBytes: 4GB }|1:24: policy.binaryBytes: must be a size such as 256KB, from 0 to 2147483647,"
                        + " got 4GB",
                "policy: { defaultPageSize: 3000 }|1:28: policy.defaultPageSize: must be at most maxPageSize, 1000,"
                        + " got 3000",
                "tools: { a: { maxPageSize: 20 } }|1:28: tools.\"a\".defaultPageSize: must be at most maxPageSize, 20,"
                        + " got 50",
                "tools: { a/b/c: {} }|1:10: tools: names must be tool or server/tool, with * and ?, got a/b/c",
                "tools: { '': {} }|1:10: tools: names must be tool or server/tool, with * and ?, got an empty text",
                "tools: { a: { paging: { nxt: b } } }|1:25: tools.a.paging.nxt: there is no such key; did you mean next?",
                "tools: { a: { paging: start } }|1:23: tools.a.paging: must be a map with keys such as argument, by,"
                        + " size, next, …, got text",
                "tools: { a: { paging: { next: a..b } } }|1:31: tools.a.paging.next: must be a path such as meta.next, a"
                        + " JSON Pointer such as /meta/next, or . for the result itself, or null, got a..b",
                "tools: { a: { paging: { size: { n: 1 } } } }|1:31: tools.a.paging.size: must be the name of an"
                        + " argument, a whole number from 1 to 999999, or NAME=NUMBER, or null, got a map",
                "tools: { 'a/*': { stile: page } }|1:19: tools.\"a/*\".stile: there is no such key; did you mean style?",
                "tools: { 'a/*': page }|1:17: tools.\"a/*\": must be a map with keys, got text",
                "servers: { Crm: { command: x } }|1:12: servers: names must be 1 to 20 of a-z, 0-9,"
                        + " and -, got Crm",
                "servers: { plimsoll: { command: x } }|1:22: servers.plimsoll: is the name of Plimsoll itself; choose another name",
                "servers: { a: { command: x, url: 'http://b' } }|1:15: servers.a: has a command and a url; only one"
                        + " is allowed",
                "servers: { a: { url: 'http://b', env: { C: d } } }|1:39: servers.a.env: is allowed only with a command",
                "servers: { a: { command: c, oauth: { clientId: d } } }|1:48: servers.a.oauth.clientId: is allowed only with a url",
                "servers: { a: { command: [] } }|1:26: servers.a.command: must be a program, or a list of a program and"
                        + " its arguments, got a list",
                "servers: { a: { command: '' } }|1:26: servers.a.command: must name a program, got an empty text",
                "servers: { a: { command: { b: c } } }|1:26: servers.a.command: must be a program, or a list of a program"
                        + " and its arguments, got a map",
                "servers: { a: { command: 5 } }|1:26: servers.a.command: must be a program, or a list of a program and its"
                        + " arguments, got a number",
                "servers: { a: { command: true } }|1:26: servers.a.command: must be a program, or a list of a program and"
                        + " its arguments, got a boolean",
                "servers: { a: { command: [-1.5e3, x] } }|1:27: servers.a.command: must be a program, or a list of a program"
                        + " and its arguments, got a number",
                "mcpServers: { a: { command: x } }|1:1: mcpServers: there is no such key; did you mean servers?",
                "servers: { a: { url: 'ftp://b' } }|1:22: servers.a.url: must be an http or https URL, got ftp://b",
                "servers: { a: { url: 'ftp://u:p@b/?k=v' } }|1:22: servers.a.url: must be an http or https URL, got"
                        + " ftp://***@b/?***",
                "servers: { a: { comand: x } }|1:17: servers.a.comand: there is no such key; did you mean command?",
                "servers: [a]|1:10: servers: must be a map from names (1 to 20 of a-z, 0-9, and -)"
                        + " to their settings, got a list",
                "listen: 8080|1:9: listen: must be HOST:PORT, got 8080",
                "listen: 'a:99999'|1:9: listen: must be HOST:PORT, got a:99999",
                "maxMessageBytes: 2GB|1:18: maxMessageBytes: must be a size such as 256KB, from 1024 to 1GB, got 2GB",
                "auth: { tokens: [{ id: ci, hash: geheim }] }|1:34: auth.tokens[0].hash: must be sha256: and 64"
                        + " hexadecimal digits, as `printf %s TOKEN / sha256sum` prints",
                "auth: { tokens: [{ id: ci }] }|1:18: auth.tokens[0]: hash is missing",
                "auth: { tokens: { id: ci } }|1:17: auth.tokens: must be a list of maps, got a map",
                "alerts: { oversizedShare: 200% }|1:27: alerts.oversizedShare: must be a share from 0% to 100%, got 200%",
                "rollout: { mode: of }|1:18: rollout.mode: must be one of off, shadow, ab, enforce, got of; did you mean"
                        + " off?",
                "cursor: { key: 0123456789abcdef }|1:16: cursor.key: a secret must not be written here; put it in a"
                        + " variable or a file and write \"${NAME}\" or \"${file:PATH}\"",
                "store: { type: '${HOME}' }|1:16: store.type: may not refer to secrets, got ${HOME}"
            })
    void reportsPositionAndAllowedValues(String text, String expected) {
        // | separates the columns of the table above, so one expected message has / in its place
        assertThat(new ConfigSandbox(folder).file(text).errors())
                .singleElement()
                .asString()
                .isEqualTo("plimsoll.yaml:" + expected.replace("TOKEN / sha", "TOKEN | sha"));
    }

    @Test
    void reportsErrorsOfAllSourcesInOrder() {
        ConfigSandbox configSandbox = new ConfigSandbox(folder)
                .file("servers:\n  a: { comand: x }\npreset: probes\npolicy:\n  style: 1\n  ttl: x\nfoo: bar\n")
                .variable("PLIMSOLL_POLICY_MAX_TTL", "1")
                .variable("PLIMSOLL_POLICY_TLL", "1m")
                .variable("PLIMSOLL_TOOLS", "{a: {style: [}")
                .variable("PLIMSOLL_SERVERS_B_TIMEOUTS", "5");

        assertThat(configSandbox.errors(CommandLineValue.budget("0"), CommandLineValue.logLevel("loud")))
                .extracting(error -> error.substring(0, error.indexOf(": ")))
                .containsExactly(
                        "plimsoll.yaml:2:8",
                        "plimsoll.yaml:3:9",
                        "plimsoll.yaml:5:10",
                        "plimsoll.yaml:6:8",
                        "plimsoll.yaml:7:1",
                        "PLIMSOLL_TOOLS",
                        "PLIMSOLL_POLICY_MAX_TTL",
                        "PLIMSOLL_SERVERS_B_TIMEOUTS",
                        "PLIMSOLL_POLICY_TLL",
                        "--budget",
                        "--log-level");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PLIMSOLL_POLICY_TTL|x|policy.ttl: must be a time such as 15m, from 1s to 30d, got x",
                "PLIMSOLL_POLICY_TTLS|1m|there is no such key; did you mean PLIMSOLL_POLICY_TTL?",
                "PLIMSOLL_ZZZZZZZZ|1|there is no such key",
                "PLIMSOLL_SERVERS_CRM_URLL|http://a|there is no such key",
                "PLIMSOLL_SERVERS_CRM_URL|crm|servers.crm.url: must be an http or https URL, got crm",
                "PLIMSOLL_TOOLS|{a: 1}|tools.a: must be a map with keys, got a number",
                "PLIMSOLL_TOOLS|a|tools: must be a map from globs (tool or server/tool, with * and ?) to their settings,"
                        + " got text",
                "PLIMSOLL_ORIGINS|http://a|origins: must be a list, each an http or https URL, got text",
                "PLIMSOLL_CURSOR_KEY|short|cursor.key: must have at least 16 bytes, got 5",
                "PLIMSOLL_PRESET|strikt|preset: must be one of balanced, probe, list, hardening, cursor, guided, strict,"
                        + " off, got strikt; did you mean strict?"
            })
    void reportsErrorsInVariables(String name, String value, String expected) {
        assertThat(new ConfigSandbox(folder).variable(name, value).errors()).containsExactly(name + ": " + expected);
    }

    @Test
    void acceptsLauncherAndReferencedVariables() {
        assertThat(new ConfigSandbox(folder)
                        .file("servers: { a: { command: x, env: { A: '${PLIMSOLL_MY_TOKEN}' } } }")
                        .variable("PLIMSOLL_JAVA_OPTS", "-Xmx1g")
                        .variable("PLIMSOLL_MY_TOKEN", "sesame")
                        .read()
                        .warnings())
                .isEmpty();
    }

    @Test
    void reportsWarnings() {
        assertThat(new ConfigSandbox(folder)
                        .file(
                                "policy: { ttl: 48h }\nservers: { a: { command: npx -y b }, c: {} }\nstore: { type: redis }\nredis: { url: \"redis://h\" }")
                        .read()
                        .warnings())
                .extracting(Object::toString)
                .containsExactly(
                        "plimsoll.yaml:1:16: policy.ttl: is limited by maxTtl: 24h",
                        "plimsoll.yaml:2:26: servers.a.command: is read as the name of one program; write a program with"
                                + " arguments as a list",
                        "plimsoll.yaml:2:41: servers.c: has no command and no url: only `run --name … -- COMMAND` can use it",
                        "plimsoll.yaml:3:16: store.type: without cursor.key, other processes cannot read the cursors of"
                                + " this one; set the same key everywhere");
    }

    @Test
    void rejectsInvalidRedisUrl() {
        assertThat(new ConfigSandbox(folder).file("store: { type: redis }").errors())
                .containsExactly("plimsoll.yaml:1:16: store.type: redis requires redis.url");
        assertThat(new ConfigSandbox(folder)
                        .file("store: { type: redis }\nredis: { url: \"redis://:hidden@a,b\" }")
                        .errors())
                .singleElement()
                .asString()
                .startsWith("plimsoll.yaml:2:15: redis.url: several hosts require")
                .doesNotContain("hidden");
        assertThat(new ConfigSandbox(folder)
                        .file("redis: { url: \"redis://h\" }")
                        .read()
                        .warnings())
                .extracting(Object::toString)
                .containsExactly("plimsoll.yaml:1:15: redis.url: has no effect: store.type is not redis");
    }

    @Test
    void writesErrorsOnOneLine() {
        String error = new ConfigSandbox(folder)
                .file("policy: { style: \"a\\nb\\e[31m\\u202e" + "x".repeat(500) + "\" }")
                .errors()
                .get(0);

        assertThat(error)
                .contains("got a\\u000ab\\u001b[31m\\u202exxx")
                .endsWith("x…")
                .hasSizeLessThan(300);
    }
}
