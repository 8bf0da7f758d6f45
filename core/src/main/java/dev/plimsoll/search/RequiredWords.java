package dev.plimsoll.search;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds words in an RE2 expression of which every match contains at least one, ignoring case. It parses only the syntax
 * that it knows for certain; other expressions have no such words.
 */
final class RequiredWords {

    private static final int DEEPEST = 20;
    private static final int MOST_WORDS = 8;
    private static final int SHORTEST = 2;

    /** Escapes without an argument. */
    private static final String CLASSES = "wdsbBWDSAznrtfva";

    private final String pattern;
    private int at;
    private boolean sure = true;

    private RequiredWords(String pattern) {
        this.pattern = pattern;
    }

    /** Returns the words; empty if none are certain. */
    static List<String> of(String pattern) {
        RequiredWords requiredWords = new RequiredWords(pattern);
        List<String> words = requiredWords.alternatives(0);
        if (words == null || !requiredWords.sure || requiredWords.at != pattern.length()) {
            return List.of();
        }
        // RE2 and our case folding agree only on ASCII letters
        boolean folds = pattern.contains("(?") && words.stream().anyMatch(RequiredWords::isBeyondAscii);
        return folds ? List.of() : words;
    }

    static boolean isBeyondAscii(String word) {
        return word.chars().anyMatch(c -> c >= 0x80);
    }

    private char here() {
        return at < pattern.length() ? pattern.charAt(at) : 0;
    }

    /** Parses up to a closing parenthesis or the end. */
    private @Nullable List<String> alternatives(int depth) {
        List<String> words = new ArrayList<>();
        boolean each = true;
        sure &= depth < DEEPEST;
        while (sure) {
            List<String> branch = branch(depth);
            each &= branch != null;
            if (branch != null) {
                words.addAll(branch);
            }
            if (at >= pattern.length() || here() != '|') {
                break;
            }
            at++;
        }
        return each && words.size() <= MOST_WORDS ? words : null;
    }

    private @Nullable List<String> branch(int depth) {
        List<String> best = null;
        StringBuilder run = new StringBuilder();
        while (sure && at < pattern.length() && here() != '|' && here() != ')') {
            int literal = literal();
            List<String> group = null;
            if (literal < 0 && sure && here() == '(') {
                group = group(depth);
            } else if (literal < 0) {
                other();
            }
            int minCount = repeats();
            if (literal >= 0 && minCount != 0) {
                run.appendCodePoint(literal);
            }
            best = minCount == 0 ? best : better(best, group);
            if (literal < 0 || minCount != 1) {
                best = better(best, word(run));
                run.setLength(0);
            }
        }
        return better(best, word(run));
    }

    private static @Nullable List<String> word(StringBuilder run) {
        return run.length() < SHORTEST ? null : List.of(run.toString());
    }

    /** Returns the list with the longer shortest word, because long words are rarer. */
    private static @Nullable List<String> better(@Nullable List<String> a, @Nullable List<String> b) {
        return a == null || (b != null && shortest(b) > shortest(a)) ? b : a;
    }

    private static int shortest(List<String> words) {
        return words.stream().mapToInt(String::length).min().orElse(0);
    }

    /** Skips and returns a character that matches itself; returns -1 and skips nothing if the next one does not. */
    private int literal() {
        int c = pattern.codePointAt(at);
        if (c == '\\') {
            char escaped = at + 1 < pattern.length() ? pattern.charAt(at + 1) : 'Q';
            boolean matchesItself = escaped < 0x80 && !Character.isLetterOrDigit(escaped);
            at += matchesItself ? 2 : 0;
            return matchesItself ? escaped : -1;
        }
        if ("[](){}.*+?|^$".indexOf(c) >= 0) {
            return -1;
        }
        at += Character.charCount(c);
        return c;
    }

    /** Skips an element that is not a literal. */
    private void other() {
        char c = here();
        if (c == '[') {
            characterClass();
        } else if (c == '\\') {
            sure &= CLASSES.indexOf(pattern.charAt(at + 1)) >= 0;
            at += 2;
        } else {
            sure &= c == '.' || c == '^' || c == '$';
            at++;
        }
    }

    private void characterClass() {
        at++;
        at += here() == '^' ? 1 : 0;
        at += here() == ']' ? 1 : 0;
        while (at < pattern.length() && here() != ']') {
            // names of classes contain brackets
            sure &= here() != '[';
            at += here() == '\\' ? 2 : 1;
        }
        at++;
        sure &= at <= pattern.length();
    }

    private @Nullable List<String> group(int depth) {
        at++;
        if (here() == '?') {
            at++;
            while (at < pattern.length() && "imsU-".indexOf(here()) >= 0) {
                at++;
            }
            if (here() == ')') {
                at++;
                // RE2 would apply that repeat to the element before
                sure &= at == pattern.length() || "*+?{".indexOf(here()) < 0;
                return null;
            }
            sure &= here() == ':';
            at++;
        }
        List<String> words = alternatives(depth + 1);
        sure &= here() == ')';
        at++;
        return words;
    }

    /** Skips a quantifier; returns 0 if the element is optional, 1 if it occurs once, else 2. */
    private int repeats() {
        char c = here();
        int minCount = c == '*' || c == '?' ? 0 : c == '+' || c == '{' ? 2 : 1;
        if (c == '{') {
            int end = pattern.indexOf('}', at);
            String inside = end < 0 ? "" : pattern.substring(at + 1, end);
            sure &= inside.matches("[1-9][0-9]{0,8}(,[0-9]{0,9})?");
            at = Math.max(at, end);
        }
        at += minCount == 1 ? 0 : 1;
        at += minCount != 1 && here() == '?' ? 1 : 0;
        // a second quantifier exists only in other dialects
        sure &= minCount == 1 || at >= pattern.length() || "*+?{".indexOf(here()) < 0;
        return minCount;
    }
}
