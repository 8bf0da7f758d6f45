package dev.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LibrarySettingsTest {

    private static LibrarySettings parse(String... namesAndTexts) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            texts.put(namesAndTexts[i], namesAndTexts[i + 1]);
        }
        return LibrarySettings.parse(texts, Set.of("hostKey"));
    }

    @Test
    void hasDefaultsForEverything() {
        LibrarySettings settings = parse();
        assertThat(settings.faults()).isEmpty();
        assertThat(settings.name()).isEqualTo("main");
        assertThat(settings.policies().base()).isEqualTo(Preset.BALANCED.applyTo(Policy.defaults()));
        assertThat(settings.policies().profiles()).isNotEmpty();
        assertThat(settings.storeBytes()).isEqualTo(LibrarySettings.DEFAULT_STORE_BYTES);
        assertThat(settings.keys()).isNull();
    }

    @Test
    void readsSettingNamesInAnyNotation() {
        Policy base = parse("policy.max-ttl", "2h", "query.time_ms", "500", "Preset", "balanced")
                .policies()
                .base();
        assertThat(base.get(Policy.MAX_TTL)).isEqualTo(Duration.ofHours(2));
        assertThat(base.get(Policy.QUERY_TIME_MS)).isEqualTo(500);
    }

    @Test
    void rulesApplyInTheirOrder() {
        Policies policies = parse(
                        "tools.list_*.heavy", "true",
                        "tools.main/list_a.b.heavy", "false",
                        "tools.\"get_*\".tokenBudgetThreshold", "1000")
                .policies();
        assertThat(policies.forTool("main", "list_x").policy().get(Policy.HEAVY))
                .isTrue();
        assertThat(policies.forTool("main", "list_a.b").policy().get(Policy.HEAVY))
                .isFalse();
        assertThat(policies.forTool("main", "get_x").policy().get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(1_000);
    }

    @Test
    void reportsEveryFault() {
        LibrarySettings settings = parse(
                "colour", "red",
                "policy.heavy", "perhaps",
                "tools.x.colour", "red",
                "tools.a/b/c.heavy", "true",
                "preset", "fast",
                "name", "a/b",
                "store.maxBytes", "1",
                "cursor.key", "short",
                "hostKey", "anything");
        assertThat(settings.faults())
                .hasSize(8)
                .anyMatch(fault -> fault.startsWith("colour: unknown setting"))
                .anyMatch(fault -> fault.startsWith("policy.heavy: must be"))
                .anyMatch(fault -> fault.startsWith("tools.x.colour: unknown key"))
                .anyMatch(fault -> fault.startsWith("tools: must be tool or server/tool"))
                .anyMatch(fault -> fault.startsWith("preset: must be one of"))
                .anyMatch(fault -> fault.startsWith("name: must be"))
                .anyMatch(fault -> fault.startsWith("store.maxBytes: must be"))
                .anyMatch(fault -> fault.startsWith("cursor.key: must be") && !fault.contains("short"));
    }

    @Test
    void cursorKeyAndPreviousKeysAreRead() {
        LibrarySettings settings =
                parse("cursor.key", "0123456789abcdef", "cursor.previousKeys", "fedcba9876543210, 0011223344556677");
        assertThat(settings.faults()).isEmpty();
        assertThat(settings.keys()).isNotNull();
    }

    @Test
    void earlierKeysRequireAKey() {
        assertThat(parse("cursor.previousKeys", "fedcba9876543210").faults())
                .containsExactly("cursor.previousKeys: requires cursor.key");
    }

    @Test
    void profilesCanBeTurnedOff() {
        assertThat(parse("clientProfiles", "false").policies().profiles()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "cursor.previous.keys, cursor.previousKeys",
        "CURSOR_KEY, cursor.key",
        "client.profiles, clientProfiles",
        "store.max.bytes, store.maxBytes",
        "host.key, hostKey",
        "policy.token.budget.threshold, policy.tokenBudgetThreshold",
        "query.time.ms, query.timeMs"
    })
    void findsANameByItsLettersAndDigits(String spelling, String name) {
        assertThat(LibrarySettings.findName(spelling, Set.of("hostKey"))).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"daemon", "tools", "tools.x.heavy", "policy", "", "heavy"})
    void findsNoNameOfAnotherProgram(String spelling) {
        assertThat(LibrarySettings.findName(spelling, Set.of("hostKey"))).isNull();
    }

    @Test
    void eachNameThatIsFoundIsAcceptedAndNoTwoAreEqual() {
        List<String> names = SettingNames.all(Set.of("hostKey"));
        assertThat(names).hasSizeGreaterThan(50).allSatisfy(name -> {
            assertThat(LibrarySettings.findName(name, Set.of("hostKey"))).isEqualTo(name);
            assertThat(parse(name, "").faults()).isEmpty();
        });
    }
}
