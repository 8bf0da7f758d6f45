package dev.plimsoll.search;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.CaseLoopDetector;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Regular expression in RE2 syntax. It matches within lines. With the flag {@code m} or {@code s}, it matches in the whole text,
 * so that a match can span lines.
 */
final class RegexPattern implements SearchPattern {

    /** Maximum number of steps of an expression; with more, the search takes too long for each character. */
    private static final int MAX_STEPS = 5000;

    /** Backreferences and lookaround, which RE2 does not support. */
    private static final java.util.regex.Pattern UNSUPPORTED =
            java.util.regex.Pattern.compile("\\\\[1-9k]|\\(\\?[=!>].*|\\(\\?<[=!].*", java.util.regex.Pattern.DOTALL);

    private final Pattern pattern;
    private final boolean canSpanLines;
    private final SearchDeadline searchDeadline;

    /** Words of which every match contains at least one; null if there are none. */
    private final @Nullable WordSet requiredWords;

    private RegexPattern(
            Pattern pattern, boolean canSpanLines, SearchDeadline searchDeadline, @Nullable WordSet requiredWords) {
        this.pattern = pattern;
        this.canSpanLines = canSpanLines;
        this.searchDeadline = searchDeadline;
        this.requiredWords = requiredWords;
    }

    static RegexPattern parse(String expression, String flagLetters, SearchDeadline searchDeadline) {
        int flags = flagLetters.contains("i") ? Pattern.CASE_INSENSITIVE : 0;
        flags |= flagLetters.contains("m") ? Pattern.MULTILINE : 0;
        flags |= flagLetters.contains("s") ? Pattern.DOTALL : 0;
        boolean canSpanLines = flagLetters.contains("m") || flagLetters.contains("s");
        if (PatternSize.estimate(expression) > MAX_STEPS) {
            throw expressionError(
                    "is too large: its repeats expand to over " + MAX_STEPS + " steps", "smaller counts in {…}");
        }
        boolean isCaseIgnored = flagLetters.contains("i") || expression.contains("(?");
        if (isCaseIgnored && CaseLoopDetector.isUnsafe(expression)) {
            throw expressionError(
                    "contains a letter from U+1C80 to U+1C88, also in a range, whose case cannot be ignored",
                    "omit the flag i, or use a smaller range");
        }
        try {
            Pattern pattern = Pattern.compile(expression, flags);
            return new RegexPattern(
                    pattern, canSpanLines, searchDeadline, findRequiredWords(expression, flagLetters, searchDeadline));
        } catch (PatternSyntaxException e) {
            throw syntaxError(expression, e);
        } catch (StackOverflowError e) {
            throw expressionError("is nested too deeply", "fewer groups");
        }
    }

    private static @Nullable WordSet findRequiredWords(
            String expression, String flagLetters, SearchDeadline searchDeadline) {
        List<String> words = RequiredWords.find(expression);
        // RE2 and our case folding agree only on ASCII letters
        boolean canFoldingDiffer = flagLetters.contains("i") && words.stream().anyMatch(RequiredWords::isBeyondAscii);
        return words.isEmpty() || canFoldingDiffer ? null : new WordSet(words, searchDeadline);
    }

    private static RefusedException syntaxError(String expression, PatternSyntaxException e) {
        String wrongPart = e.getPattern() == null ? "" : e.getPattern();
        int errorOffset = Math.max(0, expression.indexOf(wrongPart));
        boolean isUnsupported = UNSUPPORTED.matcher(wrongPart).matches();
        String reason = e.getDescription() + (isUnsupported ? " (RE2 has no backreferences and no lookaround)" : "");
        String shownPart = wrongPart.length() > 40 ? wrongPart.substring(0, 40) + "…" : wrongPart;
        return expressionError(
                "is invalid at character " + (expression.codePointCount(0, errorOffset) + 1) + ", " + shownPart + ": "
                        + reason,
                "RE2 syntax between slashes, or plain text without them");
    }

    private static RefusedException expressionError(String problem, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, "the regular expression of find " + problem, suggestion)
                .detail("argument", "find");
    }

    @Override
    public int findFirst(Slice text) {
        if (requiredWords != null && !requiredWords.hasMatch(text)) {
            return -1;
        }
        String characters = Utf8.decode(text);
        int start = findNext(matcher(characters), 0);
        return start < 0 ? -1 : utf8Length(characters, 0, start);
    }

    private Matcher matcher(String characters) {
        return pattern.matcher(new TimedCharacters(characters, searchDeadline));
    }

    /** Returns the start of the next match; -1 if there is none. */
    private int findNext(Matcher matcher, int from) {
        searchDeadline.check();
        return matcher.find(from) ? matcher.start() : -1;
    }

    @Override
    public void forEachMatch(Slice text, LineIndex lines, IntConsumer onMatch) {
        WordSet wordSet = requiredWords;
        if (wordSet != null && wordSet.findNext(text, text.from()) == text.to()) {
            return;
        }
        if (canSpanLines) {
            forEachMatchInWholeText(text, lines, onMatch);
            return;
        }
        int i = 0;
        while (i < lines.count()) {
            if (wordSet != null) {
                int position = wordSet.findNext(text, text.from() + lines.start(i));
                if (position == text.to()) {
                    return;
                }
                i = lines.lineAt(position - text.from());
            }
            int start = lines.start(i);
            Slice line = text.sub(start, SearchPattern.lineEnd(text, lines, i));
            if (SearchPattern.isLong(text, lines, i)) {
                forEachMatchInLine(line, matchOffset -> onMatch.accept(start + matchOffset));
            } else {
                int matchOffset = findFirst(line);
                if (matchOffset >= 0) {
                    onMatch.accept(start + matchOffset);
                }
            }
            i++;
        }
    }

    @Override
    public int skipTo(byte[] json, int from, int to) {
        return requiredWords == null ? from : requiredWords.skipTo(json, from, to);
    }

    /** Reports every match in a line. An empty match is reported only if it is the first match. */
    private void forEachMatchInLine(Slice line, IntConsumer onMatch) {
        String characters = Utf8.decode(line);
        Matcher matcher = matcher(characters);
        int searchStart = 0;
        int bytesBefore = 0;
        int lastReported = -1;
        while (searchStart <= characters.length() && findNext(matcher, searchStart) >= 0) {
            int start = matcher.start();
            boolean isEmptyMatch = matcher.end() == start;
            if (!isEmptyMatch || lastReported < 0) {
                bytesBefore += utf8Length(characters, Math.max(0, lastReported), start);
                lastReported = start;
                onMatch.accept(bytesBefore);
            }
            searchStart = isEmptyMatch ? start + 1 : matcher.end();
        }
    }

    private void forEachMatchInWholeText(Slice text, LineIndex lines, IntConsumer onMatch) {
        String characters = Utf8.decode(text);
        Matcher matcher = matcher(characters);
        int searchStart = 0;
        int bytesBefore = 0;
        while (searchStart <= characters.length()) {
            int start = findNext(matcher, searchStart);
            if (start < 0) {
                return;
            }
            int matchOffset = bytesBefore + utf8Length(characters, searchStart, start);
            // an empty match at the end of the text is in no line
            if (matchOffset >= text.length() && lines.count() > 0) {
                return;
            }
            onMatch.accept(matchOffset);
            // report all matches of a long line, but only the first of any other line
            boolean canMatchAgainInLine = matcher.end() > start
                    && matchOffset < text.length()
                    && SearchPattern.isLong(text, lines, lines.lineAt(matchOffset));
            int nextStart = canMatchAgainInLine ? matcher.end() : characters.indexOf('\n', start) + 1;
            if (nextStart == 0) {
                return;
            }
            bytesBefore = matchOffset + utf8Length(characters, start, nextStart);
            searchStart = nextStart;
        }
    }

    /** Returns the length of these characters in UTF-8; a lone surrogate counts as three bytes. */
    private static int utf8Length(String characters, int from, int to) {
        int bytes = 0;
        for (int i = from; i < to; i++) {
            char c = characters.charAt(i);
            boolean isPair = Character.isHighSurrogate(c)
                    && i + 1 < characters.length()
                    && Character.isLowSurrogate(characters.charAt(i + 1));
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : isPair ? 4 : 3;
            i += isPair ? 1 : 0;
        }
        return bytes;
    }

    /** Characters that check the deadline regularly while an expression reads them. */
    private record TimedCharacters(String characters, SearchDeadline deadline, int[] reads) implements CharSequence {

        private static final int CHECK_INTERVAL = 1 << 14;

        TimedCharacters(String characters, SearchDeadline deadline) {
            this(characters, deadline, new int[1]);
        }

        @Override
        public int length() {
            return characters.length();
        }

        @Override
        public char charAt(int index) {
            if (++reads[0] % CHECK_INTERVAL == 0) {
                deadline.check();
            }
            return characters.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return characters.subSequence(start, end);
        }

        @Override
        public String toString() {
            return characters;
        }
    }
}
