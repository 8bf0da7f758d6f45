package dev.plimsoll.gateway.handle;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.telemetry.ReplacedHandles;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Replaces the handles in the arguments of one call with their values, and changes nothing else. */
public final class HandleReplacer {

    private static final int MAX_HANDLES = 100;
    private static final long MAX_BYTES = 16L << 20;
    private static final int MAX_DEPTH = 500;

    /** Maximum length of the prefix in JSON: each character can be an escape of six bytes. */
    private static final int MAX_PREFIX_BYTES = 6 * Handle.ESCAPED_PREFIX.length();

    private static final String ALLOWED_FORMS = Handle.PREFIX + "CURSOR#/path, or " + Handle.PREFIX
            + "CURSOR?query=JQ, percent-encoded; " + Handle.ESCAPED_PREFIX + " at the beginning stands for "
            + Handle.PREFIX;

    private final TargetFinder targetFinder;
    private final SchemaCheck schemaCheck;
    private final QueryLimits limits;
    private final Set<String> servers = new LinkedHashSet<>();
    private final Map<String, Target> targetByCursor = new HashMap<>();
    private final long startNanos = System.nanoTime();
    private final ToLongFunction<Slice> tokenCounter;
    private int handleCount;
    private long valueBytes;
    private long valueTokens;

    /** Finds the results that handles refer to. */
    @FunctionalInterface
    public interface TargetFinder {
        /**
         * Returns the result that a cursor reads.
         *
         * @throws RefusedException if the call may not use the result
         */
        Target find(String cursor);
    }

    /**
     * Result that a handle refers to.
     *
     * @param server name of the server that returned it
     */
    public record Target(String server, Document document) {}

    /** Path of a value in the arguments; the root has no parent. */
    private record ArgumentPath(@Nullable ArgumentPath parent, String name) {

        JsonPointer pointer() {
            return parent == null ? JsonPointer.root() : parent.pointer().child(name);
        }
    }

    /**
     * Creates a replacer for one call.
     *
     * @param schema the input schema of the tool; null if it is unknown
     * @param limits limits of each query; the time limit applies to all queries together
     * @param tokenCounter counts the tokens of a value
     */
    public HandleReplacer(
            TargetFinder targetFinder, @Nullable Slice schema, QueryLimits limits, ToLongFunction<Slice> tokenCounter) {
        this.tokenCounter = tokenCounter;
        this.targetFinder = targetFinder;
        this.schemaCheck = new SchemaCheck(schema == null ? Slice.of("{}") : schema);
        this.limits = limits;
    }

    /** Returns the number of the replaced handles, and the bytes and tokens of their values. */
    public ReplacedHandles replacedHandles() {
        return new ReplacedHandles(handleCount, valueBytes, valueTokens);
    }

    /** Returns the servers to whose results the replaced handles refer. */
    public Set<String> servers() {
        return servers;
    }

    /** Returns whether any string in a JSON value has the prefix of handles. */
    public static boolean hasHandles(Slice value) {
        return hasHandles(value, 0);
    }

    private static boolean hasHandles(Slice value, int depth) {
        JsonType type = depth > MAX_DEPTH ? JsonType.NULL : Json.type(value);
        boolean isFound = type == JsonType.STRING && hasPrefix(Json.stringInside(value));
        if (type == JsonType.OBJECT) {
            Members members = Members.of(value);
            while (!isFound && members.next()) {
                isFound = hasHandles(members.value(), depth + 1);
            }
        } else if (type == JsonType.ARRAY) {
            Elements elements = Elements.of(value);
            while (!isFound && elements.next()) {
                isFound = hasHandles(elements.value(), depth + 1);
            }
        }
        return isFound;
    }

    private static boolean hasPrefix(Slice inside) {
        Slice beginning = inside.sub(0, Math.min(inside.length(), MAX_PREFIX_BYTES));
        boolean isEscaped = JsonText.hasEscapes(beginning);
        return beginning.utf8().startsWith(Handle.PREFIX)
                || (isEscaped && JsonText.unescapeToString(inside).startsWith(Handle.PREFIX));
    }

    /**
     * Returns the arguments with the values in place of handles.
     *
     * @throws RefusedException if a handle cannot be replaced; the message names the argument
     */
    public Slice replace(Slice arguments) {
        if (!hasHandles(arguments)) {
            return arguments;
        }
        JsonWriter json = new JsonWriter(arguments.length() + 1024);
        write(arguments, schemaCheck.root(), json, new ArgumentPath(null, ""), 0);
        return json.slice();
    }

    private void write(Slice value, @Nullable Slice schema, JsonWriter json, ArgumentPath path, int depth) {
        JsonType type = depth > MAX_DEPTH ? JsonType.NULL : Json.type(value);
        switch (type) {
            case OBJECT -> {
                json.beginObject();
                Members members = Members.of(value);
                while (members.next()) {
                    String name = members.keyText();
                    json.rawName(members.key());
                    write(
                            members.value(),
                            schemaCheck.findMember(schema, name),
                            json,
                            new ArgumentPath(path, name),
                            depth + 1);
                }
                json.endObject();
            }
            case ARRAY -> {
                json.beginArray();
                Elements elements = Elements.of(value);
                for (int i = 0; elements.next(); i++) {
                    ArgumentPath item = new ArgumentPath(path, Integer.toString(i));
                    write(elements.value(), schemaCheck.findItems(schema), json, item, depth + 1);
                }
                json.endArray();
            }
            case STRING -> json.raw(hasPrefix(Json.stringInside(value)) ? valueOf(value, schema, path) : value);
            default -> json.raw(value);
        }
    }

    private Slice valueOf(Slice string, @Nullable Slice schema, ArgumentPath path) {
        String text = JsonText.unescapeToString(Json.stringInside(string));
        if (text.startsWith(Handle.ESCAPED_PREFIX)) {
            return toString(Slice.of(Handle.PREFIX + text.substring(Handle.ESCAPED_PREFIX.length())));
        }
        JsonPointer pointer = path.pointer();
        try {
            return resolve(Handle.parse(text), schema, pointer);
        } catch (IllegalArgumentException invalid) {
            throw refusal(ErrorCode.INVALID_REQUEST, pointer, String.valueOf(invalid.getMessage()), ALLOWED_FORMS);
        }
    }

    private Slice resolve(Handle handle, @Nullable Slice schema, JsonPointer pointer) {
        if (++handleCount > MAX_HANDLES) {
            throw refusal(
                    ErrorCode.INVALID_REQUEST,
                    pointer,
                    "is one handle too many: a call can have " + MAX_HANDLES,
                    "one handle with a query for several values, or several calls");
        }
        Slice value;
        try {
            Target target = targetByCursor.computeIfAbsent(handle.cursor(), targetFinder::find);
            servers.add(target.server());
            if (!target.document().isJson() && handle.query() == null) {
                requireWithinLimit(target.document().bytes().length(), pointer);
            }
            value = HandleValue.resolve(handle, target.document(), remainingLimits());
        } catch (RefusedException refused) {
            throw refused.withMessage("argument " + pointer + ": " + refused.getMessage())
                    .detail("argument", pointer.toString());
        }
        requireWithinLimit(value.length(), pointer);
        boolean isStringNeeded =
                !schemaCheck.isAllowed(schema, Json.type(value)) && schemaCheck.isAllowed(schema, JsonType.STRING);
        Slice convertedValue = isStringNeeded ? toString(value) : value;
        requireWithinLimit(convertedValue.length(), pointer);
        valueBytes += convertedValue.length();
        valueTokens += tokenCounter.applyAsLong(convertedValue);
        String problem = schemaCheck.findProblem(convertedValue, schema);
        if (problem != null) {
            throw refusal(
                    ErrorCode.INVALID_REQUEST,
                    pointer,
                    problem,
                    "a path or query whose value matches the input schema; the tool was not called");
        }
        return convertedValue;
    }

    /** Checks the length of a value before it is copied. */
    private void requireWithinLimit(long length, JsonPointer pointer) {
        if (valueBytes + length > MAX_BYTES) {
            throw refusal(
                    ErrorCode.RESULT_TOO_LARGE,
                    pointer,
                    "makes the values of all handles of this call longer than " + MAX_BYTES + " bytes together",
                    "a path or query of a smaller part, in several calls");
        }
    }

    private QueryLimits remainingLimits() {
        long usedMs = Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
        return new QueryLimits(Math.max(1, limits.timeMs() - usedMs), limits.steps(), limits.memory(), limits.output());
    }

    private static Slice toString(Slice text) {
        return new ByteSink(text.length() + 64).string(text).slice();
    }

    private static RefusedException refusal(ErrorCode code, JsonPointer pointer, String problem, String suggestion) {
        return new RefusedException(code, "argument " + pointer + " " + problem, suggestion)
                .detail("argument", pointer.toString());
    }
}
