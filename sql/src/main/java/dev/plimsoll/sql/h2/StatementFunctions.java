package dev.plimsoll.sql.h2;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * SQL functions that replace those of H2 whose time or memory is not limited, and SQL functions that read JSON. H2 calls them by
 * reflection.
 */
public final class StatementFunctions {

    /** Names of the methods, by the names of the SQL functions. */
    static final Map<String, String> METHODS = Map.ofEntries(
            Map.entry("REPLACE", "replace"),
            Map.entry("REGEXP_LIKE", "regexpLike"),
            Map.entry("REGEXP_REPLACE", "regexpReplace"),
            Map.entry("REGEXP_SUBSTR", "regexpSubstr"),
            Map.entry("JSON_VALUE", "jsonValue"),
            Map.entry("JSON_EXTRACT", "jsonValue"),
            Map.entry("JSON_ARRAY_LENGTH", "jsonArrayLength"),
            Map.entry("TRY_TEXT", "tryText"),
            Map.entry("ROUND", "round"));

    private static final int MAX_TEXT_LENGTH = 4 << 20;
    private static final int MAX_PATTERN_LENGTH = 1_000;
    private static final int MAX_DIGITS = 1_000;

    /** Step of a JSON path: {@code .name}, {@code ."name"}, or {@code [0]}. */
    private static final java.util.regex.Pattern STEP =
            java.util.regex.Pattern.compile("\\.([^.\\[\"]+)|\\.\"([^\"]+)\"|\\[(\\d{1,9})]");

    private StatementFunctions() {}

    /** Replaces all occurrences of a text. */
    public static @Nullable String replace(
            @Nullable String text, @Nullable String search, @Nullable String replacement) {
        if (text == null || search == null || replacement == null) {
            return null;
        }
        if (search.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (int position = text.indexOf(search); position >= 0; position = text.indexOf(search, from)) {
            append(out, text, from, position);
            append(out, replacement, 0, replacement.length());
            from = position + search.length();
        }
        append(out, text, from, text.length());
        return out.toString();
    }

    private static void append(StringBuilder out, String text, int from, int to) {
        if (out.length() + to - from > MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException("a text has more than " + MAX_TEXT_LENGTH + " characters");
        }
        out.append(text, from, to);
    }

    /** Returns whether a part of the text matches the regular expression. */
    public static @Nullable Boolean regexpLike(@Nullable String text, @Nullable String pattern) {
        return (text == null || pattern == null)
                ? null
                : compile(pattern).matcher(text).find();
    }

    /** Replaces all matches of a regular expression; {@code $1} in the replacement is the first group. */
    public static @Nullable String regexpReplace(
            @Nullable String text, @Nullable String pattern, @Nullable String replacement) {
        if (text == null || pattern == null || replacement == null) {
            return null;
        }
        Matcher matcher = compile(pattern).matcher(text);
        StringBuilder out = new StringBuilder(text.length());
        while (matcher.find()) {
            matcher.appendReplacement(out, replacement);
            append(out, "", 0, 0); // checks the length
        }
        matcher.appendTail(out);
        return out.toString();
    }

    /** Returns the first match or, if the pattern has a group, the first group of the match. */
    public static @Nullable String regexpSubstr(@Nullable String text, @Nullable String pattern) {
        if (text == null || pattern == null) {
            return null;
        }
        Matcher matcher = compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(matcher.groupCount() > 0 ? 1 : 0) : null;
    }

    private static Pattern compile(String pattern) {
        if (pattern.length() > MAX_PATTERN_LENGTH) {
            throw new IllegalArgumentException("a pattern has more than " + MAX_PATTERN_LENGTH + " characters");
        }
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("invalid pattern: " + e.getDescription(), e);
        }
    }

    /** Returns the value at a path such as {@code $.a.b[0]}: a string without quotes, or any other value as JSON. */
    public static @Nullable String jsonValue(@Nullable String json, @Nullable String path) {
        Slice found = json == null || path == null ? null : find(json, path);
        if (found == null) {
            return null;
        }
        return switch (Json.type(found)) {
            case NULL -> null;
            case STRING -> JsonText.unescapeToString(Json.stringInside(found));
            default -> found.utf8();
        };
    }

    /** Returns the number of items in a JSON array; null for other values. */
    public static @Nullable Long jsonArrayLength(@Nullable String json) {
        Slice value = json == null ? null : find(json, "$");
        if (value == null || Json.type(value) != JsonType.ARRAY) {
            return null;
        }
        long count = 0;
        Elements elements = Elements.of(value);
        while (elements.next()) {
            count++;
        }
        return count;
    }

    private static @Nullable Slice find(String json, String path) {
        if (!path.startsWith("$")) {
            throw new IllegalArgumentException("a path must begin with $, like '$.a.b[0]', got " + path);
        }
        Slice text = Slice.of(json);
        if (text.isEmpty() || !Json.isValid(text)) {
            return null;
        }
        StringBuilder pointer = new StringBuilder();
        java.util.regex.Matcher step = STEP.matcher(path);
        int position = 1;
        for (; step.find(position) && step.start() == position; position = step.end()) {
            String name = step.group(1) != null ? step.group(1) : step.group(2) != null ? step.group(2) : step.group(3);
            pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        }
        if (position < path.length()) {
            throw new IllegalArgumentException("a path must be like '$.a.b[0]', got " + path);
        }
        return JsonPointer.parse(pointer.toString()).find(Json.trim(text));
    }

    /**
     * Returns the text of a value that can be converted to a type; null for other values. {@link StatementRewriter} writes calls of
     * it.
     */
    public static @Nullable String tryText(@Nullable Value value, String type, int precision, int scale) {
        return value == null ? null : ConversionTarget.text(value, type, precision, scale);
    }

    /** Rounds a number half up. */
    public static @Nullable BigDecimal round(@Nullable BigDecimal number, int digits) {
        if (number == null || number.scale() <= digits) {
            return number;
        }
        return number.setScale(Math.max(-MAX_DIGITS, digits), RoundingMode.HALF_UP);
    }

    /** Rounds a number half up to an integer. */
    public static @Nullable BigDecimal round(@Nullable BigDecimal number) {
        return round(number, 0);
    }
}
