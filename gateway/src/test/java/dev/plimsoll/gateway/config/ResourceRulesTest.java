package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules for resources, and warnings about rules that match no server. */
@NullMarked
class ResourceRulesTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "shop, orders://7, pass",
        "crm, orders://7, pass",
        "shop, urn:isbn:7, summary",
        "crm, urn:isbn:7, auto",
        "shop, notes://7, chunk",
        "crm, notes://7, auto",
        "main, logs://7, page",
        "crm, logs://7, auto"
    })
    void applyToUrisOfAllServersOrOfOneServer(String server, String uri, StyleId style) {
        Policies policies =
                new ConfigSandbox(folder).file("""
                    servers:
                      shop: { command: [shop] }
                      crm: { command: [crm] }
                    resources:
                      "orders://*": { style: pass }
                      "shop:urn:isbn:*": { style: summary }
                      "shop:notes://*": { style: chunk }
                      "main:logs://*": { style: page }
                    """).read().configuration().policies();

        assertThat(policies.forResource(server, "resources/read", uri, "")
                        .policy()
                        .get(Policy.STYLE))
                .isEqualTo(style);
        assertThat(policies.forTool(server, "resources/read").policy().get(Policy.STYLE))
                .isEqualTo(StyleId.of("auto"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heavy: true",
                "cache: { ttl: 1h }",
                "readOnly: true",
                "handles: true",
                "inPrograms: write",
                "queries: {a: .}"
            })
    void rejectKeysForCalls(String setting) {
        List<String> errors = new ConfigSandbox(folder)
                .file("resources: { \"orders://*\": { " + setting + " } }")
                .errors();

        assertThat(errors).singleElement().asString().contains("resources", "orders://*");
    }

    @Test
    void warnAboutUnknownServers() {
        List<ConfigError> warnings = new ConfigSandbox(folder).file("""
                    servers: { crm: { command: [crm] } }
                    tools:
                      "resources/read": { style: pass }
                      "srm/list": { style: pass }
                      "crm/list": { style: pass }
                      "*/list": { style: pass }
                      "main/list": { style: pass }
                      "list": { style: pass }
                    """).read().warnings();

        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0).toString())
                .contains("resources/read", "there is no server resources", "are under resources, by URI");
        assertThat(warnings.get(1).toString()).contains("srm/list", "there is no server srm");
    }
}
