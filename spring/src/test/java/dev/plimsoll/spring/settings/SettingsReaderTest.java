package dev.plimsoll.spring.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.StyleId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Tests SettingsReader with properties from YAML and environment variables, without a running application. */
class SettingsReaderTest {

    private final StandardEnvironment environment = new StandardEnvironment();

    private PlimsollSettings read(String... yaml) throws IOException {
        for (String document : yaml) {
            for (PropertySource<?> source :
                    new YamlPropertySourceLoader().load("document " + document.hashCode(), resource(document))) {
                environment.getPropertySources().addFirst(source);
            }
        }
        ConfigurationPropertySources.attach(environment);
        return new SettingsReader(environment).read();
    }

    private static ByteArrayResource resource(String document) {
        return new ByteArrayResource(document.getBytes(StandardCharsets.UTF_8), "application.yaml");
    }

    private List<String> errors(String yaml) {
        return catchThrowableOfType(SettingsException.class, () -> read(yaml)).errors();
    }

    private void setVariable(String name, String value) {
        setVariables(Map.of(name, value));
    }

    private void setVariables(Map<String, Object> values) {
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, values));
    }

    @Test
    void readsTheKeysOfTheGatewaysFile() throws IOException {
        PlimsollSettings plimsollSettings = read("""
                plimsoll:
                  preset: probe
                  policy:
                    tokenBudgetThreshold: 900
                    max-ttl: 2h
                    limits: { arrayItems: 7 }
                    keepFields: [owner, state]
                  query: { timeMs: 300 }
                  tools:
                    "main/list_*": { style: page, defaultPageSize: 9, keepFields: [id, name] }
                    export.all: { style: pass }
                  store: { maxBytes: 64MB }
                """);
        Policy base = plimsollSettings.policies().base();
        assertThat(base.get(Policy.STYLE)).isEqualTo(StyleId.of("probe"));
        assertThat(base.get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(900);
        assertThat(base.get(Policy.MAX_TTL)).isEqualTo(Duration.ofHours(2));
        assertThat(base.get(Policy.LIMIT_ARRAY_ITEMS)).isEqualTo(7);
        assertThat(base.get(Policy.KEEP_FIELDS)).containsExactly("owner", "state");
        assertThat(base.get(Policy.QUERY_TIME_MS)).isEqualTo(300);
        Policy listing =
                plimsollSettings.policies().forTool("main", "list_orders").policy();
        assertThat(listing.get(Policy.STYLE)).isEqualTo(StyleId.of("page"));
        assertThat(listing.get(Policy.DEFAULT_PAGE_SIZE)).isEqualTo(9);
        assertThat(listing.get(Policy.KEEP_FIELDS)).containsExactly("id", "name");
        assertThat(plimsollSettings
                        .policies()
                        .forTool("main", "export.all")
                        .policy()
                        .get(Policy.STYLE))
                .isEqualTo(StyleId.of("pass"));
        assertThat(plimsollSettings.maxBytes()).isEqualTo(64L << 20);
        assertThat(plimsollSettings.warnings()).isEmpty();
    }

    @Test
    void usesTheDefaultsOfTheGateway() throws IOException {
        PlimsollSettings plimsollSettings = read("other: 1");
        assertThat(plimsollSettings.policies().base().text(Policy.TTL)).isEqualTo("15m");
        assertThat(plimsollSettings.policies().rules()).isEmpty();
        assertThat(plimsollSettings.policies().profiles())
                .extracting(Profile::name)
                .contains("claude-code", "generic");
        assertThat(plimsollSettings.keys()).isNull();
        assertThat(plimsollSettings.reloadableSettings()).isEmpty();
    }

    @Test
    void movesARepeatedRuleToTheEnd() throws IOException {
        PlimsollSettings plimsollSettings =
                read("plimsoll.tools: { 'a*': { style: page, ttl: 1m }, '*b': { style: trim } }", """
                plimsoll.tools: { 'a*': { style: chunk } }
                """);
        Policy both = plimsollSettings.policies().forTool("main", "ab").policy();
        assertThat(both.get(Policy.STYLE)).isEqualTo(StyleId.of("chunk"));
        assertThat(both.get(Policy.TTL)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void readsEnvironmentVariablesWithAndWithoutUnderscores() throws IOException {
        setVariable("PLIMSOLL_POLICY_TOKEN_BUDGET_THRESHOLD", "1200");
        assertThat(read("plimsoll.policy.ttl: ${HOW_LONG:20m}")
                        .policies()
                        .base()
                        .text(Policy.TTL))
                .isEqualTo("20m");
        assertThat(read().policies().base().get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(1200);
        setVariable("PLIMSOLL_POLICY_TOKENBUDGETTHRESHOLD", "1300");
        assertThat(read().policies().base().get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(1300);
    }

    @Test
    void nullMeansTheDefaultAndOffIsAPreset() throws IOException {
        PlimsollSettings plimsollSettings =
                read("plimsoll: { preset: off, policy: { enabled: 'null', hardByteLimit: auto } }");
        assertThat(plimsollSettings.policies().base().get(Policy.ENABLED)).isTrue();
        assertThat(plimsollSettings.reloadableSettings()).containsEntry("plimsoll.preset", "off");
    }

    @Test
    void reportsAllInvalidProperties() {
        assertThat(errors("""
                plimsoll:
                  preset: bold
                  policy: { style: fancy, ttl: 15 }
                  polcy: { style: page }
                  listen: 127.0.0.1:80
                  tools:
                    "a/b/c": { style: page }
                    "list_*": { stile: page, ttl: soon }
                  store: { type: disk, maxBytes: 3 }
                  clientProfiles: perhaps
                """))
                .anySatisfy(error -> assertThat(error)
                        .startsWith("plimsoll.preset: must be one of balanced, ")
                        .contains("got bold")
                        .contains("application.yaml"))
                .anySatisfy(error -> assertThat(error)
                        .startsWith("plimsoll.policy.style: must be one of")
                        .contains("got fancy"))
                .anySatisfy(error -> assertThat(error)
                        .startsWith("plimsoll.policy.ttl: must be a time such as 15m")
                        .contains("got 15"))
                .anySatisfy(error -> assertThat(error).startsWith("plimsoll.polcy.style: unknown property"))
                .anySatisfy(error -> assertThat(error).startsWith("plimsoll.listen: unknown property"))
                .anySatisfy(error -> assertThat(error).contains("must be tool or server/tool, got a/b/c"))
                .anySatisfy(error -> assertThat(error).startsWith("plimsoll.tools.list_*.stile: unknown key stile"))
                .anySatisfy(error -> assertThat(error).startsWith("plimsoll.tools.list_*.ttl: must be a time"))
                .anySatisfy(error -> assertThat(error).startsWith("plimsoll.store.type: must be one of memory"))
                .anySatisfy(error -> assertThat(error).startsWith("plimsoll.store.max-bytes: must be a size"))
                .anySatisfy(error -> assertThat(error).startsWith("plimsoll.client-profiles: must be true or false"))
                .hasSize(11);
    }

    @Test
    void reportsAShortKeyWithoutItsText() {
        assertThat(errors("plimsoll.cursor.key: secret-word"))
                .singleElement()
                .asString()
                .startsWith("plimsoll.cursor.key: must be a text of at least 16 bytes, got one of 11 bytes")
                .doesNotContain("secret-word");
    }

    @Test
    void reportsEarlierKeysWithoutAKey() {
        assertThat(errors("plimsoll.cursor.previous-keys: [fedcba9876543210]"))
                .singleElement()
                .asString()
                .startsWith("plimsoll.cursor.previous-keys: requires plimsoll.cursor.key")
                .doesNotContain("fedcba9876543210");
    }

    @Test
    void warnsAboutAHyphenatedKeyThatOnlyTheGatewayUses() throws IOException {
        assertThat(read("plimsoll.policy.rate-limit: 5").warnings())
                .containsExactly("plimsoll.policy.rateLimit has no effect here: only the gateway uses it");
    }

    @ParameterizedTest
    @CsvSource({
        "pin, hold",
        "handles, true",
        "inPrograms, write",
        "consent, none",
        "ahead, false",
        "acceptsFrom, crm",
        "collect, 3",
        "paging.by, page",
        "paging.size, 100",
        "paging.argument, page",
        "saved, true",
        "savedEvery, 1m"
    })
    void warnsAboutEachKeyThatOnlyTheGatewayUses(String key, String value) throws IOException {
        assertThat(read("plimsoll.policy." + key + ": " + value).warnings())
                .containsExactly("plimsoll.policy." + key + " has no effect here: only the gateway uses it");
        assertThat(read("plimsoll.tools.list." + key + ": " + value).warnings())
                .contains("plimsoll.tools.list." + key + " has no effect here: only the gateway uses it");
    }

    @Test
    void changesAndAddsClientProfiles() throws IOException {
        PlimsollSettings plimsollSettings = read("""
                plimsoll.profiles:
                  cursor: { enabled: false }
                  ours: { match: "our-*", tokenBudgetThreshold: 700 }
                """);
        assertThat(plimsollSettings.policies().profiles())
                .extracting(Profile::name)
                .contains("ours")
                .doesNotContain("cursor");
        assertThat(plimsollSettings
                        .policies()
                        .forTool("main", "a", "our-client")
                        .policy()
                        .get(Policy.TOKEN_BUDGET_THRESHOLD))
                .isEqualTo(700);
        assertThat(errors("plimsoll.profiles.Bad_Name.style: page"))
                .anySatisfy(error -> assertThat(error).contains("1 to 20 of a-z"))
                .anySatisfy(error -> assertThat(error).contains("unknown key style"));
    }

    @Test
    void ignoresVariablesThatOnlyTheGatewayReads() throws IOException {
        setVariables(Map.of(
                "PLIMSOLL_DAEMON", "off",
                "PLIMSOLL_MAX_MESSAGE_BYTES", "1MB",
                "PLIMSOLL_SERVERS_CRM_URL", "http://127.0.0.1",
                "PLIMSOLL_CURSOR_KEY", "0123456789abcdef",
                "PLIMSOLL_CURSOR_PREVIOUS_KEYS", "fedcba9876543210",
                "PLIMSOLL_STORE_MAX_BYTES", "2MB"));
        PlimsollSettings settings = read();
        assertThat(settings.keys()).isNotNull();
        assertThat(settings.maxBytes()).isEqualTo(2 << 20);
    }

    @Test
    void reportsInvalidEnvironmentVariables() {
        setVariable("PLIMSOLL_POLICY_STILE", "page");
        assertThat(errors("a: 1")).singleElement().asString().startsWith("PLIMSOLL_POLICY_STILE: unknown property");
        setVariable("PLIMSOLL_TOOLS", "{}");
        assertThat(errors("a: 1"))
                .singleElement()
                .asString()
                .startsWith("PLIMSOLL_TOOLS: an environment variable cannot set rules");
    }
}
