package dev.plimsoll.policy;

import dev.plimsoll.measure.Estimator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Settings for the budget and form of a tool's answers. Immutable; {@link #with} returns a changed copy. */
public final class Policy {

    private static final List<PolicyKey<?>> ALL = new ArrayList<>();

    public static final PolicyKey<Boolean> ENABLED =
            add(PolicyKey.flag("enabled", true, "false: every result of the tool passes and is only measured"));
    public static final PolicyKey<Style> STYLE =
            add(PolicyKey.choice("style", Style.AUTO, "the form of a shaped answer"));
    public static final PolicyKey<Integer> TOKEN_BUDGET_THRESHOLD = add(PolicyKey.whole(
            "tokenBudgetThreshold", 4000, 1, 10_000_000, "the budget of an answer, in tokens; results within it pass"));
    public static final PolicyKey<Integer> MAX_TOKEN_BUDGET =
            add(PolicyKey.whole("maxTokenBudget", 25_000, 1, 10_000_000, "the highest budget a caller may ask for"));
    public static final PolicyKey<Integer> FULL_BUDGET_THRESHOLD = add(PolicyKey.wholeOrNone(
            "fullBudgetThreshold", 25_000, 1, "the largest original, in tokens, that mode full returns"));
    public static final PolicyKey<Integer> HARD_BYTE_LIMIT = add(PolicyKey.bytes(
                    "hardByteLimit",
                    null,
                    1,
                    Integer.MAX_VALUE,
                    "the most bytes of an answer's unescaped text (of one copy, if text and structured content repeat it); auto: budget times bytesPerToken")
            .openAs("auto"));
    public static final PolicyKey<Double> BYTES_PER_TOKEN = add(PolicyKey.decimal(
            "bytesPerToken", 12, 1, 1000, "bytes for each token of the budget if hardByteLimit is auto"));
    public static final PolicyKey<Integer> BYTE_CEILING = add(PolicyKey.bytes(
            "byteCeiling",
            null,
            1,
            Integer.MAX_VALUE,
            "as hardByteLimit, whatever budget a caller asks for; null: no limit"));
    public static final PolicyKey<Integer> ERROR_BYTES = add(PolicyKey.bytes(
            "errorBytes", null, 1000, Integer.MAX_VALUE, "the most bytes of an error's text; null: like other text"));
    public static final PolicyKey<Integer> SUMMARY_THRESHOLD = add(PolicyKey.whole(
            "summaryThreshold",
            null,
            1,
            10_000_000,
            "tokens above which a single object becomes a summary; null: the budget"));
    public static final PolicyKey<Integer> CHUNK_SIZE = add(PolicyKey.whole(
            "chunkSize",
            null,
            1,
            10_000_000,
            "the size of a chunk, in tokens; longer text is chunked; null: the budget"));
    public static final PolicyKey<Integer> DEFAULT_PAGE_SIZE = add(PolicyKey.whole(
            "defaultPageSize", 50, 1, 1_000_000, "the most items of a page unless the caller asks for another number"));
    public static final PolicyKey<Integer> MAX_PAGE_SIZE = add(
            PolicyKey.whole("maxPageSize", 200, 1, 1_000_000, "the most items of a page that a caller can ask for"));
    public static final PolicyKey<Boolean> PAGE_BY_COUNT = add(PolicyKey.flag(
            "pageByCount", false, "also pages lists of more than defaultPageSize items that fit the budget"));
    public static final PolicyKey<Integer> AUTO_NEGOTIATE_THRESHOLD = add(
            PolicyKey.bytes(
                    "autoNegotiateThreshold",
                    null,
                    1,
                    Integer.MAX_VALUE,
                    "for tools without a rule: larger results, in bytes, are shaped, and others pass; null: the budget decides"));
    public static final PolicyKey<Estimator> ESTIMATOR =
            add(PolicyKey.choice("estimator", Estimator.CLASSES, "how tokens are counted"));
    public static final PolicyKey<Double> ESTIMATOR_SAMPLING =
            add(PolicyKey.share("estimatorSampling", 0.01, "the share of results that are also counted exactly"));
    public static final PolicyKey<CountCopies> COUNT_COPIES = add(PolicyKey.choice(
            "countCopies", CountCopies.ONCE, "whether a text that repeats the structured content is counted twice"));
    public static final PolicyKey<Integer> BINARY_BYTES = add(PolicyKey.bytes(
            "binaryBytes",
            256 * 1024,
            0,
            Integer.MAX_VALUE,
            "bytes above which an image, audio, or blob becomes a link"));
    public static final PolicyKey<OutputSchema> OUTPUT_SCHEMA = add(PolicyKey.choice(
            "outputSchema", OutputSchema.WIDEN, "how a tool's outputSchema and structured content change"));
    public static final PolicyKey<AppMode> APPS = add(PolicyKey.choice(
            "apps",
            AppMode.WHOLE,
            "how data for an app (MCP Apps) passes; shape is for hosts that feed structuredContent to their model"));
    public static final PolicyKey<Encoding> ENCODING = add(PolicyKey.choice(
            "encoding",
            Encoding.AUTO,
            "the form of lists in text: table writes keys once if that saves 15 %; auto is json"));
    public static final PolicyKey<BudgetMeta> BUDGET_META =
            add(PolicyKey.choice("budgetMeta", BudgetMeta.ALWAYS, "the results whose _meta has the cost"));
    public static final PolicyKey<OnFailure> ON_FAILURE =
            add(PolicyKey.choice("onFailure", OnFailure.CUT, "the answer if Plimsoll itself fails"));
    public static final PolicyKey<Boolean> HEAVY = add(PolicyKey.flag(
            "heavy", false, "lists the tool with the arguments of plimsoll_read if its schema allows them"));
    public static final PolicyKey<List<String>> MERGED_ARGUMENTS = add(PolicyKey.names(
            "mergedArguments",
            "the arguments of plimsoll_read that a heavy tool is listed with; empty: those of its style"));
    public static final PolicyKey<Boolean> READ_ONLY =
            add(PolicyKey.maybe("readOnly", "whether the tool changes nothing; null: its readOnlyHint, else no"));
    public static final PolicyKey<Tier> TIER = add(PolicyKey.maybe(
            "tier",
            Tier.class,
            "the tier that a caller needs for the tool; null: derived from readOnly and its hints"));
    public static final PolicyKey<Integer> RATE_LIMIT = add(PolicyKey.whole(
            "rateLimit", null, 1, 1_000_000, "calls per minute for each caller and tool; null: no limit"));
    public static final PolicyKey<Integer> SESSION_BUDGET = add(PolicyKey.whole(
            "sessionBudget",
            null,
            1,
            Integer.MAX_VALUE,
            "tokens for all answers of a session; answers get shorter as it is used up; null: no limit"));
    public static final PolicyKey<OnDeadCursor> ON_DEAD_CURSOR = add(PolicyKey.choice(
            "onDeadCursor", OnDeadCursor.ERROR, "the answer to an expired cursor; restart runs read-only tools again"));
    public static final PolicyKey<OnChangedArguments> ON_CHANGED_ARGUMENTS = add(PolicyKey.choice(
            "onChangedArguments",
            OnChangedArguments.ERROR,
            "the answer to a follow-up read with changed arguments; restart runs read-only tools again"));
    public static final PolicyKey<Integer> LIMIT_ARRAY_ITEMS =
            add(PolicyKey.whole("limits.arrayItems", 25, 0, 1_000_000, "style trim: items kept of each array"));
    public static final PolicyKey<Integer> LIMIT_STRING_BYTES = add(
            PolicyKey.bytes("limits.stringBytes", 5120, 1, 100_000_000, "style trim: UTF-8 bytes kept of each string"));
    public static final PolicyKey<Integer> LIMIT_DEPTH =
            add(PolicyKey.whole("limits.depth", 10, 1, 1000, "style trim: levels of nesting kept"));
    public static final PolicyKey<Integer> QUERY_TIME_MS = add(PolicyKey.whole(
            "query.timeMs",
            2000,
            1,
            600_000,
            "the time of a query, or of a find with a regular expression, in milliseconds"));
    public static final PolicyKey<Integer> QUERY_STEPS = add(PolicyKey.whole(
            "query.steps", 100_000_000, 1, Integer.MAX_VALUE, "the steps of a query: values read and calls"));
    public static final PolicyKey<Integer> QUERY_MEMORY =
            add(PolicyKey.bytes("query.memory", 256 << 20, 1, Integer.MAX_VALUE, "the bytes that a query can build"));
    public static final PolicyKey<Integer> QUERY_OUTPUT =
            add(PolicyKey.bytes("query.output", 16 << 20, 1, Integer.MAX_VALUE, "the bytes of all outputs of a query"));
    public static final PolicyKey<Boolean> TOP_LEVEL_FIELDS = add(PolicyKey.flag(
            "topLevelFields",
            false,
            "adds the count, cursor, and cost as top-level fields of an object if their names are free"));
    public static final PolicyKey<Boolean> ELICIT = add(
            PolicyKey.flag(
                    "elicit",
                    false,
                    "style guide: asks the client's user how to narrow a long list; a client without elicitation gets the available filters"));
    public static final PolicyKey<Duration> ELICIT_TIMEOUT = add(PolicyKey.time(
            "elicitTimeout",
            Duration.ofSeconds(45),
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "how long a call waits for its user's answer before it gets the available filters"));
    public static final PolicyKey<Integer> TARGET_TIME_MS = add(PolicyKey.whole(
            "targetTimeMs", 500, 1, 3_600_000, "style cursor: a source slower than this gets smaller pages"));
    public static final PolicyKey<Integer> PREFETCH = add(PolicyKey.whole(
            "prefetch", 0, 0, 100, "pages that the library fetches ahead from a PageSource; a gateway has none"));
    public static final PolicyKey<List<String>> KEEP_FIELDS =
            add(PolicyKey.names("keepFields", "fields of a summary besides the identifying ones"));
    public static final PolicyKey<List<String>> SUMMARY_FIELDS =
            add(PolicyKey.names("summaryFields", "fields of a summary instead of the identifying ones"));
    public static final PolicyKey<List<String>> STRIP = add(PolicyKey.members(
            "production.strip",
            "members removed from results; the stored original has them, and mode full returns them"));
    public static final PolicyKey<Boolean> SLIM_SCHEMAS = add(PolicyKey.flag(
            "production.slimSchemas",
            false,
            "lists tools with the first sentence of each description, without titles and examples"));
    public static final PolicyKey<RolloutMode> ROLLOUT_MODE = add(PolicyKey.choice(
            "rollout.mode",
            RolloutMode.ENFORCE,
            "whether the policy acts: off and shadow change nothing, shadow records its effect, ab compares two arms"));
    public static final PolicyKey<Integer> ROLLOUT_PERCENT = add(PolicyKey.whole(
            "rollout.percent",
            100,
            0,
            100,
            "modes ab and enforce: the percentage of sessions; in ab, 100 means half in each arm"));
    public static final PolicyKey<Duration> TTL = add(PolicyKey.time(
            "ttl",
            Duration.ofMinutes(15),
            Duration.ofSeconds(1),
            Duration.ofDays(30),
            "how long a stored result lives after its last read"));
    public static final PolicyKey<Duration> MAX_TTL = add(PolicyKey.time(
            "maxTtl",
            Duration.ofHours(24),
            Duration.ofSeconds(1),
            Duration.ofDays(30),
            "the longest lifetime of a stored result"));

    public static final PolicyKey<Duration> CACHE_TTL = add(PolicyKey.time(
            "cache.ttl",
            null,
            Duration.ofSeconds(1),
            Duration.ofDays(30),
            "how long equal calls of a caller get the first result (gateway, read-only tools); null: never"));
    public static final PolicyKey<List<String>> CACHE_INVALIDATES = add(
            PolicyKey.maybeNames(
                    "cache.invalidates",
                    "globs of tools (tool or server/tool) whose cached results a call of this writing tool drops; null: all of its server"));

    private static final Policy DEFAULTS = new Policy(Map.of());

    private final Map<String, Object> set;

    private Policy(Map<String, Object> set) {
        this.set = set;
    }

    private static <T> PolicyKey<T> add(PolicyKey<T> key) {
        ALL.add(key);
        return key;
    }

    /** Returns every key, in the order of the reference. */
    public static List<PolicyKey<?>> keys() {
        return List.copyOf(ALL);
    }

    public static Policy defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with this key set, or reset to its default if {@code value} is null. Throws IllegalArgumentException that
     * states key, value, and allowed values.
     */
    public <T> Policy with(PolicyKey<T> key, @Nullable T value) {
        Map<String, Object> changed = new LinkedHashMap<>(set);
        if (value == null) {
            changed.remove(key.name());
        } else {
            changed.put(key.name(), key.checked(value));
        }
        return new Policy(Map.copyOf(changed));
    }

    /** Returns a copy with the key of this name set from text. The text {@code null} resets it to its default. */
    public Policy withText(String name, String text) {
        PolicyKey<?> key = key(name);
        if (key == null) {
            throw new IllegalArgumentException("policy." + name + ": no such key");
        }
        return withText(key, text);
    }

    private <T> Policy withText(PolicyKey<T> key, String text) {
        return with(key, key.isUnset(text) ? null : key.parsed(text));
    }

    /** Returns the key of this name, or null if there is none. */
    public static @Nullable PolicyKey<?> key(String name) {
        for (PolicyKey<?> key : ALL) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        return null;
    }

    /** Passes names and values, as text, of all keys that are set, in the order of the reference. */
    public void forEachSet(BiConsumer<String, String> each) {
        for (PolicyKey<?> key : ALL) {
            if (set.containsKey(key.name())) {
                each.accept(key.name(), formatted(key));
            }
        }
    }

    private <T> String formatted(PolicyKey<T> key) {
        return key.formatted(get(key));
    }

    /** Returns the value in force, in the form for configurations. */
    public <T> String text(PolicyKey<T> key) {
        T value = find(key);
        return value == null ? key.unsetText() : key.formatted(value);
    }

    /** Returns whether the key has a value other than its default. */
    public boolean changes(PolicyKey<?> key) {
        return !Objects.equals(find(key), key.unset());
    }

    /** Returns the value of a key that has a default. */
    public <T> T get(PolicyKey<T> key) {
        T value = find(key);
        if (value == null) {
            throw new IllegalStateException("policy." + key + " has no value and no default");
        }
        return value;
    }

    /** Returns the value of a key, or null if none is set and "not set" has a meaning. */
    public <T> @Nullable T find(PolicyKey<T> key) {
        Object value = set.get(key.name());
        return value == null ? key.unset() : key.type().cast(value);
    }

    /**
     * Returns the budget in force: the policy's, or the caller's up to {@code maxTokenBudget}. A value of 0 requests no budget.
     */
    public Budget budget(int requestedTokens) {
        int tokens = requestedTokens > 0 ? Math.min(requestedTokens, get(MAX_TOKEN_BUDGET)) : get(TOKEN_BUDGET_THRESHOLD);
        return budgetOf(tokens);
    }

    /** Returns a budget of this number of tokens with the byte limit that belongs to it. */
    public Budget budgetOf(int tokens) {
        Integer fixed = find(HARD_BYTE_LIMIT);
        Integer ceiling = find(BYTE_CEILING);
        double bytes = fixed == null ? tokens * get(BYTES_PER_TOKEN) : fixed;
        return new Budget(tokens, (int) Math.min(bytes, ceiling == null ? Integer.MAX_VALUE : ceiling));
    }

    /** Returns the policy for an error result, or null if it is this policy. */
    public @Nullable Policy forErrors() {
        Integer errorBytes = find(ERROR_BYTES);
        Integer ceiling = find(BYTE_CEILING);
        return errorBytes == null || (ceiling != null && ceiling <= errorBytes)
                ? null
                : with(ERROR_BYTES, null).with(BYTE_CEILING, errorBytes);
    }

    /** Returns whether the key is set explicitly, even to its default. */
    boolean sets(PolicyKey<?> key) {
        return set.containsKey(key.name());
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Policy other && other.set.equals(set);
    }

    @Override
    public int hashCode() {
        return set.hashCode();
    }

    @Override
    public String toString() {
        return "Policy" + set;
    }
}
