package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.Tier;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileKeysTest {

    @TempDir
    private Path folder;

    private Policies policies(String file) {
        LoadedConfiguration loadedConfiguration =
                new ConfigSandbox(folder).file(file).read();
        assertThat(loadedConfiguration.warnings()).isEmpty();
        return loadedConfiguration.configuration().policies();
    }

    private static int byteBudget(Policies policies, String client) {
        return policies.forTool("s", "t", client).policy().budget(0).bytes();
    }

    @Test
    void hasBuiltInProfilesByDefault() {
        assertThat(policies("{}").profiles()).isEqualTo(Profiles.builtIn());
        assertThat(byteBudget(policies("{}"), "Visual Studio Code")).isEqualTo(7_680);
        assertThat(byteBudget(policies("{}"), "somebody")).isEqualTo(48_000);
    }

    @Test
    void profilesCanBeChangedAddedOrDisabled() {
        Policies policies = policies("""
                profiles:
                  vscode: { byteCeiling: 16KB }
                  gemini-cli: { enabled: false }
                  mine: { match: ["My Agent*"], tokenBudgetThreshold: 700, countCopies: sum }
                  generic: { byteCeiling: 20000 }
                """);

        assertThat(byteBudget(policies, "visual studio code - insiders")).isEqualTo(16_384);
        assertThat(policies.forTool("s", "t", "my agent 2").policy().budget(0).tokens())
                .isEqualTo(700);
        assertThat(byteBudget(policies, "gemini-cli-mcp-client")).isEqualTo(20_000);
        assertThat(byteBudget(policies, "somebody")).isEqualTo(20_000);
    }

    @Test
    void limitCanBeRemoved() {
        Policies policies = policies("{ profiles: { vscode: { byteCeiling: null } } }");

        assertThat(byteBudget(policies, "Visual Studio Code")).isEqualTo(48_000);
        assertThat(policies.forTool("s", "t", "Visual Studio Code").policy().find(Policy.ERROR_BYTES))
                .isEqualTo(9_900);
    }

    @Test
    void profilesCanBeTurnedOff() {
        assertThat(policies("{ clientProfiles: false }").profiles()).isEmpty();
    }

    @Test
    void rejectsProfilesWithWrongKeysOrValues() {
        assertThat(new ConfigSandbox(folder)
                        .file("{ profiles: { vscod: { byteCeiling: 1KB } } }")
                        .errors())
                .singleElement()
                .asString()
                .contains("profiles.vscod", "match is missing", "vscode");
        assertThat(new ConfigSandbox(folder)
                        .file("{ profiles: { vscode: { style: page } } }")
                        .errors())
                .singleElement()
                .asString()
                .contains("profiles.vscode.style", "there is no such key");
        assertThat(new ConfigSandbox(folder)
                        .file("{ profiles: { vscode: { byteCeiling: -1 } } }")
                        .errors())
                .isNotEmpty();
    }

    @Test
    void appliesTierAndRateLimits() {
        LoadedConfiguration loadedConfiguration =
                new ConfigSandbox(folder).file("""
                        servers: { crm: { command: [crm], rateLimit: 30 } }
                        policy: { rateLimit: 100 }
                        tools: { "delete_*": { tier: admin, rateLimit: 5 } }
                        """).read();
        assertThat(loadedConfiguration.warnings()).isEmpty();
        assertThat(loadedConfiguration
                        .configuration()
                        .server("crm")
                        .orElseThrow()
                        .rateLimit())
                .isEqualTo(30);
        Policy policy = loadedConfiguration
                .configuration()
                .policies()
                .forTool("crm", "delete_all")
                .policy();
        assertThat(policy.find(Policy.TIER)).isEqualTo(Tier.ADMIN);
        assertThat(policy.find(Policy.RATE_LIMIT)).isEqualTo(5);
    }
}
