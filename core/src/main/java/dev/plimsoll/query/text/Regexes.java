package dev.plimsoll.query.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.CaseLoopDetector;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions of a run, each compiled once. They use RE2, which runs in linear time and has no backreferences and no
 * lookaround.
 */
public final class Regexes {

    private static final int MAX_CACHED = 1_000;

    private final Map<String, Compiled> compiled = new HashMap<>();

    /**
     * Compiles an expression for an input, which must be a string. The flags are those of jq, or null;
     * {@code isGlobal} has the same effect as the flag {@code g}.
     */
    public Compiled compile(Value input, Value regex, Value flags, boolean isGlobal, QueryMeter queryMeter) {
        if (!(input instanceof StringValue)) {
            throw QueryError.typeError(input, "cannot be matched, as it is not a string", queryMeter);
        }
        if (!(regex instanceof StringValue pattern)) {
            throw QueryError.typeError(regex, "cannot be matched, as it is not a string", queryMeter);
        }
        if (flags.isNull()) {
            return compile(pattern.string(), "", isGlobal);
        }
        if (flags instanceof StringValue letters) {
            return compile(pattern.string(), letters.string(), isGlobal);
        }
        throw QueryError.typeError(flags, "is not a string", queryMeter);
    }

    private Compiled compile(String regex, String flags, boolean isGlobal) {
        String key = flags + (isGlobal ? "/g/" : "//") + regex;
        Compiled cached = compiled.get(key);
        if (cached == null) {
            if (compiled.size() == MAX_CACHED) {
                compiled.clear();
            }
            cached = new Compiled(regex, flags, isGlobal);
            compiled.put(key, cached);
        }
        return cached;
    }

    /** Compiled regular expression. */
    public static final class Compiled {

        /** Product of the bytes of a text and the size of the expression that counts as one step. */
        private static final int COST_PER_STEP = 16;

        private final Pattern pattern;
        private final @Nullable String[] names;
        private final boolean isGlobal;
        private final boolean isSkippingEmptyMatches;
        private final int cost;

        private Compiled(String regex, String flags, boolean isGlobalByCall) {
            if (!flags.chars().allMatch(flag -> "gixsnpl".indexOf(flag) >= 0)) {
                throw new QueryError(flags + " is not a valid modifier string");
            }
            RegexSyntax syntax = RegexSyntax.parse(regex, flags.indexOf('x') >= 0);
            cost = syntax.size();
            isGlobal = isGlobalByCall || flags.indexOf('g') >= 0;
            isSkippingEmptyMatches = flags.indexOf('n') >= 0;
            int options = (flags.indexOf('i') >= 0 ? Pattern.CASE_INSENSITIVE : 0)
                    | (flags.indexOf('p') >= 0 ? Pattern.DOTALL : 0)
                    | (flags.indexOf('l') >= 0 ? Pattern.LONGEST_MATCH : 0);
            boolean canIgnoreCase = flags.indexOf('i') >= 0 || regex.contains("(?");
            if (canIgnoreCase && CaseLoopDetector.isUnsafe(syntax.pattern())) {
                throw new QueryError(
                        regex + " (at offset 0) is not a valid regex: it contains a letter from U+1C80 to U+1C88"
                                + ", alone or in a range, whose case cannot be ignored");
            }
            try {
                pattern = Pattern.compile(syntax.pattern(), options);
            } catch (PatternSyntaxException e) {
                throw new QueryError(regex + " (at offset 0) is not a valid regex: " + e.getDescription());
            }
            names = new @Nullable String[pattern.groupCount()];
            pattern.namedGroups().forEach((name, group) -> names[group - 1] = name);
        }

        /**
         * Finds the matches in a text: all if the expression is global, otherwise only the first.
         *
         * @param isTest whether the first match is enough, even if the expression is global
         */
        public List<RegexMatch> matches(StringValue input, boolean isTest, QueryMeter queryMeter) {
            Slice text = input.text();
            // a matcher reads a whole array, not a range
            byte[] bytes = text.length() == text.bytes().length ? text.bytes() : text.toByteArray();
            queryMeter.addSteps((long) bytes.length * cost / COST_PER_STEP);
            Slice searched = Slice.of(bytes);
            List<RegexMatch> matches = new ArrayList<>();
            SearchedText searchedText = SearchedText.of(searched, queryMeter);
            Matcher matcher = searchedText.matcher(pattern);
            int searchStart = 0;
            int countedBytes = 0;
            int codePointsBefore = 0;
            while (searchStart <= searchedText.endPosition() && matcher.find(searchStart)) {
                boolean isEmpty = matcher.end() == matcher.start();
                searchStart = isEmpty ? searchedText.nextPosition(matcher.end()) : matcher.end();
                queryMeter.step();
                if (isEmpty && isSkippingEmptyMatches) {
                    continue;
                }
                int start = searchedText.moveTo(matcher.start());
                codePointsBefore += Utf8.codePoints(searched.sub(countedBytes, start));
                countedBytes = start;
                queryMeter.addBuiltBytes(8L * (names.length + 4));
                matches.add(new RegexMatch(searched, bounds(matcher, searchedText), names, codePointsBefore));
                if (!isGlobal || isTest) {
                    break;
                }
            }
            return matches;
        }

        private static int[] bounds(Matcher matcher, SearchedText searchedText) {
            int[] bounds = new int[2 * (matcher.groupCount() + 1)];
            for (int group = 0; group <= matcher.groupCount(); group++) {
                boolean isMatched = matcher.start(group) >= 0;
                bounds[2 * group] = isMatched ? searchedText.byteOffset(matcher.start(group)) : -1;
                bounds[2 * group + 1] = isMatched ? searchedText.byteOffset(matcher.end(group)) : -1;
            }
            return bounds;
        }
    }
}
