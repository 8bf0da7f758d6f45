package dev.plimsoll.policy;

import dev.plimsoll.model.TextFormatName;
import dev.plimsoll.policy.option.AppMode;
import dev.plimsoll.policy.option.BudgetMeta;
import dev.plimsoll.policy.option.Consent;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.policy.option.Encoding;
import dev.plimsoll.policy.option.HandleUse;
import dev.plimsoll.policy.option.HeaderForm;
import dev.plimsoll.policy.option.OnChangedArguments;
import dev.plimsoll.policy.option.OnDeadCursor;
import dev.plimsoll.policy.option.OnFailure;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.policy.option.PinMode;
import dev.plimsoll.policy.option.ProgramUse;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.tokens.Estimator;
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

    private static final List<PolicyKey<?>> KEYS = new ArrayList<>();

    public static final PolicyKey<Boolean> ENABLED =
            register(PolicyKey.flag("enabled", true, "false: every result of the tool passes and is only measured"));
    public static final PolicyKey<StyleId> STYLE =
            register(PolicyKey.style("style", new StyleId("auto"), "the form of a shaped answer"));
    public static final PolicyKey<Integer> TOKEN_BUDGET_THRESHOLD = register(PolicyKey.integer(
            "tokenBudgetThreshold", 4000, 1, 10_000_000, "the budget of an answer, in tokens; results within it pass"));
    public static final PolicyKey<Integer> MAX_TOKEN_BUDGET = register(
            PolicyKey.integer("maxTokenBudget", 25_000, 1, 10_000_000, "the highest budget a caller may ask for"));
    public static final PolicyKey<Integer> FULL_BUDGET_THRESHOLD = register(PolicyKey.integerOrNone(
            "fullBudgetThreshold", 25_000, 1, "the largest original, in tokens, that mode full returns"));
    public static final PolicyKey<Integer> HARD_BYTE_LIMIT = register(PolicyKey.bytes(
                    "hardByteLimit",
                    null,
                    1,
                    Integer.MAX_VALUE,
                    "the most bytes of an answer's unescaped text (of one copy, if text and structured content repeat it); auto: budget times bytesPerToken")
            .withUnsetWord("auto"));
    public static final PolicyKey<Double> BYTES_PER_TOKEN = register(PolicyKey.decimal(
            "bytesPerToken", 12, 1, 1000, "bytes for each token of the budget if hardByteLimit is auto"));
    public static final PolicyKey<Integer> BYTE_CEILING = register(PolicyKey.bytes(
            "byteCeiling",
            null,
            1,
            Integer.MAX_VALUE,
            "the highest hardByteLimit, whatever budget a caller asks for; null: none"));
    public static final PolicyKey<Integer> ERROR_BYTES = register(PolicyKey.bytes(
            "errorBytes", null, 1000, Integer.MAX_VALUE, "the most bytes of an error's text; null: like other text"));
    public static final PolicyKey<Integer> SUMMARY_THRESHOLD = register(PolicyKey.integer(
            "summaryThreshold",
            null,
            1,
            10_000_000,
            "tokens above which a single object becomes a summary; null: the budget"));
    public static final PolicyKey<Integer> CHUNK_SIZE = register(PolicyKey.integer(
            "chunkSize",
            null,
            1,
            10_000_000,
            "the size of a chunk, in tokens; longer text is chunked; null: the budget"));
    public static final PolicyKey<Integer> LOOK_BUDGET = register(PolicyKey.integerOrNull(
            "lookBudget",
            1500,
            1,
            "the whole budget",
            "the most tokens of the first answer to a result of more than four times the budget"));
    public static final PolicyKey<HeaderForm> HEADER = register(
            PolicyKey.choice("header", HeaderForm.LEAN, "the fields of a header: lean has some of them only in _meta"));
    public static final PolicyKey<Integer> DEFAULT_PAGE_SIZE = register(PolicyKey.integer(
            "defaultPageSize",
            50,
            1,
            1_000_000,
            "the most items of a first answer unless the caller asks for another number"));
    public static final PolicyKey<Integer> MAX_PAGE_SIZE = register(PolicyKey.integer(
            "maxPageSize",
            1000,
            1,
            1_000_000,
            "the most items of a further page, and of a page that a caller asks for"));
    public static final PolicyKey<Boolean> PAGE_BY_COUNT = register(PolicyKey.flag(
            "pageByCount",
            false,
            "every page has at most defaultPageSize items; longer lists are paged even if they fit the budget"));
    public static final PolicyKey<Integer> AUTO_NEGOTIATE_THRESHOLD = register(PolicyKey.bytes(
            "autoNegotiateThreshold",
            null,
            1,
            Integer.MAX_VALUE,
            "for tools without a rule: results of more bytes are shaped, and others pass; null: the budget decides"));
    public static final PolicyKey<Estimator> ESTIMATOR =
            register(PolicyKey.choice("estimator", Estimator.CLASSES, "how tokens are counted"));
    public static final PolicyKey<Double> ESTIMATOR_SAMPLING =
            register(PolicyKey.share("estimatorSampling", 0.01, "the share of results that are also counted exactly"));
    public static final PolicyKey<CountCopies> COUNT_COPIES = register(PolicyKey.choice(
            "countCopies", CountCopies.ONCE, "whether a text that repeats the structured content is counted twice"));
    public static final PolicyKey<Integer> BINARY_BYTES = register(PolicyKey.bytes(
            "binaryBytes",
            256 * 1024,
            0,
            Integer.MAX_VALUE,
            "bytes above which an image, audio, or blob becomes a line with a cursor"));
    public static final PolicyKey<Integer> IMAGE_BYTES = register(
            PolicyKey.bytes(
                    "imageBytes",
                    null,
                    0,
                    Integer.MAX_VALUE,
                    "bytes above which an image becomes a line with a cursor; null: binaryBytes, or 5 MB if the client's profile says that it shows images"));
    public static final PolicyKey<Boolean> RESOURCE_LINKS = register(
            PolicyKey.optional(
                    "resourceLinks",
                    "whether the client reads a resource_link: true adds one to the line of an image, audio, or blob; false also leaves out the capability resources"));
    public static final PolicyKey<Boolean> IMAGES_AS_TEXT = register(
            PolicyKey.optional(
                    "imagesAsText",
                    "whether the client gives images, audio, and blobs to its model as base64 text; if true, those whose base64 text exceeds fullBudgetThreshold are described and not sent"));
    public static final PolicyKey<OutputSchema> OUTPUT_SCHEMA = register(PolicyKey.choice(
            "outputSchema", OutputSchema.WIDEN, "how a tool's outputSchema and structured content change"));
    public static final PolicyKey<AppMode> APPS = register(
            PolicyKey.choice(
                    "apps",
                    AppMode.WHOLE,
                    "whether data for an app (MCP Apps) passes whole or is shaped; shape is for hosts that feed structuredContent to their model"));
    public static final PolicyKey<Encoding> ENCODING = register(
            PolicyKey.choice(
                    "encoding",
                    Encoding.AUTO,
                    "the form of lists in text: table writes keys once if that saves 15 %; auto does so for clients whose profile says table"));
    public static final PolicyKey<TextFormatName> AS = register(PolicyKey.optional(
            "as", TextFormatName.class, "the format of the texts of the tool; null: Plimsoll recognizes it"));
    public static final PolicyKey<SlimMode> SLIM = register(PolicyKey.choice(
            "slim", SlimMode.SHAPED, "the answers whose JSON is written without white space and needless escapes"));
    public static final PolicyKey<BudgetMeta> BUDGET_META =
            register(PolicyKey.choice("budgetMeta", BudgetMeta.ALWAYS, "the results whose _meta has the token counts"));
    public static final PolicyKey<OnFailure> ON_FAILURE =
            register(PolicyKey.choice("onFailure", OnFailure.CUT, "the answer if Plimsoll itself fails"));
    public static final PolicyKey<Boolean> HEAVY = register(PolicyKey.flag(
            "heavy", false, "lists the tool with the arguments of plimsoll_read if its schema allows them"));
    public static final PolicyKey<List<String>> MERGED_ARGUMENTS = register(PolicyKey.names(
            "mergedArguments",
            "the arguments of plimsoll_read that a heavy tool is listed with; empty: those of its style"));
    public static final PolicyKey<Boolean> READ_ONLY = register(
            PolicyKey.optional(
                    "readOnly",
                    "whether the tool only reads; null: as its readOnlyHint says; without this hint, the tool counts as writing"));
    public static final PolicyKey<Tier> TIER = register(PolicyKey.optional(
            "tier",
            Tier.class,
            "the tier that a caller needs for the tool; null: derived from readOnly and the hints of the tool"));
    public static final PolicyKey<Boolean> BLOCKED = register(
            PolicyKey.flag("blocked", false, "switches the tool off: it is not listed, and its calls are refused"));
    public static final PolicyKey<PinMode> PIN = register(
            PolicyKey.choice(
                    "pin",
                    PinMode.WARN,
                    "what happens to a tool whose description, schema, or hints differ from what was approved (only in the gateway): hold refuses its calls until plimsoll pin approve"));
    public static final PolicyKey<ProgramUse> IN_PROGRAMS = register(
            PolicyKey.choice(
                    "inPrograms",
                    ProgramUse.READ,
                    "the calls that programs may make (only in the gateway): write also allows a tool that may change something"));
    public static final PolicyKey<Boolean> AHEAD = register(PolicyKey.flag(
            "ahead", true, "whether programs may call the tool before its turn, in parallel with other calls"));
    public static final PolicyKey<Consent> CONSENT = register(PolicyKey.choice(
            "consent", Consent.ASK, "whether the client's user is asked before a program calls a tool that writes"));
    public static final PolicyKey<List<String>> ACCEPTS_FROM = register(
            PolicyKey.names(
                    "acceptsFrom",
                    "servers whose results may go to the tool, from programs and handles, if the tool can carry data away (openWorldHint)"));
    public static final PolicyKey<HandleUse> HANDLES = register(
            PolicyKey.choice(
                    "handles",
                    HandleUse.FALSE,
                    "whether an argument of the tool may be a value of an earlier result, as plimsoll:CURSOR#/path (only in the gateway): a tool that may change something needs write"));

    static {
        KEYS.addAll(PagingKeys.all());
        KEYS.addAll(SavedKeys.all());
    }

    public static final PolicyKey<String> QUERIES = register(
            PolicyKey.queries("queries", "queries that callers can use by their names on results of the tool"));
    public static final PolicyKey<Boolean> CHANGES_SINCE = register(PolicyKey.flag(
            "changesSince",
            false,
            "lists the tool with the argument changes_since, if it only reads and its schema allows the argument"));
    public static final PolicyKey<Boolean> SEARCH = register(
            PolicyKey.flag("search", false, "lists the argument search, which finds the best passages for a question"));
    public static final PolicyKey<Boolean> SQL = register(
            PolicyKey.flag("sql", false, "whether callers can read results of the tool with SELECT statements"));
    public static final PolicyKey<Integer> RATE_LIMIT = register(PolicyKey.integer(
            "rateLimit", null, 1, 1_000_000, "calls per minute for each caller and tool; null: no limit"));
    public static final PolicyKey<Integer> SESSION_BUDGET = register(PolicyKey.integer(
            "sessionBudget",
            null,
            1,
            Integer.MAX_VALUE,
            "tokens for all answers of a session; answers get shorter as it is used up; null: no limit"));
    public static final PolicyKey<OnDeadCursor> ON_DEAD_CURSOR = register(PolicyKey.choice(
            "onDeadCursor", OnDeadCursor.ERROR, "the answer to an expired cursor; restart runs read-only tools again"));
    public static final PolicyKey<OnChangedArguments> ON_CHANGED_ARGUMENTS = register(PolicyKey.choice(
            "onChangedArguments",
            OnChangedArguments.ERROR,
            "the answer to a follow-up read with changed arguments; restart runs read-only tools again"));
    public static final PolicyKey<Integer> LIMIT_ARRAY_ITEMS =
            register(PolicyKey.integer("limits.arrayItems", 25, 0, 1_000_000, "styles trim, guide: array items kept"));
    public static final PolicyKey<Integer> LIMIT_STRING_BYTES = register(
            PolicyKey.bytes("limits.stringBytes", 5120, 1, 100_000_000, "style trim: UTF-8 bytes kept of each string"));
    public static final PolicyKey<Integer> LIMIT_DEPTH =
            register(PolicyKey.integer("limits.depth", 10, 1, 1000, "style trim: levels of nesting kept"));
    public static final PolicyKey<Integer> QUERY_TIME_MS = register(PolicyKey.integer(
            "query.timeMs",
            2000,
            1,
            600_000,
            "the most time of a query, or of a find with a regular expression, in milliseconds"));
    public static final PolicyKey<Integer> QUERY_STEPS = register(PolicyKey.integer(
            "query.steps", 100_000_000, 1, Integer.MAX_VALUE, "the most steps of a query: values read and calls"));
    public static final PolicyKey<Integer> QUERY_MEMORY = register(
            PolicyKey.bytes("query.memory", 256 << 20, 1, Integer.MAX_VALUE, "the most bytes that a query can build"));
    public static final PolicyKey<Integer> QUERY_OUTPUT = register(PolicyKey.bytes(
            "query.output", 16 << 20, 1, Integer.MAX_VALUE, "the most bytes of all outputs of a query"));
    public static final PolicyKey<Boolean> ELICIT = register(
            PolicyKey.flag(
                    "elicit",
                    false,
                    "style guide: asks the client's user how to narrow a long list; a client without elicitation gets the available filters"));
    public static final PolicyKey<Duration> ELICIT_TIMEOUT = register(PolicyKey.time(
            "elicitTimeout",
            Duration.ofSeconds(45),
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "how long a call waits for its user's answer before it gets the available filters"));
    public static final PolicyKey<Integer> TARGET_TIME_MS = register(PolicyKey.integer(
            "targetTimeMs", 500, 1, 3_600_000, "style cursor: a tool slower than this gets smaller pages"));
    public static final PolicyKey<Integer> PREFETCH = register(PolicyKey.integer(
            "prefetch", 0, 0, 100, "pages that the library fetches ahead from a PageSource; no effect in the gateway"));
    public static final PolicyKey<List<String>> KEEP_FIELDS =
            register(PolicyKey.names("keepFields", "fields of a summary besides the identifying ones"));
    public static final PolicyKey<List<String>> SUMMARY_FIELDS =
            register(PolicyKey.names("summaryFields", "fields of a summary instead of the identifying ones"));
    public static final PolicyKey<List<String>> STRIP = register(PolicyKey.memberGlobs(
            "production.strip",
            "members removed from results; the stored original has them, and mode full returns them"));
    public static final PolicyKey<Boolean> DOCUMENTS = register(
            PolicyKey.flag("documents", false, "reads PDF files, spreadsheets, and HTML pages as text and records"));
    public static final PolicyKey<Boolean> SLIM_SCHEMAS = register(PolicyKey.flag(
            "production.slimSchemas",
            false,
            "lists tools with the first sentence of each description, without titles and examples"));
    public static final PolicyKey<RolloutMode> ROLLOUT_MODE = register(PolicyKey.choice(
            "rollout.mode",
            RolloutMode.ENFORCE,
            "whether the policy acts: off and shadow change nothing, shadow records its effect, ab compares two arms"));
    public static final PolicyKey<Integer> ROLLOUT_PERCENT = register(PolicyKey.integer(
            "rollout.percent",
            100,
            0,
            100,
            "modes ab and enforce: the percentage of sessions; in ab, 100 means half in each arm"));
    public static final PolicyKey<Duration> TTL = register(PolicyKey.time(
            "ttl",
            Duration.ofMinutes(15),
            Duration.ofSeconds(1),
            Duration.ofDays(30),
            "how long a stored result lives after its last read"));
    public static final PolicyKey<Duration> MAX_TTL = register(PolicyKey.time(
            "maxTtl",
            Duration.ofHours(24),
            Duration.ofSeconds(1),
            Duration.ofDays(30),
            "the longest lifetime of a stored result"));

    public static final PolicyKey<Duration> CACHE_TTL = register(
            PolicyKey.time(
                    "cache.ttl",
                    null,
                    Duration.ofSeconds(1),
                    Duration.ofDays(30),
                    "how long equal calls of a caller get the first result (only in the gateway, for read-only tools); null: never"));
    public static final PolicyKey<List<String>> CACHE_INVALIDATES = register(
            PolicyKey.optionalNames(
                    "cache.invalidates",
                    "for a tool that writes: globs of tools (tool or server/tool) whose cached results a call of it drops; null: all tools of its server"));

    private static final Policy DEFAULTS = new Policy(Map.of());

    private final Map<String, Object> values;

    private Policy(Map<String, Object> values) {
        this.values = values;
    }

    private static <T> PolicyKey<T> register(PolicyKey<T> key) {
        KEYS.add(key);
        return key;
    }

    /** Returns every key, in the order of the reference. The key for the style allows names of unknown styles. */
    public static List<PolicyKey<?>> keys() {
        return List.copyOf(KEYS);
    }

    /** Returns every key; the key for the style allows only these names. */
    public static List<PolicyKey<?>> keysForStyles(List<String> names) {
        List<PolicyKey<?>> keys = new ArrayList<>(KEYS);
        keys.set(keys.indexOf(STYLE), STYLE.withType(new StyleSettingType(names)));
        return List.copyOf(keys);
    }

    public static Policy defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with this key set, or reset to its default if {@code value} is null. Throws an
     * {@link IllegalArgumentException} that states the key, the value, and the allowed values.
     */
    public <T> Policy with(PolicyKey<T> key, @Nullable T value) {
        Map<String, Object> newValues = new LinkedHashMap<>(values);
        if (value == null) {
            newValues.remove(key.name());
        } else {
            newValues.put(key.name(), key.requireAllowed(value));
        }
        return new Policy(Map.copyOf(newValues));
    }

    /** Returns the bytes above which an image, or else audio or a blob, becomes a line with a cursor. */
    public int binaryLimit(boolean isImage) {
        Integer imageBytes = isImage ? find(IMAGE_BYTES) : null;
        return imageBytes == null ? get(BINARY_BYTES) : imageBytes;
    }

    /** Returns a copy with the key of this name set from text. The text {@code null} resets it to its default. */
    public Policy withText(String name, String text) {
        PolicyKey<?> key = findKey(name);
        if (key == null) {
            throw new IllegalArgumentException("policy." + name + ": no such key");
        }
        return withText(key, text);
    }

    /** Returns a copy with the key set from text, if this key allows it. */
    public <T> Policy withText(PolicyKey<T> key, String text) {
        return with(key, key.isDefaultText(text) ? null : key.parse(text));
    }

    /** Returns the key of this name, or null if there is none. */
    public static @Nullable PolicyKey<?> findKey(String name) {
        return KEYS.stream().filter(key -> key.name().equals(name)).findFirst().orElse(null);
    }

    /** Calls the consumer with the name and the text value of each key that is set, in the order of the reference. */
    public void forEachSet(BiConsumer<String, String> consumer) {
        KEYS.stream().filter(this::isSet).forEach(key -> consumer.accept(key.name(), format(key)));
    }

    private <T> String format(PolicyKey<T> key) {
        return key.format(get(key));
    }

    /** Returns the value in force, in the form for configurations. */
    public <T> String text(PolicyKey<T> key) {
        T value = find(key);
        return value == null ? key.defaultText() : key.format(value);
    }

    /** Returns whether the key has a value other than its default. */
    public boolean isChanged(PolicyKey<?> key) {
        return !Objects.equals(find(key), key.defaultValue());
    }

    /** Returns the value of a key or its default. Throws {@link IllegalStateException} if it has neither. */
    public <T> T get(PolicyKey<T> key) {
        T value = find(key);
        if (value == null) {
            throw new IllegalStateException("policy." + key + " has no value and no default");
        }
        return value;
    }

    /** Returns the value of a key or its default, or null if it has neither. */
    public <T> @Nullable T find(PolicyKey<T> key) {
        Object value = values.get(key.name());
        return value == null ? key.defaultValue() : key.type().cast(value);
    }

    /** Returns the requested budget, but at most {@code maxTokenBudget}; if none is requested (0), the policy's own. */
    public Budget budget(int requestedTokens) {
        int tokens =
                requestedTokens > 0 ? Math.min(requestedTokens, get(MAX_TOKEN_BUDGET)) : get(TOKEN_BUDGET_THRESHOLD);
        return budgetOf(tokens);
    }

    /** Returns a budget of this number of tokens with the byte limit that belongs to it. */
    public Budget budgetOf(int tokens) {
        Integer fixedBytes = find(HARD_BYTE_LIMIT);
        Integer ceiling = find(BYTE_CEILING);
        double bytes = fixedBytes == null ? tokens * get(BYTES_PER_TOKEN) : fixedBytes;
        return new Budget(tokens, (int) Math.min(bytes, ceiling == null ? Integer.MAX_VALUE : ceiling));
    }

    /** Returns the tokens of the first answer to a large result; 0 if the answer may use the whole budget. */
    public int lookTokens() {
        int tokens = get(LOOK_BUDGET);
        return tokens == Integer.MAX_VALUE ? 0 : tokens;
    }

    /** Returns the policy for an error result, or null if this policy applies to errors too. */
    public @Nullable Policy forErrors() {
        Integer errorBytes = find(ERROR_BYTES);
        Integer ceiling = find(BYTE_CEILING);
        return errorBytes == null || (ceiling != null && ceiling <= errorBytes)
                ? null
                : with(ERROR_BYTES, null).with(BYTE_CEILING, errorBytes);
    }

    /** Returns whether the key is set explicitly, even to its default. */
    boolean isSet(PolicyKey<?> key) {
        return values.containsKey(key.name());
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof Policy other && other.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "Policy" + values;
    }
}
