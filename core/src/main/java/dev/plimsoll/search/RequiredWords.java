package dev.plimsoll.search;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the words in an RE2 expression of which every match must contain at least one, ignoring case. For example,
 * every match of {@code (error|warning): .*} contains {@code error} or {@code warning}. For expressions with
 * unknown syntax, it finds no words.
 */
final class RequiredWords {

    private static final int MAX_DEPTH = 20;
    private static final int MAX_WORDS = 8;
    private static final int MIN_WORD_LENGTH = 2;

    // results of skipQuantifier
    private static final int OPTIONAL = 0;
    private static final int ONCE = 1;
    private static final int REPEATED = 2;

    /** Letters of escapes without an argument: character classes, positions, and control characters. */
    private static final String SIMPLE_ESCAPES = "wdsbBWDSAznrtfva";

    private final String pattern;
    private int offset;

    /** False after unknown syntax. */
    private boolean isCertain = true;

    private RequiredWords(String pattern) {
        this.pattern = pattern;
    }

    /** Returns the words; an empty list if there are none. */
    static List<String> find(String pattern) {
        RequiredWords requiredWords = new RequiredWords(pattern);
        List<String> words = requiredWords.parseAlternatives(0);
        if (words == null || !requiredWords.isCertain || requiredWords.offset != pattern.length()) {
            return List.of();
        }
        // RE2 and our case folding agree only on ASCII letters
        boolean canFoldingDiffer = pattern.contains("(?") && words.stream().anyMatch(RequiredWords::isBeyondAscii);
        return canFoldingDiffer ? List.of() : words;
    }

    static boolean isBeyondAscii(String word) {
        return word.chars().anyMatch(c -> c >= 0x80);
    }

    private char current() {
        return offset < pattern.length() ? pattern.charAt(offset) : 0;
    }

    /**
     * Parses alternative branches up to a closing parenthesis or the end. Returns the words of all branches; null if a branch has
     * none.
     */
    private @Nullable List<String> parseAlternatives(int depth) {
        List<String> words = new ArrayList<>();
        boolean hasBranchWithoutWords = false;
        isCertain &= depth < MAX_DEPTH;
        while (isCertain) {
            List<String> branch = parseBranch(depth);
            hasBranchWithoutWords |= branch == null;
            if (branch != null) {
                words.addAll(branch);
            }
            if (offset >= pattern.length() || current() != '|') {
                break;
            }
            offset++;
        }
        return hasBranchWithoutWords || words.size() > MAX_WORDS ? null : words;
    }

    /**
     * Parses a branch. Returns a list of words of which every match of the branch contains at least one; null if there
     * is no such list. If there are several lists, returns the one with the longest words.
     */
    private @Nullable List<String> parseBranch(int depth) {
        List<String> bestWords = null;
        StringBuilder literalRun = new StringBuilder();
        while (isCertain && offset < pattern.length() && current() != '|' && current() != ')') {
            int literal = parseLiteral();
            List<String> group = null;
            if (literal < 0 && isCertain && current() == '(') {
                group = parseGroup(depth);
            } else if (literal < 0) {
                skipNonLiteral();
            }
            int quantifier = skipQuantifier();
            if (literal >= 0 && quantifier != OPTIONAL) {
                literalRun.appendCodePoint(literal);
            }
            bestWords = quantifier == OPTIONAL ? bestWords : chooseLonger(bestWords, group);
            if (literal < 0 || quantifier != ONCE) {
                bestWords = chooseLonger(bestWords, toWord(literalRun));
                literalRun.setLength(0);
            }
        }
        return chooseLonger(bestWords, toWord(literalRun));
    }

    private static @Nullable List<String> toWord(StringBuilder literalRun) {
        return literalRun.length() < MIN_WORD_LENGTH ? null : List.of(literalRun.toString());
    }

    /** Returns the list with the longer shortest word, because long words are rarer. */
    private static @Nullable List<String> chooseLonger(@Nullable List<String> a, @Nullable List<String> b) {
        return a == null || (b != null && shortestLength(b) > shortestLength(a)) ? b : a;
    }

    private static int shortestLength(List<String> words) {
        return words.stream().mapToInt(String::length).min().orElse(0);
    }

    /** Parses a character that matches itself; returns -1, without skipping anything, if the next one does not. */
    private int parseLiteral() {
        int c = pattern.codePointAt(offset);
        if (c == '\\') {
            char escaped = offset + 1 < pattern.length() ? pattern.charAt(offset + 1) : 'Q';
            boolean isLiteral = escaped < 0x80 && !Character.isLetterOrDigit(escaped);
            offset += isLiteral ? 2 : 0;
            return isLiteral ? escaped : -1;
        }
        if ("[](){}.*+?|^$".indexOf(c) >= 0) {
            return -1;
        }
        offset += Character.charCount(c);
        return c;
    }

    /** Skips an element that is not a literal. */
    private void skipNonLiteral() {
        char c = current();
        if (c == '[') {
            skipCharacterClass();
        } else if (c == '\\') {
            isCertain &= SIMPLE_ESCAPES.indexOf(pattern.charAt(offset + 1)) >= 0;
            offset += 2;
        } else {
            isCertain &= c == '.' || c == '^' || c == '$';
            offset++;
        }
    }

    private void skipCharacterClass() {
        offset++;
        offset += current() == '^' ? 1 : 0;
        offset += current() == ']' ? 1 : 0;
        while (offset < pattern.length() && current() != ']') {
            // may begin a named class such as [:alpha:]
            isCertain &= current() != '[';
            offset += current() == '\\' ? 2 : 1;
        }
        offset++;
        isCertain &= offset <= pattern.length();
    }

    private @Nullable List<String> parseGroup(int depth) {
        offset++;
        if (current() == '?') {
            offset++;
            while (offset < pattern.length() && "imsU-".indexOf(current()) >= 0) {
                offset++;
            }
            if (current() == ')') {
                offset++;
                // after flags such as (?i), RE2 applies a quantifier to the element before the flags
                isCertain &= offset == pattern.length() || "*+?{".indexOf(current()) < 0;
                return null;
            }
            isCertain &= current() == ':';
            offset++;
        }
        List<String> words = parseAlternatives(depth + 1);
        isCertain &= current() == ')';
        offset++;
        return words;
    }

    /**
     * Skips a quantifier; returns {@link #OPTIONAL} if the element may be absent, {@link #ONCE} if it occurs exactly
     * once, and {@link #REPEATED} if it occurs once or more.
     */
    private int skipQuantifier() {
        char c = current();
        int quantifier = c == '*' || c == '?' ? OPTIONAL : c == '+' || c == '{' ? REPEATED : ONCE;
        if (c == '{') {
            int end = pattern.indexOf('}', offset);
            String counts = end < 0 ? "" : pattern.substring(offset + 1, end);
            isCertain &= counts.matches("[1-9][0-9]{0,8}(,[0-9]{0,9})?");
            offset = Math.max(offset, end);
        }
        offset += quantifier == ONCE ? 0 : 1;
        offset += quantifier != ONCE && current() == '?' ? 1 : 0;
        // RE2 has no second quantifier such as the + in a*+
        isCertain &= quantifier == ONCE || offset >= pattern.length() || "*+?{".indexOf(current()) < 0;
        return quantifier;
    }
}
