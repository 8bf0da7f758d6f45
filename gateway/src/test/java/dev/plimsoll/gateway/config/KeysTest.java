package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.SecretRule;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.source.EnvironmentName;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.setting.SettingType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeysTest {

    @TempDir
    private Path folder;

    static Collection<ConfigKey> keys() {
        return ConfigKeys.root().keys();
    }

    static List<ConfigKey> singleValueKeys() {
        return keys().stream()
                .filter(configKey -> configKey.shape() instanceof KeyShape.One)
                .filter(configKey -> configKey.secretRule() == SecretRule.OPEN)
                .toList();
    }

    /**
     * Checks names and defaults that are guaranteed to users. A change of one of these lines would break a guarantee.
     */
    @ParameterizedTest
    @CsvSource({
        "listen, PLIMSOLL_LISTEN, 127.0.0.1:8080",
        "preset, PLIMSOLL_PRESET, balanced",
        "policy.enabled, PLIMSOLL_POLICY_ENABLED, true",
        "policy.style, PLIMSOLL_POLICY_STYLE, auto",
        "policy.tokenBudgetThreshold, PLIMSOLL_POLICY_TOKEN_BUDGET_THRESHOLD, 4000",
        "policy.autoNegotiateThreshold, PLIMSOLL_POLICY_AUTO_NEGOTIATE_THRESHOLD, null",
        "policy.hardByteLimit, PLIMSOLL_POLICY_HARD_BYTE_LIMIT, auto",
        "policy.countCopies, PLIMSOLL_POLICY_COUNT_COPIES, once",
        "policy.fullBudgetThreshold, PLIMSOLL_POLICY_FULL_BUDGET_THRESHOLD, 25000",
        "policy.maxTokenBudget, PLIMSOLL_POLICY_MAX_TOKEN_BUDGET, 25000",
        "policy.lookBudget, PLIMSOLL_POLICY_LOOK_BUDGET, 1500",
        "policy.header, PLIMSOLL_POLICY_HEADER, lean",
        "policy.summaryThreshold, PLIMSOLL_POLICY_SUMMARY_THRESHOLD, null",
        "policy.pageByCount, PLIMSOLL_POLICY_PAGE_BY_COUNT, false",
        "policy.binaryBytes, PLIMSOLL_POLICY_BINARY_BYTES, 256KB",
        "policy.budgetMeta, PLIMSOLL_POLICY_BUDGET_META, always",
        "policy.outputSchema, PLIMSOLL_POLICY_OUTPUT_SCHEMA, widen",
        "policy.onFailure, PLIMSOLL_POLICY_ON_FAILURE, cut",
        "policy.onDeadCursor, PLIMSOLL_POLICY_ON_DEAD_CURSOR, error",
        "policy.onChangedArguments, PLIMSOLL_POLICY_ON_CHANGED_ARGUMENTS, error",
        "policy.elicit, PLIMSOLL_POLICY_ELICIT, false",
        "policy.targetTimeMs, PLIMSOLL_POLICY_TARGET_TIME_MS, 500",
        "policy.limits.arrayItems, PLIMSOLL_POLICY_LIMITS_ARRAY_ITEMS, 25",
        "policy.limits.stringBytes, PLIMSOLL_POLICY_LIMITS_STRING_BYTES, 5120",
        "policy.limits.depth, PLIMSOLL_POLICY_LIMITS_DEPTH, 10",
        "policy.maxTtl, PLIMSOLL_POLICY_MAX_TTL, 24h",
        "policy.rateLimit, PLIMSOLL_POLICY_RATE_LIMIT, null",
        "policy.sessionBudget, PLIMSOLL_POLICY_SESSION_BUDGET, null",
        "policy.prefetch, PLIMSOLL_POLICY_PREFETCH, 0",
        "policy.estimatorSampling, PLIMSOLL_POLICY_ESTIMATOR_SAMPLING, 1%",
        "policy.defaultPageSize, PLIMSOLL_POLICY_DEFAULT_PAGE_SIZE, 50",
        "policy.maxPageSize, PLIMSOLL_POLICY_MAX_PAGE_SIZE, 1000",
        "policy.chunkSize, PLIMSOLL_POLICY_CHUNK_SIZE, null",
        "policy.ttl, PLIMSOLL_POLICY_TTL, 15m",
        "policy.estimator, PLIMSOLL_POLICY_ESTIMATOR, classes",
        "policy.encoding, PLIMSOLL_POLICY_ENCODING, auto",
        "rollout.mode, PLIMSOLL_ROLLOUT_MODE, enforce",
        "rollout.percent, PLIMSOLL_ROLLOUT_PERCENT, 100",
        "production.slimSchemas, PLIMSOLL_PRODUCTION_SLIM_SCHEMAS, false",
        "telemetry.retention, PLIMSOLL_TELEMETRY_RETENTION, 30d",
        "telemetry.maxBytes, PLIMSOLL_TELEMETRY_MAX_BYTES, 1GB",
        "telemetry.capture, PLIMSOLL_TELEMETRY_CAPTURE, false",
        "store.maxBytes, PLIMSOLL_STORE_MAX_BYTES, 256MB",
        "store.spill.dir, PLIMSOLL_STORE_SPILL_DIR, data/spill",
        "store.spill.maxBytes, PLIMSOLL_STORE_SPILL_MAX_BYTES, 4GB",
        "isolation, PLIMSOLL_ISOLATION, session",
        "catalog, PLIMSOLL_CATALOG, full",
        "cursor.bind, PLIMSOLL_CURSOR_BIND, caller",
        "maxMessageBytes, PLIMSOLL_MAX_MESSAGE_BYTES, 64MB",
        "logLevel, PLIMSOLL_LOG_LEVEL, info",
        "redis.timeout, PLIMSOLL_REDIS_TIMEOUT, 2s",
        "redis.connections, PLIMSOLL_REDIS_CONNECTIONS, 16",
        "redis.maxValueBytes, PLIMSOLL_REDIS_MAX_VALUE_BYTES, 1MB",
        "redis.prefix, PLIMSOLL_REDIS_PREFIX, plimsoll",
        "alerts.oversizedShare, PLIMSOLL_ALERTS_OVERSIZED_SHARE, 5%",
        "alerts.window, PLIMSOLL_ALERTS_WINDOW, 5m",
        "alerts.webhook, PLIMSOLL_ALERTS_WEBHOOK, null"
    })
    void hasGuaranteedNameAndDefault(String path, String variable, String defaultText) {
        ConfigKey configKey = ConfigKeys.root().findKey(path);

        assertThat(configKey).isNotNull();
        assertThat(EnvironmentName.of(path)).isEqualTo(variable);
        assertThat(configKey.defaultText() == null ? configKey.unsetWord() : configKey.defaultText())
                .isEqualTo(defaultText);
    }

    @ParameterizedTest
    @CsvSource({
        "servers",
        "tools",
        "rollout.steps",
        "production.strip",
        "cursor.key",
        "cursor.previousKeys",
        "auth.tokens",
        "auth.oauth.issuer",
        "auth.oauth.audience",
        "maxProcesses",
        "idle",
        "origins",
        "insecure",
        "profiles",
        "data",
        "query.timeMs",
        "query.steps",
        "query.memory",
        "query.output",
        "cluster.peers",
        "redis.url",
        "store.type",
        "tls.key",
        "sessions.max",
        "policy.tier",
        "policy.cache.ttl",
        "policy.cache.invalidates",
        "policy.heavy",
        "policy.readOnly"
    })
    void definesKey(String path) {
        assertThat(ConfigKeys.root().findKey(path)).isNotNull();
    }

    @Test
    void variablesAreDifferent() {
        Set<String> names = new HashSet<>();
        ConfigKeys.root()
                .paths()
                .forEach(path ->
                        assertThat(names.add(EnvironmentName.of(path))).as(path).isTrue());
    }

    @Test
    void allPolicyKeysCanBeSet() {
        for (PolicyKey<?> key : Policy.keys()) {
            ConfigKey configKey = (ConfigKeys.isProcessLimit(key.name()) ? ConfigKeys.root() : ConfigKeys.policyScope())
                    .findKey(key.name());
            assertThat(configKey).as(key.name()).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("keys")
    void eachKeyHasADescription(ConfigKey configKey) {
        assertThat(configKey.description()).isNotEmpty().doesNotContain("|");
        assertThat(configKey.allowed()).isNotEmpty().doesNotContain("|\n");
    }

    @ParameterizedTest
    @MethodSource("singleValueKeys")
    void eachKeyAcceptsItsDefaultFromEverySource(ConfigKey configKey) {
        String value = configKey.defaultText() == null ? "null" : configKey.defaultText();
        assertThat(new ConfigSandbox(folder)
                        .file(nested(configKey.path(), value))
                        .read())
                .isNotNull();
        assertThat(new ConfigSandbox(folder.resolve("none"))
                        .variable(EnvironmentName.of(configKey.path()), value)
                        .read())
                .isNotNull();
    }

    /**
     * Returns candidate values for a key. At least one of them is allowed, differs from the default, and requires no
     * other key.
     */
    private static List<String> candidateValues(ConfigKey configKey) {
        if (!(configKey.shape() instanceof KeyShape.One singleValue)) {
            throw new IllegalArgumentException(configKey.path());
        }
        return switch (singleValue.settingType().kind()) {
            case FLAG -> List.of("true", "false");
            case WHOLE, DECIMAL -> List.of("7", "70", "3", "700", "30000");
            case BYTES -> List.of("3KB", "300KB", "30MB");
            case TIME -> List.of("7m", "70s", "700ms", "2h", "3d");
            case SHARE -> List.of("7%", "0.07");
            case CHOICE ->
                Pattern.compile("\\w[\\w-]*")
                        .matcher(configKey.allowed().replace("one of", ""))
                        .results()
                        .map(MatchResult::group)
                        .toList();
            case NAMES -> List.of("[status, guestName]", "[/debug, /items/*/_raw]");
            case TEXT ->
                List.of(
                        "https://other.example/path",
                        "list",
                        "127.0.0.1:9999",
                        "other",
                        "some/where",
                        "dispatch",
                        "shared",
                        "strict",
                        "debug");
        };
    }

    /** Creates a sandbox with the other settings that a key requires. */
    private static ConfigSandbox withRequiredSettings(ConfigKey configKey, Path sandboxFolder) {
        ConfigSandbox configSandbox = new ConfigSandbox(sandboxFolder);
        String path = configKey.path();
        return switch (path.substring(0, path.lastIndexOf('.') + 1)) {
            case "rollout.backOff." ->
                path.endsWith("window")
                        ? configSandbox
                        : configSandbox.variable("PLIMSOLL_ROLLOUT_BACK_OFF_WINDOW", "1h");
            case "auth.oauth.", "auth.oauth.scopes." ->
                path.endsWith("issuer")
                        ? configSandbox
                        : configSandbox.variable("PLIMSOLL_AUTH_OAUTH_ISSUER", "https://id.example");
            default -> configSandbox;
        };
    }

    /** Returns all keys except those of TLS, whose values must be files with certificates. */
    static List<ConfigKey> keysWithoutFiles() {
        return singleValueKeys().stream()
                .filter(configKey -> !configKey.path().startsWith("tls."))
                .toList();
    }

    /** Checks that the variable of each key has the same effect as the key in the file. */
    @ParameterizedTest
    @MethodSource("keysWithoutFiles")
    void aVariableSetsTheSameValueAsTheFile(ConfigKey configKey) throws Exception {
        Path sandboxFolder = Files.createDirectories(folder.resolve("place"));
        Configuration defaults =
                withRequiredSettings(configKey, sandboxFolder).read().configuration();
        for (String value : candidateValues(configKey)) {
            Configuration fromFile = withRequiredSettings(configKey, sandboxFolder)
                    .file(nested(configKey.path(), value))
                    .findConfiguration();
            Files.delete(sandboxFolder.resolve("plimsoll.yaml"));
            if (fromFile == null || fromFile.equals(defaults)) {
                continue;
            }
            Configuration fromVariable = withRequiredSettings(configKey, sandboxFolder)
                    .variable(EnvironmentName.of(configKey.path()), value)
                    .read()
                    .configuration();
            assertThat(fromVariable).as("%s = %s", configKey.path(), value).isEqualTo(fromFile);
            return;
        }
        throw new AssertionError(configKey.path() + " changes nothing");
    }

    @ParameterizedTest
    @MethodSource("singleValueKeys")
    void rejectsInvalidValues(ConfigKey configKey) {
        for (String invalidValue : List.of("{ a: b }", "[[]]")) {
            assertThat(new ConfigSandbox(folder)
                            .file(nested(configKey.path(), invalidValue))
                            .errors())
                    .isNotEmpty()
                    .allMatch(error -> error.startsWith("plimsoll.yaml:1:") && error.contains(": " + configKey.path()));
        }
        boolean acceptsAnyText = configKey.shape() instanceof KeyShape.One singleValue
                && (singleValue.settingType().kind() == SettingType.Kind.NAMES
                        || configKey.allowed().startsWith("the name of an argument")
                        || configKey.allowed().startsWith("a path")
                        || configKey.allowed().equals("a text"));
        if (!acceptsAnyText) {
            assertThat(new ConfigSandbox(folder)
                            .file(nested(configKey.path(), "no such thing"))
                            .errors())
                    .singleElement()
                    .asString()
                    .startsWith("plimsoll.yaml:1:")
                    .contains(": " + configKey.path() + ": must be " + configKey.allowed() + ", got no such thing");
        }
    }

    /** Returns a configuration file of one line that sets the key. */
    private static String nested(String path, String value) {
        String[] names = path.split("\\.", -1);
        return "{ " + String.join(": { ", names) + ": " + value + " }".repeat(names.length);
    }
}
